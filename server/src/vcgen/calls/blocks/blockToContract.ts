/**
 * A block passed to a method called by contract: the method may call it any number of times, between its own writes,
 * with arguments that satisfy the block's type; each result must satisfy that type. So the block is the body of a loop
 * with an unknown number of iterations (loops/), each of which begins with the method's writes.
 */

import { BOOL_SORT } from '../../../logic/sorts';
import type { Construct } from '../../../problems/constructs';
import type { MethodInfo, SignatureArm } from '../../../program/program';
import type { BlockType } from '../../../types/type';
import { findWrittenLocals } from '../../analysis/writes';
import { refinementsOf, translateSignatureClauses } from '../../clauses/signatureClauses';
import { forgetLastMatch, matchingOf, stateInMatchingBlock } from '../../fields/lastMatch';
import { assignLocal, hasLocal } from '../../fields/variables';
import { runArbitraryIteration } from '../../loops/arbitraryIteration';
import { flowInto } from '../../obligations/flowInto';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { assume, type Ctx, freshSymbol, makeUnmodelled, placeOf, recordAssumption } from '../../state/context';
import type { Exit, ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import type { State } from '../../state/state';
import { makeArbitraryValue, resolveTypeFor } from '../../state/typeGuards';
import { type Closure, typeOf, type Val } from '../../state/value';
import { requireAllConsistent } from '../transfer/objectConsistency';
import { runBlock } from './blocks';

/** The exits from calls of the block other than the normal one. */
interface BlockExits {
  readonly breaks: ExitList;
  readonly raised: ExitList;
}

/** The result of a block and the binders of its clauses. */
interface BlockResult {
  readonly known: ReadonlyMap<string, Val>;
  readonly result: Val;
}

export interface BlockCall {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly send: Send;
  readonly closure: Closure;
  /** The writes that the method may perform before it calls the block. */
  readonly writes: (state: State) => State;
}

/**
 * The state after the last call of the block, and at a `break`. Null: the method may keep the block, or it is not
 * modelled.
 */
export function runBlockAnyTimes(
  ctx: Ctx,
  call: BlockCall,
  state: State,
): { state: State; breaks: readonly Exit[] } | null {
  const { info, arm } = call;
  const { site } = call.send;
  const { block } = arm.type;
  if (!block || !onlyYields(info)) return null;
  const breaks: ExitList = ctx.run.trail.list();
  const raised: ExitList = ctx.run.trail.list();
  recordAssumption(ctx.run, { owner: info.key, what: 'contract', place: arm.place });
  const end = runArbitraryIteration(ctx, state, site, {
    gathers: [breaks, raised],
    counted: false,
    more: (_, s) => ({ condition: freshSymbol(ctx.run, 'another', BOOL_SORT), state: s }),
    iteration: (_, s) => oneCall(ctx, call, block, s, { breaks, raised }),
    bound: 0,
    exactly: 0,
    caveat: { type: 'loops', depth: 0 },
  });
  ctx.sinks.raises.push(...raised);
  return end && { state: end, breaks: breaks.all };
}

/** A method that names its block (`&b`), or whose body is not visible, may keep it and call it later. */
function onlyYields({ definition, facts }: MethodInfo): boolean {
  if (!definition) return facts?.keepsBlock === false;
  return definition.params.every(param => param.kind !== 'block' && param.kind !== 'forward');
}

function oneCall(ctx: Ctx, call: BlockCall, block: BlockType, state: State, { breaks, raised }: BlockExits): State {
  const { send, closure } = call;
  const { receiver, site } = send;
  const matching = matchingOf(ctx, send, call.info.facts?.matches ?? null, null);
  const written = call.writes(state);
  const start = stateInMatchingBlock(ctx, matching, closure, site, written);
  const binders = new Map<string, Val>();
  const values = block.type.params.flatMap(param => {
    if (param.kind !== 'required') return [makeUnmodelled(ctx, { kind: 'parameters-of-block' }, site)];
    const type = resolveTypeFor(ctx.run.input.program, param.type, typeOf(receiver));
    const { val, guard } = makeArbitraryValue(ctx, type, param.name ?? 'yielded', start.heap.alloc, site);
    assume(ctx, start, guard);
    for (const name of [param.name, param.refinement?.binder]) if (name) binders.set(name, val);
    return [val];
  });
  for (const param of block.type.params)
    for (const { formula } of clausesIn(ctx, call, refinementsOf(param.refinement, param.type), binders, start))
      assume(ctx, start, formula);
  const before = raised.length;
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises: raised } };
  const out = runBlock(inner, { closure, args: values, site, breaks }, start);
  requireResult(ctx, call, block, { known: binders, result: out.value }, out.state);
  // The method may rescue an exception of the block and continue.
  const after = joinExits(ctx, [...raised.all.slice(before), out], site, out.state).state;
  requireAllConsistent(ctx, after, placeOf(ctx, site), { kind: 'end-of-block' });
  return after;
}

function requireResult(
  ctx: Ctx,
  call: BlockCall,
  { type }: BlockType,
  { known, result }: BlockResult,
  state: State,
): void {
  const place = placeOf(ctx, call.closure.block);
  const subject = { kind: 'block-result', of: call.info.name } as const;
  const declared = resolveTypeFor(ctx.run.input.program, type.result, typeOf(call.send.receiver));
  const value = flowInto(ctx, state, { value: result, type: declared, place, subject });
  const refinements = refinementsOf(type.resultRefinement, type.result);
  const binders = new Map(known);
  for (const name of [type.resultName, ...refinements.map(each => each.binder)]) if (name) binders.set(name, value);
  for (const { formula, clause } of clausesIn(ctx, call, refinements, binders, state))
    addObligation(ctx, state, {
      kind: 'precondition',
      goal: formula,
      place,
      clause,
      reason: { kind: 'clause-of', subject },
    });
}

function clausesIn(
  ctx: Ctx,
  { info, arm, send }: BlockCall,
  refinements: Parameters<typeof translateSignatureClauses>[2],
  binders: ReadonlyMap<string, Val>,
  state: State,
) {
  return translateSignatureClauses(
    ctx,
    state,
    refinements,
    { info, arm, bound: { binders }, self: send.receiver },
    { old: null },
  );
}

/** The block may have run any number of times: havocs the captured locals that it writes. */
export function havocAfterUnknownBlock(
  ctx: Ctx,
  what: Construct,
  block: Closure | null,
  site: Site,
  state: State,
): State {
  if (!block) return state;
  const around: Ctx = { ...ctx, scope: block.scope };
  const matched = forgetLastMatch(ctx, block.frame, state);
  return [...findWrittenLocals(block.block.body)]
    .filter(name => hasLocal(around, state, name))
    .reduce((next, name) => assignLocal(around, next, name, makeUnmodelled(ctx, what, site)), matched);
}
