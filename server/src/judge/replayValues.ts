/**
 * Values of a model, prepared for Ruby. If the model leaves a value open ("some Integer"), such a field is left to the
 * constructor, and such an argument or element gets the plainest value of its class.
 */
import type { RubyValue } from '../proof/rubyValue';

const PLAINEST: Readonly<Record<string, RubyValue>> = {
  Integer: { kind: 'integer', value: '0' },
  Float: { kind: 'float', value: '0.0' },
  Numeric: { kind: 'integer', value: '0' },
  Rational: { kind: 'rational', numerator: '0', denominator: '1' },
  String: { kind: 'string', value: '' },
  Symbol: { kind: 'symbol', value: 'a' },
  NilClass: { kind: 'nil' },
  TrueClass: { kind: 'boolean', value: true },
  FalseClass: { kind: 'boolean', value: false },
};

export function replaceOpenValues(value: RubyValue): RubyValue {
  switch (value.kind) {
    case 'object':
      return (
        simplestObject(value) ?? {
          ...value,
          fields: value.fields
            .filter(field => !isOpenValue(field.value))
            .map(field => ({ name: field.name, value: replaceOpenValues(field.value) })),
        }
      );
    case 'array':
      return { ...value, elements: value.elements.map(replaceOpenValues) };
    case 'hash':
      return {
        ...value,
        entries: value.entries.map(([key, each]) => [replaceOpenValues(key), replaceOpenValues(each)]),
        ...(value.default ? { default: replaceOpenValues(value.default) } : {}),
      };
    case 'frozen':
      return { ...value, value: replaceOpenValues(value.value) };
    default:
      return value;
  }
}

function simplestObject(value: RubyValue & { readonly kind: 'object' }): RubyValue | null {
  if (value.fields.length > 0) return null;
  if (value.className === 'Array') return { kind: 'array', id: value.id, elements: [] };
  if (value.className === 'Hash') return { kind: 'hash', id: value.id, entries: [] };
  return PLAINEST[value.className] ?? null;
}

function isOpenValue(value: RubyValue): boolean {
  return (value.kind === 'object' && simplestObject(value) !== null) || (value.kind === 'opaque' && value.text === '?');
}
