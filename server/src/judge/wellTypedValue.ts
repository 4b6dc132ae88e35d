/**
 * If the model's value is not of its declared type, the query does not depend on it: any value of the type is right,
 * and the plainest one is shown.
 */
import type { RubyValue } from '../proof/rubyValue';
import type { HashEntry, Type } from '../types/type';

export function makeWellTyped(value: RubyValue, type: Type): RubyValue {
  return fits(value, type) ? value : (simplestValueOf(type) ?? value);
}

/** Compares kinds only; objects, classes and unknown values are accepted. */
export function fits(value: RubyValue, type: Type): boolean {
  switch (type.kind) {
    case 'nil':
      return value.kind === 'nil';
    case 'bool':
      return value.kind === 'boolean';
    case 'literal':
      return fitsLiteral(value, type);
    case 'union':
      return type.members.some(member => fits(value, member));
    case 'refined':
      return fits(value, type.base);
    case 'nonNull':
      return value.kind !== 'nil' && fits(value, type.type);
    case 'nominal':
      return fitsClass(value.kind === 'frozen' ? value.value : value, type.name) && fitsInside(value, type.args);
    case 'tuple': {
      const own = value.kind === 'frozen' ? value.value : value;
      if (own.kind !== 'array') return own.kind === 'again' || own.kind === 'opaque';
      return (
        own.elements.length === type.elements.length && type.elements.every((each, i) => fits(own.elements[i]!, each))
      );
    }
    case 'finiteHash':
      return fitsFiniteHash(value.kind === 'frozen' ? value.value : value, type);
    default:
      return true;
  }
}

function fitsLiteral(value: RubyValue, { value: wanted }: Type & { readonly kind: 'literal' }): boolean {
  const own = value.kind === 'frozen' ? value.value : value;
  if (own.kind === 'again' || own.kind === 'opaque') return true;
  if (wanted.type === 'true' || wanted.type === 'false')
    return own.kind === 'boolean' && own.value === (wanted.type === 'true');
  if (wanted.type === 'float') return own.kind === 'float' && Number(own.value) === Number(wanted.value);
  return own.kind === wanted.type && own.value === wanted.value;
}

/** Has the required keys, and no others if there is no rest. */
function fitsFiniteHash(value: RubyValue, { entries, rest }: Type & { readonly kind: 'finiteHash' }): boolean {
  if (value.kind !== 'hash') return value.kind === 'again' || value.kind === 'opaque';
  const known = entries.filter(({ key }) => key.type !== 'class');
  const find = (key: RubyValue): HashEntry | undefined => known.find(entry => isKey(key, entry));
  const present = (entry: HashEntry): boolean => value.entries.some(([key]) => isKey(key, entry));
  if (!known.every(entry => entry.optional || present(entry))) return false;
  return value.entries.every(([key, each]) => {
    const type = find(key)?.type ?? rest;
    return type ? fits(each, type) : known.length < entries.length;
  });
}

function isKey(value: RubyValue, { key }: HashEntry): boolean {
  return key.type !== 'class' && fitsLiteral(value, { kind: 'literal', value: key });
}

/** Contents of containers are compared only for fixed shapes and literals: the query constrains everything else. */
function fitsInside(value: RubyValue, args: readonly Type[]): boolean {
  const own = value.kind === 'frozen' ? value.value : value;
  const [first, second] = args;
  if (own.kind === 'array' && first && hasFixedShape(first)) return own.elements.every(each => fits(each, first));
  if (own.kind === 'hash' && second && hasFixedShape(second))
    return own.entries.every(([, each]) => fits(each, second));
  return true;
}

function hasFixedShape(type: Type): boolean {
  if (type.kind === 'union') return type.members.some(hasFixedShape);
  if (type.kind === 'tuple' || type.kind === 'finiteHash' || type.kind === 'literal') return true;
  return type.kind === 'nominal' && type.args.some(hasFixedShape);
}

const CLASS_OF_KIND: Readonly<Partial<Record<RubyValue['kind'], string>>> = {
  nil: 'NilClass',
  integer: 'Integer',
  float: 'Float',
  rational: 'Rational',
  symbol: 'Symbol',
  string: 'String',
  array: 'Array',
  hash: 'Hash',
  range: 'Range',
};

const PLAIN_CLASSES: ReadonlySet<string> = new Set(Object.values(CLASS_OF_KIND));

function fitsClass(value: RubyValue, name: string): boolean {
  const own = value.kind === 'object' ? value.className : CLASS_OF_KIND[value.kind];
  if (PLAIN_CLASSES.has(name)) return own === undefined || own === name;
  return (
    own === undefined ||
    value.kind === 'object' ||
    ['Object', 'BasicObject', 'Kernel', 'Comparable', 'Numeric'].includes(name)
  );
}

export function simplestValueOf(type: Type): RubyValue | null {
  switch (type.kind) {
    case 'bool':
      return { kind: 'boolean', value: false };
    case 'refined':
      return simplestValueOf(type.base);
    case 'union':
      return type.members.map(simplestValueOf).find(value => value !== null) ?? null;
    case 'nominal':
      return simplestOfClass(type.name);
    case 'tuple':
      return { kind: 'array', id: '', elements: type.elements.map(each => simplestValueOf(each) ?? { kind: 'nil' }) };
    case 'finiteHash':
      return {
        kind: 'hash',
        id: '',
        entries: type.entries.flatMap(({ key, type: each, optional }) =>
          optional || key.type === 'class'
            ? []
            : [[simplestLiteral({ kind: 'literal', value: key }), simplestValueOf(each) ?? { kind: 'nil' }] as const],
        ),
      };
    case 'literal':
      return simplestLiteral(type);
    default:
      return { kind: 'nil' };
  }
}

function simplestOfClass(name: string): RubyValue | null {
  switch (name) {
    case 'Integer':
      return { kind: 'integer', value: '0' };
    case 'Float':
      return { kind: 'float', value: '0.0' };
    case 'Rational':
      return { kind: 'rational', numerator: '0', denominator: '1' };
    case 'String':
      return { kind: 'string', value: '' };
    case 'Symbol':
      return { kind: 'symbol', value: 'a' };
    case 'Array':
      return { kind: 'array', id: '', elements: [] };
    case 'Hash':
      return { kind: 'hash', id: '', entries: [] };
    default:
      return { kind: 'nil' };
  }
}

function simplestLiteral({ value }: Type & { readonly kind: 'literal' }): RubyValue {
  if (value.type === 'true' || value.type === 'false') return { kind: 'boolean', value: value.type === 'true' };
  return { kind: value.type, value: value.value };
}
