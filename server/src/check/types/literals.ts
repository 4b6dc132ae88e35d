/**
 * Literals: numbers, strings and symbols have singleton types, array and hash literals are tuples and finite hashes
 * (RDL).
 */
import { candidates } from '../../program/lookup';
import type { ArrayLit, Expr, HashLit, Interpolate, LiteralValue, RangeLit } from '../../ril/ril';
import type { HashEntry, Type } from '../../types/type';
import { BOTTOM, DYNAMIC, FALSE, NIL, nominal, STRING, SYMBOL, TRUE } from '../../types/type';
import { className } from '../../typing/narrow';
import { mayHaveUnknownMethods } from '../../typing/openClasses';
import { elementOf, generaliseType, joinTwoTypes, resolveType } from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { memberTuple } from './structs';

/** Longer literals are plain arrays, not tuples. */
const LONGEST_TUPLE = 16;

export function literalType(value: LiteralValue): Type {
  switch (value.type) {
    case 'nil':
      return NIL;
    case 'true':
      return TRUE;
    case 'false':
      return FALSE;
    case 'integer':
    case 'float':
    case 'symbol':
      return { kind: 'literal', value: { type: value.type, value: value.value } };
    case 'string':
      return STRING;
    case 'rational':
      return nominal('Rational');
    case 'imaginary':
      return nominal('Complex');
    case 'regexp':
      return nominal('Regexp');
  }
}

export function checkArray(ctx: Ctx, env: Env, array: ArrayLit, expected: Type | null): Typed {
  const hint = expected === null ? null : resolveType(ctx, expected);
  const elements: Type[] = [];
  let spread: Type | null = null;
  let now = env;
  array.elements.forEach((arg, i) => {
    const value = argumentValue(arg);
    if (value === null) {
      spread = DYNAMIC;
      return;
    }
    const typed = ctx.rules.expr(ctx, now, value, arg.type === 'splat' ? null : elementHint(ctx, hint, i));
    now = typed.env;
    const given = resolveType(ctx, typed.type);
    const plain = arg.type === 'splat' ? (memberTuple(ctx, given) ?? given) : given;
    if (arg.type !== 'splat' || isSingleElement(ctx, plain)) elements.push(typed.type);
    else if (plain.kind === 'tuple') elements.push(...plain.elements);
    else if (plain.kind !== 'nil')
      spread = joinTwoTypes(
        ctx,
        spread ?? BOTTOM,
        argumentsAs(ctx, plain, 'Enumerable')[0] ?? argumentsAs(ctx, plain, 'Array')[0] ?? DYNAMIC,
      );
  });
  if (spread === null && elements.length <= LONGEST_TUPLE) return { type: { kind: 'tuple', elements }, env: now };
  const all = elementOf(ctx, elements);
  return { type: nominal('Array', [spread === null ? all : joinTwoTypes(ctx, all, spread)]), env: now };
}

/** `[*1]` is `[1]`: the splat of a value without `to_a`. */
function isSingleElement(ctx: Ctx, type: Type): boolean {
  const name = type.kind === 'bool' ? 'TrueClass' : className(type);
  if (name === null || ctx.program.classes.get(name)?.kind !== 'class' || mayHaveUnknownMethods(ctx, name))
    return false;
  return candidates(ctx.program, name, 'to_a').length === 0;
}

function argumentValue(arg: ArrayLit['elements'][number]): Expr | null {
  return arg.type === 'forward' ? null : arg.value;
}

function elementHint(ctx: Ctx, expected: Type | null, index: number): Type | null {
  if (expected === null) return null;
  if (expected.kind === 'tuple') return expected.elements[index] ?? null;
  return argumentsAs(ctx, expected, 'Array')[0] ?? null;
}

export function checkHash(ctx: Ctx, env: Env, hash: HashLit, expected: Type | null): Typed {
  const hint = expected === null ? null : resolveType(ctx, expected);
  const entries: HashEntry[] = [];
  let keys: Type = BOTTOM;
  let values: Type = BOTTOM;
  let finite = true;
  let now = env;
  const evaluate = (expr: Expr, wanted: Type | null): Type => {
    const typed = ctx.rules.expr(ctx, now, expr, wanted);
    now = typed.env;
    return typed.type;
  };
  const add = (key: Type, type: Type): void => {
    if (key.kind === 'literal') entries.push({ key: key.value, type, optional: false });
    else finite = false;
    keys = joinTwoTypes(ctx, keys, generaliseType(ctx, key));
    values = joinTwoTypes(ctx, values, generaliseType(ctx, type));
  };
  for (const entry of hash.entries) {
    if (entry.type === 'keyword') {
      const symbol: Type = { kind: 'literal', value: { type: 'symbol', value: entry.name } };
      add(symbol, evaluate(entry.value, valueHint(ctx, hint, entry.name)));
    } else if (entry.type === 'pair') {
      const key = evaluate(entry.key, null);
      const value =
        entry.key.kind === 'lit' && entry.key.value.type === 'string' ? stringKey(entry.key.value.value) : key;
      add(value, evaluate(entry.value, valueHint(ctx, hint, null)));
    } else if (entry.type === 'doubleSplat' && entry.value !== null) {
      const inner = resolveType(ctx, evaluate(entry.value, null));
      if (inner.kind === 'finiteHash' && inner.rest === null) entries.push(...inner.entries);
      else finite = false;
      const [k, v] = argumentsAs(ctx, inner, 'Hash');
      keys = joinTwoTypes(ctx, keys, k ?? DYNAMIC);
      values = joinTwoTypes(ctx, values, v ?? DYNAMIC);
    } else {
      finite = false;
      keys = DYNAMIC;
      values = DYNAMIC;
    }
  }
  if (finite && entries.length <= LONGEST_TUPLE)
    return { type: { kind: 'finiteHash', entries: keepLastEntries(entries), rest: null }, env: now };
  return { type: nominal('Hash', [keys, values]), env: now };
}

function stringKey(value: string): Type {
  return { kind: 'literal', value: { type: 'string', value } };
}

function valueHint(ctx: Ctx, expected: Type | null, key: string | null): Type | null {
  if (expected === null) return null;
  if (expected.kind === 'finiteHash') {
    const entry = expected.entries.find(one => one.key.type === 'symbol' && one.key.value === key);
    return entry?.type ?? expected.rest;
  }
  return argumentsAs(ctx, expected, 'Hash')[1] ?? null;
}

/** `{ a: 1, a: 2 }`: the last entry wins. */
function keepLastEntries(entries: readonly HashEntry[]): readonly HashEntry[] {
  const byKey = new Map(entries.map(entry => [JSON.stringify(entry.key), entry]));
  return [...byKey.values()];
}

/** `a..b` is a Range of the join of both ends; an open end adds nothing. */
export function checkRange(ctx: Ctx, env: Env, range: RangeLit): Typed {
  let now = env;
  let element: Type = BOTTOM;
  for (const end of [range.from, range.to]) {
    if (end === null) continue;
    const typed = ctx.rules.expr(ctx, now, end, null);
    now = typed.env;
    if (typed.type.kind !== 'nil') element = joinTwoTypes(ctx, element, generaliseType(ctx, typed.type));
  }
  return { type: nominal('Range', [element.kind === 'bottom' ? DYNAMIC : element]), env: now };
}

export function checkInterpolation(ctx: Ctx, env: Env, text: Interpolate): Typed {
  let now = env;
  for (const part of text.parts) now = ctx.rules.expr(ctx, now, part, null).env;
  return { type: { string: STRING, symbol: SYMBOL, regexp: nominal('Regexp'), command: STRING }[text.as], env: now };
}

/** A literal accepted as `expected` gets that type: `[]` as Array<Integer>. */
export function settleLiteral(ctx: Ctx, expr: Expr, expected: Type): void {
  const type = ctx.out.types.get(expr);
  const wanted = resolveType(ctx, expected);
  if (type === undefined || (type.kind !== 'tuple' && type.kind !== 'finiteHash') || wanted.kind !== 'nominal') return;
  if (wanted.name !== 'Array' && wanted.name !== 'Hash') return;
  ctx.out.types.set(expr, wanted);
  if (expr.kind === 'array') for (const arg of expr.elements) settleArg(ctx, arg, wanted.args[0]);
  if (expr.kind === 'hash') for (const arg of expr.entries) settleArg(ctx, arg, wanted.args[1]);
}

function settleArg(ctx: Ctx, arg: ArrayLit['elements'][number], expected: Type | undefined): void {
  if (arg.type === 'forward' || arg.type === 'splat' || arg.value === null || expected === undefined) return;
  settleLiteral(ctx, arg.value, expected);
}
