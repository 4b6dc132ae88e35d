/**
 * Comparable by the class's own `<=>`, as Ruby has it: nil from `<=>` raises ArgumentError, except in `==`, where it means
 * false; the bounds of `clamp` are compared with each other first. An answer that may be no Integer has no model.
 */
import { compare } from '../../logic/arithmetic';
import { and, eq, FALSE, int, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { candidates, findMethod } from '../../program/lookup';
import type { Site } from '../arguments';
import { fork } from '../branch';
import { checkpoint } from '../checkpoint';
import { type Ctx, type Out, placeOf } from '../context';
import { oblige } from '../obligations';
import { classNameOf, members } from '../shape';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { isNil, unboxed, type Val } from '../value';
import type { Model } from './models';

type Ref = Val & { readonly kind: 'ref' };

export const comparableModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'ref' || args.irregular || args.block || args.keywords.size > 0) return null;
  if (!comesFromComparable(ctx, receiver, method) || isBeingCompared(ctx, receiver)) return null;
  const undo = checkpoint(ctx);
  const out = answer(ctx, receiver, method, args.positional, site, state);
  if (out === null) undo();
  return out;
};

/** The method is Comparable's own, and `<=>` is the program's. */
function comesFromComparable(ctx: Ctx, receiver: Ref, method: string): boolean {
  const { program } = ctx.run.input;
  return members(receiver.type).every(member => {
    const name = classNameOf(member);
    if (name === null || findMethod(program, name, method)?.owner !== 'Comparable') return false;
    return findMethod(program, name, '<=>')?.origin === 'workspace';
  });
}

/** Inside `<=>` itself Ruby stops `==` from asking again; that is not modelled. */
function isBeingCompared(ctx: Ctx, receiver: Ref): boolean {
  const { program } = ctx.run.input;
  return members(receiver.type).some(member =>
    candidates(program, classNameOf(member) ?? 'Object', '<=>').some(({ method }) =>
      ctx.frame.stack.includes(method.key),
    ),
  );
}

function answer(ctx: Ctx, x: Ref, method: string, given: readonly Val[], site: Site, state: State): Out | null {
  const [first, second] = given;
  if (!first) return null;
  if (given.length === 2 && second) {
    if (method === 'between?') return between(ctx, x, first, second, site, state);
    return method === 'clamp' ? clamp(ctx, x, first, second, site, state) : null;
  }
  if (given.length !== 1) return null;
  switch (method) {
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const found = ordered(ctx, x, first, site, state);
      return found && truth(compare(method, found.sign, int(0)), found.state);
    }
    case '==':
      return equal(ctx, x, first, site, state);
    default:
      return null;
  }
}

const truth = (term: Formula, state: State): Out => ({ value: { kind: 'bool', term }, state });

interface Ordered {
  readonly sign: Formula;
  readonly state: State;
}

/** `x <=> y` as a number; nil raises. */
function ordered(ctx: Ctx, x: Val, y: Val, site: Site, state: State): Ordered | null {
  const out = ctx.run.rules.send(ctx, x, '<=>', [y], site, state);
  const sign = signOf(out.value);
  if (sign === null) return null;
  const there = oblige(ctx, out.state, {
    kind: 'core-precondition',
    goal: not(isNil(out.value)),
    place: placeOf(ctx, site),
    about: 'the two can be compared',
    raises: 'ArgumentError',
  });
  return { sign, state: there };
}

function signOf(val: Val): Formula | null {
  if (val.kind === 'int') return val.term;
  if (val.kind === 'nil') return int(0);
  if (val.kind !== 'boxed') return null;
  const tags = tagsOf(val.type);
  return tags !== null && [...tags].every(tag => tag === 'int' || tag === 'nil') ? unboxed(val.term, 'int') : null;
}

/** The same object is equal without being asked; nil means no. */
function equal(ctx: Ctx, x: Ref, y: Val, site: Site, state: State): Out | null {
  const identical = y.kind === 'ref' ? eq(x.term, y.term) : y.kind === 'boxed' ? null : FALSE;
  if (identical === null) return null;
  if (identical === TRUE || !answersWithNumber(ctx, x, y, site, state))
    return identical === TRUE ? truth(TRUE, state) : null;
  const asked = (s: State): Out => {
    const out = ctx.run.rules.send(ctx, x, '<=>', [y], site, s);
    return truth(and(not(isNil(out.value)), eq(signOf(out.value) ?? int(0), int(0))), out.state);
  };
  return identical === FALSE ? asked(state) : fork(ctx, identical, state, site, s => truth(TRUE, s), asked);
}

/** Tried out, and forgotten again. */
function answersWithNumber(ctx: Ctx, x: Val, y: Val, site: Site, state: State): boolean {
  const undo = checkpoint(ctx);
  const { value } = ctx.run.rules.send(ctx, x, '<=>', [y], site, state);
  undo();
  return signOf(value) !== null;
}

/** The upper bound is looked at only where the lower one holds. */
function between(ctx: Ctx, x: Ref, low: Val, high: Val, site: Site, state: State): Out | null {
  const under = answersWithNumber(ctx, x, high, site, state) ? ordered(ctx, x, low, site, state) : null;
  if (under === null) return null;
  return fork(
    ctx,
    compare('<', under.sign, int(0)),
    under.state,
    site,
    s => truth(FALSE, s),
    s => {
      const over = ordered(ctx, x, high, site, s)!;
      return truth(compare('<=', over.sign, int(0)), over.state);
    },
  );
}

function clamp(ctx: Ctx, x: Ref, low: Val, high: Val, site: Site, state: State): Out | null {
  if (low.kind !== 'ref' || high.kind !== 'ref') return null;
  const bounds = ordered(ctx, low, high, site, state);
  if (bounds === null) return null;
  const inOrder = oblige(ctx, bounds.state, {
    kind: 'core-precondition',
    goal: compare('<=', bounds.sign, int(0)),
    place: placeOf(ctx, site),
    about: 'the bounds of clamp are in order',
    raises: 'ArgumentError',
  });
  const under = answersWithNumber(ctx, x, high, site, inOrder) ? ordered(ctx, x, low, site, inOrder) : null;
  if (under === null) return null;
  const above = (s: State): Out => {
    const over = ordered(ctx, x, high, site, s)!;
    const top = compare('>', over.sign, int(0));
    return fork(
      ctx,
      top,
      over.state,
      site,
      t => ({ value: high, state: t }),
      t => ({ value: x, state: t }),
    );
  };
  return fork(
    ctx,
    compare('<', under.sign, int(0)),
    under.state,
    site,
    s => ({ value: low, state: s }),
    s => fork(ctx, eq(under.sign, int(0)), s, site, t => ({ value: x, state: t }), above),
  );
}
