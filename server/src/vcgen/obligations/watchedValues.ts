/** The terms whose values the judge needs for a counterexample: parameters, receiver, their state on entry, locals. */

import type { Place } from '../../base/span';
import { compare } from '../../logic/arithmetic';
import { int } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import type { Watched } from '../../proof/obligation';
import { isTemporaryName } from '../../ril/temporaryName';
import { ANY, BOOL, INTEGER, NIL, nominal, type Type } from '../../types/type';
import { findSlot } from '../analysis/inferredFields';
import { memberKeys, slotOf } from '../analysis/structClasses';
import { instanceFieldNames } from '../analysis/variableKeys';
import { assumeAlways, type Ctx, type Run } from '../state/context';
import { keyTypeOf, valueTypeOf } from '../state/hashTypes';
import {
  DEFAULT,
  ELEMENTS,
  FROZEN,
  fieldKey,
  type HeapKey,
  LENGTH,
  PRESENT,
  SIZE,
  type SlotKey,
  TEXT,
  VALUES,
} from '../state/heapKey';
import { registerBase } from '../state/heapMaps';
import { METHOD_SCOPE } from '../state/localKey';
import { classNameOf, makeUnionType } from '../state/representation';
import { baseSymbol, mapOf, type State } from '../state/state';
import { classOf, instantiableClasses } from '../state/typeGuards';
import { boxValue, typeOf, unboxTerm, type Val } from '../state/value';

const CONTAINERS: ReadonlySet<string> = new Set(['Array', 'Hash', 'String']);
const DEPTH = 2;
const MOST_FIELDS = 24;
/** Elements of an array: as many as unrolled loops visit, within limits. */
const LEAST_SHOWN = 6;
const MOST_SHOWN = 20;
/** How many nested arrays are watched. */
const PARTS_SHOWN = 3;

export function termToWatch(val: Val): Formula | null {
  return val.kind === 'nil' || val.kind === 'range' || val.kind === 'proc' ? boxValue(val) : val.term;
}

/** The value and, behind a reference, class, fields or contents as they were on entry. */
export function watchEntry(run: Run, state: State, id: string, role: Watched['role'], val: Val): void {
  const term = termToWatch(val);
  if (term === null) return;
  run.trace.watched.push({ id, role, term, rubyType: typeOf(val) });
  if (val.kind === 'ref') watchObject(run, state, { of: id, ref: val.term, depth: DEPTH }, val.type);
  if (val.kind === 'boxed') {
    const type = refMember(val.type);
    if (type) watchObject(run, state, { of: id, ref: unboxTerm(val.term, 'ref'), depth: DEPTH - 1 }, type);
  }
}

function refMember(type: Type): Type | null {
  const found = (type.kind === 'union' ? type.members : [type]).filter(member => classNameOf(member) !== null);
  return (
    found.find(member => !['Integer', 'Float', 'Rational', 'Symbol', 'NilClass'].includes(classNameOf(member)!)) ?? null
  );
}

function watchObject(run: Run, state: State, owner: Owner, type: Type): void {
  const { of, ref, depth } = owner;
  const className = classNameOf(type);
  if (className === null || depth < 0 || run.trace.watched.length > 60) return;
  run.trace.watched.push({
    id: `${of}.class`,
    role: { type: 'classOf', of, names: classNames(run, className) },
    term: classOf(run, ref),
    rubyType: ANY,
  });
  const frozen = baseSymbol(FROZEN, 0);
  run.trace.watched.push({
    id: `${of}.frozen`,
    role: { type: 'frozen', of },
    term: select(frozen, ref),
    rubyType: BOOL,
  });
  if (className === 'Hash') watchHash(run, state, of, ref, type);
  else if (className === 'Array') watchArray(run, state, owner, type);
  else if (className === 'String')
    run.trace.watched.push({
      id: `${of}.text`,
      role: { type: 'text', of },
      term: select(mapOf(state.heap, TEXT, registerBase(run)), ref),
      rubyType: nominal('String'),
    });
  else watchFields(run, state, owner, className);
}

/**
 * The solver's name of each class that the object may have, and the class to build: subclasses of arrays, strings and
 * hashes in the library are built as plain ones, which is what callers pass.
 */
function classNames(run: Run, className: string): ReadonlyMap<string, string> {
  if (className === 'Object') return new Map([['c:Object', 'Object']]);
  const { program } = run.input;
  const plain = (name: string): string =>
    CONTAINERS.has(className) && program.classes.get(name)?.origin !== 'workspace' ? className : name;
  return new Map(instantiableClasses(program, className).map(name => [`c:${name}`, plain(name)]));
}

function watchArray(run: Run, state: State, { of, ref, depth }: Owner, type: Type): void {
  const length = select(mapOf(state.heap, LENGTH, registerBase(run)), ref);
  assumeAlways(run, compare('>=', length, int(0)), true);
  run.trace.watched.push({ id: `${of}.length`, role: { type: 'length', of }, term: length, rubyType: INTEGER });
  const elements = select(mapOf(state.heap, ELEMENTS, registerBase(run)), ref);
  const shown = Math.min(Math.max(run.input.settings.arrayBound, LEAST_SHOWN), MOST_SHOWN);
  for (let index = 0; index < shown; index++) {
    const elementType = typeAt(type, index);
    const term = select(elements, { kind: 'numeral', value: String(index), sort: { kind: 'int' } });
    run.trace.watched.push({
      id: `${of}[${index}]`,
      role: { type: 'element', of, index },
      term,
      rubyType: elementType,
    });
    if (depth > 0 && index < PARTS_SHOWN && classNameOf(elementType) === 'Array')
      watchObject(run, state, { of: `${of}[${index}]`, ref: unboxTerm(term, 'ref'), depth: depth - 1 }, elementType);
  }
}

function typeAt(type: Type, index: number): Type {
  if (type.kind === 'tuple') return type.elements[index] ?? ANY;
  return type.kind === 'nominal' ? (type.args[0] ?? ANY) : ANY;
}

/** Entries are watched for the keys that the method looks up (watchEntries). */
function watchHash(run: Run, state: State, of: string, ref: Formula, type: Type): void {
  const size = select(mapOf(state.heap, SIZE, registerBase(run)), ref);
  assumeAlways(run, compare('>=', size, int(0)), true);
  run.trace.watched.push({ id: `${of}.size`, role: { type: 'size', of }, term: size, rubyType: INTEGER });
  const otherwise = select(mapOf(state.heap, DEFAULT, registerBase(run)), ref);
  run.trace.watched.push({
    id: `${of}.default`,
    role: { type: 'default', of },
    term: otherwise,
    rubyType: makeUnionType([valueTypeOf(type), NIL]),
  });
  run.trace.watchedHashes.push({ of, ref, type });
}

const MOST_KEYS = 12;

export function watchEntries({ run }: Ctx): readonly Watched[] {
  const at = (key: HeapKey, ref: Formula): Formula => select(baseSymbol(key, 0), ref);
  return run.trace.watchedHashes.all.flatMap(({ of, ref, type }) =>
    run.trace.hashKeys.all.slice(0, MOST_KEYS).flatMap((key, index) => {
      const part = (name: 'key' | 'present' | 'value', term: Formula, rubyType: Type): Watched => ({
        id: `${of}{${index}}.${name}`,
        role: { type: 'entry', of, index, part: name },
        term,
        rubyType,
      });
      return [
        part('key', key, keyTypeOf(type)),
        part('present', select(at(PRESENT, ref), key), BOOL),
        part('value', select(at(VALUES, ref), key), valueTypeOf(type, key)),
      ];
    }),
  );
}

function watchFields(run: Run, state: State, owner: Owner, className: string): void {
  const names = new Set(instanceFieldNames(run.input.program, className));
  for (const key of memberKeys(run.input.program, className)) {
    const type = slotOf(run.input.program, className, key)?.type ?? ANY;
    const name = `@${key.name}`;
    watchSlot(run, state, owner, { key, name, type });
    names.delete(name);
  }
  for (const name of inStableOrder(run, className, names).slice(0, MOST_FIELDS)) {
    const type = findSlot(run.input, className, fieldKey(name))?.type ?? ANY;
    watchSlot(run, state, owner, { key: fieldKey(name), name, type });
  }
}

/** Declared fields in the order of their declarations; others by name, since the order of methods must not matter. */
function inStableOrder({ input }: Run, className: string, names: ReadonlySet<string>): readonly string[] {
  const isDeclared = (name: string): boolean => slotOf(input.program, className, fieldKey(name))?.type != null;
  const declared = [...names].filter(isDeclared);
  return [...declared, ...[...names].filter(name => !isDeclared(name)).sort()];
}

interface Owner {
  readonly of: string;
  readonly ref: Formula;
  readonly depth: number;
}

/** A field or Struct member: its heap key, its name in Ruby and its type. */
interface WatchedSlot {
  readonly key: SlotKey;
  readonly name: string;
  readonly type: Type;
}

function watchSlot(run: Run, state: State, owner: Owner, { key, name, type }: WatchedSlot): void {
  const { of, ref, depth } = owner;
  const term = select(mapOf(state.heap, key, registerBase(run)), ref);
  const id = `${of}.${name}`;
  run.trace.watched.push({
    id,
    role: { type: 'field', of, name, member: key.kind === 'member' },
    term,
    rubyType: type,
  });
  const inner = refMember(type);
  if (inner) watchObject(run, state, { of: id, ref: unboxTerm(term, 'ref'), depth: depth - 1 }, inner);
}

/** Locals of the verified method itself, as they are now. */
export function watchLocals(ctx: Ctx, state: State): readonly Watched[] {
  const place: Place = { anchor: ctx.frame.anchor, span: { start: 0, end: 0 } };
  return [...state.locals].flatMap(([key, val]) => {
    const term = termToWatch(val);
    if (key.kind !== 'variable' || key.scope !== METHOD_SCOPE || isTemporaryName(key.name) || term === null) return [];
    const { name } = key;
    return [{ id: `local:${name}`, role: { type: 'local', name, place } as const, term, rubyType: typeOf(val) }];
  });
}
