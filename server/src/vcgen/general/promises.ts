/**
 * Guesses from what the method promises of its result: the promise is said in the middle of the loop, of a variable that
 * may be what is returned, or of what is returned when nothing was found; of the part of an array that has been visited
 * instead of the whole; of how far a counter has come instead of where it goes. All are asked like any other guess.
 */
import { add, compare, sub } from '../../logic/arithmetic';
import { and, FALSE, int, ite, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { SignatureArm } from '../../program/program';
import type { Clause, Refinement, Type } from '../../types/type';
import type { Site } from '../arguments';
import { type ArrayVal, elementsOf, isArray, lengthOf, withContents } from '../arrays';
import { checkpoint } from '../checkpoint';
import type { Ctx } from '../context';
import { entryBinders } from '../exits';
import { readField } from '../fields';
import type { Rounds } from '../iterate';
import { mayBeNil, members, type Shape, shapeOf, withoutNil } from '../shape';
import { showExpr } from '../show';
import { clausesOf, refinementsOf } from '../signatureClauses';
import type { State } from '../state';
import { fromTerm } from '../typing';
import { NIL_VAL, type Val } from '../value';
import type { Changed } from './changed';
import type { Draft } from './guesses';
import type { Quantity } from './quantities';
import { nameIn, replaced, word } from './wording';

/** Every guess says the whole clause again: one that is longer than this is said only as it stands. */
const LONGEST = 240;

/** What stands for the result. */
interface Subject {
  /** Null: it has no name. */
  readonly text: string | null;
  readonly local: boolean;
  readonly at: (state: State) => Val;
}

/** How far the loop has come. */
interface Progress {
  readonly text: string | null;
  readonly at: (index: Formula, state: State) => Formula | null;
}

interface Promised {
  readonly arm: SignatureArm;
  readonly refinement: Refinement;
  readonly clause: Clause;
}

export function fromResult(
  ctx: Ctx,
  state: State,
  changed: Changed,
  rounds: Rounds,
  quantities: readonly Quantity[],
  site: Site,
): readonly Draft[] {
  const [arm, ...others] = ctx.run.input.method.signature?.arms ?? [];
  const { entry } = ctx.run;
  if (!arm || !entry || others.length > 0 || ctx.frame.callSite !== null || ctx.spec) return [];
  const subjects = [...variables(state, changed, arm.type.result), ...constants(arm.type.result)];
  const counts = countsOf(rounds, quantities);
  const answers = subjects.filter(({ text }) => !counts.some(count => text !== null && count.text === text));
  const promises = refinementsOf(arm.type.resultRefinement, arm.type.result).flatMap(refinement =>
    refinement.clauses.map(clause => ({ arm, refinement, clause })),
  );
  return promises.flatMap(promise => [
    ...subjects.filter(isLocal).map(subject => plainly(ctx, promise, subject)),
    ...(grows(promise) ? counts : []).flatMap(count => [
      ...pairsOf(arraysIn(ctx, promise, entry, site), [count, shifted(count, 1)]).flatMap(([array, far]) =>
        answers.map(subject => ofVisited(ctx, promise, subject, array, far)),
      ),
      ...pairsOf(limitsIn(ctx, promise, entry), [count, shifted(count, -1)]).flatMap(([limit, far]) =>
        answers.filter(isLocal).map(subject => soFar(ctx, promise, subject, limit, far)),
      ),
    ]),
  ]);
}

/** Whether the clause may come true bit by bit: it speaks of the result, or of all elements. */
function grows({ arm, refinement, clause: { text } }: Promised): boolean {
  const result = [refinement.binder, arm.type.resultName].some(name => name && word(name).test(text));
  return text.length <= LONGEST && (result || /\b(all|any|none)\?/.test(text));
}

function isLocal(subject: Subject): boolean {
  return subject.local;
}

function pairsOf<A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] {
  return some.flatMap(one => others.map(other => [one, other] as const));
}

/** Locals that the loop changes, and those whose contents it changes, of the result's shape. */
function variables(state: State, changed: Changed, result: Type): readonly Subject[] {
  const shape = shapeOf(result);
  const written = [...changed.locals].filter(([, type]) => shape !== 'ref' && shapeOf(withoutNil(type)) === shape);
  const filled = changed.cells.get('#elements') ?? [];
  const containers = [...state.locals].filter(
    ([, val]) => shape === 'ref' && val.kind === 'ref' && filled.some(ref => same(ref, val.term)),
  );
  return [...written, ...containers].map(([key]) => ({
    text: nameIn(key),
    local: true,
    at: s => asResult(s.locals.get(key) ?? NIL_VAL, shape),
  }));
}

/** Where the result is never nil, so is what will be returned: another guess says that. */
function asResult(val: Val, shape: Shape): Val {
  return val.kind === 'boxed' && shapeOf(val.type) !== shape ? fromTerm(val.term, withoutNil(val.type)) : val;
}

/** What is often returned after a loop that found nothing. */
function constants(result: Type): readonly Subject[] {
  const bools = members(result).some(member => shapeOf(member) === 'bool');
  const constant = (text: string, val: Val): Subject => ({ text, local: false, at: () => val });
  return [
    ...(mayBeNil(result) ? [constant('nil', NIL_VAL)] : []),
    ...(bools
      ? [constant('true', { kind: 'bool', term: TRUE }), constant('false', { kind: 'bool', term: FALSE })]
      : []),
  ];
}

/** Rounds that are over; of a `while`, the locals that its condition asks for. */
function countsOf(rounds: Rounds, quantities: readonly Quantity[]): readonly Progress[] {
  if (rounds.counted) return [{ text: rounds.counter ?? null, at: index => index }];
  const condition = rounds.condition && showExpr(rounds.condition);
  return quantities
    .filter(({ local, text }) => local && text && (!condition || word(text).test(condition)))
    .map(({ text, at }) => ({ text, at: (_, state) => at(state) }));
}

/** Counting from one, or pairs of neighbours. */
function shifted({ text, at }: Progress, by: 1 | -1): Progress {
  return {
    text: text && (by === 1 ? `${text} + 1` : `${text} - 1`),
    at: (index, state) => moved(at(index, state), by),
  };
}

function moved(term: Formula | null, by: 1 | -1): Formula | null {
  return term && (by === 1 ? add(term, int(1)) : sub(term, int(1)));
}

function plainly(ctx: Ctx, promise: Promised, subject: Subject): Draft {
  return { text: shown(promise, subject), at: (_, state) => said(ctx, promise, subject, state, state) };
}

/** `xs.all? { … }`: so it is for the elements before this one. */
function ofVisited(ctx: Ctx, promise: Promised, subject: Subject, array: Named<ArrayVal>, far: Progress): Draft {
  const text = shown(promise, subject);
  return {
    text: text && far.text && replaced(text, array.name, `${array.name}.first(${far.text})`),
    at: (index, state) => {
      const count = far.at(index, state);
      if (!count || !said(ctx, promise, subject, state, state)) return null;
      return imagined(ctx, () => said(ctx, promise, subject, state, startOf(ctx, state, array.value, count)));
    },
  };
}

/** `r == n * (n + 1) / 2`: so it is for what has been counted up to now, in place of n. */
function soFar(ctx: Ctx, promise: Promised, subject: Subject, limit: Named<Val>, far: Progress): Draft {
  const text = shown(promise, subject);
  return {
    text: text && far.text && replaced(text, limit.name, far.text.includes(' ') ? `(${far.text})` : far.text),
    at: (index, state) => {
      const term = far.at(index, state);
      return term && said(ctx, promise, subject, state, state, new Map([[limit.name, { kind: 'int', term }]]));
    },
  };
}

/** The clause in that state, of what stands for the result in this one. */
function said(
  ctx: Ctx,
  { arm, refinement, clause }: Promised,
  subject: Subject,
  state: State,
  world: State,
  others: ReadonlyMap<string, Val> = new Map(),
): Formula | null {
  const { entry, input } = ctx.run;
  const val = subject.at(state);
  const binders = new Map([...entryBinders(ctx, arm, entry!), ...others]);
  if (refinement.binder) binders.set(refinement.binder, val);
  if (arm.type.resultName) binders.set(arm.type.resultName, val);
  const only = { ...refinement, clauses: [clause] };
  const [found] = clausesOf(ctx, world, [only], input.method, arm, { binders }, ctx.frame.self, entry);
  return found?.formula ?? null;
}

/** The same array, as if it ended there; as it is, where there is no such end. */
function startOf(ctx: Ctx, state: State, array: ArrayVal, count: Formula): State {
  const length = lengthOf(ctx, state, array);
  const inside = and(compare('<=', int(0), count), compare('<=', count, length));
  return withContents(ctx, state, array, elementsOf(ctx, state, array), ite(inside, count, length));
}

/** What is learnt in a state that never was is not kept; null where the formula would need it. */
function imagined(ctx: Ctx, make: () => Formula | null): Formula | null {
  const { run } = ctx;
  const { freshCount } = run;
  const [taints, functions] = [run.taints.size, run.functions.size];
  const undo = checkpoint(ctx);
  const formula = make();
  const needsMore = run.freshCount !== freshCount || run.taints.size !== taints || run.functions.size !== functions;
  undo();
  return needsMore ? null : formula;
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
}

/** Arrays that the clause names: arguments, fields of self. */
function arraysIn(ctx: Ctx, { arm, clause }: Promised, entry: State, site: Site): readonly Named<ArrayVal>[] {
  const { self } = ctx.frame;
  const fields =
    self.kind === 'ref'
      ? [...new Set(clause.text.match(/(?<!@)@\w+/g))].map(name => ({
          name,
          value: readField(ctx, entry, self, name, site),
        }))
      : [];
  return [...named(ctx, arm, clause, entry), ...fields].flatMap(({ name, value }) =>
    isArray(value) ? [{ name, value }] : [],
  );
}

/** Numbers that the clause names. */
function limitsIn(ctx: Ctx, { arm, clause }: Promised, entry: State): readonly Named<Val>[] {
  return named(ctx, arm, clause, entry).filter(({ value }) => value.kind === 'int');
}

function named(ctx: Ctx, arm: SignatureArm, { text }: Clause, entry: State): readonly Named<Val>[] {
  return [...entryBinders(ctx, arm, entry)].flatMap(([name, value]) =>
    word(name).test(text) ? [{ name, value }] : [],
  );
}

function shown({ arm, refinement, clause }: Promised, { text }: Subject): string | null {
  const binder = refinement.binder ?? arm.type.resultName;
  return binder && text && replaced(clause.text, binder, text);
}
