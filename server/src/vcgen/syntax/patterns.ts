/**
 * `subject in pattern`: a condition, and locals bound where it holds. Values match by `===`; array patterns destructure
 * arrays, hash patterns hashes, both also the results of `deconstruct` and `deconstruct_keys` (deconstruct.ts). Find
 * patterns in arrays of unknown length are not modelled.
 */

import { add, compare, integer, sub } from '../../logic/arithmetic';
import { and, eq, FALSE, int, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { hasHashPattern } from '../../ril/bindings';
import type { Match, Pattern } from '../../ril/ril';
import { assignLocal, readLocal } from '../fields/variables';
import { elementInRange, lengthOf } from '../heap/arrays';
import { contentsOf, EMPTY, isKeyPresent, makeHash, removeEntry, valueAt } from '../heap/hashes';
import { positionalArgs } from '../state/call';
import { type Ctx, type Out, placeOf } from '../state/context';
import { literalKey } from '../state/hashTypes';
import { type State, withPath } from '../state/state';
import { valueFromTerm } from '../state/typeGuards';
import { type ArrayVal, boxValue, isTruthy, joinValues, type Val } from '../state/value';
import { deconstruct } from './deconstruct';
import { skipUnmodelled } from './exceptions';
import { NO_MATCH, requireMatch } from './noMatchingPattern';

interface Matched {
  readonly condition: Formula;
  readonly state: State;
}

export function evaluateMatch(ctx: Ctx, expr: Match, state: State): Out {
  const subject = ctx.run.rules.evaluate(ctx, expr.subject, state);
  const matched = matchPattern(ctx, expr.pattern, subject.value, subject.state, TRUE);
  if (!matched) return skipUnmodelled(ctx, { kind: 'pattern' }, expr, subject.state);
  if (!expr.raises) return { value: { kind: 'bool', term: matched.condition }, state: matched.state };
  // A missing key raises an error of its own class (NoMatchingPatternKeyError).
  const exception = hasHashPattern(expr.pattern) ? null : NO_MATCH;
  return {
    value: { kind: 'nil' },
    state: requireMatch(ctx, matched.state, matched.condition, placeOf(ctx, expr), exception),
  };
}

/** `when`: the condition under which this part is matched. */
function matchPattern(ctx: Ctx, pattern: Pattern, subject: Val, state: State, when: Formula): Matched | null {
  switch (pattern.type) {
    case 'value': {
      const value = ctx.run.rules.evaluate(ctx, pattern.value, state);
      const out = ctx.run.rules.send(
        ctx,
        { receiver: value.value, method: '===', args: positionalArgs([subject]), site: pattern },
        withPath(value.state, and(value.state.path, when)),
      );
      return { condition: isTruthy(out.value), state: withPath(out.state, state.path) };
    }
    case 'bind':
      return bind(ctx, pattern.name, subject, state, when);
    case 'capture': {
      const inner = matchPattern(ctx, pattern.pattern, subject, state, when);
      const bound = inner && bind(ctx, pattern.name, subject, inner.state, and(when, inner.condition));
      return bound && { condition: inner.condition, state: bound.state };
    }
    case 'alternative':
      return alternatives(ctx, pattern.alternatives, subject, state, when);
    case 'array':
      return arrayPattern(ctx, pattern, subject, state, when);
    case 'find':
      return findPattern(ctx, pattern, subject, state, when);
    case 'hash':
      return hashPattern(ctx, pattern, subject, state, when);
  }
}

function bind(ctx: Ctx, name: string, subject: Val, state: State, when: Formula): Matched | null {
  if (name === '_') return { condition: TRUE, state };
  const joined = joinValues(when, subject, readLocal(ctx, state, name));
  return joined && { condition: TRUE, state: assignLocal(ctx, state, name, joined) };
}

function alternatives(ctx: Ctx, list: readonly Pattern[], subject: Val, state: State, when: Formula): Matched | null {
  let condition: Formula = FALSE;
  let next = state;
  for (const each of list) {
    const matched = matchPattern(ctx, each, subject, next, and(when, not(condition)));
    if (!matched) return null;
    condition = or(condition, matched.condition);
    next = matched.state;
  }
  return { condition, state: next };
}

function arrayPattern(
  ctx: Ctx,
  pattern: Pattern & { type: 'array' },
  subject: Val,
  entered: State,
  when: Formula,
): Matched | null {
  const opened = deconstruct(ctx, pattern, subject, entered, when);
  if (!opened) return null;
  const { is, held: array, state } = opened;
  if (!array) return { condition: FALSE, state };
  const { before, rest, after } = pattern;
  const length = lengthOf(ctx, state, array);
  const wanted = int(before.length + after.length);
  const fits = and(is, rest ? compare('>=', length, wanted) : eq(length, wanted));
  const parts = [
    ...before.map((part, index) => ({ part, index: int(index) })),
    ...after.map((part, index) => ({ part, index: add(sub(length, int(after.length)), int(index)) })),
  ];
  const matched = matchElements(ctx, array, parts, { condition: fits, state }, when);
  if (!matched || !rest?.name) return matched;
  const count: Val = { kind: 'int', term: sub(length, wanted) };
  const on = withPath(matched.state, and(matched.state.path, when, matched.condition));
  const between = ctx.run.rules.send(
    ctx,
    {
      receiver: array,
      method: '[]',
      args: positionalArgs([{ kind: 'int', term: int(before.length) }, count]),
      site: pattern,
    },
    on,
  );
  const next = withPath(between.state, matched.state.path);
  const slice = valueFromTerm(boxValue(between.value)!, array.type);
  const bound = bind(ctx, rest.name, slice, next, and(when, matched.condition));
  return bound && { condition: matched.condition, state: bound.state };
}

function matchElements(
  ctx: Ctx,
  array: ArrayVal,
  parts: readonly { readonly part: Pattern; readonly index: Formula }[],
  start: Matched,
  when: Formula,
): Matched | null {
  let { condition, state } = start;
  for (const { part, index } of parts) {
    const element = elementInRange(ctx, state, array, index);
    const matched = matchPattern(ctx, part, element, state, and(when, condition));
    if (!matched) return null;
    condition = and(condition, matched.condition);
    state = matched.state;
  }
  return { condition, state };
}

/** The first position where the middle matches, in an array of known length. */
function findPattern(
  ctx: Ctx,
  pattern: Pattern & { type: 'find' },
  subject: Val,
  entered: State,
  when: Formula,
): Matched | null {
  const opened = pattern.before || pattern.after ? null : deconstruct(ctx, pattern, subject, entered, when);
  if (!opened) return null;
  const { is, held: array, state } = opened;
  if (!array) return { condition: FALSE, state };
  const length = integer(lengthOf(ctx, state, array));
  if (length === null || length > MOST_PLACES) return null;
  let found: Formula = FALSE;
  let next = state;
  for (let at = 0; at + pattern.middle.length <= Number(length); at++) {
    const parts = pattern.middle.map((part, index) => ({ part, index: int(at + index) }));
    const matched = matchElements(ctx, array, parts, { condition: is, state: next }, and(when, not(found)));
    if (!matched) return null;
    found = or(found, matched.condition);
    next = matched.state;
  }
  return { condition: found, state: next };
}

const MOST_PLACES = 20n;

/** Each key is present and its value matches; `**nil` and `{}` allow no others, `**rest` is a new hash of them. */
function hashPattern(
  ctx: Ctx,
  pattern: Pattern & { type: 'hash' },
  subject: Val,
  entered: State,
  when: Formula,
): Matched | null {
  const opened = deconstruct(ctx, pattern, subject, entered, when);
  if (!opened) return null;
  const { is, held: hash, state } = opened;
  if (!hash) return { condition: FALSE, state };
  const { entries, rest } = pattern;
  let condition = is;
  let next = state;
  let others = contentsOf(ctx, state, hash);
  if (rest === 'nil' || (rest === null && entries.length === 0))
    condition = and(is, eq(others.size, int(entries.length)));
  for (const entry of entries) {
    const key = literalKey({ type: 'symbol', value: entry.key });
    condition = and(condition, isKeyPresent(ctx, next, hash, key));
    const part: Pattern = entry.pattern ?? { type: 'bind', span: pattern.span, name: entry.key };
    const matched = matchPattern(ctx, part, valueAt(ctx, next, hash, key), next, and(when, condition));
    if (!matched) return null;
    condition = and(condition, matched.condition);
    next = matched.state;
    others = removeEntry(others, key);
  }
  if (rest === null || rest === 'nil' || rest.name === null) return { condition, state: next };
  const made = makeHash(ctx, next, hash.type, { ...others, default: EMPTY.default });
  const bound = bind(ctx, rest.name, made.object, made.state, and(when, condition));
  return bound && { condition, state: bound.state };
}
