/**
 * Fields without a `var_type` have the join of all visible writes as their type. What the writes depend on is recorded
 * with its owner: annotated methods that write, and annotated methods that unannotated writers call. If code that is not
 * visible may write the field, or a method may read it before it is set, the verdict names the assumption. (ADR 0079)
 * So it does for a field that holds what callers pass: its type is what all visible callers supply. (ADR 0092)
 */
import { fieldWriters } from '../../program/fieldWriters';
import { methodByKey } from '../../program/lookup';
import { mayRunBeforeAssigned } from '../../program/partialInitialization';
import type { FieldInfo } from '../../program/program';
import { showType } from '../../types/show';
import { ANY, DYNAMIC, NIL, nominal, type Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import { addCaveat, type Run, recordAssumption, type VcgenInput } from '../state/context';
import type { SlotKey } from '../state/heapKey';
import { makeUnionType, mayBeNil } from '../state/representation';
import { instantiableClasses, tagsOf } from '../state/typeGuards';
import { slotOf } from './structClasses';

/** A field or member of an object. `reservation`: absent, its type is declared; else why it may be another one, or null. */
export interface Slot extends FieldInfo {
  readonly reservation?: string | null;
  /** Its type is what visible callers pass. */
  readonly isSupplied?: boolean;
}

/** The declared type of a field or member; else, of a field, the inferred one. */
export function findSlot(input: VcgenInput, className: string, key: SlotKey): Slot | null {
  const declared = slotOf(input.program, className, key);
  if (declared?.type || key.kind !== 'field') return declared;
  return inferField(input, className, key.name) ?? declared;
}

/** Null: nothing visible writes it, or the writes do not determine a type. */
function inferField(input: VcgenInput, className: string, name: string): Slot | null {
  const { program, summaries } = input;
  const open = summaries.fieldOf(className, name, false, 0);
  const supplied = open?.type.kind === 'dynamic' ? (summaries.suppliedOf?.(className, name, false) ?? null) : null;
  const found = supplied ?? open;
  if (found === null) return null;
  const type = withPlainContents(found.unknown.length > 0 ? found.shown : found.type);
  if (tagsOf(type) === null || type.kind === 'bottom') return null;
  const classes = instantiableClasses(program, className);
  const isSet = classes.every(each => isSetByConstructor(input, each, name));
  const whole = isSet || mayBeNil(type) ? type : makeUnionType([type, NIL]);
  const early = mayBeNil(whole) ? undefined : classes.find(each => mayRunBeforeAssigned(program, each, name));
  const reservation =
    supplied !== null
      ? `other callers of ${supplied.suppliers.join(' and ')} may break`
      : found.unknown.length > 0
        ? 'other code may break'
        : early === undefined
          ? null
          : `${early}#initialize may break by calling methods before it sets the field`;
  const isSupplied = supplied !== null;
  return { name, type: whole, refinement: null, place: null, nesting: [], reservation, isSupplied };
}

/** Whether every object of exactly this class has the field. Objects of a library class may be made without `initialize`. */
export function isSetByConstructor({ program, summaries }: VcgenInput, className: string, field: string): boolean {
  return program.classes.get(className)?.origin === 'workspace' && summaries.isSurelyAssigned(className, field, 0);
}

/**
 * Tuples and hashes with known keys become Array and Hash; a container that nothing is put into holds anything. The order
 * of the writes must not show in queries, so unions are sorted.
 */
function withPlainContents(type: Type): Type {
  switch (type.kind) {
    case 'union':
      return { ...type, members: type.members.map(withPlainContents).sort(compareShown) };
    case 'tuple':
      return nominal('Array', [DYNAMIC]);
    case 'finiteHash':
      return nominal('Hash', [DYNAMIC, DYNAMIC]);
    case 'nominal':
      return nominal(
        type.name,
        type.args.map(arg => (arg.kind === 'bottom' ? DYNAMIC : withPlainContents(arg))),
      );
    default:
      return type;
  }
}

function compareShown(a: Type, b: Type): number {
  return showType(a) < showType(b) ? -1 : 1;
}

/** Records what the inferred type of a field rests on. */
export function recordInference(run: Run, className: string, { name, type, reservation, isSupplied }: Slot): void {
  const { inferredFrom } = run.results;
  if (inferredFrom.value !== 'supply') inferredFrom.value = isSupplied ? 'supply' : 'writes';
  if (reservation != null)
    addCaveat(run, {
      type: 'assuming',
      what: `the inferred type ${showType(type ?? ANY)} of ${name}`,
      because: reservation,
    });
  const { program } = run.input;
  const isWriter = (key: MethodKey): boolean => {
    const method = methodByKey(program, key);
    return method !== null && run.input.summaries.writesOf(method, name, 0).length > 0;
  };
  const writers = fieldWriters(program, className, name).filter(isWriter);
  for (const owner of findAnnotated(run.input, writers))
    recordAssumption(run, { owner, what: writers.includes(owner) ? 'field' : 'contract', place: null });
}

/** The annotated ones among these methods, and those that the others call, directly or not. */
function findAnnotated(input: VcgenInput, methods: readonly MethodKey[]): readonly MethodKey[] {
  const open = [...methods];
  const seen = new Set(open);
  const found: MethodKey[] = [];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const method = methodByKey(input.program, key);
    if (method?.origin !== 'workspace') continue;
    if (method.signature) found.push(key);
    else
      for (const target of input.typedOf(key)?.calls.values() ?? [])
        for (const { method: callee } of target.candidates)
          if (callee !== null && !seen.has(callee)) {
            seen.add(callee);
            open.push(callee);
          }
  }
  return found;
}
