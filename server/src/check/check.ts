/**
 * method + Program -> TypedMethod: base types of every expression and the candidates of every call, as RDL checks them
 * (seeds: DRuby 2-3, RTR 2). Several signature arms are each checked against the body. Nothing is reported about a
 * method without an annotation, but its types are there for hovers and for the verifier to inline.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { MethodInfo, Program } from '../program/program';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { CallTarget, TypedMethod } from '../types/typedMethod';
import { baseOf } from './base';
import type { TypeReader } from './context';
import { checkOverride } from './overrides';
import { hereSelf, joined } from './relations';
import type { MethodRun } from './run';
import { runMethod } from './run';

export { checkClass } from './classes';
export { checkRefinements } from './refinements';

export function check(
  method: MethodInfo,
  program: Program,
  settings: Settings,
  readType: TypeReader | null = null,
): TypedMethod {
  return checkAssuming(method, program, settings, new Map(), readType);
}

/** As `check`; parameters that no signature speaks of have these types (to inline a method at a call). */
export function checkAssuming(
  method: MethodInfo,
  program: Program,
  settings: Settings,
  assumed: ReadonlyMap<string, Type>,
  readType: TypeReader | null = null,
): TypedMethod {
  const base = baseOf(program, settings, readType);
  const silent = !isChecked(method, settings);
  const arms = method.signature?.arms ?? [];
  const runs = (arms.length === 0 ? [null] : arms).map(arm =>
    runMethod(base, method, { arm, self: null, assumed, silent }),
  );
  const typed = merged(method, runs);
  return silent ? typed : { ...typed, problems: unique([...typed.problems, ...checkOverride(base, method)]) };
}

/** `check: annotated` or `labelled`; a method that is not whole is not judged. */
export function isChecked(method: MethodInfo, settings: Settings): boolean {
  if (method.signature === null || method.origin !== 'workspace' || method.definition?.broken) return false;
  const { labels } = method.signature;
  return settings.check === 'annotated' || labels.typecheck !== null || labels.verify !== null;
}

/** Arms share the body: an expression's type is the join of what it is under each. */
function merged(method: MethodInfo, runs: readonly MethodRun[]): TypedMethod {
  const types = new Map<TypedKey, Type>();
  const calls = new Map<CallKey, CallTarget>();
  const params = new Map<string, Type>();
  let result: Type = { kind: 'bottom' };
  for (const run of runs) {
    const add = <K>(map: Map<K, Type>, key: K, type: Type): void => {
      const here = hereSelf(run.ctx, type);
      const before = map.get(key);
      map.set(key, before === undefined ? here : joined(run.ctx, before, here));
    };
    for (const [expr, type] of run.out.types) add(types, expr, type);
    for (const [name, type] of run.params) add(params, name, type);
    for (const [call, target] of run.out.calls) calls.set(call, bothTargets(calls.get(call), target));
    result = joined(
      run.ctx,
      result,
      hereSelf(run.ctx, method.signature === null ? run.result : (run.ctx.frame.result ?? run.result)),
    );
  }
  const problems = unique(runs.flatMap(run => run.out.problems));
  const uses = new Map(runs.flatMap(run => [...run.out.uses]));
  return {
    key: method.key,
    types,
    calls,
    params,
    result: runs.length === 0 ? DYNAMIC : result,
    problems,
    uses: [...uses.values()],
  };
}

type TypedKey = TypedMethod['types'] extends ReadonlyMap<infer K, Type> ? K : never;
type CallKey = TypedMethod['calls'] extends ReadonlyMap<infer K, CallTarget> ? K : never;

function bothTargets(before: CallTarget | undefined, target: CallTarget): CallTarget {
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

/** One mistake, one message, however many arms it breaks. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(problem => {
    const identity = `${problem.code} ${problem.place.anchor} ${problem.place.span.start} ${problem.place.span.end}`;
    return !seen.has(identity) && seen.add(identity);
  });
}
