/**
 * What a pattern looks into: an array or hash, or what an object of one's own gives as such (`deconstruct`,
 * `deconstruct_keys`). `C(…)` asks for the class first. Ruby may remember what `deconstruct` gave: one that writes
 * anything is not modelled.
 */
import { and, FALSE, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { candidates, dynamicsOf } from '../program/lookup';
import type { Pattern } from '../ril/ril';
import { nominal, SYMBOL, type Type } from '../types/type';
import { type ArrayVal, makeArray } from './arrays';
import type { Ctx } from './context';
import { effectsOf } from './effects';
import { literalKey } from './hashTypes';
import { classNameOf, members, shapeOf } from './shape';
import { type State, withPath } from './state';
import { makerOf } from './structs';
import { fromTerm, tagsOf, typeGuard } from './typing';
import { NIL_VAL, truthy, unboxed, type Val } from './value';

export interface Opened {
  /** When the subject is something that can be looked into so. */
  readonly is: Formula;
  readonly held: ArrayVal | null;
  readonly state: State;
}

type Opening = Pattern & { readonly type: 'array' | 'find' | 'hash' };

/** Null: a class that may take itself apart in a way that is not modelled. */
export function takenApart(ctx: Ctx, pattern: Opening, subject: Val, state: State, when: Formula): Opened | null {
  const className = pattern.type === 'hash' ? 'Hash' : 'Array';
  if (!pattern.constant) return opened(ctx, pattern, subject, className, state, when);
  const { rules } = ctx.run;
  const constant = rules.evaluate(ctx, pattern.constant, state);
  if (constant.value.kind !== 'class' || constant.value.name === null) return null;
  const asked = rules.send(ctx, constant.value, '===', [subject], pattern, constant.state);
  const isOne = truthy(asked.value);
  const one: Val =
    subject.kind === 'boxed' && classes(ctx, constant.value.name)
      ? fromTerm(subject.term, nominal(constant.value.name))
      : subject;
  const inner = opened(ctx, pattern, one, className, asked.state, and(when, isOne));
  return inner && { ...inner, is: and(isOne, inner.is) };
}

/** Objects, not numbers and the like: those are no references. */
function classes(ctx: Ctx, name: string): boolean {
  return shapeOf(nominal(name)) === 'ref' && ctx.run.input.program.classes.get(name)?.kind === 'class';
}

function opened(
  ctx: Ctx,
  pattern: Opening,
  subject: Val,
  className: 'Array' | 'Hash',
  state: State,
  when: Formula,
): Opened | null {
  if (subject.kind === 'ref' && classNameOf(subject.type) === className) return { is: TRUE, held: subject, state };
  if (subject.kind === 'ref')
    return isPlainClass(subject.type)
      ? { is: FALSE, held: null, state }
      : deconstructed(ctx, pattern, subject, className, state, when);
  if (subject.kind !== 'boxed') return subject.kind === 'proc' ? null : { is: FALSE, held: null, state };
  const all = members(subject.type);
  const fitting = all.filter(member => classNameOf(member) === className);
  if (tagsOf(subject.type) === null || fitting.length > 1) return null;
  if (!all.every(member => fitting.includes(member) || shapeOf(member) !== 'ref' || isPlainClass(member))) return null;
  const [only] = fitting;
  if (!only) return { is: FALSE, held: null, state };
  const held = fromTerm(subject.term, only) as ArrayVal;
  return { is: typeGuard(ctx.run, subject.term, only, state.heap.alloc), held, state };
}

/** Objects of these classes take nothing apart. */
function isPlainClass(type: Type): boolean {
  return members(type).every(member => ['String', 'Array', 'Hash', 'Range'].includes(classNameOf(member) ?? ''));
}

function deconstructed(
  ctx: Ctx,
  pattern: Opening,
  subject: Val & { kind: 'ref' },
  wanted: 'Array' | 'Hash',
  state: State,
  when: Formula,
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
  // Ruby asks first whether there is such a method.
  const asked = ['respond_to?', 'respond_to_missing?'].flatMap(each => candidates(program, className, each));
  if (asked.some(({ method }) => method.origin === 'workspace' && !writesNothing(ctx, method.key))) return null;
  if (found.length === 0) return className === 'Object' ? null : { is: FALSE, held: null, state };
  const ofMembers = makerOf(program, className) !== null && found.every(({ method }) => method.origin !== 'workspace');
  if (!ofMembers && !found.every(({ method }) => method.origin === 'workspace' && writesNothing(ctx, method.key)))
    return null;
  const on = withPath(state, and(state.path, when));
  const keys = wanted === 'Hash' ? keysOf(ctx, ofMembers ? null : pattern, on) : { args: [], state: on };
  const out = ctx.run.rules.send(ctx, subject, name, keys.args, pattern, keys.state);
  if (out.value.kind !== 'ref' || classNameOf(out.value.type) !== wanted) return null;
  return { is: TRUE, held: out.value, state: withPath(out.state, state.path) };
}

function writesNothing(ctx: Ctx, key: string): boolean {
  const { writes } = effectsOf(ctx.run, key);
  return writes !== 'everything' && writes.size === 0;
}

/** The keys that the pattern names; nil where it speaks of the rest as well, or where all make no difference (null). */
function keysOf(
  ctx: Ctx,
  pattern: Opening | null,
  state: State,
): { readonly args: readonly Val[]; readonly state: State } {
  if (pattern?.type !== 'hash' || pattern.rest !== null || pattern.entries.length === 0)
    return { args: [NIL_VAL], state };
  const names = pattern.entries.map(
    (entry): Val => ({ kind: 'sym', term: unboxed(literalKey({ type: 'symbol', value: entry.key }), 'sym') }),
  );
  const made = makeArray(ctx, state, names, nominal('Array', [SYMBOL]), pattern);
  return { args: [made.value], state: made.state };
}
