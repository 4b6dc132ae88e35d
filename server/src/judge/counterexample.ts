/**
 * Model -> counterexample in Ruby terms: arguments and receiver as Ruby values (equal references are the same object),
 * the relevant locals, the branches taken. The values of a run replace these once there was one.
 */

import type { Place } from '../base/span';
import type { ModelValue } from '../logic/formula';
import { isTopLevel, keyParts } from '../program/methodKey';
import type { Obligation, Watched } from '../proof/obligation';
import type { RubyValue } from '../proof/rubyValue';
import type { Counterexample, PathStep } from '../proof/verdict';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { hashOf, keyTypeOf } from './hashValue';
import { nameRepeatedInBindings, nameRepeatedInCall } from './sharedValues';
import { makeWellTyped, simplestValueOf } from './wellTypedValue';

/** vcgen names the class Foo `c:Foo`; any other name is a class that the query does not mention. */
const CLASS_PREFIX = 'c:';

/** More elements than a reader or a run needs. */
const MAX_ELEMENTS = 100;

type Model = ReadonlyMap<string, ModelValue>;

interface Reading {
  readonly model: Model;
  /** Watched parts (fields, elements, length, class) by the id of what they belong to. */
  readonly parts: ReadonlyMap<string, readonly Watched[]>;
  readonly seen: Set<string>;
}

export function counterexampleOf(key: MethodKey, obligation: Obligation, model: Model): Counterexample {
  const reading: Reading = { model, parts: groupParts(obligation.watched), seen: new Set() };
  const ofRole = (type: Watched['role']['type']): readonly Watched[] =>
    obligation.watched.filter(each => each.role.type === type);
  const self = ofRole('self')[0];
  const receiver = self ? read(reading, self) : null;
  const args = ofRole('param').map(each => ({
    name: nameOf(each),
    keyword: isKeyword(each),
    value: read(reading, each),
  }));
  const spread = new Set(
    ofRole('param').flatMap(({ role }) => (role.type === 'param' && role.spread ? [role.name] : [])),
  );
  const locals = ofRole('local').map(each => ({ name: nameOf(each), value: read(reading, each) }));
  const result = ofRole('result')[0];
  return {
    receiver,
    args,
    bindings: nameRepeatedInBindings(receiver, [
      ...args.map(({ name, value }) => ({ name, value })),
      ...fieldsOf(receiver),
      ...locals,
    ]),
    result: result ? read(reading, result) : null,
    exception: null,
    path: ofRole('branch').flatMap(each => readStep(reading, each)),
    call: showCall(key, receiver, args, spread),
    ranIn: null,
  };
}

function groupParts(watched: readonly Watched[]): ReadonlyMap<string, readonly Watched[]> {
  const parts = new Map<string, Watched[]>();
  for (const each of watched)
    if ('of' in each.role) parts.set(each.role.of, [...(parts.get(each.role.of) ?? []), each]);
  return parts;
}

function nameOf(watched: Watched): string {
  return 'name' in watched.role ? watched.role.name : watched.id;
}

function isKeyword(watched: Watched): boolean {
  return watched.role.type === 'param' && watched.role.keyword === true;
}

function fieldsOf(receiver: RubyValue | null): readonly { name: string; value: RubyValue }[] {
  return receiver?.kind === 'object' ? receiver.fields : [];
}

function readStep(reading: Reading, watched: Watched): readonly PathStep[] {
  if (watched.role.type !== 'branch') return [];
  const value = reading.model.get(watched.id);
  if (value?.kind !== 'boolean' || !value.value) return [];
  const { place, text, taken } = watched.role;
  return [{ place, kind: taken ? 'condition-true' : 'condition-false', source: text }];
}

function read(reading: Reading, watched: Watched): RubyValue {
  const value = reading.model.get(watched.id);
  return value ? makeWellTyped(toRuby(reading, watched, value), watched.rubyType) : opaque('?');
}

function toRuby(reading: Reading, watched: Watched, value: ModelValue): RubyValue {
  switch (value.kind) {
    case 'boolean':
      return { kind: 'boolean', value: value.value };
    case 'integer':
      return integerOf(reading, watched, value.value);
    case 'rational':
      return isA(watched.rubyType, 'Rational') ? value : float(value);
    case 'irrational':
      if (isA(watched.rubyType, 'Rational')) return opaque('an irrational number');
      return { kind: 'float', value: value.text.replace('?', '') };
    case 'text':
      return isA(watched.rubyType, 'Symbol')
        ? { kind: 'symbol', value: value.value }
        : { kind: 'string', value: value.value };
    case 'constructed':
      return unboxValue(reading, watched, value.constructor, value.args[0]);
    case 'element':
      return opaque(value.name);
    case 'other':
      return specialFloat(value.text) ?? opaque(value.text);
  }
}

/** A term of the datatype Value (vcgen/state/value.ts). */
function unboxValue(reading: Reading, watched: Watched, made: string, inner: ModelValue | undefined): RubyValue {
  if (made === 'v-nil') return { kind: 'nil' };
  if (!inner) return opaque(made);
  switch (made) {
    case 'v-ref':
      return inner.kind === 'integer' ? objectOf(reading, watched, inner.value) : opaque('an object');
    case 'v-int':
      return inner.kind === 'integer' ? { kind: 'integer', value: inner.value } : opaque('an integer');
    case 'v-real':
      return inner.kind === 'integer' ? { kind: 'float', value: `${inner.value}.0` } : toRuby(reading, watched, inner);
    case 'v-rat':
      if (inner.kind === 'integer') return { kind: 'rational', numerator: inner.value, denominator: '1' };
      return inner.kind === 'rational' ? inner : opaque('an irrational number');
    case 'v-text':
      return inner.kind === 'text' ? { kind: 'string', value: inner.value } : opaque('a string');
    case 'v-sym':
      return inner.kind === 'text' ? { kind: 'symbol', value: inner.value } : opaque('a symbol');
    default:
      return toRuby(reading, watched, inner);
  }
}

function integerOf(reading: Reading, watched: Watched, value: string): RubyValue {
  if (isA(watched.rubyType, 'Float')) return { kind: 'float', value: `${value}.0` };
  if (isA(watched.rubyType, 'Rational')) return { kind: 'rational', numerator: value, denominator: '1' };
  return isReference(watched.rubyType) ? objectOf(reading, watched, value) : { kind: 'integer', value };
}

/** A reference: the object's class, fields or contents are watched as its parts. */
function objectOf(reading: Reading, watched: Watched, reference: string): RubyValue {
  if (isProc(watched.rubyType)) return opaque('a proc');
  const parts = reading.parts.get(watched.id) ?? [];
  const id = `o${reference}`;
  if (reading.seen.has(id)) return { kind: 'again', id };
  reading.seen.add(id);
  const frozen = parts.find(part => part.role.type === 'frozen');
  const bit = frozen && reading.model.get(frozen.id);
  const value = unfreeze(reading, watched, parts, id);
  return bit?.kind === 'boolean' && bit.value ? { kind: 'frozen', value } : value;
}

function unfreeze(reading: Reading, watched: Watched, parts: readonly Watched[], id: string): RubyValue {
  const className = classNameOf(reading, parts, watched.rubyType);
  if (className === 'Hash') return hashOf(parts, id, keyTypeOf(watched.rubyType), part => valueIn(reading, part));
  if (className === 'Array') return { kind: 'array', id, elements: elementsOf(reading, parts, watched.rubyType) };
  if (className === 'String') return textOf(reading, parts, id);
  const fields = parts.flatMap(part =>
    part.role.type === 'field' && (reading.model.has(part.id) || part.role.member)
      ? [{ name: part.role.name, value: valueIn(reading, part) ?? simplestValueOf(part.rubyType) ?? { kind: 'nil' } }]
      : [],
  );
  return { kind: 'object', id, className, fields };
}

/** Null: the query does not mention it. */
function valueIn(reading: Reading, part: Watched): RubyValue | null {
  return reading.model.has(part.id) ? read(reading, part) : null;
}

/** Elements that the query does not mention may be anything of their type. */
function elementsOf(reading: Reading, parts: readonly Watched[], type: Type): readonly RubyValue[] {
  const length = parts.find(part => part.role.type === 'length');
  const size = length && reading.model.get(length.id);
  const count = size?.kind === 'integer' ? Math.min(Number(size.value), MAX_ELEMENTS) : 0;
  const plain = (index: number): RubyValue => {
    const element = type.kind === 'tuple' ? type.elements[index] : type.kind === 'nominal' ? type.args[0] : undefined;
    return (element && simplestValueOf(element)) ?? { kind: 'nil' };
  };
  const known = new Map(parts.map(part => [part.role.type === 'element' ? part.role.index : -1, part]));
  return Array.from({ length: count }, (_, index) => {
    const part = known.get(index);
    return part && reading.model.has(part.id) ? read(reading, part) : plain(index);
  });
}

function textOf(reading: Reading, parts: readonly Watched[], id: string): RubyValue {
  const text = parts.find(part => part.role.type === 'text');
  const value = text && reading.model.get(text.id);
  return { kind: 'string', id, value: value?.kind === 'text' ? value.value : '' };
}

function classNameOf(reading: Reading, parts: readonly Watched[], declared: Type): string {
  const part = parts.find(each => each.role.type === 'classOf');
  const value = part && reading.model.get(part.id);
  const made = value?.kind === 'constructed' ? value.constructor : value?.kind === 'element' ? value.name : '';
  const named = part?.role.type === 'classOf' ? part.role.names?.get(made) : undefined;
  if (named !== undefined) return named;
  if (made.startsWith(CLASS_PREFIX)) return made.slice(CLASS_PREFIX.length);
  return nominalName(declared) ?? 'Object';
}

function nominalName(type: Type): string | null {
  switch (type.kind) {
    case 'nominal':
      return type.name;
    case 'tuple':
      return 'Array';
    case 'finiteHash':
      return 'Hash';
    case 'refined':
      return nominalName(type.base);
    case 'nonNull':
      return nominalName(type.type);
    case 'union':
      return type.members.map(nominalName).find(name => name !== null) ?? null;
    case 'literal':
      return type.value.type === 'string' ? 'String' : null;
    default:
      return null;
  }
}

function isA(type: Type, name: string): boolean {
  return nominalName(type) === name || (type.kind === 'literal' && type.value.type === name.toLowerCase());
}

/** A proc has no source in a model, so no run can be built with it. */
function isProc(type: Type): boolean {
  return type.kind === 'union' ? type.members.some(isProc) : type.kind === 'proc' || nominalName(type) === 'Proc';
}

function isReference(type: Type): boolean {
  const name = nominalName(type);
  return name !== null && !['Integer', 'Float', 'Rational', 'Symbol', 'NilClass'].includes(name);
}

function float(value: ModelValue & { readonly kind: 'rational' }): RubyValue {
  const quotient = Number(value.numerator) / Number(value.denominator);
  return { kind: 'float', value: Number.isInteger(quotient) ? `${quotient}.0` : String(quotient) };
}

function opaque(text: string): RubyValue {
  return { kind: 'opaque', text };
}

/** `spread`: parameters that take any number of arguments. */
function showCall(
  key: MethodKey,
  receiver: RubyValue | null,
  args: Counterexample['args'],
  spread: ReadonlySet<string>,
): string {
  const { receiver: target, args: given } = nameRepeatedInCall(receiver, args);
  const { owner, name, singleton } = keyParts(key);
  const list = given
    .map(({ name: param, keyword, text }) => {
      if (spread.has(param)) return `${keyword ? '**' : '*'}${text}`;
      return keyword ? `${param}: ${text}` : text;
    })
    .join(', ');
  const shown = list === '' ? '' : `(${list})`;
  if (name === 'initialize' && !singleton) return `${owner}.new${shown}`;
  const on = singleton ? `${owner}.` : target !== null && !isTopLevel({ key }) ? `${target}.` : '';
  return `${on}${name}${shown}`;
}

/** Every Rational is a real, but not the reverse: a model with an irrational number is not a counterexample. */
export function hasIrrational(obligation: Obligation, model: Model): boolean {
  return obligation.watched.some(({ id, rubyType }) => {
    const value = model.get(id);
    if (value?.kind === 'constructed') return value.constructor === 'v-rat' && value.args[0]?.kind === 'irrational';
    return value?.kind === 'irrational' && isA(rubyType, 'Rational');
  });
}

/** What callees return in the model, for the run that shows which contract is too weak. */
export function callResultsOf(
  obligation: Obligation,
  model: Model,
): readonly { readonly method: MethodKey; readonly value: RubyValue; readonly place: Place }[] {
  const reading: Reading = { model, parts: groupParts(obligation.watched), seen: new Set() };
  return obligation.watched.flatMap(each =>
    each.role.type === 'callResult' && model.has(each.id)
      ? [{ method: each.role.method, value: read(reading, each), place: each.role.place }]
      : [],
  );
}

/** `(_ +oo 11 53)` and the like: doubles without digits. */
function specialFloat(text: string): RubyValue | null {
  const named = /^\(_ ([+-]?)(oo|zero|NaN) 11 53\)$/.exec(text);
  if (!named) return null;
  const sign = named[1] === '-' ? '-' : '';
  if (named[2] === 'zero') return { kind: 'float', value: `${sign}0.0` };
  return { kind: 'float', value: named[2] === 'NaN' ? 'Float::NAN' : `${sign}Float::INFINITY` };
}
