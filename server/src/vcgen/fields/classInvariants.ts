/**
 * `invariant { … }` of a class: assumed for self and for parameters on entry, required at every normal and exceptional exit,
 * and before calls that may reach the object. It may read the object's fields with plain values and containers that the
 * object owns (ownedContainers.ts). An invariant that reads more could be broken from elsewhere, so it is not modelled.
 */

import type { Place } from '../../base/span';
import { eq, not, or } from '../../logic/build';
import { select } from '../../logic/maps';
import type { Construct } from '../../problems/constructs';
import type { Moment } from '../../problems/reason';
import { ancestors } from '../../program/ancestors';
import { factsOf } from '../../program/libraryFacts';
import { fieldOf } from '../../program/lookup';
import type { ClassInvariant, MethodInfo, Program } from '../../program/program';
import type { Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { effectsOf } from '../analysis/effects';
import { findEscapeOfField, isSharedContainer } from '../analysis/ownedContainers';
import { forEachExpr } from '../analysis/writes';
import { type ClauseFormula, NO_CALLS, NO_TYPES, translateRefinement } from '../clauses/clauses';
import { assumeAndShow, placeClause } from '../obligations/knownFacts';
import { addObligation } from '../obligations/obligations';
import { addCaveat, assumeAlways, type Ctx, recordAssumption, taintFor } from '../state/context';
import { fieldKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, containedTypes, representationOf, unionMembers } from '../state/representation';
import type { State } from '../state/state';
import { boxValue, isTag, type Val } from '../state/value';

type Ref = Val & { readonly kind: 'ref' };

function invariantsOf(program: Program, className: string): readonly ClassInvariant[] {
  return ancestors(program, className).flatMap(name => program.classes.get(name)?.invariants ?? []);
}

function formulas(ctx: Ctx, state: State, object: Ref): readonly ClauseFormula[] {
  const className = classNameOf(object.type) ?? 'Object';
  return invariantsOf(ctx.run.input.program, className).flatMap(({ refinement, nesting }) => {
    const reads = refinement.clauses.map(clause => findInvariantReads(ctx.run.input.program, className, clause.expr));
    const open = reads.find(each => each.beyond !== null);
    if (open) {
      const span = ctx.frame.method.definition?.nameSpan ?? { start: 0, end: 0 };
      taintFor(ctx, open.beyond!, { span });
      return [];
    }
    addCopyCaveat(ctx, className, new Set(reads.flatMap(each => each.containers)));
    return translateRefinement(ctx, state, refinement, {
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

/** What the clause depends on: containers that the object owns, and what else it reads. */
interface InvariantReads {
  readonly containers: readonly string[];
  readonly beyond: Construct | null;
}

const BEYOND = { kind: 'invariant-reads-more' } as const;

function findInvariantReads(program: Program, className: string, expr: Expr): InvariantReads {
  const containers: string[] = [];
  let beyond: Construct | null = null;
  const methodOnReceiver = new Map<Expr, string>();
  forEachExpr(expr, each => {
    if (each.kind === 'call' && each.receiver !== null) methodOnReceiver.set(each.receiver, each.method);
    if (each.kind === 'call' && each.receiver === null) beyond ??= BEYOND;
    if (each.kind === 'self' || each.kind === 'opaque') beyond ??= BEYOND;
    if (each.kind === 'var' && each.scope !== 'instance' && each.scope !== 'local') beyond ??= BEYOND;
    if (each.kind !== 'var' || each.scope !== 'instance') return;
    const type = fieldOf(program, className, each.name)?.type;
    if (type && unionMembers(type).every(member => PLAIN.has(representationOf(member)))) return;
    const method = methodOnReceiver.get(each);
    if (!type || method === undefined || !isReadable(program, type, method)) beyond ??= BEYOND;
    else {
      const who = findEscapeOfField(program, className, each.name);
      if (who) beyond ??= { kind: 'invariant-of-escaping-field', field: each.name, by: who };
      containers.push(each.name);
    }
  });
  return { containers, beyond };
}

/** Whether the container holds plain values, or only its size is read: it does not own the contents of its elements. */
function isReadable(program: Program, type: Type, method: string): boolean {
  return unionMembers(type).every(member => {
    if (member.kind === 'nil') return true;
    const name = classNameOf(member) ?? '';
    if (!['Array', 'Hash', 'Set', 'String'].includes(name)) return false;
    const { answers } = factsOf(program, name, method);
    return (
      answers === 'size' ||
      answers === 'empty' ||
      answers === 'class' ||
      containedTypes(member).every(part => unionMembers(part).every(each => PLAIN.has(representationOf(each))))
    );
  });
}

/** Adds a caveat about copies: `dup` shares the containers, so methods of the copy change those of the original. */
function addCopyCaveat(ctx: Ctx, className: string, containers: ReadonlySet<string>): void {
  const shared = [...containers].filter(field => isSharedContainer(ctx.run.input.program, className, field));
  if (shared.length === 0) return;
  const because = `would share ${shared.join(', ')} unless initialize_copy makes another`;
  addCaveat(ctx.run, { type: 'assuming', what: `no copies of ${className}`, because });
}

export function assumeInvariants(ctx: Ctx, state: State, object: Ref): void {
  const found = formulas(ctx, state, object);
  for (const { formula, clause } of found)
    assumeAndShow(ctx, state, { source: { kind: 'class-invariant' }, ...placeClause(ctx, clause) }, formula);
  if (found.length > 0) recordWriters(ctx, classNameOf(object.type) ?? 'Object');
}

/** Assumes that an owned container is distinct from all arguments and from the object's other fields. */
export function assumeOwnInvariants(ctx: Ctx, state: State, object: Ref, others: readonly Val[]): void {
  const { program } = ctx.run.input;
  const className = classNameOf(object.type) ?? 'Object';
  const clauses = invariantsOf(program, className).flatMap(({ refinement }) => refinement.clauses);
  const reads = clauses.map(clause => findInvariantReads(program, className, clause.expr));
  if (reads.some(each => each.beyond !== null)) return;
  const fields = [...new Set(reads.flatMap(each => each.containers))];
  const own = fields.map(name => select(heapMap(ctx, state, fieldKey(name)), object.term));
  const given = others.flatMap(val => (val.kind === 'ref' || val.kind === 'boxed' ? (boxValue(val) ?? []) : []));
  for (const [at, term] of own.entries())
    for (const other of [...given, ...own.slice(at + 1)])
      assumeAlways(ctx.run, or(isTag(term, 'nil'), not(eq(term, other))), true);
}

/** Records that the assumption depends on every method that writes the object's fields. */
function recordWriters(ctx: Ctx, className: string): void {
  const { program } = ctx.run.input;
  for (const name of ancestors(program, className)) {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') continue;
    for (const method of info.methods.values()) {
      if (
        method.synthetic?.type === 'attributeWriter' &&
        isWritableFromOutside(program, className, method, method.synthetic.field)
      )
        addCaveat(ctx.run, {
          type: 'assuming',
          what: method.key,
          because: 'nothing keeps from breaking the invariant',
        });
      const writes = method.definition ? effectsOf(ctx.run, method.key).writes : null;
      if (writes !== null && (writes === 'everything' || writes.size > 0))
        recordAssumption(ctx.run, { owner: method.key, what: 'invariant', place: method.place });
    }
  }
}

/** Whether code outside the workspace may write a field that the invariant mentions; visible calls are checked. */
function isWritableFromOutside(
  program: Program,
  className: string,
  { visibility }: MethodInfo,
  field: string,
): boolean {
  const clauses = invariantsOf(program, className).flatMap(({ refinement }) => refinement.clauses);
  let found = false;
  for (const { expr } of clauses)
    forEachExpr(expr, each => {
      if (each.kind === 'var' && each.name === field) found = true;
    });
  return found && visibility !== 'private';
}

export function requireInvariants(ctx: Ctx, state: State, object: Ref, place: Place, when: Moment): void {
  for (const { formula, clause } of formulas(ctx, state, object)) {
    addObligation(ctx, state, {
      kind: 'class-invariant',
      goal: formula,
      place,
      clause,
      reason: { kind: 'class-invariant', when },
    });
  }
}

export function hasInvariants(ctx: Ctx, object: Val): object is Ref {
  return object.kind === 'ref' && invariantsOf(ctx.run.input.program, classNameOf(object.type) ?? 'Object').length > 0;
}
