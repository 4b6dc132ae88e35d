/**
 * `attr_reader :x` and `attr_writer :x` as the methods that they define, so that their annotations are checked like any
 * other: `def x = @x`, `def x=(value) = @x = value`. Library methods have the body that the prelude gives them.
 */
import type { Place } from '../base/span';
import type { MethodDeclaration } from '../ril/declarations';
import { knownBody } from '../ril/lazyBody';
import type { Param, Var } from '../ril/ril';
import { memoOfPart, PartMemoKey } from './memos';
import type { MethodInfo, Program, Synthetic } from './program';

type AttributeMethod = Extract<Synthetic, { readonly type: 'attributeReader' | 'attributeWriter' }>;

const WITH_BODY = new PartMemoKey<MethodInfo, MethodInfo>();

/** The same method, with the body that its declaration implies; unchanged if it has a body, or none can be derived. */
export function withBody(program: Program, info: MethodInfo): MethodInfo {
  const { synthetic, place, prelude } = info;
  if (info.definition) return info;
  if (prelude) return memoOfPart(program, WITH_BODY, info, () => ({ ...info, definition: prelude }));
  if (!place || !synthetic) return info;
  if (synthetic.type !== 'attributeReader' && synthetic.type !== 'attributeWriter') return info;
  return memoOfPart(program, WITH_BODY, info, () => ({ ...info, definition: attributeMethod(info, place, synthetic) }));
}

function attributeMethod({ name }: MethodInfo, { anchor, span }: Place, synthetic: AttributeMethod): MethodDeclaration {
  const field: Var = { kind: 'var', span, scope: 'instance', name: synthetic.field };
  const value: Var = { kind: 'var', span, scope: 'local', name: 'value' };
  const param: Param = { kind: 'required', span, name: 'value', default: null, destructure: null };
  const writes = synthetic.type === 'attributeWriter';
  return {
    kind: 'method',
    anchor,
    at: 0,
    span,
    name,
    nameSpan: span,
    singleton: null,
    params: writes ? [param] : [],
    body: knownBody(writes ? { kind: 'assign', span, target: field, value } : field),
    broken: false,
    textHash: `${synthetic.type} ${synthetic.field}`,
  };
}
