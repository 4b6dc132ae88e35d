/**
 * `list.all?(C)`, `list.all? { |x| x.is_a?(C) }`, `list.none?(nil)`: until the contents may have changed, what is taken out of
 * the list is a C. A fact beside those of guards.ts; it is used by calls that read, and whose block leaves the contents alone.
 */
import type { Call, Expr } from '../ril/ril';
import type { Type } from '../types/type';
import { NIL, nominal } from '../types/type';
import type { Ctx } from './context';
import type { Env } from './env';
import { setFact } from './env';
import { elementIn, passingAll } from './filteredElements';
import { testedClass } from './greppedElements';
import { className, instancePart, notInstancePart, notLiteralPart } from './narrow';
import { pathOf } from './path';
import { resolved, sameTypes } from './relations';

const ELEMENTS = '%elements';

/** What is known after the call was truthy. */
export function learnElements(ctx: Ctx, env: Env, call: Call): Env {
  if (!env.reachable || call.receiver === null || (call.method !== 'all?' && call.method !== 'none?')) return env;
  const seen = ctx.out.types.get(call.receiver);
  const path = seen === undefined ? null : pathOf(ctx, call.receiver);
  const element = seen === undefined ? null : elementIn(ctx, resolved(ctx, seen));
  if (path === null || element === null || !isOfLibrary(ctx, call)) return env;
  const known =
    call.args.length > 0 ? matching(ctx, call, element) : passingAll(ctx, env, call, element, branchOf(call));
  return known === null || known.kind === 'bottom' || sameTypes(known, element)
    ? env
    : setFact(env, `${path}.${ELEMENTS}`, known);
}

function branchOf(call: Call): 'truthy' | 'falsy' {
  return call.method === 'all?' ? 'truthy' : 'falsy';
}

function isOfLibrary(ctx: Ctx, call: Call): boolean {
  const target = ctx.out.calls.get(call);
  return (
    target?.dynamic === false && target.candidates.every(one => /^(Array|Hash|Set|Enumerable)#/.test(one.method ?? ''))
  );
}

function matching(ctx: Ctx, call: Call, element: Type): Type | null {
  const [only] = call.args;
  if (call.args.length !== 1 || only?.type !== 'positional') return null;
  const { value } = only;
  if (value.kind === 'lit' && value.value.type === 'nil')
    return call.method === 'none?' ? notLiteralPart(ctx, element, NIL) : null;
  const name = testedClass(ctx, value);
  if (name === null) return null;
  return call.method === 'all?' ? instancePart(ctx, element, name) : notInstancePart(ctx, element, name);
}

/** Methods that neither write the receiver nor hand it out. */
const READS: ReadonlySet<string> = new Set(
  `map collect flat_map collect_concat filter_map select filter reject find_all find detect sum inject reduce min max minmax
  min_by max_by sort sort_by group_by partition first last [] at fetch dig values values_at take drop join zip
  each_with_object to_h index_by uniq reverse compact tally`.split(/\s+/),
);

/** The receiver as the call may see it; null: nothing more is known of it. */
export function sureReceiver(ctx: Ctx, env: Env, call: Call, type: Type): Type | null {
  if (env.facts.size === 0 || call.receiver === null || !READS.has(call.method)) return null;
  const name = factOf(ctx, call.receiver);
  const element = name === null ? undefined : env.facts.get(name);
  const kind = className(resolved(ctx, type));
  if (element === undefined || kind === null) return null;
  return nominal(kind, kind === 'Hash' && element.kind === 'tuple' ? element.elements : [element]);
}

/** Does the fact still hold after the call? */
export function staysSure(ctx: Ctx, after: Env, receiver: Expr): boolean {
  const name = factOf(ctx, receiver);
  return name !== null && after.facts.has(name);
}

function factOf(ctx: Ctx, receiver: Expr): string | null {
  const path = pathOf(ctx, receiver);
  return path === null ? null : `${path}.${ELEMENTS}`;
}
