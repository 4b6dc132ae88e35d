/**
 * A block that is given to a method called by contract: the method may call it any number of times, with values that meet
 * what the block's type says of its arguments, and between its own writes; each time the result must be what that type
 * promises. So the block is the body of a loop of unknown length (general/), whose rounds begin with the method's writes.
 */
import { BOOL_SORT } from '../logic/sorts';
import type { MethodInfo, SignatureArm } from '../program/program';
import type { BlockType } from '../types/type';
import type { Site } from './arguments';
import { askAllAtRest } from './atRest';
import { runBlock } from './blocks';
import { assume, type Ctx, type Exit, fresh, leanOn, notModelled, placeOf } from './context';
import { flowInto } from './flow';
import { arbitraryRounds } from './general/arbitrary';
import { joinExits } from './join';
import { oblige } from './obligations';
import { clausesOf, refinementsOf } from './signatureClauses';
import type { State } from './state';
import { anyOf, concrete } from './typing';
import { type Closure, typeOf, type Val } from './value';
import { assignLocal, hasLocal } from './variables';
import { writtenLocals } from './writes';

export interface BlockCall {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly receiver: Val;
  readonly closure: Closure;
  readonly site: Site;
  /** What the method itself may have written before it calls the block. */
  readonly writes: (state: State) => State;
}

/** After the last call of the block, and where a `break` left it. Null: it may be kept, or there is no such reading. */
export function anyCallsOf(ctx: Ctx, call: BlockCall, state: State): { state: State; breaks: readonly Exit[] } | null {
  const { info, arm, site } = call;
  const { block } = arm.type;
  if (!block || !onlyYields(info)) return null;
  const breaks: Exit[] = [];
  const raised: Exit[] = [];
  leanOn(ctx.run, { owner: info.key, what: 'contract', place: arm.place });
  const end = arbitraryRounds(ctx, state, site, {
    gathers: [breaks, raised],
    counted: false,
    more: (_, s) => ({ condition: fresh(ctx.run, 'another', BOOL_SORT), state: s }),
    round: (_, s) => oneCall(ctx, call, block, s, breaks, raised),
    bound: 0,
    exactly: 0,
    caveat: { type: 'loops', depth: 0 },
  });
  ctx.sinks.raises.push(...raised);
  return end && { state: end, breaks };
}

/** A method that names its block (`&b`), or whose body is not in sight, may keep it and call it later. */
function onlyYields({ definition }: MethodInfo): boolean {
  return !!definition?.params.every(param => param.kind !== 'block' && param.kind !== 'forward');
}

function oneCall(ctx: Ctx, call: BlockCall, block: BlockType, state: State, breaks: Exit[], raised: Exit[]): State {
  const { site, closure } = call;
  const start = call.writes(state);
  const binders = new Map<string, Val>();
  const values = block.type.params.flatMap(param => {
    if (param.kind !== 'required') return [notModelled(ctx, 'these parameters of the block', site)];
    const type = concrete(ctx.run.input.program, param.type, typeOf(call.receiver));
    const { val, guard } = anyOf(ctx, type, param.name ?? 'yielded', start.heap.alloc, site);
    assume(ctx, start, guard);
    for (const name of [param.name, param.refinement?.binder]) if (name) binders.set(name, val);
    return [val];
  });
  for (const param of block.type.params)
    for (const { formula } of clausesIn(ctx, call, refinementsOf(param.refinement, param.type), binders, start))
      assume(ctx, start, formula);
  const before = raised.length;
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises: raised } };
  const out = runBlock(inner, closure, values, start, site, breaks);
  askResult(ctx, call, block, binders, out.value, out.state);
  // The method may rescue what the block raises, and go on.
  const after = joinExits(ctx, [...raised.slice(before), out], site, out.state).state;
  askAllAtRest(ctx, after, placeOf(ctx, site), 'at the end of the block');
  return after;
}

function askResult(
  ctx: Ctx,
  call: BlockCall,
  { type }: BlockType,
  known: ReadonlyMap<string, Val>,
  result: Val,
  state: State,
): void {
  const place = placeOf(ctx, call.closure.block);
  const about = `the result of the block given to ${call.info.name}`;
  const declared = concrete(ctx.run.input.program, type.result, typeOf(call.receiver));
  const value = flowInto(ctx, state, result, declared, place, about);
  const refinements = refinementsOf(type.resultRefinement, type.result);
  const binders = new Map(known);
  for (const name of [type.resultName, ...refinements.map(each => each.binder)]) if (name) binders.set(name, value);
  for (const { formula, clause } of clausesIn(ctx, call, refinements, binders, state))
    oblige(ctx, state, { kind: 'precondition', goal: formula, place, clause, about });
}

function clausesIn(
  ctx: Ctx,
  { info, arm, receiver }: BlockCall,
  refinements: Parameters<typeof clausesOf>[2],
  binders: ReadonlyMap<string, Val>,
  state: State,
) {
  return clausesOf(ctx, state, refinements, info, arm, { binders }, receiver, null);
}

/** The block may have run any number of times, nobody knows how: what it writes of the locals around it is unknown. */
export function afterUnknownBlock(ctx: Ctx, what: string, block: Closure | null, site: Site, state: State): State {
  if (!block) return state;
  const around: Ctx = { ...ctx, scope: block.scope };
  return [...writtenLocals(block.block.body)]
    .filter(name => hasLocal(around, state, name))
    .reduce((next, name) => assignLocal(around, next, name, notModelled(ctx, what, site)), state);
}
