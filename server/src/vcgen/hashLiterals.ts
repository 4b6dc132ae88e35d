/** Hash literals, `Hash.new` and `Hash.new(x)`: entries put in one after the other. A default block is not modelled. */
import type { HashLit } from '../ril/ril';
import { ANY, nominal, SYMBOL, type Type } from '../types/type';
import type { Args, Site } from './arguments';
import { type Ctx, notModelled, type Out, placeOf } from './context';
import { flowInto } from './flow';
import { type Contents, contentsOf, EMPTY, isHash, keyTerm, makeHash, put } from './hashes';
import { hashTypeFor, literalKey, valueTypeOf } from './hashTypes';
import { leak } from './leak';
import { classNameOf, isDynamic } from './shape';
import type { State } from './state';
import { boxed, typeOf, type Val } from './value';

export function evaluateHash(ctx: Ctx, expr: HashLit, state: State): Out {
  const { evaluate } = ctx.run.rules;
  const keys: Val[] = [];
  const values: Val[] = [];
  let next = state;
  let parts: Contents | null = EMPTY;
  const enter = (key: Val, value: Val): void => {
    const term = keyTerm(ctx, next, key);
    const stored = boxed(value);
    parts = parts && term && stored ? put(parts, term, stored) : null;
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
  if (parts === null || type === null) return { value: notModelled(ctx, 'a hash', expr), state: leak(next, ...values) };
  // A literal that was taken for what is wanted of it: so are its values.
  if (!ctx.spec && type.kind === 'nominal')
    for (const value of values.length === keys.length ? values : [])
      flowInto(ctx, next, value, valueTypeOf(type), placeOf(ctx, expr), 'the value');
  const made = makeHash(ctx, leak(next, ...values), type, parts);
  return { value: made.object, state: made.state };
}

/** The checker's type where it says something (an empty hash that is filled later, a splat). */
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

/** `{ a: [] }`: what its arrays and hashes will hold is not known yet, and will be asked for. */
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
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const [value] = args.positional;
  const known = checked && classNameOf(checked) === 'Hash' && !saysNothing(checked);
  const type = known ? checked : nominal('Hash', [ANY, value ? typeOf(value) : ANY]);
  const otherwise = value ? boxed(value) : EMPTY.default;
  if (otherwise === null) return null;
  const made = makeHash(ctx, value ? leak(state, value) : state, type, { ...EMPTY, default: otherwise });
  return { value: made.object, state: made.state };
}

/** Keywords that a core method takes as one hash (`h.merge(a: 1)`). */
export function keywordsAsHash(ctx: Ctx, args: Args, state: State, valueType?: Type): Out | null {
  let parts = EMPTY;
  for (const [name, value] of args.keywords) {
    const term = boxed(value);
    if (term === null) return null;
    parts = put(parts, literalKey({ type: 'symbol', value: name }), term);
  }
  const values = [...args.keywords.values()];
  const held = valueType ?? (hashTypeFor([], values) as { args: readonly Type[] }).args[1]!;
  const type = nominal('Hash', [SYMBOL, held]);
  const made = makeHash(ctx, leak(state, ...values), type, parts);
  return { value: made.object, state: made.state };
}
