/**
 * Candidate invariants: intervals and monotone counters, counters and lengths that keep step, the loop's condition made
 * loose, the result's refinement read for a variable of the loop. Each is asked on entry and after a round; the engine
 * drops those that fail and tries again, until the rest holds together (engine/laps.ts).
 */
import { add, compare, sub } from '../../logic/arithmetic';
import { and, eq, FALSE, int, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { ObligationKind } from '../../proof/obligation';
import type { Call, Expr } from '../../ril/ril';
import type { Site } from '../arguments';
import { assume, type Ctx, placeOf } from '../context';
import type { Rounds } from '../iterate';
import { oblige } from '../obligations';
import { showExpr } from '../show';
import type { State } from '../state';
import { isNil, NIL_VAL, truthy } from '../value';
import type { Changed } from './changed';
import { fromResult } from './promises';
import { nameOf, nilableLocals, type Quantity, quantitiesOf } from './quantities';

export interface Guess {
  readonly id: string;
  readonly text: string | null;
  readonly site: Site;
  /** Null: it has no meaning in this state. */
  readonly at: (index: Formula, state: State) => Formula | null;
}

export type Draft = Omit<Guess, 'id' | 'site'>;

const MOST_GUESSES = 24;

export function guessesFor(ctx: Ctx, state: State, changed: Changed, rounds: Rounds, site: Site): readonly Guess[] {
  const { loops } = ctx.run.input;
  if (loops?.kind !== 'general') return [];
  const quantities = quantitiesOf(ctx, state, changed, site);
  const drafts = [
    ...(rounds.counted ? [boundKept(rounds)] : []),
    ...looseConditions(ctx, rounds.condition ?? null, state, quantities),
    ...quantities.flatMap(quantity => intervals(state, changed, quantity)),
    ...(rounds.counted ? quantities.flatMap(quantity => inStep(state, changed, quantity, rounds)) : []),
    ...pairs(state, changed, quantities),
    ...fromResult(ctx, state, changed, rounds, quantities, site),
    ...nilable(changed, rounds),
    ...orders(state, quantities),
  ];
  const loop = ctx.run.general.loops;
  return drafts
    .slice(0, MOST_GUESSES)
    .map((draft, i) => ({ ...draft, id: `${loop}.${i}`, site }))
    .filter(guess => !loops.dropped.has(guess.id));
}

/** What bounds the number of rounds has not become less. */
function boundKept(rounds: Rounds): Draft {
  return {
    text: null,
    at: (index, state) => or(eq(index, int(0)), rounds.more(sub(index, int(1)), state).condition),
  };
}

/** `x >= b`, `x <= b` for its value b before the loop; `x >= 0` if that holds then. */
function intervals(state: State, changed: Changed, quantity: Quantity): readonly Draft[] {
  const before = quantity.at(state)!;
  const name = nameOf(state, changed, before);
  const against = (operator: '>=' | '<=', limit: Formula, shown: string | null): Draft => ({
    text: quantity.text && shown && `${quantity.text} ${operator} ${shown}`,
    at: (_, s) => within(quantity, s, term => compare(operator, term, limit)),
  });
  const drafts = [against('>=', before, name), against('<=', before, name)];
  return before.kind === 'numeral' && before.value === '0' ? drafts : [...drafts, against('>=', int(0), '0')];
}

function within(quantity: Quantity, state: State, make: (term: Formula) => Formula | null): Formula | null {
  const term = quantity.at(state);
  return term && make(term);
}

/** One more in each round (a counter, an array that is filled), or at most one more. */
function inStep(state: State, changed: Changed, quantity: Quantity, rounds: Rounds): readonly Draft[] {
  const before = quantity.at(state)!;
  const shown = rounds.counter ? nameOf(state, changed, before) : null;
  const written = (operator: string): string | null => {
    if (!quantity.text || !shown || !rounds.counter) return null;
    return `${quantity.text} ${operator} ${shown === '0' ? rounds.counter : `${shown} + ${rounds.counter}`}`;
  };
  return [
    { text: written('=='), at: (k, s) => within(quantity, s, term => eq(term, add(before, k))) },
    { text: written('<='), at: (k, s) => within(quantity, s, term => compare('<=', term, add(before, k))) },
  ];
}

/** Two that keep their sum or their difference. */
function pairs(state: State, changed: Changed, quantities: readonly Quantity[]): readonly Draft[] {
  return quantities.flatMap((a, i) =>
    quantities.slice(i + 1).flatMap(b => {
      const [x, y] = [a.at(state)!, b.at(state)!];
      const keeps = (sign: '+' | '-', join: typeof add): Draft => {
        const total = join(x, y);
        const shown = nameOf(state, changed, total);
        return {
          text: a.text && b.text && shown && `${a.text} ${sign} ${b.text} == ${shown}`,
          at: (_, s) => within(a, s, p => within(b, s, q => eq(join(p, q), total))),
        };
      };
      return [keeps('+', add), keeps('-', sub)];
    }),
  );
}

/** Never nil, or only before the first round (`max` of what may be empty). */
function nilable(changed: Changed, rounds: Rounds): readonly Draft[] {
  return nilableLocals(changed).flatMap(({ key, text }) => {
    const there = (state: State): Formula => not(isNil(state.locals.get(key) ?? NIL_VAL));
    const always: Draft = { text: text && `!${text}.nil?`, at: (_, state) => there(state) };
    const begun: Draft = { text: null, at: (index, state) => or(eq(index, int(0)), there(state)) };
    return rounds.counted ? [always, begun] : [always];
  });
}

/** One local stays above the other, where it is not below it to begin with. */
function orders(state: State, quantities: readonly Quantity[]): readonly Draft[] {
  const locals = quantities.filter(quantity => quantity.local && quantity.text);
  return locals.flatMap(a =>
    locals.flatMap(b => {
      const begins = compare('>=', a.at(state)!, b.at(state)!);
      if (a === b || begins === FALSE) return [];
      const at = (_: Formula, s: State) => within(a, s, p => within(b, s, q => compare('>=', p, q)));
      return [{ text: `${a.text} >= ${b.text}`, at }];
    }),
  );
}

/** `while i < n`: i <= n holds whenever the condition is about to be tested, or else i is still what it was. */
function looseConditions(
  ctx: Ctx,
  condition: Expr | null,
  before: State,
  quantities: readonly Quantity[],
): readonly Draft[] {
  const locals = quantities.filter(quantity => quantity.local);
  const untouched = (state: State): Formula =>
    and(...locals.map(local => within(local, state, term => eq(term, local.at(before)!)) ?? FALSE));
  return conjuncts(condition)
    .flatMap(loosened)
    .flatMap(expr => [
      { text: showExpr(expr), at: (_, state) => clause(ctx, expr, state) },
      { text: null, at: (_, state) => or(untouched(state), clause(ctx, expr, state)) },
    ]);
}

function conjuncts(expr: Expr | null): readonly Expr[] {
  if (expr === null) return [];
  if (expr.kind === 'seq' && expr.body.length === 1) return conjuncts(expr.body[0]!);
  return expr.kind === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

const LOOSER: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '>': ['>='],
  '!=': ['<=', '>='],
  '<=': ['<='],
  '>=': ['>='],
};
const NEGATED: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<', '==': '!=' };

function loosened(expr: Expr): readonly Expr[] {
  if (expr.kind !== 'call' || expr.receiver === null) return [];
  if (expr.method === '!' && expr.receiver.kind === 'call') {
    const negated = NEGATED[expr.receiver.method];
    return negated ? loosened({ ...expr.receiver, method: negated }) : [];
  }
  const [arg] = expr.args;
  if (expr.args.length !== 1 || arg?.type !== 'positional') return [];
  if (!isPlain(expr.receiver) || !isPlain(arg.value)) return [];
  return (LOOSER[expr.method] ?? []).map(method => ({ ...expr, method, args: [oneMore(expr, method, arg.value)] }));
}

/** `while i <= n` ends at n + 1. */
function oneMore(call: Call, method: string, limit: Expr): Call['args'][number] {
  const by = call.method === '<=' ? '+' : call.method === '>=' ? '-' : null;
  if (by === null || call.method !== method) return { type: 'positional', value: limit };
  const one: Expr = { kind: 'lit', span: call.span, value: { type: 'integer', value: '1' } };
  const value: Expr = { ...call, receiver: limit, method: by, args: [{ type: 'positional', value: one }] };
  return { type: 'positional', value };
}

const PLAIN_CALLS: ReadonlySet<string> = new Set('+ - * size length'.split(' '));

function isPlain(expr: Expr): boolean {
  switch (expr.kind) {
    case 'lit':
    case 'self':
      return true;
    case 'var':
      return expr.scope === 'local' || expr.scope === 'instance';
    case 'call':
      return (
        PLAIN_CALLS.has(expr.method) &&
        expr.block === null &&
        expr.receiver !== null &&
        isPlain(expr.receiver) &&
        expr.args.every(arg => arg.type === 'positional' && isPlain(arg.value))
      );
    default:
      return false;
  }
}

function clause(ctx: Ctx, expr: Expr, state: State): Formula {
  const wellDefined: Formula[] = [];
  const out = ctx.run.rules.evaluate({ ...ctx, spec: { wellDefined, old: ctx.run.entry } }, expr, state);
  return and(...wellDefined, truthy(out.value));
}

export function assumeGuesses(ctx: Ctx, guesses: readonly Guess[], index: Formula, state: State): void {
  for (const guess of guesses) {
    assume(ctx, state, guess.at(index, state) ?? TRUE);
    ctx.run.general.guesses.push({ id: guess.id, text: guess.text, place: placeOf(ctx, guess.site) });
  }
}

export function askGuesses(
  ctx: Ctx,
  guesses: readonly Guess[],
  index: Formula,
  state: State,
  kind: ObligationKind & ('loop-invariant-entry' | 'loop-invariant-preserved'),
): void {
  for (const guess of guesses) {
    const goal = guess.at(index, state) ?? FALSE; // without a meaning here it cannot be relied on
    const known = ctx.run.facts.length;
    oblige(ctx, state, {
      kind,
      id: `guess:${guess.id}:${kind}`,
      goal,
      place: placeOf(ctx, guess.site),
      about: guess.text ?? 'a guess about this loop',
      guess: guess.id,
    });
    ctx.run.facts.length = known; // one that fails must not vouch for the next
  }
}
