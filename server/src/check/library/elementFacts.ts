/**
 * After `list.all?(C)`, `list.all? { |x| x.is_a?(C) }` or `list.none?(nil)`, elements read from the list are narrowed
 * until its contents may have changed. A fact like those of nilGuards.ts, used by calls that only read and whose block
 * leaves the contents unchanged.
 */
import { factsOf, mayWriteContents, returnedByContainer } from '../../program/libraryFacts';
import type { Call, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { NIL, nominal } from '../../types/type';
import { className, instancePart, notInstancePart, notLiteralPart } from '../../typing/narrow';
import { resolveType, sameTypes } from '../../typing/typeOps';
import { pathOf } from '../facts/accessPath';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { setFact } from '../state/env';
import { elementIn, narrowByPredicate } from './filteredElements';
import { testedClass } from './greppedElements';

const ELEMENTS = '%elements';

/** The facts that hold after the call was truthy. */
export function learnElementFacts(ctx: Ctx, env: Env, call: Call): Env {
  if (!env.reachable || call.receiver === null || quantityOf(ctx, call) === null) return env;
  const seen = ctx.out.types.get(call.receiver);
  const path = seen === undefined ? null : pathOf(ctx, call.receiver);
  const element = seen === undefined ? null : elementIn(ctx, resolveType(ctx, seen));
  if (path === null || element === null || !isOfLibrary(ctx, call)) return env;
  const known =
    call.args.length > 0
      ? elementMatching(ctx, call, element)
      : narrowByPredicate(ctx, env, call, element, quantityOf(ctx, call) === 'every' ? 'truthy' : 'falsy');
  return known === null || known.kind === 'bottom' || sameTypes(known, element)
    ? env
    : setFact(env, `${path}.${ELEMENTS}`, known);
}

/** Something holds for all elements, or for none. */
function quantityOf({ program }: Ctx, { method }: Call): 'every' | 'no' | null {
  const { answers } = factsOf(program, 'Array', method);
  return answers === 'every' || answers === 'no' ? answers : null;
}

function isOfLibrary(ctx: Ctx, call: Call): boolean {
  const target = ctx.out.calls.get(call);
  return (
    target?.dynamic === false && target.candidates.every(one => /^(Array|Hash|Set|Enumerable)#/.test(one.method ?? ''))
  );
}

function elementMatching(ctx: Ctx, call: Call, element: Type): Type | null {
  const [only] = call.args;
  if (call.args.length !== 1 || only?.type !== 'positional') return null;
  const { value } = only;
  if (value.kind === 'lit' && value.value.type === 'nil')
    return quantityOf(ctx, call) === 'no' ? notLiteralPart(ctx, element, NIL) : null;
  const name = testedClass(ctx, value);
  if (name === null) return null;
  return quantityOf(ctx, call) === 'every' ? instancePart(ctx, element, name) : notInstancePart(ctx, element, name);
}

const CONTAINERS = ['Array', 'Hash', 'Set'] as const;

/** Whether the method neither writes the receiver nor returns it, so that no other name for it exists. */
function onlyReads({ program }: Ctx, method: string): boolean {
  const returned = returnedByContainer(program, CONTAINERS, method);
  return (returned === 'new' || returned === 'other') && !mayWriteContents(program, method);
}

/** The receiver's type narrowed by the fact; null if there is no fact. */
export function receiverByElementFacts(ctx: Ctx, env: Env, call: Call, type: Type): Type | null {
  if (env.facts.size === 0 || call.receiver === null || !onlyReads(ctx, call.method)) return null;
  const name = factOf(ctx, call.receiver);
  const element = name === null ? undefined : env.facts.get(name);
  const kind = className(resolveType(ctx, type));
  if (element === undefined || kind === null) return null;
  return nominal(kind, kind === 'Hash' && element.kind === 'tuple' ? element.elements : [element]);
}

/** Does the fact still hold after the call? */
export function keepsElementFacts(ctx: Ctx, after: Env, receiver: Expr): boolean {
  const name = factOf(ctx, receiver);
  return name !== null && after.facts.has(name);
}

function factOf(ctx: Ctx, receiver: Expr): string | null {
  const path = pathOf(ctx, receiver);
  return path === null ? null : `${path}.${ELEMENTS}`;
}
