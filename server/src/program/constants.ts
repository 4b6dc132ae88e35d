/**
 * Ruby's constant lookup: the lexical nesting first (each scope itself, not its ancestors), then the ancestors of the
 * innermost scope, then Object. A constant whose value is another constant (`Alias = Foo::Bar`) is followed.
 */
import type { Const, Expr } from '../ril/ril';
import { ancestors } from './ancestors';
import { memoOfPart, PartMemoKey } from './memos';
import type { ClassInfo, ConstantInfo, Nesting, Program, Question } from './program';
import { areEqual, ask } from './questions';

export interface FoundConstant {
  /** Full path: `Outer::Inner`, `Outer::LIMIT`. */
  readonly path: string;
  /** The class or module that the constant names, perhaps through another constant. */
  readonly classInfo: ClassInfo | null;
  readonly constant: ConstantInfo | null;
}

/** Looks up `A`, `A::B` or `::A::B` as seen from `nesting`. */
export function findConstant(program: Program, nesting: Nesting, name: string): FoundConstant | null {
  return program.answerOf ? findRecorded(program, nesting, name) : lookUpPath(program, nesting, name, []);
}

/** What a lookup found, by name: those who record what they read then read only that. */
interface Found {
  readonly path: string;
  readonly className: string | null;
  readonly isConstant: boolean;
}

const PLACES: Question<Found | null> = {
  find: (program, scopes, name) => {
    const nesting = scopes === '' ? [] : scopes.split(' ');
    const found = lookUpPath(program, nesting, name, []);
    return found && { path: found.path, className: found.classInfo?.name ?? null, isConstant: found.constant !== null };
  },
  isSame: areEqual,
};

const SCOPES = new PartMemoKey<Nesting, string>();

/** A pass that looks up a constant depends on the outcome, not on every scope and ancestor that was searched. */
function findRecorded(program: Program, nesting: Nesting, name: string): FoundConstant | null {
  const scopes = memoOfPart(program, SCOPES, nesting, () => nesting.join(' '));
  const found = ask(program, PLACES, scopes, name);
  if (found === null) return null;
  const { path, className, isConstant } = found;
  const at = path.lastIndexOf('::');
  const scope = at < 0 ? 'Object' : path.slice(0, at);
  return {
    path,
    classInfo: className === null ? null : (program.classes.get(className) ?? null),
    constant: isConstant
      ? (program.classes.get(scope)?.constants.get(at < 0 ? path : path.slice(at + 2)) ?? null)
      : null,
  };
}

/** The constant that a RIL expression names; null for `x::A` with a computed x. */
export function findConstantExpr(program: Program, nesting: Nesting, expr: Const): FoundConstant | null {
  const path = constantName(expr);
  return path === null ? null : findConstant(program, nesting, path);
}

/** `A::B`; null if the scope is computed. */
export function constantName(expr: Expr): string | null {
  if (expr.kind !== 'const') return null;
  if (expr.scope === null) return expr.name;
  if (expr.scope === 'root') return `::${expr.name}`;
  const scope = constantName(expr.scope);
  return scope === null ? null : `${scope}::${expr.name}`;
}

/** The full name of the class that `name` refers to here, or null. */
export function resolveClassName(program: Program, nesting: Nesting, name: string): string | null {
  return findConstant(program, nesting, name)?.classInfo?.name ?? null;
}

/** Paths that are being followed, so that `A = B; B = A` terminates. */
type Trail = readonly string[];

function lookUpPath(program: Program, nesting: Nesting, path: string, trail: Trail): FoundConstant | null {
  const root = path.startsWith('::');
  const [head = '', ...rest] = (root ? path.slice(2) : path).split('::');
  let found = root ? findInScope(program, 'Object', head, trail) : findLexically(program, nesting, head, trail);
  for (const inner of rest) found = found?.classInfo ? findInScope(program, found.classInfo.name, inner, trail) : null;
  return found;
}

function findLexically(program: Program, nesting: Nesting, name: string, trail: Trail): FoundConstant | null {
  for (const scope of nesting) {
    const found = ownConstant(program, scope, name, trail);
    if (found) return found;
  }
  return findInherited(program, nesting[0] ?? 'Object', name, trail) ?? ownConstant(program, 'Object', name, trail);
}

/** `Scope::Name`: the scope and its ancestors, but Object's constants only if the scope is Object. */
function findInScope(program: Program, scope: string, name: string, trail: Trail): FoundConstant | null {
  return ownConstant(program, scope, name, trail) ?? findInherited(program, scope, name, trail);
}

function findInherited(program: Program, scope: string, name: string, trail: Trail): FoundConstant | null {
  for (const ancestor of ancestors(program, scope)) {
    if (ancestor === 'Object' && scope !== 'Object') return null;
    const found = ownConstant(program, ancestor, name, trail);
    if (found) return found;
  }
  return null;
}

function ownConstant(program: Program, scope: string, name: string, trail: Trail): FoundConstant | null {
  const path = scope === 'Object' ? name : `${scope}::${name}`;
  const classInfo = program.classes.get(path);
  const constant = program.classes.get(scope)?.constants.get(name) ?? null;
  if (classInfo) return { path, classInfo, constant };
  return constant && { path, classInfo: followAlias(program, path, constant, trail), constant };
}

/** Follows `Alias = Foo::Bar`. */
function followAlias(program: Program, path: string, constant: ConstantInfo, trail: Trail): ClassInfo | null {
  const name = constant.value && constantName(constant.value);
  if (!name || trail.includes(path)) return null;
  return lookUpPath(program, constant.nesting, name, [...trail, path])?.classInfo ?? null;
}
