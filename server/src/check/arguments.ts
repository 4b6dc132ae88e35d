/** A call's arguments, evaluated in order: their types, and what is known after them. */
import type { Span } from '../base/span';
import type { Arg, Expr } from '../ril/ril';
import type { HashEntry, Type } from '../types/type';
import { BOTTOM, DYNAMIC, nominal, SYMBOL } from '../types/type';
import type { Ctx } from './context';
import type { Env } from './env';
import { literalType } from './literals';
import { generalised, joined, joinedAll, resolved } from './relations';
import { memberTuple } from './structs';
import { argumentsAs } from './unify';

export type Actual =
  | { readonly kind: 'positional'; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
  /** Any number of positional arguments of this type. */
  | { readonly kind: 'splat'; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
  | {
      readonly kind: 'keyword';
      readonly name: string;
      /** Of `name:`; absent: it is not written so. */
      readonly nameSpan?: Span;
      readonly type: Type;
      readonly span: Span;
      readonly expr: Expr | null;
    }
  /** `'a' => 1` without braces. */
  | { readonly kind: 'pair'; readonly key: Type; readonly type: Type; readonly span: Span; readonly expr: Expr | null }
  /** `**h`: keywords that are not known one by one; `type` is that of their values. */
  | { readonly kind: 'keywords'; readonly type: Type; readonly span: Span; readonly expr: Expr | null };

export interface Actuals {
  readonly list: readonly Actual[];
  readonly env: Env;
  /** `...` and anonymous splats: what is passed is not known. */
  readonly open: boolean;
}

export function checkArguments(ctx: Ctx, env: Env, args: readonly Arg[]): Actuals {
  const list: Actual[] = [];
  let open = false;
  let now = env;
  const evaluate = (expr: Expr): Type => {
    const typed = ctx.rules.expr(ctx, now, expr, null);
    now = typed.env;
    return typed.type;
  };
  for (const arg of args) {
    switch (arg.type) {
      case 'positional':
        list.push({ kind: 'positional', type: evaluate(arg.value), span: arg.value.span, expr: arg.value });
        break;
      case 'keyword':
        list.push({
          kind: 'keyword',
          name: arg.name,
          nameSpan: { start: arg.span.start, end: Math.min(arg.span.start + arg.name.length, arg.span.end) },
          type: evaluate(arg.value),
          span: arg.value.span,
          expr: arg.value,
        });
        break;
      case 'pair': {
        const key = evaluate(arg.key);
        list.push({ kind: 'pair', key, type: evaluate(arg.value), span: arg.value.span, expr: arg.value });
        break;
      }
      case 'splat':
        if (arg.value === null) open = true;
        else list.push(...splatted(ctx, evaluate(arg.value), arg.span, arg.value));
        break;
      case 'doubleSplat':
        if (arg.value === null) open = true;
        else list.push(...doubleSplatted(ctx, evaluate(arg.value), arg.span, arg.value));
        break;
      case 'forward':
        open = true;
        break;
    }
  }
  return { list, env: now, open };
}

function splatted(ctx: Ctx, type: Type, span: Span, expr: Expr): readonly Actual[] {
  const given = resolved(ctx, type);
  const plain = memberTuple(ctx, given) ?? given;
  if (plain.kind === 'tuple')
    return plain.elements.map(element => ({ kind: 'positional', type: element, span, expr: null }));
  return [{ kind: 'splat', type: splatElement(ctx, plain), span, expr }];
}

/** `*x`: elements of an array, of whatever has `to_a`, else x itself. */
export function splatElement(ctx: Ctx, type: Type): Type {
  const [element] = argumentsAs(ctx, type, 'Array');
  if (element !== undefined) return element;
  const [item] = argumentsAs(ctx, type, 'Enumerable');
  return item ?? DYNAMIC;
}

function doubleSplatted(ctx: Ctx, type: Type, span: Span, expr: Expr): readonly Actual[] {
  const plain = resolved(ctx, type);
  if (plain.kind === 'finiteHash' && plain.rest === null && plain.entries.every(entry => entry.key.type === 'symbol')) {
    return plain.entries.map(entry => ({ kind: 'keyword', name: keyName(entry), type: entry.type, span, expr: null }));
  }
  return [{ kind: 'keywords', type: argumentsAs(ctx, plain, 'Hash')[1] ?? DYNAMIC, span, expr }];
}

function keyName(entry: HashEntry): string {
  return entry.key.type === 'symbol' ? entry.key.value : '';
}

/** Keywords for a method that has none: Ruby hands them over as one hash. */
export function keywordsAsHash(ctx: Ctx, actuals: readonly Actual[]): Actual | null {
  const named = actuals.filter(actual => actual.kind !== 'positional' && actual.kind !== 'splat');
  const first = named[0];
  if (first === undefined) return null;
  const span = { start: first.span.start, end: named[named.length - 1]?.span.end ?? first.span.end };
  return { kind: 'positional', type: hashOf(ctx, named), span, expr: null };
}

function hashOf(ctx: Ctx, named: readonly Actual[]): Type {
  const entries: HashEntry[] = [];
  let keys: Type = BOTTOM;
  for (const actual of named) {
    if (actual.kind === 'keyword')
      entries.push({ key: { type: 'symbol', value: actual.name }, type: actual.type, optional: false });
    keys = joined(ctx, keys, actual.kind === 'pair' ? generalised(ctx, actual.key) : SYMBOL);
  }
  if (entries.length === named.length) return { kind: 'finiteHash', entries, rest: null };
  const values = named.map(actual => generalised(ctx, actual.type));
  return nominal('Hash', [keys, joinedAll(ctx, values)]);
}

/** The literal that an argument is, for `is_a?`-like tests and tuple indices. */
export function literalOf(expr: Expr | null): Type | null {
  return expr?.kind === 'lit' ? literalType(expr.value) : null;
}
