/**
 * Fields that are certainly assigned when `initialize` returns: on every path, by itself, by the constructor that it
 * calls with `super`, or by a method of its own that it calls. A field that is not may be read before it is written.
 */
import { flattenTargets } from '../ril/bindings';
import type { Expr } from '../ril/ril';
import { children } from '../ril/walk';
import { findMethod, superMethod } from './lookup';
import type { MethodInfo, Program } from './program';

/** Null: the expression never completes normally, so it assigns whatever is required. */
type Assigned = ReadonlySet<string> | null;

interface Scope {
  readonly program: Program;
  readonly className: string;
  readonly method: MethodInfo;
  readonly trail: readonly MethodInfo[];
}

const NONE: ReadonlySet<string> = new Set();

export function findDefinitelyAssigned(program: Program, className: string): ReadonlySet<string> {
  const maker = findMethod(program, className, 'initialize');
  return maker === null ? NONE : assignedBy({ program, className, method: maker, trail: [] });
}

function assignedBy(scope: Scope): ReadonlySet<string> {
  const { definition, origin } = scope.method;
  if (definition === null || origin !== 'workspace' || scope.trail.includes(scope.method)) return NONE;
  return assignedIn({ ...scope, trail: [...scope.trail, scope.method] }, definition.body()) ?? NONE;
}

function assignedIn(scope: Scope, expr: Expr): Assigned {
  switch (expr.kind) {
    case 'seq':
      return assignedInOrder(scope, expr.body);
    case 'if':
      return add(assignedIn(scope, expr.condition), () =>
        intersect(assignedIn(scope, expr.then), assignedIn(scope, expr.else)),
      );
    case 'and':
    case 'or':
      return assignedIn(scope, expr.left);
    case 'while':
      return expr.bodyFirst ? NONE : assignedIn(scope, expr.condition);
    case 'rescue':
      return expr.clauses.reduce<Assigned>(
        (all, clause) => intersect(all, assignedIn(scope, clause.body)),
        assignedInOrder(scope, expr.else ? [expr.body, expr.else] : [expr.body]),
      );
    case 'ensure':
      return assignedInOrder(scope, [expr.body, expr.ensure]);
    case 'lambda':
    case 'define':
    case 'opaque':
    case 'defined':
    case 'match':
      return NONE;
    case 'jump':
      // What a `return` leaves out is not assigned by any other path either.
      return expr.jump === 'return' ? NONE : null;
    case 'assign':
      return add(assignedIn(scope, expr.value), () => nameOfField(expr.target));
    case 'multiAssign':
      return add(
        assignedIn(scope, expr.value),
        () => new Set(flattenTargets(expr.targets).flatMap(target => [...nameOfField(target)])),
      );
    case 'super': {
      const above = superMethod(scope.program, scope.method, scope.className);
      return above ? assignedBy({ ...scope, method: above }) : NONE;
    }
    case 'call':
      return assignedByCall(scope, expr);
    default:
      return assignedInOrder(scope, children(expr));
  }
}

function assignedByCall(scope: Scope, call: Extract<Expr, { kind: 'call' }>): Assigned {
  if (call.receiver === null && call.method === 'raise') return null;
  const isOwn = (call.receiver === null || call.receiver.kind === 'self') && !call.safe;
  const callee = isOwn ? findMethod(scope.program, scope.className, call.method) : null;
  const before = assignedInOrder(scope, [
    ...(call.receiver ? [call.receiver] : []),
    ...call.args.flatMap(arg => ('value' in arg && arg.value ? [arg.value] : [])),
  ]);
  if (call.safe) return call.receiver ? assignedIn(scope, call.receiver) : NONE;
  const written = callee?.synthetic?.type === 'attributeWriter' ? callee.synthetic.field : null;
  if (written !== null) return add(before, () => new Set([written]));
  return add(before, () => (callee ? assignedBy({ ...scope, method: callee }) : NONE));
}

/** A `return` in the middle ends the count: later statements may not run. */
function assignedInOrder(scope: Scope, exprs: readonly Expr[]): Assigned {
  let found: Assigned = NONE;
  for (const expr of exprs) {
    found = add(found, () => assignedIn(scope, expr));
    if (found === null || mayReturn(expr)) return found;
  }
  return found;
}

function mayReturn(expr: Expr): boolean {
  if (expr.kind === 'lambda') return false;
  return (expr.kind === 'jump' && expr.jump === 'return') || children(expr).some(mayReturn);
}

function add(first: Assigned, second: () => Assigned): Assigned {
  if (first === null) return null;
  const next = second();
  return next === null ? null : next.size === 0 ? first : new Set([...first, ...next]);
}

function intersect(a: Assigned, b: Assigned): Assigned {
  if (a === null || b === null) return a ?? b;
  return new Set([...a].filter(name => b.has(name)));
}

function nameOfField(target: Expr): ReadonlySet<string> {
  return target.kind === 'var' && target.scope !== 'local' ? new Set([target.name]) : NONE;
}
