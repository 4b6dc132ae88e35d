/**
 * TypedMethod + Program -> obligations (T-Def): symbolic self and parameters that meet the precondition, the body read
 * once, and at its exits everything that the annotation promises. Each arm of an overloaded signature is a run of its own.
 * T-Ann and T-Emp have no code here: annotations stand in the Program when the first method is read.
 */
import type { Settings } from '../../../shared/src/settings';
import type { MethodInfo, SignatureArm } from '../program/program';
import { type MethodObligations, type Obligation, renamed } from '../proof/obligation';
import { note, type Run, type VcgenInput } from './context';
import { withFloats } from './doubles';
import { enter } from './entry';
import { evaluate } from './evaluate';
import { atExits } from './exits';
import { askOwnPreconditions, asOwed } from './owed';
import { newRun } from './run';
import { signatureOf } from './signature';
import { isDead } from './state';
import { TooLarge } from './tooLarge';
import { boxed } from './value';

export type { VcgenInput } from './context';

export function vcgen(input: VcgenInput): MethodObligations {
  const { settings } = input;
  for (const bound of [null, 5, 3, 2]) {
    try {
      const bounded = bound === null ? input : { ...input, settings: shrunk(settings, bound) };
      return withFloats(withinBounds(bounded), settings);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  return tooLarge(input);
}

/** Nested loops multiply: a smaller bound gives a weaker answer, which says so, where the usual one would give none. */
function shrunk(settings: Settings, bound: number): Settings {
  return {
    ...settings,
    arrayBound: Math.min(settings.arrayBound, bound),
    loopDepth: Math.min(settings.loopDepth, bound),
  };
}

function tooLarge(input: VcgenInput): MethodObligations {
  const { definition } = input.method;
  const run = newRun(input);
  run.notModelled.push({
    construct: 'a method this large',
    place: { anchor: definition!.anchor, span: definition!.nameSpan },
    affects: [],
  });
  return merged(input.method, [run]);
}

function withinBounds(input: VcgenInput): MethodObligations {
  const arms = input.method.signature?.arms ?? [];
  const plain: readonly (SignatureArm | null)[] = arms.length > 0 ? arms : [null];
  const set = merged(
    input.method,
    plain.map((arm, index) => runArm(input, arm, index)),
  );
  return input.owed ? asOwed(set, input.owed) : set;
}

function runArm(input: VcgenInput, arm: SignatureArm | null, index: number): Run {
  const run = newRun(input);
  const definition = input.method.definition;
  if (!definition) return run;
  const { ctx, state, before } = enter(run, arm, index);
  run.entry = before;
  if (input.owed) askOwnPreconditions(ctx, before, input.owed);
  const end = evaluate(ctx, definition.body, state);
  if (!isDead(end.state)) note(ctx, { operation: 'return', text: '', value: boxed(end.value) });
  atExits(ctx, arm, index, before, end);
  return run;
}

function merged(method: MethodInfo, runs: readonly Run[]): MethodObligations {
  const obligations = runs.flatMap((run, index) =>
    run.obligations.map(each => numbered(each, runs.length > 1 && index > 0 ? index : null)),
  );
  return {
    key: method.key,
    signature: signatureOf(runs),
    obligations,
    notModelled: runs.flatMap(run => run.notModelled.filter(each => !each.part || each.affects.length > 0)),
    lambda: runs.map(run => run.lambda),
    inlined: [...new Set(runs.flatMap(run => [...run.inlined]))],
    contracts: [...new Set(runs.flatMap(run => [...run.contracts]))],
    mayRaise: [...new Set(runs.flatMap(run => [...run.mayRaise]))],
    assumptions: runs.flatMap(run => [...run.assumptions.values()]),
    caveats: runs.flatMap(run => [...run.caveats.values()]),
    general: runs.some(run => run.general.loops > 0),
    guesses: runs.flatMap(run => run.general.guesses),
  };
}

function numbered(obligation: Obligation, arm: number | null): Obligation {
  return arm === null ? obligation : renamed(obligation, id => `${id}@${arm}`);
}
