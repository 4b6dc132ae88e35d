/**
 * Whether an annotated method may run on a new object before `initialize` has assigned a field, which is nil until then:
 * `initialize` calls it, or lets the object escape.
 */
import type { Call, Expr } from '../ril/ril';
import { children } from '../ril/walk';
import { containsSelf } from '../types/containsType';
import type { MethodType } from '../types/type';
import { findMethod, superMethod } from './lookup';
import type { MethodInfo, Program } from './program';

type Progress = 'nothing' | 'assigned' | 'seen';

interface Scope {
  readonly program: Program;
  readonly className: string;
  readonly field: string;
  readonly method: MethodInfo;
  readonly trail: readonly MethodInfo[];
}

/** Of an object of exactly this class. */
export function mayRunBeforeAssigned(program: Program, className: string, field: string): boolean {
  const method = findMethod(program, className, 'initialize');
  return method !== null && runMethod({ program, className, field, method, trail: [] }) === 'seen';
}

function runMethod(scope: Scope): Progress {
  const { method, trail, field } = scope;
  if (method.synthetic?.type === 'attributeWriter') return method.synthetic.field === field ? 'assigned' : 'nothing';
  if (method.synthetic?.type === 'attributeReader') return 'nothing';
  if (method.definition === null || method.origin !== 'workspace' || trail.includes(method)) return 'nothing';
  return run({ ...scope, trail: [...trail, method] }, method.definition.body());
}

function run(scope: Scope, expr: Expr): Progress {
  switch (expr.kind) {
    case 'self':
    case 'opaque':
      return 'seen';
    case 'if':
      return joinInOrder([
        () => run(scope, expr.condition),
        () => joinBranches(run(scope, expr.then), run(scope, expr.else)),
      ]);
    case 'and':
    case 'or':
      return joinInOrder([() => run(scope, expr.left), () => weakenProgress(run(scope, expr.right))]);
    case 'assign':
      return joinInOrder([() => run(scope, expr.value), () => (isField(scope, expr.target) ? 'assigned' : 'nothing')]);
    case 'super': {
      const above = superMethod(scope.program, scope.method, scope.className);
      const called = (): Progress => (above ? runMethod({ ...scope, method: above }) : 'nothing');
      return joinInOrder([...children(expr).map(child => () => run(scope, child)), called]);
    }
    case 'call':
      return runCall(scope, expr);
    case 'while':
    case 'rescue':
    case 'ensure':
    case 'match':
    case 'lambda':
      return weakenProgress(joinInOrder(children(expr).map(child => () => run(scope, child))));
    default:
      return joinInOrder(children(expr).map(child => () => run(scope, child)));
  }
}

function runCall(scope: Scope, call: Call): Progress {
  const { receiver } = call;
  const isOwn = receiver === null || receiver.kind === 'self';
  const inside = children(call).filter(child => child !== receiver || !isOwn);
  const given = call.block?.type === 'block' ? call.block.block.body : null;
  return joinInOrder([
    ...inside.map(child => () => (child === given ? weakenProgress(run(scope, child)) : run(scope, child))),
    () => (isOwn ? runOwnMethod(scope, call.method) : 'nothing'),
  ]);
}

/** A method of the object itself. */
function runOwnMethod(scope: Scope, name: string): Progress {
  const method = findMethod(scope.program, scope.className, name);
  if (method === null) return 'seen';
  if (method.origin !== 'workspace') return runLibrary(scope, method);
  return method.signature === null ? runMethod({ ...scope, method }) : 'seen';
}

/** A library method without a label may call any method of the object; others may pass it on. */
function runLibrary(scope: Scope, { facts, signature }: MethodInfo): Progress {
  const calls = facts?.calls ?? null;
  if (calls === null || (signature?.arms ?? []).some(({ type }) => passesSelf(type))) return 'seen';
  const own = [...calls.self, ...calls.receiver, ...calls.keys].filter(
    name => findMethod(scope.program, scope.className, name)?.origin === 'workspace',
  );
  return joinInOrder(own.map(name => () => weakenProgress(runOwnMethod(scope, name))));
}

/** Whether it returns the receiver, or passes it to a block. */
function passesSelf({ result, block }: MethodType): boolean {
  const passed = [result, ...(block?.type.params ?? []).map(param => param.type)];
  return passed.some(containsSelf);
}

function isField({ field }: Scope, target: Expr): boolean {
  return target.kind === 'var' && target.name === field;
}

function joinInOrder(steps: readonly (() => Progress)[]): Progress {
  for (const step of steps) {
    const progress = step();
    if (progress !== 'nothing') return progress;
  }
  return 'nothing';
}

function joinBranches(a: Progress, b: Progress): Progress {
  if (a === b) return a;
  return a === 'seen' || b === 'seen' ? 'seen' : 'nothing';
}

/** It may not run, or not to its end. */
function weakenProgress(progress: Progress): Progress {
  return progress === 'assigned' ? 'nothing' : progress;
}
