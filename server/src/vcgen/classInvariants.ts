/**
 * `invariant { … }` of a class: assumed of self (and of parameters) on entry of a method, asked at each of its exits, also
 * by exception, and before a call that may reach the object from outside. It may read own fields with plain values, and
 * containers that the object keeps to itself (ownContents.ts); one that reads more could be broken from elsewhere, and is
 * not modelled.
 */
import type { Place } from '../base/span';
import { eq, not, or } from '../logic/build';
import { select } from '../logic/maps';
import { ancestors } from '../program/ancestors';
import { fieldOf } from '../program/lookup';
import type { ClassInvariant, MethodInfo, Program } from '../program/program';
import type { Expr } from '../ril/ril';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { type ClauseFormula, NO_CALLS, NO_TYPES, refinementFormulas } from './clauses';
import { assume, assumeAlways, type Ctx, caveat, leanOn, taintFor } from './context';
import { effectsOf } from './effects';
import { oblige } from './obligations';
import { givenAwayBy, isShared } from './ownContents';
import { classNameOf, members, partsOf, shapeOf } from './shape';
import type { State } from './state';
import { boxed, isTag, type Val } from './value';
import { eachExpr } from './writes';

type Ref = Val & { readonly kind: 'ref' };

export function invariantsOf(program: Program, className: string): readonly ClassInvariant[] {
  return ancestors(program, className).flatMap(name => program.classes.get(name)?.invariants ?? []);
}

function formulas(ctx: Ctx, state: State, object: Ref): readonly ClauseFormula[] {
  const className = classNameOf(object.type) ?? 'Object';
  return invariantsOf(ctx.run.input.program, className).flatMap(({ refinement, nesting }) => {
    const reads = refinement.clauses.map(clause => readsOf(ctx.run.input.program, className, clause.expr));
    const open = reads.find(each => each.beyond !== null);
    if (open) {
      const span = ctx.frame.method.definition?.nameSpan ?? { start: 0, end: 0 };
      taintFor(ctx, open.beyond!, { span });
      return [];
    }
    nameCopies(ctx, className, new Set(reads.flatMap(each => each.containers)));
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

/** What the clause depends on: containers of the object's own, and what is beyond it, in words. */
interface InvariantReads {
  readonly containers: readonly string[];
  readonly beyond: string | null;
}

const BEYOND = 'a class invariant that reads more than plain fields';

function readsOf(program: Program, className: string, expr: Expr): InvariantReads {
  const containers: string[] = [];
  let beyond: string | null = null;
  const asked = new Map<Expr, string>();
  eachExpr(expr, each => {
    if (each.kind === 'call' && each.receiver !== null) asked.set(each.receiver, each.method);
    if (each.kind === 'call' && each.receiver === null) beyond ??= BEYOND;
    if (each.kind === 'self' || each.kind === 'opaque') beyond ??= BEYOND;
    if (each.kind === 'var' && each.scope !== 'instance' && each.scope !== 'local') beyond ??= BEYOND;
    if (each.kind !== 'var' || each.scope !== 'instance') return;
    const type = fieldOf(program, className, each.name)?.type;
    if (type && members(type).every(member => PLAIN.has(shapeOf(member)))) return;
    const method = asked.get(each);
    if (!type || method === undefined || !isReadable(type, method)) beyond ??= BEYOND;
    else {
      const who = givenAwayBy(program, className, each.name);
      if (who) beyond ??= `a class invariant that reads the contents of ${each.name}, which ${who} may give away`;
      containers.push(each.name);
    }
  });
  return { containers, beyond };
}

/** These depend on no element, only on how many there are. */
const SIZES: ReadonlySet<string> = new Set(['size', 'length', 'empty?', 'nil?']);

/** A container of plain values, or one that is only counted: what elements hold is not the container's own. */
function isReadable(type: Type, method: string): boolean {
  return members(type).every(member => {
    if (member.kind === 'nil') return true;
    if (!['Array', 'Hash', 'Set', 'String'].includes(classNameOf(member) ?? '')) return false;
    return SIZES.has(method) || partsOf(member).every(part => members(part).every(each => PLAIN.has(shapeOf(each))));
  });
}

/** A copy of the object (`dup`) has the same containers, and a method of the one changes those of the other. */
function nameCopies(ctx: Ctx, className: string, containers: ReadonlySet<string>): void {
  const shared = [...containers].filter(field => isShared(ctx.run.input.program, className, field));
  if (shared.length === 0) return;
  const because = `would share ${shared.join(', ')} unless initialize_copy makes another`;
  caveat(ctx.run, { type: 'assuming', what: `no copies of ${className}`, because });
}

export function assumeInvariants(ctx: Ctx, state: State, object: Ref): void {
  const found = formulas(ctx, state, object);
  for (const { formula } of found) assume(ctx, state, formula);
  if (found.length > 0) leanOnWriters(ctx, classNameOf(object.type) ?? 'Object');
}

/** What an object keeps to itself is nothing that others have: no argument, and no other field of its own. */
export function assumeOwn(ctx: Ctx, state: State, object: Ref, others: readonly Val[]): void {
  const { program } = ctx.run.input;
  const className = classNameOf(object.type) ?? 'Object';
  const clauses = invariantsOf(program, className).flatMap(({ refinement }) => refinement.clauses);
  const reads = clauses.map(clause => readsOf(program, className, clause.expr));
  if (reads.some(each => each.beyond !== null)) return;
  const fields = [...new Set(reads.flatMap(each => each.containers))];
  const own = fields.map(name => select(heapMap(ctx, state, name), object.term));
  const given = others.flatMap(val => (val.kind === 'ref' || val.kind === 'boxed' ? (boxed(val) ?? []) : []));
  for (const [at, term] of own.entries())
    for (const other of [...given, ...own.slice(at + 1)])
      assumeAlways(ctx.run, or(isTag(term, 'nil'), not(eq(term, other))), true);
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
