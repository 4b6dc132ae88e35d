/**
 * `invariant { … }` of a class: assumed of self (and of parameters) on entry of a method, asked at each of its exits, also
 * by exception, and before a call that may reach the object from outside. It may read own fields with plain values only;
 * one that reads more could be broken from elsewhere, and is not modelled.
 */
import type { Place } from '../base/span';
import { ancestors } from '../program/ancestors';
import { fieldOf } from '../program/lookup';
import type { ClassInvariant, MethodInfo, Program } from '../program/program';
import type { Expr } from '../ril/ril';
import { type ClauseFormula, NO_CALLS, NO_TYPES, refinementFormulas } from './clauses';
import { assume, type Ctx, caveat, leanOn, taintFor } from './context';
import { effectsOf } from './effects';
import { oblige } from './obligations';
import { classNameOf, members, shapeOf } from './shape';
import type { State } from './state';
import type { Val } from './value';
import { eachExpr } from './writes';

type Ref = Val & { readonly kind: 'ref' };

export function invariantsOf(program: Program, className: string): readonly ClassInvariant[] {
  return ancestors(program, className).flatMap(name => program.classes.get(name)?.invariants ?? []);
}

function formulas(ctx: Ctx, state: State, object: Ref): readonly ClauseFormula[] {
  const className = classNameOf(object.type) ?? 'Object';
  return invariantsOf(ctx.run.input.program, className).flatMap(({ refinement, nesting }) => {
    if (!refinement.clauses.every(clause => readsPlainFields(ctx.run.input.program, className, clause.expr))) {
      const span = ctx.frame.method.definition?.nameSpan ?? { start: 0, end: 0 };
      taintFor(ctx, 'a class invariant that reads more than plain fields', { span });
      return [];
    }
    return refinementFormulas(ctx, state, refinement, {
      binders: new Map(),
      self: object,
      owner: ctx.frame.method,
      nesting,
      types: NO_TYPES,
      calls: NO_CALLS,
      old: null,
    });
  });
}

const PLAIN: ReadonlySet<string> = new Set(['nil', 'bool', 'int', 'real', 'rat', 'sym']);

function readsPlainFields(program: Program, className: string, expr: Expr): boolean {
  let plain = true;
  eachExpr(expr, each => {
    if (each.kind === 'call' && each.receiver === null) plain = false;
    if (each.kind === 'self' || each.kind === 'opaque' || (each.kind === 'var' && each.scope !== 'instance'))
      plain = false;
    if (each.kind === 'var' && each.scope === 'instance') {
      const type = fieldOf(program, className, each.name)?.type;
      if (!type || !members(type).every(member => PLAIN.has(shapeOf(member)))) plain = false;
    }
  });
  return plain;
}

export function assumeInvariants(ctx: Ctx, state: State, object: Ref): void {
  const found = formulas(ctx, state, object);
  for (const { formula } of found) assume(ctx, state, formula);
  if (found.length > 0) leanOnWriters(ctx, classNameOf(object.type) ?? 'Object');
}

/** Everyone who writes the object's fields keeps the invariant, or the assumption is not worth much. */
function leanOnWriters(ctx: Ctx, className: string): void {
  const { program } = ctx.run.input;
  for (const name of ancestors(program, className)) {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') continue;
    for (const method of info.methods.values()) {
      if (
        method.synthetic?.type === 'attributeWriter' &&
        isOpenField(program, className, method, method.synthetic.field)
      )
        caveat(ctx.run, { type: 'assuming', what: method.key, because: 'nothing keeps from breaking the invariant' });
      const { writes } = method.definition ? effectsOf(ctx.run, method.key) : { writes: new Set<string>() };
      if (writes === 'everything' || writes.size > 0)
        leanOn(ctx.run, { owner: method.key, what: 'invariant', place: method.place });
    }
  }
}

/** Anybody may write a field that the invariant speaks of; where calls are in sight they are asked, elsewhere nobody is. */
function isOpenField(program: Program, className: string, { visibility }: MethodInfo, field: string): boolean {
  const clauses = invariantsOf(program, className).flatMap(({ refinement }) => refinement.clauses);
  let found = false;
  for (const { expr } of clauses)
    eachExpr(expr, each => {
      if (each.kind === 'var' && each.name === field) found = true;
    });
  return found && visibility !== 'private';
}

export function askInvariants(ctx: Ctx, state: State, object: Ref, place: Place, when: string): void {
  for (const { formula, clause } of formulas(ctx, state, object)) {
    oblige(ctx, state, {
      kind: 'class-invariant',
      goal: formula,
      place,
      clause,
      about: `the class invariant holds ${when}`,
    });
  }
}

export function hasInvariants(ctx: Ctx, object: Val): object is Ref {
  return object.kind === 'ref' && invariantsOf(ctx.run.input.program, classNameOf(object.type) ?? 'Object').length > 0;
}
