/**
 * Keys as values. A key is known by what `eql?` compares (hashes.ts): a number or an object is itself, a text is the string
 * that the hash keeps: one object per key, frozen by Ruby, of which nothing else is known.
 */
import { le } from '../logic/arithmetic';
import { and, apply, eq, implies, or, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../logic/sorts';
import { STRING, type Type } from '../types/type';
import { heapMap } from './bases';
import { assume, type Ctx } from './context';
import { FROZEN_PREFIX } from './frozen';
import { type HashVal, keyTerm } from './hashes';
import { leftByLoops } from './hashPromises';
import { keyTypeOf } from './hashTypes';
import { classNameOf, members, shapeOf, unionOf } from './shape';
import { baseSymbols, type State, sortOfKey } from './state';
import { exists, fromTerm, hasClass, tagsOf, typeGuard } from './typing';
import { BOXED_NIL, isTag, type Val } from './value';

/** A key as a value; `string`: the function from texts to the strings that stand for them. */
export interface KeyForm {
  readonly type: Type;
  readonly string: string | null;
}

/** Null: keys of this type have no model as values (any object, Floats, strings beside others). */
export function keyForm(ctx: Ctx, state: State, type: Type): KeyForm | null {
  const tags = tagsOf(type);
  if (tags === null || tags.has('real')) return null;
  if (!tags.has('ref')) return { type, string: null };
  const refs = members(type).filter(member => shapeOf(member) === 'ref');
  const names = refs.map(member => classNameOf(member));
  if (names.every(name => name === 'String')) return tags.size === 1 ? { type, string: stringsOfKeys(ctx) } : null;
  return keyTerm(ctx, state, { kind: 'boxed', term: BOXED_NIL, type: unionOf(refs) }) ? { type, string: null } : null;
}

function stringsOfKeys(ctx: Ctx): string {
  ctx.run.counter++;
  const name = `${FROZEN_PREFIX}key!${ctx.run.counter}`;
  ctx.run.functions.set(name, { name, params: [TEXT_SORT], result: INT_SORT });
  return name;
}

/** The object that the hash holds as this key; what is known of it is assumed on the way. */
export function keyValue(ctx: Ctx, state: State, form: KeyForm, key: Formula): Val {
  if (form.string === null) return fromTerm(key, form.type);
  const contents = apply('v-text-of', [key], TEXT_SORT);
  const ref = apply(form.string, [contents], INT_SORT);
  assume(ctx, state, and(...knownOfString(ctx, state, ref, contents)));
  return { kind: 'ref', term: ref, type: STRING, exact: false };
}

/** It existed before, is a String, and nobody has changed it. */
export function knownOfString(ctx: Ctx, state: State, ref: Formula, contents: Formula): readonly Formula[] {
  return [
    exists(ref, state.heap.alloc),
    hasClass(ctx.run, ref, 'String'),
    eq(select(heapMap(ctx, state, '#text'), ref), contents),
  ];
}

/** Keys that a hash had when it came from outside are of its type. */
export function promiseKey(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  assume(ctx, state, and(...promisesOfKey(ctx, state, hash, key)));
}

/** A loop may have put nil in: nobody is asked whether a key is nil. */
export function promisesOfKey(ctx: Ctx, state: State, hash: HashVal, key: Formula): readonly Formula[] {
  const type = keyTypeOf(hash.type);
  const left = leftByLoops(ctx, state, hash, '#present').map(({ present, alloc }) =>
    implies(select(present, key), or(isTag(key, 'nil'), keyGuard(ctx, key, type, alloc))),
  );
  const given = baseSymbols(heapMap(ctx, state, '#present')).flatMap(name => {
    const base = ctx.run.bases.get(name);
    if (!base || base.epoch.taint !== null) return [];
    const there = select(select(symbol(name, sortOfKey('#present')), hash.term), key);
    return [implies(and(le(hash.term, base.epoch.alloc), there), keyGuard(ctx, key, type, base.epoch.alloc))];
  });
  return [...given, ...left];
}

function keyGuard(ctx: Ctx, key: Formula, type: Type, alloc: Formula): Formula {
  const kinds = members(type).map(member =>
    classNameOf(member) === 'String' && shapeOf(member) === 'ref'
      ? apply('(_ is v-text)', [key], BOOL_SORT)
      : typeGuard(ctx.run, key, member, alloc),
  );
  return or(...kinds);
}
