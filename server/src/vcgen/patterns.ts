/**
 * `subject in pattern`: a condition, and locals bound where it holds. Values match by `===`; array patterns take arrays
 * apart. Hash and find patterns, and `deconstruct` of one's own classes, are not modelled.
 */
import { compare } from '../logic/arithmetic';
import { and, eq, FALSE, int, not, or, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Match, Pattern } from '../ril/ril';
import { elementInRange, isArray, lengthOf } from './arrays';
import { type Ctx, type Out, placeOf } from './context';
import { skipped } from './exceptions';
import { type State, withPath } from './state';
import { joinValues, truthy, type Val } from './value';
import { assignLocal, readLocal } from './variables';

interface Matched {
  readonly condition: Formula;
  readonly state: State;
}

export function evaluateMatch(ctx: Ctx, expr: Match, state: State): Out {
  const subject = ctx.run.rules.evaluate(ctx, expr.subject, state);
  const matched = matchPattern(ctx, expr.pattern, subject.value, subject.state, TRUE);
  if (!matched) return skipped(ctx, 'this pattern', expr, subject.state);
  if (!expr.raises) return { value: { kind: 'bool', term: matched.condition }, state: matched.state };
  const failed = withPath(matched.state, and(matched.state.path, not(matched.condition)));
  ctx.sinks.raises.push({
    value: { kind: 'nil' },
    state: failed,
    place: placeOf(ctx, expr),
    exception: 'NoMatchingPatternError',
  });
  return { value: { kind: 'nil' }, state: withPath(matched.state, and(matched.state.path, matched.condition)) };
}

/** `when`: what must hold for this part to be looked at. */
function matchPattern(ctx: Ctx, pattern: Pattern, subject: Val, state: State, when: Formula): Matched | null {
  switch (pattern.type) {
    case 'value': {
      const value = ctx.run.rules.evaluate(ctx, pattern.value, state);
      const out = ctx.run.rules.send(
        ctx,
        value.value,
        '===',
        [subject],
        pattern,
        withPath(value.state, and(value.state.path, when)),
      );
      return { condition: truthy(out.value), state: withPath(out.state, state.path) };
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
    default:
      return null;
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
  state: State,
  when: Formula,
): Matched | null {
  if (pattern.constant || pattern.rest?.name || pattern.after.length > 0 || !isArray(subject)) return null;
  const length = lengthOf(ctx, state, subject);
  const wanted = int(pattern.before.length);
  let condition = pattern.rest ? compare('>=', length, wanted) : eq(length, wanted);
  let next = state;
  for (const [index, part] of pattern.before.entries()) {
    const matched = matchPattern(ctx, part, elementInRange(ctx, next, subject, int(index)), next, and(when, condition));
    if (!matched) return null;
    condition = and(condition, matched.condition);
    next = matched.state;
  }
  return { condition, state: next };
}
