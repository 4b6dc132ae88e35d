/**
 * `attr_reader :x` and `attr_writer :x` as the methods that they define, so that their annotations are checked like any
 * other: `def x = @x`, `def x=(value) = @x = value`.
 */
import type { Param, Var } from '../ril/ril';
import type { MethodInfo } from './program';

const known = new WeakMap<MethodInfo, MethodInfo>();

/** The same method, with the body that it has though nobody wrote it; unchanged where there is one, or none to be had. */
export function withBody(info: MethodInfo): MethodInfo {
  const { synthetic, place } = info;
  if (info.definition || !place || !synthetic) return info;
  if (synthetic.type !== 'attributeReader' && synthetic.type !== 'attributeWriter') return info;
  const before = known.get(info);
  if (before) return before;
  const { span } = place;
  const field: Var = { kind: 'var', span, scope: 'instance', name: synthetic.field };
  const value: Var = { kind: 'var', span, scope: 'local', name: 'value' };
  const param: Param = { kind: 'required', span, name: 'value', default: null, destructure: null };
  const writes = synthetic.type === 'attributeWriter';
  const made: MethodInfo = {
    ...info,
    definition: {
      kind: 'method',
      anchor: place.anchor,
      at: 0,
      span,
      name: info.name,
      nameSpan: span,
      singleton: null,
      params: writes ? [param] : [],
      body: writes ? { kind: 'assign', span, target: field, value } : field,
      broken: false,
      textHash: `${synthetic.type} ${synthetic.field}`,
    },
  };
  known.set(info, made);
  return made;
}
