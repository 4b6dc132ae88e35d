/** What the judge will want to know of a counterexample: parameters, receiver and their state on entry, locals. */

import type { Place } from '../base/span';
import { compare } from '../logic/arithmetic';
import { int, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { ancestors } from '../program/ancestors';
import { fieldOf } from '../program/lookup';
import type { Watched } from '../proof/obligation';
import { ANY, BOOL, INTEGER, NIL, nominal, type Type } from '../types/type';
import { baseKnown } from './bases';
import { assumeAlways, type Ctx, type Run } from './context';
import { keyTypeOf, valueTypeOf } from './hashTypes';
import { classNameOf, unionOf } from './shape';
import { FROZEN, mapOf, type State, sortOfKey } from './state';
import { memberKeys, slotOf } from './structs';
import { classOf, instantiable } from './typing';
import { boxed, typeOf, unboxed, type Val } from './value';

const CONTAINERS: ReadonlySet<string> = new Set(['Array', 'Hash', 'String']);
const DEPTH = 2;
const MOST_FIELDS = 24;
/** Elements of an array: as many as unrolled loops visit, in reason. */
const LEAST_SHOWN = 6;
const MOST_SHOWN = 20;
/** Elements that are arrays themselves: so many of them are looked into. */
const PARTS_SHOWN = 3;

export function watchTerm(val: Val): Formula | null {
  return val.kind === 'nil' || val.kind === 'range' || val.kind === 'proc' ? boxed(val) : val.term;
}

/** The value and, behind a reference, class, fields or contents as they were on entry. */
export function watchEntry(run: Run, state: State, id: string, role: Watched['role'], val: Val): void {
  const term = watchTerm(val);
  if (term === null) return;
  run.watched.push({ id, role, term, rubyType: typeOf(val) });
  if (val.kind === 'ref') watchObject(run, state, id, val.term, val.type, DEPTH);
  if (val.kind === 'boxed') {
    const type = refMember(val.type);
    if (type) watchObject(run, state, id, unboxed(val.term, 'ref'), type, DEPTH - 1);
  }
}

function refMember(type: Type): Type | null {
  const found = (type.kind === 'union' ? type.members : [type]).filter(member => classNameOf(member) !== null);
  return (
    found.find(member => !['Integer', 'Float', 'Rational', 'Symbol', 'NilClass'].includes(classNameOf(member)!)) ?? null
  );
}

function watchObject(run: Run, state: State, of: string, ref: Formula, type: Type, depth: number): void {
  const className = classNameOf(type);
  if (className === null || depth < 0 || run.watched.length > 60) return;
  run.watched.push({
    id: `${of}.class`,
    role: { type: 'classOf', of, names: classNames(run, className) },
    term: classOf(run, ref),
    rubyType: ANY,
  });
  const frozen = symbol(`${FROZEN}!0`, sortOfKey(FROZEN));
  run.watched.push({ id: `${of}.frozen`, role: { type: 'frozen', of }, term: select(frozen, ref), rubyType: BOOL });
  if (className === 'Hash') watchHash(run, state, of, ref, type);
  else if (className === 'Array') watchArray(run, state, of, ref, type, depth);
  else if (className === 'String')
    run.watched.push({
      id: `${of}.text`,
      role: { type: 'text', of },
      term: select(mapOf(state.heap, '#text', baseKnown(run)), ref),
      rubyType: nominal('String'),
    });
  else watchFields(run, state, of, ref, className, depth);
}

/**
 * The solver's word for each class that the object may have, and the one to build: the library's own kinds of arrays,
 * strings and hashes are built as plain ones, which is what callers pass.
 */
function classNames(run: Run, className: string): ReadonlyMap<string, string> {
  if (className === 'Object') return new Map([['c:Object', 'Object']]);
  const { program } = run.input;
  const plain = (name: string): string =>
    CONTAINERS.has(className) && program.classes.get(name)?.origin !== 'workspace' ? className : name;
  return new Map(instantiable(program, className).map(name => [`c:${name}`, plain(name)]));
}

function watchArray(run: Run, state: State, of: string, ref: Formula, type: Type, depth: number): void {
  const length = select(mapOf(state.heap, '#length', baseKnown(run)), ref);
  assumeAlways(run, compare('>=', length, int(0)), true);
  run.watched.push({ id: `${of}.length`, role: { type: 'length', of }, term: length, rubyType: INTEGER });
  const elements = select(mapOf(state.heap, '#elements', baseKnown(run)), ref);
  const shown = Math.min(Math.max(run.input.settings.arrayBound, LEAST_SHOWN), MOST_SHOWN);
  for (let index = 0; index < shown; index++) {
    const elementType = typeAt(type, index);
    const term = select(elements, { kind: 'numeral', value: String(index), sort: { kind: 'int' } });
    run.watched.push({ id: `${of}[${index}]`, role: { type: 'element', of, index }, term, rubyType: elementType });
    if (depth > 0 && index < PARTS_SHOWN && classNameOf(elementType) === 'Array')
      watchObject(run, state, `${of}[${index}]`, unboxed(term, 'ref'), elementType, depth - 1);
  }
}

function typeAt(type: Type, index: number): Type {
  if (type.kind === 'tuple') return type.elements[index] ?? ANY;
  return type.kind === 'nominal' ? (type.args[0] ?? ANY) : ANY;
}

/** Entries are watched for the keys that the method asked for (watchEntries). */
function watchHash(run: Run, state: State, of: string, ref: Formula, type: Type): void {
  const size = select(mapOf(state.heap, '#size', baseKnown(run)), ref);
  assumeAlways(run, compare('>=', size, int(0)), true);
  run.watched.push({ id: `${of}.size`, role: { type: 'size', of }, term: size, rubyType: INTEGER });
  const otherwise = select(mapOf(state.heap, '#default', baseKnown(run)), ref);
  run.watched.push({
    id: `${of}.default`,
    role: { type: 'default', of },
    term: otherwise,
    rubyType: unionOf([valueTypeOf(type), NIL]),
  });
  run.watchedHashes.push({ of, ref, type });
}

const MOST_KEYS = 12;

export function watchEntries({ run }: Ctx): readonly Watched[] {
  const at = (key: string, ref: Formula): Formula => select(symbol(`${key}!0`, sortOfKey(key)), ref);
  return run.watchedHashes.flatMap(({ of, ref, type }) =>
    run.hashKeys.slice(0, MOST_KEYS).flatMap((key, index) => {
      const part = (name: 'key' | 'present' | 'value', term: Formula, rubyType: Type): Watched => ({
        id: `${of}{${index}}.${name}`,
        role: { type: 'entry', of, index, part: name },
        term,
        rubyType,
      });
      return [
        part('key', key, keyTypeOf(type)),
        part('present', select(at('#present', ref), key), BOOL),
        part('value', select(at('#values', ref), key), valueTypeOf(type, key)),
      ];
    }),
  );
}

function watchFields(run: Run, state: State, of: string, ref: Formula, className: string, depth: number): void {
  const names = new Set(
    ancestors(run.input.program, className).flatMap(name => [
      ...(run.input.program.classes.get(name)?.fields.keys() ?? []),
    ]),
  );
  for (const key of memberKeys(run.input.program, className)) {
    const type = slotOf(run.input.program, className, key)?.type ?? ANY;
    const name = `@${key.slice(key.indexOf(':') + 1)}`;
    watchSlot(run, state, { of, ref, depth }, key, name, type);
    names.delete(name);
  }
  for (const name of [...names].filter(each => !each.startsWith('@@')).slice(0, MOST_FIELDS)) {
    const type = fieldOf(run.input.program, className, name)?.type ?? ANY;
    watchSlot(run, state, { of, ref, depth }, name, name, type);
  }
}

interface Owner {
  readonly of: string;
  readonly ref: Formula;
  readonly depth: number;
}

function watchSlot(run: Run, state: State, owner: Owner, key: string, name: string, type: Type): void {
  const { of, ref, depth } = owner;
  const term = select(mapOf(state.heap, key, baseKnown(run)), ref);
  const id = `${of}.${name}`;
  run.watched.push({ id, role: { type: 'field', of, name, member: key !== name }, term, rubyType: type });
  const inner = refMember(type);
  if (inner) watchObject(run, state, id, unboxed(term, 'ref'), inner, depth - 1);
}

/** Locals of the verified method itself, as they are now. */
export function watchLocals(ctx: Ctx, state: State): readonly Watched[] {
  const prefix = '1/';
  const place: Place = { anchor: ctx.frame.anchor, span: { start: 0, end: 0 } };
  return [...state.locals].flatMap(([key, val]) => {
    const term = watchTerm(val);
    const name = key.slice(prefix.length);
    if (!key.startsWith(prefix) || name.startsWith('%') || term === null) return [];
    return [{ id: `local:${name}`, role: { type: 'local', name, place } as const, term, rubyType: typeOf(val) }];
  });
}
