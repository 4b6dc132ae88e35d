/**
 * The block that a verified method is given: nobody knows its body, its type is its contract. A `yield` asks what the
 * block's parameters demand, forgets everything (the block may do anything), and assumes what its result promises; who
 * gives a block answers for that (evaluateYield, where the method is inlined).
 */
import { and, bool, eq, not, or, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT } from '../logic/sorts';
import type { SignatureArm } from '../program/program';
import type { Expr, Yield } from '../ril/ril';
import { type BlockType, NIL, nominal } from '../types/type';
import type { Args } from './arguments';
import { bindToSignature } from './bindSignature';
import { askInvariants, assumeInvariants, hasInvariants } from './classInvariants';
import { assume, assumeAlways, type Ctx, fresh, note, type Out, placeOf } from './context';
import { flowInto } from './flow';
import { havoc, leak, mayWrite } from './heap';
import { oblige } from './obligations';
import { unionOf } from './shape';
import { clausesOf, refinementsOf } from './signatureClauses';
import type { State } from './state';
import { anyOf, concrete, exists } from './typing';
import { isTag, NIL_VAL, typeOf, unboxed, VALUE_SORT, type Val } from './value';
import { eachExpr, writtenLocals } from './writes';

interface Given {
  readonly arm: SignatureArm;
  readonly block: BlockType;
}

/** The type of the block that this frame's method is given; null: it has none, or several. */
export function blockTypeOf(ctx: Ctx): Given | null {
  const arms = ctx.frame.method.signature?.arms ?? [];
  const [arm] = arms;
  return arm?.type.block && arms.length === 1 ? { arm, block: arm.type.block } : null;
}

/** Whether the verified method was given a block: surely, if its type does not say that it may be left out. */
export function isGiven(ctx: Ctx): Formula | null {
  const given = blockTypeOf(ctx);
  if (!given) return null;
  return given.block.optional ? symbol('block-given!0', BOOL_SORT) : bool(true);
}

/** `&block` of the verified method: nil where none is given; only `call` says more of it (evaluateCall). */
export function givenBlock(ctx: Ctx, name: string, alloc: Formula): Val {
  const term = fresh(ctx.run, name, VALUE_SORT);
  const given = isGiven(ctx);
  const there = and(isTag(term, 'ref'), exists(unboxed(term, 'ref'), alloc));
  assumeAlways(ctx.run, or(isTag(term, 'nil'), there), true);
  if (given) assumeAlways(ctx.run, eq(isTag(term, 'nil'), not(given)), true);
  return { kind: 'boxed', term, type: unionOf([nominal('Proc'), NIL]) };
}

/** The name of the block that the verified method is given, if this is its only meaning in the body. */
export function isOwnBlock(ctx: Ctx, name: string): boolean {
  const { definition } = ctx.frame.method;
  if (ctx.frame.block || ctx.frame.callSite !== null || ctx.spec || !definition) return false;
  const isParam = definition.params.some(param => param.kind === 'block' && param.name === name);
  return isParam && !writtenLocals(definition.body).has(name) && !shadowed(definition.body, name);
}

function shadowed(body: Expr, name: string): boolean {
  let found = false;
  eachExpr(body, expr => {
    const block = expr.kind === 'call' && expr.block?.type === 'block' ? expr.block.block : null;
    if (block && JSON.stringify([block.params, block.locals]).includes(`"${name}"`)) found = true;
  });
  return found;
}

export function yieldByContract(ctx: Ctx, expr: Yield, args: Args, state: State): Out | null {
  const given = blockTypeOf(ctx);
  if (!given || args.irregular) return null;
  const { arm, block } = given;
  const place = placeOf(ctx, expr);
  const asked = oblige(ctx, state, {
    kind: 'core-precondition',
    goal: isGiven(ctx)!,
    place,
    about: 'a block is given',
    raises: 'LocalJumpError',
  });
  const { self } = ctx.frame;
  const bound = bindToSignature(ctx, asked, block.type, args, self, expr, 'the block');
  if (!bound) return null;
  const there = bound.state;
  note(ctx, { operation: 'call', text: 'the block (by its type)' });
  for (const [index, param] of block.type.params.entries()) {
    const refinements = refinementsOf(param.refinement, param.type);
    for (const { formula, clause } of clausesOf(ctx, there, refinements, ctx.frame.method, arm, bound, self, null))
      oblige(ctx, there, {
        kind: 'precondition',
        goal: formula,
        place,
        clause,
        about: `argument ${param.name ?? index + 1} of the block`,
      });
  }
  if (hasInvariants(ctx, self)) askInvariants(ctx, there, self, place, 'before this yield');
  mayWrite(ctx, there, '*', null, place);
  const after = havoc(ctx, leak(there, self, ...args.positional));
  if (hasInvariants(ctx, self)) assumeInvariants(ctx, after, self);
  const type = concrete(ctx.run.input.program, block.type.result, typeOf(self));
  const { val, guard } = anyOf(ctx, type, 'yielded', after.heap.alloc, expr);
  assume(ctx, after, guard);
  for (const { formula } of promised(ctx, given, bound.binders, val, after)) assume(ctx, after, formula);
  return { value: val, state: raiseEdge(ctx, expr, after) };
}

function promised(ctx: Ctx, { arm, block }: Given, known: ReadonlyMap<string, Val>, result: Val, state: State) {
  const refinements = refinementsOf(block.type.resultRefinement, block.type.result);
  const binders = new Map(known);
  for (const { binder } of refinements) if (binder) binders.set(binder, result);
  if (block.type.resultName) binders.set(block.type.resultName, result);
  return clausesOf(ctx, state, refinements, ctx.frame.method, arm, { binders }, ctx.frame.self, null);
}

/** A block may raise, where a rescue or an ensure can see it. */
function raiseEdge(ctx: Ctx, expr: Yield, state: State): State {
  if (!ctx.sinks.observed) return state;
  const raised = fresh(ctx.run, 'raised', BOOL_SORT);
  const path = and(state.path, raised);
  ctx.sinks.raises.push({ value: NIL_VAL, state: { ...state, path }, place: placeOf(ctx, expr), exception: null });
  return { ...state, path: and(state.path, not(raised)) };
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
  for (const { formula, clause } of promised(ctx, given, bound.binders, value, bound.state))
    oblige(ctx, bound.state, { kind: 'precondition', goal: formula, place, clause, about: 'the result of the block' });
  ctx.run.facts.length = known; // the body goes on with what the block really gave
  return { value, state: bound.state };
}
