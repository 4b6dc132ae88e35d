/** The block of a call: checked once, against what all chosen arms say of it; its result solves their variables. */
import type { Call } from '../ril/ril';
import { showMethodType } from '../types/show';
import type { MethodType, ParamType } from '../types/type';
import { DYNAMIC } from '../types/type';
import { calleeName, declaredAt, hintFor, showExpected, showGot } from './callReports';
import type { BlockUse, CheckedBlock, Ctx } from './context';
import type { Env } from './env';
import { fits } from './fits';
import { greppedBlock } from './greppedElements';
import { EMPTY_METHOD, isOpenVariable, solved, solvedType } from './instantiate';
import { brokenLimit } from './limits';
import type { Choice } from './overloads';
import { preciseBlock } from './precise';
import { joined } from './relations';
import { report } from './report';
import { tailsOf } from './tails';
import { unify } from './unify';

export function checkCallBlock(ctx: Ctx, env: Env, call: Call, choices: readonly Choice[]): CheckedBlock | null {
  const arms = choices.flatMap(choice => choice.chosen.map(one => ({ ...one, info: choice.callee.info })));
  if (call.block === null) {
    for (const { arm, info } of arms) {
      if (arm.block === null || arm.block.optional || info?.origin !== 'workspace') continue;
      const expected = showMethodType(solved(arm.block.type, new Map()));
      report(ctx, 'LP3010', call.methodSpan, { method: calleeName(info, call.method), expected }, declaredAt(info));
    }
    return null;
  }
  const typed = arms.filter(({ arm }) => arm.block !== null);
  const shapes = typed.flatMap(({ arm, match }) => (arm.block === null ? [] : [known(arm.block.type, match.bounds)]));
  const declared = shapes.length === 0 ? null : shapes.reduce((all, shape) => joinedShape(ctx, all, shape));
  const library = arms.every(({ info }) => info !== null && info.origin !== 'workspace');
  const expected = declared !== null && library ? greppedBlock(ctx, call, preciseBlock(call, declared)) : declared;
  const block = ctx.rules.blockArg(ctx, env, call.block, expected, useOf(call, choices));
  for (const { arm, match, info } of typed) {
    if (arm.block === null) continue;
    const wanted = arm.block.type.result;
    unify(ctx, wanted, block.result, match.bounds);
    const taken = brokenLimit(ctx, wanted, match.bounds) ?? solvedType(wanted, match.bounds);
    if (!fits(ctx, block.result, taken)) reportBlockResult(ctx, call, block, taken, info);
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
  for (const tail of tailsOf(call.block.block.body)) {
    const got = ctx.out.types.get(tail);
    if (got !== undefined && !fits(ctx, got, expected))
      report(ctx, 'LP3012', tail.span, { ...args, got: showGot(ctx, got, expected) }, related);
  }
}

/** A block that a workspace method names (`&block`), or that `new` gets, may be kept and run later. */
function useOf(call: Call, choices: readonly Choice[]): BlockUse {
  const named = choices.some(
    ({ callee }) => callee.info?.definition?.params.some(param => param.kind === 'block') ?? false,
  );
  return { kind: 'block', escapes: named || call.method === 'new' || call.method === 'define_method' };
}

/** What the arguments told is put in; variables that the block must tell stay open. */
function known(block: MethodType, bounds: ReadonlyMap<string, MethodType['result']>): MethodType {
  const params = block.params.map(param => ({ ...param, type: solvedType(param.type, bounds) }));
  const result =
    isOpenVariable(block.result) && !bounds.has(block.result.name) ? DYNAMIC : solvedType(block.result, bounds);
  return { ...block, params, result };
}

/** Two arms may run the same block: its parameters are either's. */
function joinedShape(ctx: Ctx, left: MethodType, right: MethodType): MethodType {
  const params: ParamType[] = left.params.map((param, i) => {
    const other = right.params[i];
    return other === undefined ? param : { ...param, type: joined(ctx, param.type, other.type) };
  });
  return { ...EMPTY_METHOD, params, result: DYNAMIC, selfType: left.selfType };
}
