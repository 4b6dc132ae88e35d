/**
 * The array or hash that a pattern destructures: the subject itself, or the result of a user-defined `deconstruct` or
 * `deconstruct_keys`. `C(…)` tests the class first. Ruby may cache the result of `deconstruct`: one that writes is not
 * modelled.
 */
import { and, FALSE, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { implicitCallNames } from '../../program/implicitCalls';
import { factsOf } from '../../program/libraryFacts';
import { candidates, dynamicsOf } from '../../program/lookup';
import type { Pattern } from '../../ril/ril';
import { nominal, SYMBOL, type Type } from '../../types/type';
import { effectsOf } from '../analysis/effects';
import { makerOf } from '../analysis/structClasses';
import { makeArray } from '../heap/arrays';
import { positionalArgs } from '../state/call';
import type { Ctx } from '../state/context';
import { literalKey } from '../state/hashTypes';
import { classNameOf, representationOf, unionMembers } from '../state/representation';
import { type State, withPath } from '../state/state';
import { tagsOf, typeGuard, valueFromTerm } from '../state/typeGuards';
import { type ArrayVal, isTruthy, NIL_VAL, unboxTerm, type Val } from '../state/value';

export interface Opened {
  /** The condition under which the subject can be destructured. */
  readonly is: Formula;
  readonly held: ArrayVal | null;
  readonly state: State;
}

/** The subject of a pattern that deconstructs it as an array or hash; `when`: on these paths. */
interface OpenedSubject<Subject extends Val = Val> {
  readonly subject: Subject;
  readonly className: 'Array' | 'Hash';
  readonly when: Formula;
}

type Opening = Pattern & { readonly type: 'array' | 'find' | 'hash' };

/** Null: the class may destructure itself in a way that is not modelled. */
export function deconstruct(ctx: Ctx, pattern: Opening, subject: Val, state: State, when: Formula): Opened | null {
  const className = pattern.type === 'hash' ? 'Hash' : 'Array';
  if (!pattern.constant) return deconstructSubject(ctx, pattern, { subject, className, when }, state);
  const { rules } = ctx.run;
  const constant = rules.evaluate(ctx, pattern.constant, state);
  if (constant.value.kind !== 'class' || constant.value.name === null) return null;
  const sent = rules.send(
    ctx,
    { receiver: constant.value, method: '===', args: positionalArgs([subject]), site: pattern },
    constant.state,
  );
  const isOne = isTruthy(sent.value);
  const one: Val =
    subject.kind === 'boxed' && isObjectClass(ctx, constant.value.name)
      ? valueFromTerm(subject.term, nominal(constant.value.name))
      : subject;
  const inner = deconstructSubject(ctx, pattern, { subject: one, className, when: and(when, isOne) }, sent.state);
  return inner && { ...inner, is: and(isOne, inner.is) };
}

/** Whether it is a class of objects; numbers and the like are not references. */
function isObjectClass(ctx: Ctx, name: string): boolean {
  return representationOf(nominal(name)) === 'ref' && ctx.run.input.program.classes.get(name)?.kind === 'class';
}

function deconstructSubject(ctx: Ctx, pattern: Opening, tested: OpenedSubject, state: State): Opened | null {
  const { subject, className } = tested;
  if (subject.kind === 'ref' && classNameOf(subject.type) === className) return { is: TRUE, held: subject, state };
  if (subject.kind === 'ref')
    return isPlainClass(subject.type)
      ? { is: FALSE, held: null, state }
      : callDeconstruct(ctx, pattern, { ...tested, subject }, state);
  if (subject.kind !== 'boxed') return subject.kind === 'proc' ? null : { is: FALSE, held: null, state };
  const all = unionMembers(subject.type);
  const fitting = all.filter(member => classNameOf(member) === className);
  if (tagsOf(subject.type) === null || fitting.length > 1) return null;
  if (!all.every(member => fitting.includes(member) || representationOf(member) !== 'ref' || isPlainClass(member)))
    return null;
  const [only] = fitting;
  if (!only) return { is: FALSE, held: null, state };
  const held = valueFromTerm(subject.term, only) as ArrayVal;
  return { is: typeGuard(ctx.run, subject.term, only, state.heap.alloc), held, state };
}

/** Objects of these classes do not define destructuring. */
function isPlainClass(type: Type): boolean {
  return unionMembers(type).every(member => ['String', 'Array', 'Hash', 'Range'].includes(classNameOf(member) ?? ''));
}

const ASKS = 'respond_to?';

function callDeconstruct(
  ctx: Ctx,
  pattern: Opening,
  { subject, className: wanted, when }: OpenedSubject<Val & { kind: 'ref' }>,
  state: State,
): Opened | null {
  const { program } = ctx.run.input;
  const className = classNameOf(subject.type);
  if (
    className === null ||
    program.classes.get(className)?.kind !== 'class' ||
    dynamicsOf(program, className).length > 0
  )
    return null;
  const name = wanted === 'Array' ? 'deconstruct' : 'deconstruct_keys';
  const found = candidates(program, className, name);
  // Ruby first tests whether there is such a method.
  const called = factsOf(program, 'Object', ASKS).calls?.self ?? implicitCallNames(program);
  const conversions = [ASKS, ...called].flatMap(each => candidates(program, className, each));
  if (conversions.some(({ method }) => method.origin === 'workspace' && !writesNothing(ctx, method.key))) return null;
  if (found.length === 0) return className === 'Object' ? null : { is: FALSE, held: null, state };
  const ofMembers = makerOf(program, className) !== null && found.every(({ method }) => method.origin !== 'workspace');
  if (!ofMembers && !found.every(({ method }) => method.origin === 'workspace' && writesNothing(ctx, method.key)))
    return null;
  const on = withPath(state, and(state.path, when));
  const keys = wanted === 'Hash' ? keysOf(ctx, ofMembers ? null : pattern, on) : { args: [], state: on };
  const out = ctx.run.rules.send(
    ctx,
    { receiver: subject, method: name, args: positionalArgs(keys.args), site: pattern },
    keys.state,
  );
  if (out.value.kind !== 'ref' || classNameOf(out.value.type) !== wanted) return null;
  return { is: TRUE, held: out.value, state: withPath(out.state, state.path) };
}

function writesNothing(ctx: Ctx, key: string): boolean {
  const { writes } = effectsOf(ctx.run, key);
  return writes !== 'everything' && writes.size === 0;
}

/** The keys that the pattern names; nil if it has a rest or if the keys make no difference (null). */
function keysOf(
  ctx: Ctx,
  pattern: Opening | null,
  state: State,
): { readonly args: readonly Val[]; readonly state: State } {
  if (pattern?.type !== 'hash' || pattern.rest !== null || pattern.entries.length === 0)
    return { args: [NIL_VAL], state };
  const names = pattern.entries.map(
    (entry): Val => ({ kind: 'sym', term: unboxTerm(literalKey({ type: 'symbol', value: entry.key }), 'sym') }),
  );
  const made = makeArray(ctx, state, names, nominal('Array', [SYMBOL]), pattern);
  return { args: [made.value], state: made.state };
}
