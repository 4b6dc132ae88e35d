/**
 * The contract of a method without an annotation, for calls whose body is too large or recursive to be evaluated in
 * place: anything is accepted, the result has the inferred type. What the callee writes is read off its body. That it
 * keeps this contract and ends normally is not proved, so the verdict names it.
 */
import type { MethodInfo, SignatureArm } from '../../../program/program';
import type { Param } from '../../../ril/ril';
import { NO_LABELS } from '../../../types/annotation';
import { DYNAMIC, type ParamType, type Type } from '../../../types/type';
import type { Send } from '../../state/call';
import type { Ctx } from '../../state/context';
import { isDynamic } from '../../state/representation';
import { typeOf } from '../../state/value';
import { usesBlock } from '../binding/superArgs';

/** Null: its body is not visible, or the call is of a form that no contract describes. */
export function withInferredContract(ctx: Ctx, info: MethodInfo, send: Send): MethodInfo | null {
  const { definition } = info;
  if (ctx.spec || definition === null || definition.broken || info.origin !== 'workspace') return null;
  if (send.args.irregular !== null || (send.args.block !== null && usesBlock(info))) return null;
  const params = definition.params.filter(param => param.kind !== 'block');
  if (!params.every(isPlain)) return null;
  const arm: SignatureArm = {
    type: {
      typeParams: [],
      params: params.map(paramOf),
      anyArgs: false,
      block: null,
      result: inferResult(ctx, info, params, send),
      resultName: null,
      resultRefinement: null,
      resultSpan: null,
      selfType: null,
    },
    text: '',
    place: info.place,
    labels: NO_LABELS,
    origin: null,
    nesting: info.nesting,
  };
  return { ...info, signature: { arms: [arm], labels: NO_LABELS } };
}

function isPlain({ kind, name }: Param): boolean {
  return name !== null && ['required', 'optional', 'key', 'optionalKey'].includes(kind);
}

function paramOf({ kind, name }: Param): ParamType {
  const plain = kind === 'optional' || kind === 'key' || kind === 'optionalKey' ? kind : 'required';
  return { kind: plain, name, type: DYNAMIC, refinement: null, span: null };
}

function inferResult(ctx: Ctx, info: MethodInfo, params: readonly Param[], { receiver, args }: Send): Type {
  const positional = params.filter(({ kind }) => kind === 'required' || kind === 'optional');
  const given = positional.flatMap(({ name }, i): [string, Type][] => {
    const value = args.positional[i];
    const type = value && typeOf(value);
    return type === undefined || name === null || isDynamic(type) ? [] : [[name, type]];
  });
  const self = typeOf(receiver);
  const isNearer = info.singleton ? self.kind === 'classOf' : self.kind === 'nominal';
  return ctx.run.input.summaries.resultOf(
    { method: info, self: isNearer ? self : null, assumed: new Map(params.length === positional.length ? given : []) },
    0,
  );
}
