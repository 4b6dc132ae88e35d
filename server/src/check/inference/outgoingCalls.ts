/** Calls of a body with the types of their arguments, and how it uses its block. */

import { WRITTEN_VALUE } from '../../program/attributes';
import { callsProc } from '../../program/libraryFacts';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Arg, Call, Expr, Param, Super, Yield } from '../../ril/ril';
import { withoutFlexible } from '../../types/flexible';
import type { BlockUseSummary, OutgoingCall } from '../../types/summary';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { unionMembers } from '../../types/union';
import { generaliseType, joinAllTypes, joinTwoTypes, replaceSelf } from '../../typing/typeOps';
import { isBlockParameter } from '../facts/blockParameter';
import type { MethodRun } from '../run/run';
import type { Ctx } from '../state/context';
import { bindArguments, hidesArguments } from './argumentTypes';

/** Calls of the workspace's methods without a signature, attribute writers among them. */
export function findOutgoingCalls(run: Pick<MethodRun, 'ctx' | 'out'>): readonly OutgoingCall[] {
  const found: OutgoingCall[] = [];
  for (const [expr, target] of run.out.calls) {
    if (expr.kind === 'yield') continue;
    for (const { method } of target.candidates) {
      const info = method === null ? null : methodByKey(run.ctx.program, method);
      if (info?.origin !== 'workspace' || info.signature !== null) continue;
      const params = paramsOf(info, expr);
      const place = { anchor: run.ctx.frame.anchor, span: expr.span };
      if (!params) continue;
      const isHidden = expr.args !== null && hidesArguments(expr.args, arg => typeOfArgument(run, arg));
      const args = argumentsOf(run, params, expr);
      const result = expr.kind === 'call' ? blockResultOf(run, expr) : undefined;
      const block = result && withoutFlexible(generaliseType(run.ctx, replaceSelf(run.ctx, result)));
      found.push({ callee: info.key, args, ...(isHidden && { isHidden }), ...(block && { block }), place });
    }
  }
  return found;
}

/** Of a block, or of a procedure that is passed as one. */
function blockResultOf({ out }: Pick<MethodRun, 'out'>, call: Call): Type | undefined {
  if (call.block?.type !== 'pass' || call.block.value === null) return out.blockResults.get(call);
  const passed = unionMembers(out.types.get(call.block.value) ?? DYNAMIC);
  return passed.find((one): one is Extract<Type, { kind: 'proc' }> => one.kind === 'proc' && one.of !== undefined)
    ?.method.result;
}

/** Null: what it takes is not known. */
export function paramsOf({ definition, synthetic }: MethodInfo, { args }: Call | Super): readonly Param[] | null {
  if (definition !== null) return definition.params;
  switch (synthetic?.type) {
    case 'attributeWriter':
    case 'structWriter':
      return [WRITTEN_VALUE];
    case 'structNew': {
      const areNamed = synthetic.keywordInit !== false && args !== null && args.length > 0 && args.every(isKeyword);
      return synthetic.members.map(name => ({ ...WRITTEN_VALUE, name, kind: areNamed ? 'optionalKey' : 'optional' }));
    }
    default:
      return null;
  }
}

function isKeyword({ type }: Arg): boolean {
  return type === 'keyword' || type === 'doubleSplat';
}

function argumentsOf(
  run: Pick<MethodRun, 'ctx' | 'out'>,
  params: readonly Param[],
  expr: Call | Super,
): ReadonlyMap<string, Type> {
  if (expr.args === null) return ownArguments(run, params);
  return bindArguments(params, expr.args, {
    typeOf: arg => typeOfArgument(run, arg),
    join: types => joinAllTypes(run.ctx, types),
  });
}

/** `super` alone passes the method's own parameters; they are unknown unless both methods take plain ones. */
function ownArguments({ ctx }: Pick<MethodRun, 'ctx'>, params: readonly Param[]): ReadonlyMap<string, Type> {
  const own = ctx.frame.method?.definition?.params ?? [];
  const isPlain = ({ kind }: Param): boolean => ['required', 'optional', 'block'].includes(kind);
  if (![...own, ...params].every(isPlain))
    return new Map(params.flatMap(({ name, kind }) => (name === null || kind === 'block' ? [] : [[name, DYNAMIC]])));
  const passed = own.filter(({ kind }) => kind !== 'block');
  return new Map(
    params.flatMap(({ name, kind }, i): [string, Type][] => {
      const from = passed[i];
      if (name === null || kind === 'block' || from === undefined) return [];
      const variable = ctx.memory.paramVariables.get(from);
      const type = (variable && ctx.out.types.get(variable)) ?? DYNAMIC;
      return [[name, withoutFlexible(generaliseType(ctx, replaceSelf(ctx, type)))]];
    }),
  );
}

function isCallOfBlock({ ctx }: MethodRun, expr: Call | Super | Yield): boolean {
  if (expr.kind === 'yield') return true;
  if (expr.kind !== 'call' || expr.receiver === null || !callsProc(ctx.program, expr.method)) return false;
  return isBlockParameter(ctx, expr.receiver);
}

/** What `yield` and `block.call` pass; null: the body does neither. */
export function findBlockUse(run: MethodRun, sure: ReadonlySet<Expr>): BlockUseSummary | null {
  const yields = [...run.out.calls.keys()].filter(expr => isCallOfBlock(run, expr));
  if (yields.length === 0) return null;
  const args = yields.map(one => typesOfYielded(run, one.args ?? []) ?? []);
  const longest = Math.max(...args.map(list => list.length));
  return {
    args: Array.from({ length: longest }, (_, i) =>
      args.map(list => list[i] ?? DYNAMIC).reduce((a, b) => joinTwoTypes(run.ctx, a, b)),
    ),
    must: yields.some(one => sure.has(one)),
  };
}

/** Null unless all arguments are plain positional ones. */
function typesOfYielded(run: MethodRun, args: readonly Arg[]): readonly Type[] | null {
  const types = args.flatMap(arg => (arg.type === 'positional' ? [typeOfYielded(run.ctx, arg.value, run.out)] : []));
  return types.length < args.length ? null : types;
}

/** An array that is created for the block alone is a tuple there. */
export function typeOfYielded(ctx: Ctx, arg: Expr, { types }: Pick<MethodRun['out'], 'types'>): Type {
  const type = replaceSelf(ctx, types.get(arg) ?? DYNAMIC);
  if (arg.kind !== 'array' || type.kind !== 'tuple') return withoutFlexible(generaliseType(ctx, type));
  return { ...type, elements: type.elements.map(each => withoutFlexible(generaliseType(ctx, each))) };
}

function typeOfArgument({ out, ctx }: Pick<MethodRun, 'ctx' | 'out'>, arg: Expr): Type {
  return withoutFlexible(generaliseType(ctx, replaceSelf(ctx, out.types.get(arg) ?? DYNAMIC)));
}
