/**
 * The block of a call: checked once against the block types of all chosen arms; its result solves their type variables.
 */
import type { Call } from '../../ril/ril';
import type { MethodType, ParamType } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { isAssignable } from '../../typing/assignable';
import { EMPTY_METHOD, isOpenVariable, substituteSolutionInType } from '../../typing/instantiate';
import { joinTwoTypes, resolveType } from '../../typing/typeOps';
import { unify } from '../../typing/unify';
import { findBrokenUpperBound } from '../../typing/upperBounds';
import { calleeName, declaredAt, hintFor, reportMissingBlock, showExpected, showGot } from '../binding/callReports';
import type { Choice } from '../binding/overloads';
import { yieldedTypes } from '../callees/yieldedTypes';
import { narrowGrepBlock } from '../library/greppedElements';
import { blockOfLiteral } from '../library/literalResults';
import { findTailExpressions } from '../run/tailExpressions';
import type { BlockUse, CheckedBlock, Ctx } from '../state/context';
import type { Env } from '../state/env';
import { report } from '../state/report';

export function checkCallBlock(ctx: Ctx, env: Env, call: Call, choices: readonly Choice[]): CheckedBlock | null {
  const arms = choices.flatMap(choice => choice.chosen.map(one => ({ ...one, info: choice.callee.info })));
  if (call.block === null) {
    for (const { callee, chosen } of choices) {
      if (callee.info === null ? !isCalledByType(ctx, callee) : callee.info.origin !== 'workspace') continue;
      const method = calleeName(callee.info, call.method);
      const span = call.methodSpan.start < call.methodSpan.end ? call.methodSpan : call.span; // `f.(1)` has no name
      for (const { arm } of chosen) reportMissingBlock(ctx, arm, span, { method }, declaredAt(callee.info));
    }
    return null;
  }
  const typed = arms.filter(({ arm }) => arm.block !== null);
  const shapes = typed.flatMap(({ arm, match }) =>
    arm.block === null ? [] : [substituteKnown(arm.block.type, match.bounds)],
  );
  const declared = shapes.length === 0 ? null : shapes.reduce((all, shape) => joinBlockTypes(ctx, all, shape));
  const library = arms.every(({ info }) => info !== null && info.origin !== 'workspace');
  const expected = declared !== null && library ? narrowGrepBlock(ctx, call, blockOfLiteral(call, declared)) : declared;
  const [only, ...others] = choices;
  const yielded = only === undefined || others.length > 0 || arms.length > 0 ? null : yieldedTypes(ctx, only.callee);
  const block = ctx.rules.blockArg(ctx, env, call.block, expected ?? yielded, useOf(call, choices));
  for (const { arm, match, info } of typed) {
    if (arm.block === null) continue;
    const wanted = arm.block.type.result;
    unify(ctx, wanted, block.result, match.bounds);
    const taken = findBrokenUpperBound(ctx, wanted, match.bounds) ?? substituteSolutionInType(wanted, match.bounds);
    if (!isAssignable(ctx, block.result, taken)) reportBlockResult(ctx, call, block, taken, info);
  }
  const [first] = arms;
  if (
    typed.length === 0 &&
    first?.info?.origin === 'workspace' &&
    first.info.signature !== null &&
    call.block.type === 'block'
  ) {
    report(
      ctx,
      'LP3011',
      call.block.block.span,
      { method: calleeName(first.info, call.method) },
      declaredAt(first.info),
    );
  }
  return block;
}

/** A proc, or a method of a structural type: only its type is known. */
function isCalledByType(ctx: Ctx, { receiver }: Choice['callee']): boolean {
  const { kind } = resolveType(ctx, receiver);
  return kind === 'proc' || kind === 'structural';
}

function reportBlockResult(
  ctx: Ctx,
  call: Call,
  block: CheckedBlock,
  expected: MethodType['result'],
  info: Choice['callee']['info'],
): void {
  const method = calleeName(info, call.method);
  const args = {
    method,
    expected: showExpected(ctx, expected),
    got: showGot(ctx, block.result, expected),
    hint: hintFor(ctx, block.result, expected),
  };
  const related = declaredAt(info);
  if (call.block?.type !== 'block') {
    report(ctx, 'LP3012', call.block?.span ?? call.span, args, related);
    return;
  }
  for (const tail of findTailExpressions(call.block.block.body)) {
    const got = ctx.out.types.get(tail);
    if (got !== undefined && !isAssignable(ctx, got, expected))
      report(ctx, 'LP3012', tail.span, { ...args, got: showGot(ctx, got, expected) }, related);
  }
}

/** A block that a workspace method names (`&block`), or that is passed to `new`, may be stored and run later. */
function useOf(call: Call, choices: readonly Choice[]): BlockUse {
  const named = choices.some(
    ({ callee }) => callee.info?.definition?.params.some(param => param.kind === 'block') ?? false,
  );
  const defines = choices.some(({ callee }) => callee.info?.facts?.reflects === 'definitions');
  return { kind: 'block', escapes: named || defines || call.method === 'new', defines };
}

/** Substitutes the variables that the arguments solved; those that the block determines stay open. */
function substituteKnown(block: MethodType, bounds: ReadonlyMap<string, MethodType['result']>): MethodType {
  const params = block.params.map(param => ({ ...param, type: substituteSolutionInType(param.type, bounds) }));
  const result =
    isOpenVariable(block.result) && !bounds.has(block.result.name)
      ? DYNAMIC
      : substituteSolutionInType(block.result, bounds);
  return { ...block, params, result };
}

/** Several arms may run the same block: its parameters are the joins of theirs. */
function joinBlockTypes(ctx: Ctx, left: MethodType, right: MethodType): MethodType {
  const params: ParamType[] = left.params.map((param, i) => {
    const other = right.params[i];
    return other === undefined ? param : { ...param, type: joinTwoTypes(ctx, param.type, other.type) };
  });
  const block = left.block ?? right.block;
  return { ...EMPTY_METHOD, params, block, result: DYNAMIC, selfType: left.selfType };
}
