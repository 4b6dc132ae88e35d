/**
 * Reads and writes of fields (T-Inst, T-InstAssn). The type and refinement of a field are assumed where it is read
 * (fieldAssumptions.ts) and required where it is written or construction of the object ends.
 */

import type { Place, Span } from '../../base/span';
import { not, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import type { Construct } from '../../problems/constructs';
import type { Moment } from '../../problems/reason';
import type { FieldInfo } from '../../program/program';
import { ANY, type Type } from '../../types/type';
import { isKnownToFit } from '../analysis/classAssignability';
import { type FieldDependencies, fieldDependenciesOf } from '../analysis/fieldDependencies';
import { findSlot, type Slot } from '../analysis/inferredFields';
import { slotOf } from '../analysis/structClasses';
import { translateFieldRefinement } from '../clauses/fieldClauses';
import { markEscaped } from '../heap/escape';
import { requireUnfrozen } from '../heap/frozen';
import { slotKeysOf, touchObject } from '../heap/objects';
import { checkWrite } from '../obligations/checkWrite';
import { flowInto } from '../obligations/flowInto';
import { addObligation } from '../obligations/obligations';
import {
  type Ctx,
  type FieldRead,
  type Flow,
  makeUnmodelled,
  makeUnmodelledValue,
  noteStep,
  type Out,
} from '../state/context';
import type { EffectKey, SlotKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import type { ReadonlyKeySet } from '../state/keyedMap';
import { classNameOf, mayBeNil, representationOf } from '../state/representation';
import { baseSymbols, type State, withMap } from '../state/state';
import { resolveTypeFor, valueFromTerm } from '../state/typeGuards';
import { boxValue, isTag, NIL_VAL, typeOf, unboxTerm, type Val } from '../state/value';
import { assumeFieldType } from './fieldAssumptions';
import { assumeFieldDefault, assumeNoDefault } from './ownedHashDefaults';

/** T-Inst: `@f` of an object. A field without a declared type is not modelled, unless this method wrote it. */
export function readField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: SlotKey,
  node: { readonly span: Span },
): Val {
  const className = classNameOf(object.type) ?? 'Object';
  const info = findSlot(ctx.run.input, className, field);
  const term = select(heapMap(ctx, state, field), object.term);
  const fieldRead = { object, field, term };
  if (!info?.type) return readUntypedField(ctx, state, fieldRead, node);
  const type = resolveTypeFor(ctx.run.input.program, info.type, object.type);
  assumeFieldType(ctx, state, fieldRead, info, type);
  assumeNoDefault(ctx, state, className, fieldRead, type);
  assumeFieldDefault(ctx, state, fieldRead, type);
  const isCertain =
    info.reservation === undefined ? hasCertainType(ctx, object, term, type) : isUnwritten(term) || isOfTag(term, type);
  return isCertain ? valueFromTerm(term, type) : { kind: 'boxed', term, type: makeNilable(type) };
}

/** Whether the field certainly has its type: fields of new objects are nil until `initialize` writes them. */
function hasCertainType(ctx: Ctx, object: Val & { kind: 'ref' }, term: Formula, type: Type): boolean {
  const shape = representationOf(type);
  if (shape === 'boxed' || shape === 'nil' || object.term.kind === 'symbol') return true;
  return !ctx.run.heapNotes.allocates.value || isOfTag(term, type);
}

function isOfTag(term: Formula, type: Type): boolean {
  const shape = representationOf(type);
  return shape !== 'boxed' && isTag(term, shape === 'proc' ? 'ref' : shape) === TRUE;
}

/** This method has not written the field of any object: the value is what it was on entry, or after a call. */
function isUnwritten(term: Formula): boolean {
  return term.kind === 'apply' && term.operator === 'select' && term.args[0]?.kind === 'symbol';
}

function makeNilable(type: Type): Type {
  return mayBeNil(type) ? type : { kind: 'union', members: [type, { kind: 'nil' }] };
}

function readUntypedField(
  ctx: Ctx,
  state: State,
  { object, field, term }: FieldRead,
  node: { readonly span: Span },
): Val {
  if (baseSymbols(heapMap(ctx, state, field)).length > 0 && term.kind === 'apply' && term.operator === 'select') {
    const owner = classNameOf(object.type) ?? 'Object';
    const what: Construct =
      field.kind === 'member'
        ? { kind: 'untyped-field', owner, member: field.name }
        : { kind: 'untyped-variable', name: field.name };
    return makeUnmodelledValue(ctx, what, node);
  }
  return findOwnWrite(ctx, term) ?? { kind: 'boxed', term, type: ANY };
}

/** The value that this method wrote: a plain value, or an object that it allocated. */
function findOwnWrite({ run }: Ctx, term: Formula): Val | null {
  const tag = (['nil', 'int', 'bool', 'real', 'rat', 'sym', 'ref'] as const).find(each => isTag(term, each) === TRUE);
  if (tag === undefined) return null;
  if (tag === 'nil') return NIL_VAL;
  const inside = unboxTerm(term, tag);
  if (tag !== 'ref') return { kind: tag, term: inside };
  // Exclusive branches number their objects alike, so the reference may belong to another branch.
  const [first, ...others] = run.heapNotes.allocated.all.filter(each => same(each.term, inside));
  const sameClass = others.every(each => classNameOf(each.type) === classNameOf(first!.type));
  return first && sameClass ? first : null;
}

/** A write of a value to a field of an object. */
export interface FieldWrite {
  readonly object: Val & { kind: 'ref' };
  readonly value: Val;
  readonly place: Place;
}

/** T-InstAssn: a write must satisfy the field's type and refinement and the method's frame. */
export function writeField(ctx: Ctx, state: State, write: FieldWrite, field: SlotKey): Out {
  const { object, value, place } = write;
  const { run } = ctx;
  const className = classNameOf(object.type) ?? 'Object';
  const info = findSlot(run.input, className, field);
  const type = info?.type ? resolveTypeFor(run.input.program, info.type, object.type) : ANY;
  const stored = info?.type ? flowIntoSlot(ctx, state, info, { value, type, place }) : value;
  const term =
    boxValue(stored) ??
    boxValue(makeUnmodelled(ctx, { kind: 'value-in-field', value: value.kind, field: field.name }, place))!;
  checkWrite(ctx, state, field, object.term, place);
  const there = requireUnfrozen(ctx, state, object.term, place, { kind: 'written-object' });
  const written = withMap(
    touchObject(ctx, markEscaped(there, stored), object.term),
    field,
    store(heapMap(ctx, there, field), object.term, term),
  );
  noteStep(ctx, { operation: 'write', text: field.name, value: term });
  if (info?.refinement) requireFieldRefinement(ctx, written, { ...write, value: valueFromTerm(term, type) }, info);
  if (!ctx.spec && ctx.mode.underConstruction?.object.term !== object.term)
    requireDependentFields(
      ctx,
      written,
      object,
      place,
      reach => field.kind === 'field' && reach.fields.has(field.name),
    );
  return { value: stored, state: written };
}

/** Nothing is required of a write to a field without a declared type; a value that inference did not expect is unknown. */
function flowIntoSlot(ctx: Ctx, state: State, info: Slot, flow: Omit<Flow, 'subject'>): Val {
  if (info.reservation === undefined)
    return flowInto(ctx, state, { ...flow, subject: { kind: 'variable', name: info.name } });
  const { value, type, place } = flow;
  if (isKnownToFit(ctx.run.input.program, typeOf(value), type)) return value;
  return makeUnmodelled(ctx, { kind: 'value-in-field', value: value.kind, field: info.name }, place);
}

/** Fields whose refinements have dependencies of this kind. */
export function fieldsDependingOn(
  ctx: Ctx,
  object: Val & { kind: 'ref' },
  concerns: (reach: FieldDependencies) => boolean,
): readonly { readonly key: SlotKey; readonly info: FieldInfo }[] {
  const { program } = ctx.run.input;
  const className = classNameOf(object.type) ?? 'Object';
  return slotKeysOf(ctx.run, className).flatMap(key => {
    const info = slotOf(program, className, key);
    return info?.type && info.refinement && concerns(fieldDependenciesOf(program, className, info))
      ? [{ key, info }]
      : [];
  });
}

/** Requires the refinements that depend on more than their own field, in the current state. */
export function requireDependentFields(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  place: Place,
  concerns: (reach: FieldDependencies) => boolean,
): void {
  for (const { key, info } of fieldsDependingOn(ctx, object, concerns)) {
    const value = readField(ctx, state, object, key, { span: place.span });
    requireFieldRefinement(ctx, state, { object, value, place }, info);
  }
}

function requireFieldRefinement(ctx: Ctx, state: State, { object, value, place }: FieldWrite, info: FieldInfo): void {
  for (const clause of translateFieldRefinement(ctx, state, object, info, value)) {
    addObligation(ctx, state, {
      kind: 'field-refinement',
      goal: clause.formula,
      place,
      clause: clause.clause,
      reason: { kind: 'clause-of', subject: { kind: 'variable', name: info.name } },
    });
  }
}

interface CompletedObject {
  readonly value: Val & { kind: 'ref' };
  readonly place: Place;
  readonly when: Moment;
}

/** Requires the types and refinements of the object's fields: at the end of `initialize`, or before the object escapes. */
export function requireFieldTypes(
  ctx: Ctx,
  state: State,
  { value: object, place, when }: CompletedObject,
  only: ReadonlyKeySet<EffectKey> | null = null,
): void {
  const className = classNameOf(object.type) ?? 'Object';
  for (const key of slotKeysOf(ctx.run, className)) {
    const info = slotOf(ctx.run.input.program, className, key);
    if (!info?.type || (only && !only.has(key))) continue;
    const type = resolveTypeFor(ctx.run.input.program, info.type, object.type);
    const term = select(heapMap(ctx, state, key), object.term);
    const clause = { text: `${key.name} is set`, place: info.place };
    if (!mayBeNil(type))
      addObligation(ctx, state, {
        kind: 'field-refinement',
        goal: not(isTag(term, 'nil')),
        place,
        clause,
        reason: { kind: 'field-is-set', field: key.name, when },
      });
    if (info.refinement) requireFieldRefinement(ctx, state, { object, value: valueFromTerm(term, type), place }, info);
  }
}
