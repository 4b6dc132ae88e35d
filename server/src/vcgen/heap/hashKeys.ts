/**
 * Keys as values. A key is represented by what `eql?` compares (hashes.ts): a number or an object by itself, a string by its
 * contents. The string object that the hash keeps is one unknown object per key, frozen by Ruby.
 */
import { le } from '../../logic/arithmetic';
import { and, apply, eq, implies, or } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import { STRING, type Type } from '../../types/type';
import { assume, type Ctx } from '../state/context';
import { keyTypeOf } from '../state/hashTypes';
import { PRESENT, TEXT } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, representationOf, unionMembers } from '../state/representation';
import { baseSymbols, type State } from '../state/state';
import { hasClass, isAllocated, tagsOf, typeGuard, valueFromTerm } from '../state/typeGuards';
import { type HashVal, isTag, type Val } from '../state/value';
import { loopEntrySymbols } from './hashAssumptions';
import { hasKeyModel } from './hashes';

/** A key as a value; `string`: the function from contents to the string object that the hash keeps. */
export interface KeyForm {
  readonly type: Type;
  readonly string: string | null;
}

/** Null: keys of this type have no model as values (any object, Floats, strings beside others). */
export function keyForm(ctx: Ctx, state: State, type: Type): KeyForm | null {
  const tags = tagsOf(type);
  if (tags === null || tags.has('real')) return null;
  if (!tags.has('ref')) return { type, string: null };
  const refs = unionMembers(type).filter(member => representationOf(member) === 'ref');
  const strings = refs.filter(member => classNameOf(member) === 'String');
  // However keys are compared, each entry has its own key object.
  if (strings.length === 0) return { type, string: null };
  const isPlain = strings.length === refs.length && tags.size === 1 && hasKeyModel(ctx, state, type);
  return isPlain ? { type, string: stringsOfKeys(ctx) } : null;
}

function stringsOfKeys(ctx: Ctx): string {
  const serial = ++ctx.run.names.counter;
  const name = `frozen:key!${serial}`;
  const origin = { kind: 'frozen-key', serial } as const;
  ctx.run.hypotheses.functions.set(name, { name, params: [TEXT_SORT], result: INT_SORT, origin });
  return name;
}

/** The object that the hash keeps as this key; assumes the facts about it. */
export function keyValue(ctx: Ctx, state: State, form: KeyForm, key: Formula): Val {
  if (form.string === null) return valueFromTerm(key, form.type);
  const contents = apply('v-text-of', [key], TEXT_SORT);
  const ref = apply(form.string, [contents], INT_SORT);
  assume(ctx, state, and(...stringKeyFacts(ctx, state, ref, contents)));
  return { kind: 'ref', term: ref, type: STRING, exact: false };
}

/** It existed before, is a String, and is unchanged. */
export function stringKeyFacts(ctx: Ctx, state: State, ref: Formula, contents: Formula): readonly Formula[] {
  return [
    isAllocated(ref, state.heap.alloc),
    hasClass(ctx.run, ref, 'String'),
    eq(select(heapMap(ctx, state, TEXT), ref), contents),
  ];
}

/** Keys of a hash from the caller have the declared key type. */
export function assumeKeyType(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  assume(ctx, state, and(...keyTypeFacts(ctx, state, hash, key)));
}

/** A loop may have stored nil as a key, because keys are not required to be non-nil. */
export function keyTypeFacts(ctx: Ctx, state: State, hash: HashVal, key: Formula): readonly Formula[] {
  const type = keyTypeOf(hash.type);
  const left = loopEntrySymbols(ctx, state, hash, PRESENT).map(({ present, alloc }) =>
    implies(select(present, key), or(isTag(key, 'nil'), keyGuard(ctx, key, type, alloc))),
  );
  const given = baseSymbols(heapMap(ctx, state, PRESENT)).flatMap(present => {
    const base = ctx.run.heapNotes.bases.get(present.name);
    if (!base || base.epoch.taint !== null) return [];
    const there = select(select(present, hash.term), key);
    return [implies(and(le(hash.term, base.epoch.alloc), there), keyGuard(ctx, key, type, base.epoch.alloc))];
  });
  return [...given, ...left];
}

function keyGuard(ctx: Ctx, key: Formula, type: Type, alloc: Formula): Formula {
  const kinds = unionMembers(type).map(member =>
    classNameOf(member) === 'String' && representationOf(member) === 'ref'
      ? apply('(_ is v-text)', [key], BOOL_SORT)
      : typeGuard(ctx.run, key, member, alloc),
  );
  return or(...kinds);
}
