/** Checks the arguments of a call in order: returns their types and the environment after the last one. */
import type { Span } from '../../base/span';
import type { Arg, Expr } from '../../ril/ril';
import type { HashEntry, Type } from '../../types/type';
import { BOTTOM, DYNAMIC, nominal, SYMBOL } from '../../types/type';
import { generaliseType, joinAllTypes, joinTwoTypes, resolveType } from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { literalType } from '../types/literals';
import { memberTuple } from '../types/structs';

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
        else list.push(...markFixedLength(now, arg.value, expandSplat(ctx, evaluate(arg.value), arg.span, arg.value)));
        break;
      case 'doubleSplat':
        if (arg.value === null) open = true;
        else
          list.push(
            ...markFixedLength(now, arg.value, expandDoubleSplat(ctx, evaluate(arg.value), arg.span, arg.value)),
          );
        break;
      case 'forward':
        if (ctx.frame.forwarded) list.push(...ctx.frame.forwarded.map(actual => forwardArgument(actual, arg.span)));
        else open = true;
        break;
    }
  }
  return { list, env: now, open };
}

/** An argument of the calling method, which has no place of its own here. */
function forwardArgument(actual: Actual, span: Span): Actual {
  const plain = { ...actual, span, expr: null, isSure: true } as const;
  return plain.kind === 'keyword' ? { ...plain, nameSpan: span } : plain;
}

/** Nothing else can have changed a literal here, or one that a local holds and that did not escape. */
function markFixedLength(env: Env, { kind, ...value }: Expr, expanded: readonly Actual[]): readonly Actual[] {
  const isKept = kind === 'var' && 'name' in value && env.growing.has(value.name);
  if (!isKept && kind !== 'array' && kind !== 'hash') return expanded;
  return expanded.map(actual => (actual.expr === null ? { ...actual, isSure: true as const } : actual));
}

function expandSplat(ctx: Ctx, type: Type, span: Span, expr: Expr): readonly Actual[] {
  const given = resolveType(ctx, type);
  const plain = memberTuple(ctx, given) ?? given;
  if (plain.kind === 'tuple')
    return plain.elements.map(element => ({ kind: 'positional', type: element, span, expr: null }));
  return [{ kind: 'splat', type: elementOfSplat(ctx, plain), span, expr }];
}

/** `*x` passes the elements of an array, those of `x.to_a`, or else x itself. */
function elementOfSplat(ctx: Ctx, type: Type): Type {
  const [element] = argumentsAs(ctx, type, 'Array');
  if (element !== undefined) return element;
  const [item] = argumentsAs(ctx, type, 'Enumerable');
  return item ?? DYNAMIC;
}

function expandDoubleSplat(ctx: Ctx, type: Type, span: Span, expr: Expr): readonly Actual[] {
  const plain = resolveType(ctx, type);
  if (plain.kind === 'finiteHash' && plain.rest === null && plain.entries.every(entry => entry.key.type === 'symbol')) {
    return plain.entries.map(entry => ({ kind: 'keyword', name: keyName(entry), type: entry.type, span, expr: null }));
  }
  return [{ kind: 'keywords', type: argumentsAs(ctx, plain, 'Hash')[1] ?? DYNAMIC, span, expr }];
}

function keyName(entry: HashEntry): string {
  return entry.key.type === 'symbol' ? entry.key.value : '';
}

/** Ruby passes the keywords of a call to a method without keyword parameters as one trailing hash. */
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
    keys = joinTwoTypes(ctx, keys, actual.kind === 'pair' ? generaliseType(ctx, actual.key) : SYMBOL);
  }
  if (entries.length === named.length) return { kind: 'finiteHash', entries, rest: null };
  const values = named.map(actual => generaliseType(ctx, actual.type));
  return nominal('Hash', [keys, joinAllTypes(ctx, values)]);
}

/** The literal type of an argument, used by `is_a?`-like tests and tuple indices. */
export function literalOf(expr: Expr | null): Type | null {
  return expr?.kind === 'lit' ? literalType(expr.value) : null;
}
