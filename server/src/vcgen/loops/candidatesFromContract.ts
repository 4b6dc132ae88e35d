/**
 * Candidates from the method's postcondition: it is restated for the middle of the loop, about a variable that may become
 * the result, or about a default result; about the visited part of an array instead of the whole; about the current value
 * of a counter instead of its limit. All are checked like any other candidate.
 */
import { add, compare, sub } from '../../logic/arithmetic';
import { and, FALSE, int, ite, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { SignatureArm } from '../../program/program';
import type { Clause, Refinement, Type } from '../../types/type';
import { bindersOnEntry } from '../clauses/entryBinders';
import { refinementsOf, translateSignatureClauses } from '../clauses/signatureClauses';
import { readField } from '../fields/fields';
import { elementsOf, isArray, lengthOf, withContents } from '../heap/arrays';
import type { Site } from '../state/call';
import type { Ctx } from '../state/context';
import { ELEMENTS, fieldKey } from '../state/heapKey';
import { programNameOf } from '../state/localKey';
import { mayBeNil, type Representation, representationOf, unionMembers, withoutNil } from '../state/representation';
import { showCondition } from '../state/showCondition';
import type { State } from '../state/state';
import { valueFromTerm } from '../state/typeGuards';
import { type ArrayVal, NIL_VAL, type Val } from '../state/value';
import type { CandidateDraft } from './candidate';
import type { CandidateTerm } from './candidateTerms';
import { nameAsWord, replaceName } from './candidateText';
import type { Iterations } from './iterations';
import type { LoopEffects } from './loopEffects';

/** Every candidate repeats the clause; clauses longer than this are not varied. */
const LONGEST = 240;

/** What takes the place of the result. */
interface Subject {
  /** Null: it has no name. */
  readonly text: string | null;
  readonly local: boolean;
  readonly at: (state: State) => Val;
}

/** The progress of the loop. */
interface Progress {
  readonly text: string | null;
  readonly at: (index: Formula, state: State) => Formula | null;
}

interface Postcondition {
  readonly arm: SignatureArm;
  readonly refinement: Refinement;
  readonly clause: Clause;
}

/** What invariant candidates are built from. */
export interface LoopSummary {
  readonly changed: LoopEffects;
  readonly iterations: Iterations;
  readonly quantities: readonly CandidateTerm[];
}

export function findCandidatesFromContract(
  ctx: Ctx,
  state: State,
  { changed, iterations, quantities }: LoopSummary,
  site: Site,
): readonly CandidateDraft[] {
  const [arm, ...others] = ctx.run.input.method.signature?.arms ?? [];
  const { entry } = ctx.mode;
  if (!arm || !entry || others.length > 0 || ctx.frame.callSite !== null || ctx.spec) return [];
  const subjects = [...changedVariables(state, changed, arm.type.result), ...commonResults(arm.type.result)];
  const counts = iterationCounts(iterations, quantities);
  const answers = subjects.filter(({ text }) => !counts.some(count => text !== null && count.text === text));
  const postconditions = refinementsOf(arm.type.resultRefinement, arm.type.result).flatMap(refinement =>
    refinement.clauses.map(clause => ({ arm, refinement, clause })),
  );
  return postconditions.flatMap(postcondition => [
    ...subjects.filter(isLocal).map(subject => draftAsWritten(ctx, postcondition, subject)),
    ...(mayGrowByIteration(postcondition) ? counts : []).flatMap(count => [
      ...combine(arraysIn(ctx, postcondition, entry, site), [count, shiftProgress(count, 1)]).flatMap(([array, far]) =>
        answers.map(subject => restateForVisited(ctx, postcondition, subject, array, far)),
      ),
      ...combine(findNamedNumbers(ctx, postcondition, entry), [count, shiftProgress(count, -1)]).flatMap(
        ([limit, far]) =>
          answers.filter(isLocal).map(subject => restateForProgress(ctx, postcondition, subject, limit, far)),
      ),
    ]),
  ]);
}

/** Whether the clause may become true step by step: it is about the result, or about all elements. */
function mayGrowByIteration({ arm, refinement, clause: { text } }: Postcondition): boolean {
  const result = [refinement.binder, arm.type.resultName].some(name => name && nameAsWord(name).test(text));
  return text.length <= LONGEST && (result || /\b(all|any|none)\?/.test(text));
}

function isLocal(subject: Subject): boolean {
  return subject.local;
}

function combine<A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] {
  return some.flatMap(one => others.map(other => [one, other] as const));
}

/** Locals that the loop changes, and those whose contents it changes, of the result's shape. */
function changedVariables(state: State, changed: LoopEffects, result: Type): readonly Subject[] {
  const shape = representationOf(result);
  const written = [...changed.locals].filter(
    ([, type]) => shape !== 'ref' && representationOf(withoutNil(type)) === shape,
  );
  const filled = changed.cells.get(ELEMENTS) ?? [];
  const containers = [...state.locals].filter(
    ([, val]) => shape === 'ref' && val.kind === 'ref' && filled.some(ref => same(ref, val.term)),
  );
  return [...written, ...containers].map(([key]) => ({
    text: programNameOf(key),
    local: true,
    at: s => viewAsResult(s.locals.get(key) ?? NIL_VAL, shape),
  }));
}

/** If the result is never nil, neither is the value that will be returned; another candidate covers that. */
function viewAsResult(val: Val, shape: Representation): Val {
  return val.kind === 'boxed' && representationOf(val.type) !== shape
    ? valueFromTerm(val.term, withoutNil(val.type))
    : val;
}

/** Results that are common after a search without success. */
function commonResults(result: Type): readonly Subject[] {
  const bools = unionMembers(result).some(member => representationOf(member) === 'bool');
  const constant = (text: string, val: Val): Subject => ({ text, local: false, at: () => val });
  return [
    ...(mayBeNil(result) ? [constant('nil', NIL_VAL)] : []),
    ...(bools
      ? [constant('true', { kind: 'bool', term: TRUE }), constant('false', { kind: 'bool', term: FALSE })]
      : []),
  ];
}

/** Completed iterations; for a `while`, the locals in its condition. */
function iterationCounts(iterations: Iterations, quantities: readonly CandidateTerm[]): readonly Progress[] {
  if (iterations.counted) return [{ text: iterations.counter ?? null, at: index => index }];
  const condition = iterations.condition && showCondition(iterations.condition);
  return quantities
    .filter(({ local, text }) => local && text && (!condition || nameAsWord(text).test(condition)))
    .map(({ text, at }) => ({ text, at: (_, state) => at(state) }));
}

/** Counting from one, or pairs of neighbours. */
function shiftProgress({ text, at }: Progress, by: 1 | -1): Progress {
  return {
    text: text && (by === 1 ? `${text} + 1` : `${text} - 1`),
    at: (index, state) => moveTerm(at(index, state), by),
  };
}

function moveTerm(term: Formula | null, by: 1 | -1): Formula | null {
  return term && (by === 1 ? add(term, int(1)) : sub(term, int(1)));
}

function draftAsWritten(ctx: Ctx, postcondition: Postcondition, subject: Subject): CandidateDraft {
  return {
    text: showClauseAbout(postcondition, subject),
    at: (_, state) => evaluateClause(ctx, postcondition, { subject, state }, state),
  };
}

/** `xs.all? { … }`: holds for the elements before this one. */
function restateForVisited(
  ctx: Ctx,
  postcondition: Postcondition,
  subject: Subject,
  array: Named<ArrayVal>,
  far: Progress,
): CandidateDraft {
  const text = showClauseAbout(postcondition, subject);
  return {
    text: text && far.text && replaceName(text, array.name, `${array.name}.first(${far.text})`),
    at: (index, state) => {
      const count = far.at(index, state);
      if (!count || !evaluateClause(ctx, postcondition, { subject, state }, state)) return null;
      return evaluateHypothetically(ctx, () =>
        evaluateClause(ctx, postcondition, { subject, state }, startOf(ctx, state, array.value, count)),
      );
    },
  };
}

/** `r == n * (n + 1) / 2`: holds with the current count in place of n. */
function restateForProgress(
  ctx: Ctx,
  postcondition: Postcondition,
  subject: Subject,
  limit: Named<Val>,
  far: Progress,
): CandidateDraft {
  const text = showClauseAbout(postcondition, subject);
  return {
    text: text && far.text && replaceName(text, limit.name, far.text.includes(' ') ? `(${far.text})` : far.text),
    at: (index, state) => {
      const term = far.at(index, state);
      return (
        term &&
        evaluateClause(ctx, postcondition, { subject, state }, state, new Map([[limit.name, { kind: 'int', term }]]))
      );
    },
  };
}

/** The candidate for the method's result, and the state in which it is read. */
interface ResultSoFar {
  readonly subject: Subject;
  readonly state: State;
}

/** The clause in state `world`, about the subject's value in `state`. */
function evaluateClause(
  ctx: Ctx,
  { arm, refinement, clause }: Postcondition,
  { subject, state }: ResultSoFar,
  world: State,
  others: ReadonlyMap<string, Val> = new Map(),
): Formula | null {
  const { entry } = ctx.mode;
  const { input } = ctx.run;
  const val = subject.at(state);
  const binders = new Map([...bindersOnEntry(ctx, arm, entry!), ...others]);
  if (refinement.binder) binders.set(refinement.binder, val);
  if (arm.type.resultName) binders.set(arm.type.resultName, val);
  const only = { ...refinement, clauses: [clause] };
  const [found] = translateSignatureClauses(
    ctx,
    world,
    [only],
    { info: input.method, arm, bound: { binders }, self: ctx.frame.self },
    { old: entry },
  );
  return found?.formula ?? null;
}

/** The same array, truncated at that index if there is one. */
function startOf(ctx: Ctx, state: State, array: ArrayVal, count: Formula): State {
  const length = lengthOf(ctx, state, array);
  const inside = and(compare('<=', int(0), count), compare('<=', count, length));
  return withContents(ctx, state, array, elementsOf(ctx, state, array), ite(inside, count, length));
}

/** Discards facts about a hypothetical state; null if the formula needs them. */
function evaluateHypothetically(ctx: Ctx, make: () => Formula | null): Formula | null {
  const { run } = ctx;
  const { freshCount } = run.names;
  const [taints, functions] = [run.results.taints.size, run.hypotheses.functions.size];
  const tried = run.trail.mark();
  const formula = make();
  const needsMore =
    run.names.freshCount !== freshCount ||
    run.results.taints.size !== taints ||
    run.hypotheses.functions.size !== functions;
  run.trail.undo(tried);
  return needsMore ? null : formula;
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
}

/** Arrays that the clause names: arguments, fields of self. */
function arraysIn(ctx: Ctx, { arm, clause }: Postcondition, entry: State, site: Site): readonly Named<ArrayVal>[] {
  const { self } = ctx.frame;
  const fields =
    self.kind === 'ref'
      ? [...new Set(clause.text.match(/(?<!@)@\w+/g))].map(name => ({
          name,
          value: readField(ctx, entry, self, fieldKey(name), site),
        }))
      : [];
  return [...findNamedBinders(ctx, arm, clause, entry), ...fields].flatMap(({ name, value }) =>
    isArray(value) ? [{ name, value }] : [],
  );
}

/** Numbers that the clause names. */
function findNamedNumbers(ctx: Ctx, { arm, clause }: Postcondition, entry: State): readonly Named<Val>[] {
  return findNamedBinders(ctx, arm, clause, entry).filter(({ value }) => value.kind === 'int');
}

function findNamedBinders(ctx: Ctx, arm: SignatureArm, { text }: Clause, entry: State): readonly Named<Val>[] {
  return [...bindersOnEntry(ctx, arm, entry)].flatMap(([name, value]) =>
    nameAsWord(name).test(text) ? [{ name, value }] : [],
  );
}

function showClauseAbout({ arm, refinement, clause }: Postcondition, { text }: Subject): string | null {
  const binder = refinement.binder ?? arm.type.resultName;
  return binder && text && replaceName(clause.text, binder, text);
}
