/**
 * Plain types -> predicates that a run can evaluate on a value: its class, and the classes of its contents. Nil is a
 * clause of its own (replayContract.ts), so it is allowed here everywhere; what a run cannot determine (`%dyn`, `self`,
 * an interface) is not checked.
 */
import type { LiteralTypeValue, Type } from '../types/type';
import type { PredicateData } from './replayPredicate';

/** Null: every value conforms, as far as a run can determine. */
export function typeData(type: Type, on: PredicateData): PredicateData {
  switch (type.kind) {
    case 'nominal':
      return nominal(type, on);
    case 'bool':
      return orNil(on, either([callOn(on, '==', ['true']), callOn(on, '==', ['false'])]));
    case 'literal':
      return orNil(on, isLiteral(on, type.value));
    case 'tuple':
      return orNil(on, tuple(type.elements, on));
    case 'finiteHash':
      return orNil(on, finiteHash(type, on));
    case 'union': {
      const members = type.members.filter(({ kind }) => kind !== 'nil').map(member => typeData(member, on));
      return members.length === 0 || members.includes(null) ? null : either(members);
    }
    case 'nonNull':
      return typeData(type.type, on);
    case 'refined':
      return typeData(type.base, on);
    default:
      return null;
  }
}

const PLAIN: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational', 'String', 'Symbol', 'Range']);

function nominal({ name, args }: Type & { kind: 'nominal' }, on: PredicateData): PredicateData {
  if (PLAIN.has(name)) return orNil(on, isA(on, name));
  if (name === 'Array' || name === 'Set') return orNil(on, both(isA(on, name), all(on, args[0])));
  if (name !== 'Hash') return null;
  return orNil(on, both(both(isA(on, name), all(callOn(on, 'keys'), args[0])), all(callOn(on, 'values'), args[1])));
}

/** `1 == 1.0`, so the class counts too. */
function isLiteral(on: PredicateData, value: LiteralTypeValue): PredicateData {
  return callOn(on, 'eql?', literal(value));
}

function literal(value: LiteralTypeValue): PredicateData {
  switch (value.type) {
    case 'integer':
      return ['int', value.value];
    case 'float':
      return ['float', value.value];
    case 'string':
      return ['str', value.value];
    case 'symbol':
      return ['sym', value.value];
    case 'true':
    case 'false':
      return [value.type];
  }
}

function tuple(elements: readonly Type[], on: PredicateData): PredicateData {
  const length = both(isA(on, 'Array'), callOn(callOn(on, 'size'), '==', ['int', String(elements.length)]));
  return elements.reduce(
    (all, element, i) => both(all, typeData(element, callOn(on, '[]', ['int', String(i)]))),
    length,
  );
}

/** The required keys are present, and no others if there is no rest. Keys that are classes are not checked. */
function finiteHash({ entries, rest }: Type & { kind: 'finiteHash' }, on: PredicateData): PredicateData {
  const keys = entries.flatMap(({ key, ...entry }) => (key.type === 'class' ? [] : [{ ...entry, key: literal(key) }]));
  const typed = keys.reduce(
    (all, { key, type, optional }) =>
      both(both(all, optional ? null : callOn(on, 'key?', key)), typeData(type, callOn(on, '[]', key))),
    isA(on, 'Hash'),
  );
  if (rest !== null || keys.length < entries.length) return typed;
  const known: PredicateData = ['array', keys.map(({ key }) => ['pos', key])];
  return both(typed, callOn(callOn(callOn(on, 'keys'), '-', known), 'empty?'));
}

/** A name that no clause can use. */
const EACH = '#each';

function all(list: PredicateData, type: Type | undefined): PredicateData {
  const one = type ? typeData(type, ['var', EACH]) : null;
  return one && ['call', list, 'all?', [], ['block', [EACH], one], false];
}

function isA(on: PredicateData, name: string): PredicateData {
  return callOn(on, 'is_a?', ['const', [name]]);
}

function callOn(on: PredicateData, what: string, ...args: readonly PredicateData[]): PredicateData {
  return ['call', on, what, args.map(arg => ['pos', arg]), null, false];
}

function orNil(on: PredicateData, rest: PredicateData): PredicateData {
  return ['or', callOn(on, 'nil?'), rest];
}

function both(a: PredicateData, b: PredicateData): PredicateData {
  return b === null ? a : ['and', a, b];
}

function either(parts: readonly PredicateData[]): PredicateData {
  return parts.reduce((a, b) => ['or', a, b]);
}
