/**
 * Candidate invariants: intervals and monotone counters, counters and lengths that change together, a weakened loop
 * condition, the result's refinement for a variable of the loop. Each is checked on entry and after an iteration; the engine
 * drops those that fail and repeats until the rest is inductive (engine/houdini.ts).
 */
import { add, compare, sub } from '../../logic/arithmetic';
import { and, eq, FALSE, int, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { answerFactsOf } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import type { Program } from '../../program/program';
import type { ObligationKind } from '../../proof/obligation';
import type { Call, Expr } from '../../ril/ril';
import { entryOf } from '../clauses/oldValue';
import { assumeAndShow } from '../obligations/knownFacts';
import { addObligation } from '../obligations/obligations';
import type { Site } from '../state/call';
import { assume, type Ctx, placeOf, undoFacts } from '../state/context';
import { showCondition } from '../state/showCondition';
import type { State } from '../state/state';
import type { TrailList } from '../state/trail';
import { isNil, isTruthy, NIL_VAL } from '../state/value';
import type { Candidate, CandidateDraft } from './candidate';
import { findCandidatesFromContract } from './candidatesFromContract';
import { type CandidateTerm, findCandidateTerms, findNilableLocals, nameOfUnchanged } from './candidateTerms';
import type { Iterations } from './iterations';
import type { LoopEffects } from './loopEffects';

const MOST_CANDIDATES = 24;

export function findCandidates(
  ctx: Ctx,
  state: State,
  changed: LoopEffects,
  iterations: Iterations,
  site: Site,
): readonly Candidate[] {
  const { loops } = ctx.run.input;
  if (loops?.kind !== 'general') return [];
  const quantities = findCandidateTerms(ctx, state, changed, site);
  const drafts = [
    ...(iterations.counted ? [boundCandidate(iterations)] : []),
    ...conditionCandidates(ctx, iterations.condition ?? null, state, quantities),
    ...quantities.flatMap(quantity => intervalCandidates(state, changed, quantity)),
    ...(iterations.counted
      ? quantities.flatMap(quantity => counterCandidates(state, changed, quantity, iterations))
      : []),
    ...pairCandidates(state, changed, quantities),
    ...findCandidatesFromContract(ctx, state, { changed, iterations, quantities }, site),
    ...nilCandidates(changed, iterations),
    ...orderCandidates(state, quantities),
  ];
  const loop = ctx.run.results.generalLoops.value;
  return drafts
    .slice(0, MOST_CANDIDATES)
    .map((draft, i) => ({ ...draft, id: `${loop}.${i}`, site }))
    .filter(candidate => !loops.dropped.has(candidate.id));
}

/** The bound on the number of iterations has not decreased. */
function boundCandidate(iterations: Iterations): CandidateDraft {
  return {
    text: null,
    at: (index, state) => or(eq(index, int(0)), iterations.more(sub(index, int(1)), state).condition),
  };
}

/** `x >= b`, `x <= b` for its value b before the loop; `x >= 0` if that holds then. */
function intervalCandidates(state: State, changed: LoopEffects, quantity: CandidateTerm): readonly CandidateDraft[] {
  const before = quantity.at(state)!;
  const name = nameOfUnchanged(state, changed, before);
  const against = (operator: '>=' | '<=', limit: Formula, shown: string | null): CandidateDraft => ({
    text: quantity.text && shown && `${quantity.text} ${operator} ${shown}`,
    at: (_, s) => mapTerm(quantity, s, term => compare(operator, term, limit)),
  });
  const drafts = [against('>=', before, name), against('<=', before, name)];
  return before.kind === 'numeral' && before.value === '0' ? drafts : [...drafts, against('>=', int(0), '0')];
}

function mapTerm(quantity: CandidateTerm, state: State, make: (term: Formula) => Formula | null): Formula | null {
  const term = quantity.at(state);
  return term && make(term);
}

/** Increases by one per iteration (a counter, an array that is filled), or by at most one. */
function counterCandidates(
  state: State,
  changed: LoopEffects,
  quantity: CandidateTerm,
  iterations: Iterations,
): readonly CandidateDraft[] {
  const before = quantity.at(state)!;
  const shown = iterations.counter ? nameOfUnchanged(state, changed, before) : null;
  const written = (operator: string): string | null => {
    if (!quantity.text || !shown || !iterations.counter) return null;
    return `${quantity.text} ${operator} ${shown === '0' ? iterations.counter : `${shown} + ${iterations.counter}`}`;
  };
  return [
    { text: written('=='), at: (k, s) => mapTerm(quantity, s, term => eq(term, add(before, k))) },
    { text: written('<='), at: (k, s) => mapTerm(quantity, s, term => compare('<=', term, add(before, k))) },
  ];
}

/** Two terms with a constant sum or difference. */
function pairCandidates(
  state: State,
  changed: LoopEffects,
  quantities: readonly CandidateTerm[],
): readonly CandidateDraft[] {
  return quantities.flatMap((a, i) =>
    quantities.slice(i + 1).flatMap(b => {
      const [x, y] = [a.at(state)!, b.at(state)!];
      const keeps = (sign: '+' | '-', join: typeof add): CandidateDraft => {
        const total = join(x, y);
        const shown = nameOfUnchanged(state, changed, total);
        return {
          text: a.text && b.text && shown && `${a.text} ${sign} ${b.text} == ${shown}`,
          at: (_, s) => mapTerm(a, s, p => mapTerm(b, s, q => eq(join(p, q), total))),
        };
      };
      return [keeps('+', add), keeps('-', sub)];
    }),
  );
}

/** Never nil, or only before the first iteration (the `max` of a list that may be empty). */
function nilCandidates(changed: LoopEffects, iterations: Iterations): readonly CandidateDraft[] {
  return findNilableLocals(changed).flatMap(({ key, text }) => {
    const there = (state: State): Formula => not(isNil(state.locals.get(key) ?? NIL_VAL));
    const always: CandidateDraft = { text: text && `!${text}.nil?`, at: (_, state) => there(state) };
    const begun: CandidateDraft = { text: null, at: (index, state) => or(eq(index, int(0)), there(state)) };
    return iterations.counted ? [always, begun] : [always];
  });
}

/** One local stays at or above another if it starts there. */
function orderCandidates(state: State, quantities: readonly CandidateTerm[]): readonly CandidateDraft[] {
  const locals = quantities.filter(quantity => quantity.local && quantity.text);
  return locals.flatMap(a =>
    locals.flatMap(b => {
      const begins = compare('>=', a.at(state)!, b.at(state)!);
      if (a === b || begins === FALSE) return [];
      const at = (_: Formula, s: State) => mapTerm(a, s, p => mapTerm(b, s, q => compare('>=', p, q)));
      return [{ text: `${a.text} >= ${b.text}`, at }];
    }),
  );
}

/** `while i < n`: i <= n whenever the condition is tested, or i still has its initial value. */
function conditionCandidates(
  ctx: Ctx,
  condition: Expr | null,
  before: State,
  quantities: readonly CandidateTerm[],
): readonly CandidateDraft[] {
  const locals = quantities.filter(quantity => quantity.local);
  const untouched = (state: State): Formula =>
    and(...locals.map(local => mapTerm(local, state, term => eq(term, local.at(before)!)) ?? FALSE));
  return conjuncts(condition)
    .flatMap(each => loosenComparison(ctx.run.input.program, each))
    .flatMap(expr => [
      { text: showCondition(expr), at: (_, state) => clause(ctx, expr, state) },
      { text: null, at: (_, state) => or(untouched(state), clause(ctx, expr, state)) },
    ]);
}

function conjuncts(expr: Expr | null): readonly Expr[] {
  if (expr === null) return [];
  if (expr.kind === 'seq' && expr.body.length === 1) return conjuncts(expr.body[0]!);
  return expr.kind === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

const AT_MOST = '<=';
const AT_LEAST = '>=';
const LOOSER: Readonly<Record<string, readonly string[]>> = {
  '<': [AT_MOST],
  '>': [AT_LEAST],
  '!=': [AT_MOST, AT_LEAST],
  '<=': [AT_MOST],
  '>=': [AT_LEAST],
};
const NEGATED: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<', '==': '!=' };

function loosenComparison(program: Program, expr: Expr): readonly Expr[] {
  if (expr.kind !== 'call' || expr.receiver === null) return [];
  if (expr.method === '!' && expr.receiver.kind === 'call') {
    const negated = NEGATED[expr.receiver.method];
    return negated ? loosenComparison(program, { ...expr.receiver, method: negated }) : [];
  }
  const [arg] = expr.args;
  if (expr.args.length !== 1 || arg?.type !== 'positional') return [];
  if (!isPlain(program, expr.receiver) || !isPlain(program, arg.value)) return [];
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

/** Arithmetic that never raises, and sizes. */
function isPlainCall(program: Program, method: string): boolean {
  const { signature, facts } = findMethod(program, 'Integer', method) ?? {};
  const isArithmetic = facts?.calls?.arguments.includes('coerce') && signature?.labels.raises?.length === 0;
  return isArithmetic || answerFactsOf(program, method).includes('size');
}

function isPlain(program: Program, expr: Expr): boolean {
  switch (expr.kind) {
    case 'lit':
    case 'self':
      return true;
    case 'var':
      return expr.scope === 'local' || expr.scope === 'instance';
    case 'call':
      return (
        isPlainCall(program, expr.method) &&
        expr.block === null &&
        expr.receiver !== null &&
        isPlain(program, expr.receiver) &&
        expr.args.every(arg => arg.type === 'positional' && isPlain(program, arg.value))
      );
    default:
      return false;
  }
}

function clause(ctx: Ctx, expr: Expr, state: State): Formula {
  const wellDefined: TrailList<Formula> = ctx.run.trail.list();
  const out = ctx.run.rules.evaluate({ ...ctx, spec: { wellDefined, ...entryOf(ctx) } }, expr, state);
  return and(...wellDefined, isTruthy(out.value));
}

export function assumeCandidates(ctx: Ctx, candidates: readonly Candidate[], index: Formula, state: State): void {
  for (const candidate of candidates) {
    const formula = candidate.at(index, state) ?? TRUE;
    const place = placeOf(ctx, candidate.site);
    if (candidate.text === null) assume(ctx, state, formula);
    else assumeAndShow(ctx, state, { source: { kind: 'loop-invariant' }, text: candidate.text, place }, formula);
    ctx.run.results.candidates.push({ id: candidate.id, text: candidate.text, place });
  }
}

export function requireCandidates(
  ctx: Ctx,
  candidates: readonly Candidate[],
  index: Formula,
  state: State,
  kind: ObligationKind & ('loop-invariant-entry' | 'loop-invariant-preserved'),
): void {
  for (const candidate of candidates) {
    const goal = candidate.at(index, state) ?? FALSE; // undefined here, so it cannot be assumed
    const known = ctx.run.trail.mark();
    addObligation(ctx, state, {
      kind,
      id: `candidate:${candidate.id}:${kind}`,
      goal,
      place: placeOf(ctx, candidate.site),
      reason: { kind: 'invariant-candidate', text: candidate.text },
      candidate: candidate.id,
    });
    // Do not assume a failed candidate while checking the next.
    undoFacts(ctx.run, known);
  }
}
