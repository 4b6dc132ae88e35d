/**
 * The block that the verified method's caller passes. Its body is unknown; its type is its contract: a `yield` requires what the
 * block's parameters require, havocs everything (the block may do anything), and assumes what its result type says. A caller
 * that passes a block must prove the same of it (blockToContract.ts).
 */

import { and, bool, eq, not, or, symbol } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { BOOL_SORT } from '../../../logic/sorts';
import type { Yield } from '../../../ril/ril';
import { NIL, nominal, type Type } from '../../../types/type';
import { refinementsOf } from '../../clauses/signatureClauses';
import { flowInto } from '../../obligations/flowInto';
import { addObligation } from '../../obligations/obligations';
import type { Args } from '../../state/call';
import { assumeAlways, type Ctx, freshSymbol, type Out, placeOf, undoFacts } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { isAllocated, resolveTypeFor } from '../../state/typeGuards';
import { isTag, typeOf, unboxTerm, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';
import { bindToSignature } from '../binding/bindSignature';
import { type CallerBlock, callerBlockOf } from '../binding/callerBlockParam';
import { type Callable, callOpaqueProc, procResultClauses } from './opaqueProcCall';

/** `&block` of the verified method: nil if the caller passes none; only `call` has a model (evaluateCall). */
export function makeCallerBlock(ctx: Ctx, name: string, alloc: Formula): Val {
  const term = freshSymbol(ctx.run, name, VALUE_SORT);
  const given = isBlockGiven(ctx);
  const there = and(isTag(term, 'ref'), isAllocated(unboxTerm(term, 'ref'), alloc));
  assumeAlways(ctx.run, or(isTag(term, 'nil'), there), true);
  if (given) assumeAlways(ctx.run, eq(isTag(term, 'nil'), not(given)), true);
  const block = callerBlockOf(ctx)?.block;
  const type: Type = block ? { kind: 'proc', method: block.type } : nominal('Proc');
  return { kind: 'boxed', term, type: makeUnionType([type, NIL]) };
}

export function yieldByContract(ctx: Ctx, expr: Yield, args: Args, state: State): Out | null {
  const given = callerBlockOf(ctx);
  if (!given || args.irregular) return null;
  const place = placeOf(ctx, expr);
  const required = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: isBlockGiven(ctx)!,
    place,
    reason: { kind: 'block-given' },
    raises: 'LocalJumpError',
  });
  return callOpaqueProc(ctx, callableOf(given), args, expr, required);
}

function callableOf({ arm, block }: CallerBlock): Callable {
  return { type: block.type, nesting: arm.nesting, name: { kind: 'block' } };
}

/** Requires the result of a block with a known body to satisfy the block's type. */
export function requireBlockResult(ctx: Ctx, expr: Yield, args: Args, out: Out): Out {
  const given = callerBlockOf(ctx);
  if (!given || ctx.spec) return out;
  const { block } = given;
  const place = placeOf(ctx, expr);
  const type = resolveTypeFor(ctx.run.input.program, block.type.result, typeOf(ctx.frame.self));
  const refinements = refinementsOf(block.type.resultRefinement, block.type.result);
  if (refinements.length === 0) return out;
  const value = flowInto(ctx, out.state, {
    value: out.value,
    type,
    place,
    subject: { kind: 'block-result', of: null },
  });
  const bound = bindToSignature(ctx, out.state, {
    type: block.type,
    args,
    self: ctx.frame.self,
    site: expr,
    callee: { kind: 'block' },
  });
  if (!bound) return out;
  const known = ctx.run.trail.mark();
  for (const { formula, clause } of procResultClauses(ctx, bound.state, callableOf(given), bound.binders, value))
    addObligation(ctx, bound.state, {
      kind: 'precondition',
      goal: formula,
      place,
      clause,
      reason: { kind: 'clause-of', subject: { kind: 'block-result', of: null } },
    });
  undoFacts(ctx.run, known); // the body continues with the block's actual result
  return { value, state: bound.state };
}

/** Whether the caller passes a block: certainly, unless the type makes it optional. */
export function isBlockGiven(ctx: Ctx): Formula | null {
  const given = callerBlockOf(ctx);
  if (!given) return null;
  return given.block.optional ? symbol('block-given!0', BOOL_SORT) : bool(true);
}
