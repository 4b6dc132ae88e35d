/**
 * TypedMethod + Program -> obligations (T-Def): self and parameters are symbols that satisfy the precondition, the body
 * is evaluated once, and its exits must satisfy the annotation. Each arm of an overloaded signature is a run of its
 * own. T-Ann and T-Emp have no code here: the Program contains all annotations before the first method is verified.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Place } from '../base/span';
import type { Construct } from '../problems/constructs';
import type { MethodInfo, SignatureArm } from '../program/program';
import { type MethodObligations, type Obligation, renameObligation } from '../proof/obligation';
import { holesIn } from '../types/type';
import { hasUniqueExecution } from './analysis/uniqueExecution';
import { attributeToInherited, requireOwnPrecondition } from './calls/modes/inheritedContract';
import { enterMethod } from './entry';
import { checkExits } from './exits';
import { withIeeeDoubles } from './ieeeDoubles';
import { newRun } from './newRun';
import { noteStep, type Run, type VcgenInput } from './state/context';
import { collectSmtSignature } from './state/smtSignature';
import { isDead } from './state/state';
import { TooLarge } from './state/tooLarge';
import { boxValue } from './state/value';
import { evaluate } from './syntax/evaluate';

export type { VcgenInput } from './state/context';

export function vcgen(input: VcgenInput): MethodObligations {
  const { settings } = input;
  const holes = findHoles(input);
  if (holes.length > 0) return notModelled(input, { kind: 'hole' }, holes);
  for (const bound of [null, 5, 3, 2]) {
    try {
      const bounded = bound === null ? input : { ...input, settings: shrinkBounds(settings, bound) };
      return withIeeeDoubles(withinBounds(bounded), settings);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  const { definition } = input.method;
  const place = definition && { anchor: definition.anchor, span: definition.nameSpan };
  return notModelled(input, { kind: 'large-method' }, place ? [place] : []);
}

/** A contract with holes is incomplete, so the method is not verified against it. */
function findHoles({ method, inherited }: VcgenInput): readonly Place[] {
  const contracts = [method, ...(inherited ? [inherited.own, inherited.from] : [])];
  const arms = new Set(contracts.flatMap(({ signature }) => signature?.arms ?? []));
  return [...arms].flatMap(({ type }) => holesIn(type));
}

/** With the obligations that were not generated; without unknown parts of values on which none depends. */
function listNotModelled({ results }: Run): MethodObligations['notModelled'] {
  const affects = results.notModelled.all.map((): string[] => []);
  for (const { index, obligation } of results.affected) affects[index]?.push(obligation);
  const all = results.notModelled.all.map((each, index) => ({ ...each, affects: affects[index] ?? [] }));
  return all.filter(each => !each.part || each.affects.length > 0);
}

/** Nested loops multiply. A smaller bound gives a weaker verdict, which names it, where the usual bound gives none. */
function shrinkBounds(settings: Settings, bound: number): Settings {
  return {
    ...settings,
    arrayBound: Math.min(settings.arrayBound, bound),
    loopDepth: Math.min(settings.loopDepth, bound),
  };
}

function notModelled(input: VcgenInput, construct: Construct, places: readonly Place[]): MethodObligations {
  const run = newRun(input);
  for (const place of places) run.results.notModelled.push({ construct, place });
  return mergeArms(input.method, [run]);
}

function withinBounds(input: VcgenInput): MethodObligations {
  const arms = input.method.signature?.arms ?? [];
  const plain: readonly (SignatureArm | null)[] = arms.length > 0 ? arms : [null];
  const set = mergeArms(
    input.method,
    plain.map((arm, index) => runArm(input, arm, index)),
  );
  return input.inherited ? attributeToInherited(set, input.inherited) : set;
}

function runArm(input: VcgenInput, arm: SignatureArm | null, index: number): Run {
  const run = newRun(input);
  const definition = input.method.definition;
  if (!definition) return run;
  const { ctx, state, before } = enterMethod(run, arm, index);
  if (input.inherited) requireOwnPrecondition(ctx, before, input.inherited);
  const end = evaluate(ctx, definition.body(), state);
  run.results.bodyCaveats.value = [...run.results.caveats.values()];
  if (!isDead(end.state)) noteStep(ctx, { operation: 'return', text: '', value: boxValue(end.value) });
  checkExits(ctx, arm, index, before, end);
  return run;
}

function mergeArms(method: MethodInfo, runs: readonly Run[]): MethodObligations {
  const obligations = runs.flatMap((run, index) =>
    run.results.obligations.all.map(each => numberObligation(each, runs.length > 1 && index > 0 ? index : null)),
  );
  return {
    key: method.key,
    signature: collectSmtSignature(runs),
    obligations,
    notModelled: runs.flatMap(listNotModelled),
    lambda: runs.map(run => run.trace.lambda.all),
    inlined: [...new Set(runs.flatMap(run => [...run.results.inlined]))],
    contracts: [...new Set(runs.flatMap(run => [...run.results.contracts]))],
    mayRaise: [...new Set(runs.flatMap(run => [...run.results.mayRaise]))],
    assumptions: runs.flatMap(run => [...run.results.assumptions.values()]),
    caveats: runs.flatMap(run => [...run.results.caveats.values()]),
    bodyCaveats: runs.flatMap(run => run.results.bodyCaveats.value),
    general: runs.some(run => run.results.generalLoops.value > 0),
    candidates: runs.flatMap(run => run.results.candidates.all),
    hasSoleExecution: runs.every(hasUniqueExecution),
    knownThere: runs.find(run => run.trace.knownThere.value !== null)?.trace.knownThere.value ?? null,
  };
}

function numberObligation(obligation: Obligation, arm: number | null): Obligation {
  return arm === null ? obligation : renameObligation(obligation, id => `${id}@${arm}`);
}
