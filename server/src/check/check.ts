/**
 * method + Program -> TypedMethod: base types of every expression and the candidates of every call, as RDL checks them
 * (seeds: DRuby 2-3, RTR 2). The body is checked once per signature arm. A method without an annotation gets no
 * reports, but its types serve hovers, and the verifier when it inlines the method.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { MethodInfo } from '../program/program';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { CallTarget, TypedMethod } from '../types/typedMethod';
import { joinTwoTypes, replaceSelf } from '../typing/typeOps';
import { checkOverride } from './declarations/overrides';
import type { MethodRun } from './run/run';
import { runMethod } from './run/run';
import { type CheckInput, newContext } from './setup/newContext';

export { checkClass } from './declarations/classes';
export { checkRefinements } from './declarations/refinements';
export type { CheckInput } from './setup/newContext';

export function check(method: MethodInfo, input: CheckInput): TypedMethod {
  return checkAssuming(method, input, new Map());
}

/** Like `check`, with the given types for parameters without a signature (to inline a method at a call). */
export function checkAssuming(method: MethodInfo, input: CheckInput, assumed: ReadonlyMap<string, Type>): TypedMethod {
  const base = newContext(input);
  const silent = !isChecked(method, input.settings);
  const arms = method.signature?.arms ?? [];
  const runs = (arms.length === 0 ? [null] : arms).map(arm =>
    runMethod(base, method, { arm, self: null, assumed, silent }),
  );
  const typed = mergeRuns(method, runs);
  return silent ? typed : { ...typed, problems: dedupeProblems([...typed.problems, ...checkOverride(base, method)]) };
}

/** `check: annotated` or `labelled`; a method with syntax errors is not checked. */
function isChecked(method: MethodInfo, settings: Settings): boolean {
  if (method.signature === null || !isOwn(method) || method.definition?.broken) return false;
  const { labels } = method.signature;
  return settings.check === 'annotated' || labels.typecheck !== null || labels.verify !== null;
}

/** A method of the program, or a body from a package, which no earlier check has covered. */
function isOwn({ origin, packaged }: MethodInfo): boolean {
  return origin === 'workspace' || (packaged !== undefined && packaged.of !== 'loupe');
}

/** All arms share the body, so the type of an expression is the join of its types under each arm. */
function mergeRuns(method: MethodInfo, runs: readonly MethodRun[]): TypedMethod {
  const types = new Map<TypedKey, Type>();
  const calls = new Map<CallKey, CallTarget>();
  const params = new Map<string, Type>();
  let result: Type = { kind: 'bottom' };
  for (const run of runs) {
    const add = <K>(map: Map<K, Type>, key: K, type: Type): void => {
      const here = replaceSelf(run.ctx, type);
      const before = map.get(key);
      map.set(key, before === undefined ? here : joinTwoTypes(run.ctx, before, here));
    };
    for (const [expr, type] of run.out.types) add(types, expr, type);
    for (const [name, type] of run.params) add(params, name, type);
    for (const [call, target] of run.out.calls) calls.set(call, mergeTargets(calls.get(call), target));
    result = joinTwoTypes(
      run.ctx,
      result,
      replaceSelf(run.ctx, method.signature === null ? run.result : (run.ctx.frame.result ?? run.result)),
    );
  }
  const problems = dedupeProblems(runs.flatMap(run => run.out.problems));
  return {
    key: method.key,
    types,
    calls,
    params,
    result: runs.length === 0 ? DYNAMIC : result,
    problems,
  };
}

type TypedKey = TypedMethod['types'] extends ReadonlyMap<infer K, Type> ? K : never;
type CallKey = TypedMethod['calls'] extends ReadonlyMap<infer K, CallTarget> ? K : never;

function mergeTargets(before: CallTarget | undefined, target: CallTarget): CallTarget {
  if (before === undefined) return target;
  const identity = (candidate: CallTarget['candidates'][number]): string =>
    JSON.stringify([candidate.receiver, candidate.method]);
  const seen = new Map(before.candidates.map(candidate => [identity(candidate), candidate]));
  for (const candidate of target.candidates) {
    const known = seen.get(identity(candidate));
    const arms = [
      ...(known?.arms ?? []),
      ...candidate.arms.filter(arm => !known?.arms.some(one => one.index === arm.index)),
    ];
    seen.set(identity(candidate), { ...candidate, arms });
  }
  return { candidates: [...seen.values()], dynamic: before.dynamic || target.dynamic };
}

/** A mistake that breaks several arms is reported once. */
function dedupeProblems(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(problem => {
    const identity = `${problem.code} ${problem.place.anchor} ${problem.place.span.start} ${problem.place.span.end}`;
    return !seen.has(identity) && seen.add(identity);
  });
}
