/** Hash literals, `Hash.new` and `Hash.new(x)`: entries are stored in order. A default block is not modelled. */
import type { HashLit } from '../../ril/ril';
import { ANY, nominal, SYMBOL, type Type } from '../../types/type';
import { flowInto } from '../obligations/flowInto';
import type { Args, Site } from '../state/call';
import { type Ctx, checkedType, makeUnmodelled, type Out, placeOf } from '../state/context';
import { hashTypeFor, literalKey, valueTypeOf } from '../state/hashTypes';
import { classNameOf, isDynamic } from '../state/representation';
import type { State } from '../state/state';
import { boxValue, typeOf, type Val } from '../state/value';
import { markEscaped } from './escape';
import { type Contents, contentsOf, EMPTY, isHash, keyTerm, makeHash, putEntry } from './hashes';

export function evaluateHash(ctx: Ctx, expr: HashLit, state: State): Out {
  const { evaluate } = ctx.run.rules;
  const keys: Val[] = [];
  const values: Val[] = [];
  let next = state;
  let parts: Contents | null = EMPTY;
  const enter = (key: Val, value: Val): void => {
    const term = keyTerm(ctx, next, key);
    const stored = boxValue(value);
    parts = parts && term && stored ? putEntry(parts, term, stored) : null;
    keys.push(key);
    values.push(value);
  };
  for (const entry of expr.entries) {
    if (entry.type === 'keyword') {
      const out = evaluate(ctx, entry.value, next);
      next = out.state;
      enter({ kind: 'sym', term: { kind: 'text', value: entry.name, sort: { kind: 'string' } } }, out.value);
    } else if (entry.type === 'pair') {
      const key = evaluate(ctx, entry.key, next);
      const out = evaluate(ctx, entry.value, key.state);
      next = out.state;
      enter(key.value, out.value);
    } else if (entry.type === 'doubleSplat' && entry.value) {
      const out = evaluate(ctx, entry.value, next);
      next = out.state;
      const first: boolean = keys.length === 0 && parts === EMPTY && isHash(out.value);
      parts = first && isHash(out.value) ? { ...contentsOf(ctx, next, out.value), default: EMPTY.default } : null;
      if (isHash(out.value)) values.push(out.value);
    } else parts = null;
  }
  const type = literalType(ctx.frame.types.get(expr), keys, values);
  if (parts === null || type === null)
    return { value: makeUnmodelled(ctx, { kind: 'hash-literal' }, expr), state: markEscaped(next, ...values) };
  // If the literal takes the expected type, its values take theirs.
  if (!ctx.spec && type.kind === 'nominal')
    for (const value of values.length === keys.length ? values : [])
      flowInto(ctx, next, { value, type: valueTypeOf(type), place: placeOf(ctx, expr), subject: { kind: 'value' } });
  const made = makeHash(ctx, markEscaped(next, ...values), type, parts);
  return { value: made.object, state: made.state };
}

/** The checker's type if it is more precise (an empty hash that is filled later, a splat). */
function literalType(checked: Type | undefined, keys: readonly Val[], values: readonly Val[]): Type | null {
  if (checked && classNameOf(checked) === 'Hash' && !saysNothing(checked))
    return checked.kind === 'finiteHash' ? withOpenEntries(checked) : checked;
  return values.length === keys.length ? hashTypeFor(keys, values) : null;
}

function saysNothing(type: Type): boolean {
  return (
    type.kind === 'nominal' && (type.args.length < 2 || type.args.some(arg => isDynamic(arg) || arg.kind === 'bottom'))
  );
}

/** `{ a: [] }`: the element types of nested containers are unknown yet, and required later. */
function withOpenInside(type: Type): Type {
  if (type.kind === 'tuple')
    return type.elements.length === 0
      ? nominal('Array', [ANY])
      : { ...type, elements: type.elements.map(withOpenInside) };
  if (type.kind !== 'finiteHash') return type;
  return type.entries.length === 0 && type.rest === null ? nominal('Hash', [ANY, ANY]) : withOpenEntries(type);
}

function withOpenEntries(type: Extract<Type, { kind: 'finiteHash' }>): Type {
  return { ...type, entries: type.entries.map(entry => ({ ...entry, type: withOpenInside(entry.type) })) };
}

/** `Hash.new`, `Hash.new(x)`. */
export function constructHash(ctx: Ctx, args: Args, site: Site, state: State): Out | null {
  if (args.block || args.irregular || args.keywords.size > 0 || args.positional.length > 1) return null;
  const checked = checkedType(ctx, site);
  const [value] = args.positional;
  const known = checked && classNameOf(checked) === 'Hash' && !saysNothing(checked);
  const type = known ? checked : nominal('Hash', [ANY, value ? typeOf(value) : ANY]);
  const otherwise = value ? boxValue(value) : EMPTY.default;
  if (otherwise === null) return null;
  const made = makeHash(ctx, value ? markEscaped(state, value) : state, type, { ...EMPTY, default: otherwise });
  return { value: made.object, state: made.state };
}

/** Keywords that a core method takes as one hash (`h.merge(a: 1)`). */
export function keywordsAsHash(ctx: Ctx, args: Args, state: State, valueType?: Type): Out | null {
  let parts = EMPTY;
  for (const [name, value] of args.keywords) {
    const term = boxValue(value);
    if (term === null) return null;
    parts = putEntry(parts, literalKey({ type: 'symbol', value: name }), term);
  }
  const values = [...args.keywords.values()];
  const held = valueType ?? (hashTypeFor([], values) as { args: readonly Type[] }).args[1]!;
  const type = nominal('Hash', [SYMBOL, held]);
  const made = makeHash(ctx, markEscaped(state, ...values), type, parts);
  return { value: made.object, state: made.state };
}
