/**
 * The block that a verified method is given: nobody knows its body, its type is its contract. A `yield` asks what the
 * block's parameters demand, forgets everything (the block may do anything), and assumes what its result promises; who
 * gives a block answers for that (evaluateYield, where the method is inlined).
 */
import { and, eq, not, or } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Yield } from '../ril/ril';
import { NIL, nominal, type Type } from '../types/type';
import type { Args } from './arguments';
import { bindToSignature } from './bindSignature';
import { type Callable, callByType, promised } from './callsByType';
import { assumeAlways, type Ctx, fresh, type Out, placeOf } from './context';
import { flowInto } from './flow';
import { oblige } from './obligations';
import { blockTypeOf, type Given, isGiven } from './ownBlock';
import { unionOf } from './shape';
import { refinementsOf } from './signatureClauses';
import type { State } from './state';
import { concrete, exists } from './typing';
import { isTag, typeOf, unboxed, VALUE_SORT, type Val } from './value';

/** `&block` of the verified method: nil where none is given; only `call` says more of it (evaluateCall). */
export function givenBlock(ctx: Ctx, name: string, alloc: Formula): Val {
  const term = fresh(ctx.run, name, VALUE_SORT);
  const given = isGiven(ctx);
  const there = and(isTag(term, 'ref'), exists(unboxed(term, 'ref'), alloc));
  assumeAlways(ctx.run, or(isTag(term, 'nil'), there), true);
  if (given) assumeAlways(ctx.run, eq(isTag(term, 'nil'), not(given)), true);
  const block = blockTypeOf(ctx)?.block;
  const type: Type = block ? { kind: 'proc', method: block.type } : nominal('Proc');
  return { kind: 'boxed', term, type: unionOf([type, NIL]) };
}

export function yieldByContract(ctx: Ctx, expr: Yield, args: Args, state: State): Out | null {
  const given = blockTypeOf(ctx);
  if (!given || args.irregular) return null;
  const place = placeOf(ctx, expr);
  const asked = oblige(ctx, state, {
    kind: 'core-precondition',
    goal: isGiven(ctx)!,
    place,
    about: 'a block is given',
    raises: 'LocalJumpError',
  });
  return callByType(ctx, callableOf(given), args, expr, asked);
}

function callableOf({ arm, block }: Given): Callable {
  return { type: block.type, nesting: arm.nesting, name: 'the block' };
}

/** What a block gave, where its body is known: it must keep what its type promises to the method. */
export function askBlockResult(ctx: Ctx, expr: Yield, args: Args, out: Out): Out {
  const given = blockTypeOf(ctx);
  if (!given || ctx.spec) return out;
  const { block } = given;
  const place = placeOf(ctx, expr);
  const type = concrete(ctx.run.input.program, block.type.result, typeOf(ctx.frame.self));
  const refinements = refinementsOf(block.type.resultRefinement, block.type.result);
  if (refinements.length === 0) return out;
  const value = flowInto(ctx, out.state, out.value, type, place, 'the result of the block');
  const bound = bindToSignature(ctx, out.state, block.type, args, ctx.frame.self, expr, 'the block');
  if (!bound) return out;
  const known = ctx.run.facts.length;
  for (const { formula, clause } of promised(ctx, bound.state, callableOf(given), bound.binders, value))
    oblige(ctx, bound.state, { kind: 'precondition', goal: formula, place, clause, about: 'the result of the block' });
  ctx.run.facts.length = known; // the body goes on with what the block really gave
  return { value, state: bound.state };
}
