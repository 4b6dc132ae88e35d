/**
 * The object that a frame entry refers to: `self`, an argument, or the object in a field of self (`'@log': :contents`). An
 * entry for a variable covers the contents of the container that it holds on entry, too. (ADR 0093)
 */
import { FALSE, isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { mayBeContainer } from '../../program/frameContents';
import { fieldOf, singletonFieldOf } from '../../program/lookup';
import { ANY, nominal, type Type } from '../../types/type';
import type { CoveredEntry } from '../analysis/frameEntries';
import { slotInLabel, slotOf } from '../analysis/structClasses';
import { scopeOfName, sharedKey } from '../analysis/variableKeys';
import type { Ctx } from '../state/context';
import { fieldKey, isSlot } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, representationOf, unionMembers } from '../state/representation';
import type { State } from '../state/state';
import { isTag, NIL_VAL, unboxTerm, type Val } from '../state/value';
import { readField } from './fields';

const OBJECT: Type = nominal('Object');

/** A method's receiver, arguments and class. */
export interface FrameSubjects {
  readonly self: Val;
  readonly binders: ReadonlyMap<string, Val>;
  readonly className: string;
}

/** Reads fields in `state`. Null: not an object. */
export function findFrameOwner(ctx: Ctx, state: State, entry: CoveredEntry, subjects: FrameSubjects): Val | null {
  const { self, binders } = subjects;
  if (entry.heldIn !== null) return findHeldContainer(ctx, state, entry.owner, entry.heldIn, subjects);
  if (entry.owner === 'self') return self;
  if (scopeOfName(entry.owner) !== 'instance') return binders.get(entry.owner) ?? null;
  return self.kind === 'ref' ? readField(ctx, state, self, fieldKey(entry.owner), { span: entry.place.span }) : null;
}

/** The container in a variable; nil if there is none. The entry for the variable itself havocs everything if its owner is unknown. */
function findHeldContainer(ctx: Ctx, state: State, owner: string, name: string, subjects: FrameSubjects): Val {
  const { program } = ctx.run.input;
  const object = owner === 'self' ? subjects.self : (subjects.binders.get(owner) ?? NIL_VAL);
  if (scopeOfName(name) !== 'instance' || object.kind === 'class') {
    const className = object.kind === 'class' ? (object.name ?? subjects.className) : subjects.className;
    return asContainer(ctx, heapMap(ctx, state, sharedKey(program, className, name)), sharedType(ctx, className, name));
  }
  const className = object.kind === 'ref' ? (classNameOf(object.type) ?? 'Object') : null;
  const key = className === null ? null : slotInLabel(program, className, fieldKey(name));
  if (object.kind !== 'ref' || className === null || key === null || !isSlot(key)) return NIL_VAL;
  const term = select(heapMap(ctx, state, key), object.term);
  if (isUnset(state, object.term, term)) return NIL_VAL;
  return asContainer(ctx, term, slotOf(program, className, key)?.type ?? null);
}

/** Nothing has written this field of an object that was allocated here. */
function isUnset(state: State, object: Formula, term: Formula): boolean {
  if (!isApply(term, 'select') || term.args[0]?.kind !== 'symbol') return false;
  return state.fresh.some(each => same(each, object));
}

function sharedType(ctx: Ctx, className: string, name: string): Type | null {
  const { program } = ctx.run.input;
  if (scopeOfName(name) === 'global') return program.globals.get(name)?.type ?? null;
  const find = scopeOfName(name) === 'class' ? fieldOf : singletonFieldOf;
  return find(program, className, name)?.type ?? null;
}

/** If the value is not a container, this is an arbitrary reference: havocking it too is sound. */
function asContainer(ctx: Ctx, term: Formula, type: Type | null): Val {
  if (isTag(term, 'ref') === FALSE || (type !== null && !mayBeContainer(ctx.run.input.program, type))) return NIL_VAL;
  const known = unionMembers(type ?? ANY).filter(member => representationOf(member) === 'ref');
  return { kind: 'ref', term: unboxTerm(term, 'ref'), type: known.length === 1 ? known[0]! : OBJECT, exact: false };
}
