/** `puts`, `p` and the like: they write to standard output and return nil or what they are given. */
import { factsOf } from '../../../program/libraryFacts';
import type { Call } from '../../../ril/ril';
import { findImplicitCall } from '../../analysis/implicitCalls';
import { evaluateArgs } from '../../calls/binding/arguments';
import { havocUnknownEffects } from '../../calls/modes/openCall';
import { runUnknownCall } from '../../calls/modes/unknownCall';
import { checkWrite } from '../../obligations/checkWrite';
import { type Ctx, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { globalKey } from '../../state/heapKey';
import type { State } from '../../state/state';
import { NIL_VAL } from '../../state/value';
import { MANY, type ModelledMethods, namesIn } from '../rows/rows';

const SILENT: ModelledMethods = { class: 'Kernel', names: 'puts print', arity: [0, MANY], block: 'allowed' };

/** They return their only argument. */
const ECHOING: ModelledMethods = { class: 'Kernel', names: 'p pp', arity: 1, block: 'allowed' };

export const OUTPUTS: readonly ModelledMethods[] = [SILENT, ECHOING];

export function isOutput(method: string): boolean {
  return OUTPUTS.some(row => namesIn(row).includes(method));
}

/** Printing changes no state that a program can observe; it is still not pure. */
export function evaluateOutput(ctx: Ctx, call: Call, state: State): Out {
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const { calls } = factsOf(ctx.run.input.program, 'Kernel', call.method);
  const callback = findImplicitCall(ctx, { receiver: NIL_VAL, args }, calls);
  const echoes = namesIn(ECHOING).includes(call.method);
  if (callback) {
    const what = { kind: 'implicit-call', from: { kind: 'method', name: call.method }, callee: callback } as const;
    const given = [...args.positional, ...args.keywords.values()];
    const open = echoes ? null : havocUnknownEffects(ctx, what, given, call, next);
    const send = { receiver: ctx.frame.self, method: call.method, args, site: call };
    return open ? { value: NIL_VAL, state: open } : runUnknownCall(ctx, what, send, next);
  }
  checkWrite(ctx, next, globalKey('$stdout'), null, placeOf(ctx, call));
  if (echoes && args.positional.length !== 1)
    return { value: makeUnmodelled(ctx, { kind: 'method-value', method: call.method }, call), state: next };
  return { value: echoes ? args.positional[0]! : NIL_VAL, state: next };
}
