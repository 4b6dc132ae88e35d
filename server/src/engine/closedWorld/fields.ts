/**
 * What fields hold under the assumption that the visible callers are all there are: the types of their writes, given
 * what callers pass, and of what is inserted into the containers that they hold.
 */

import type { UnknownCause } from '../../problems/unknownCauses';
import { singletonAncestors } from '../../program/ancestors';
import { findMethod, findSingletonMethod } from '../../program/lookup';
import { ownerType } from '../../program/ownerType';
import type { MethodInfo } from '../../program/program';
import { hasDynamic, withoutFlexible } from '../../types/flexible';
import { substituteType } from '../../types/substitute';
import type { FieldSummary } from '../../types/summary';
import { DYNAMIC, NIL, type Type } from '../../types/type';
import { unionMembers } from '../../types/union';
import type { TypingContext } from '../../typing/context';
import { fillEmptyLiterals, joinAllTypes } from '../../typing/typeOps';
import { type FieldKey, nameOfField } from '../summaryQueries';
import type { ClosedInput, Runs } from './closedInput';
import { type FieldUsers, findFieldUsers } from './fieldUsers';

export class ClosedFields {
  private readonly users = new Map<string, FieldUsers>();

  constructor(
    private readonly runs: Runs,
    private readonly input: ClosedInput,
    private readonly typing: TypingContext,
  ) {}

  /** Null: nothing visible writes the field. */
  summaryOf(requested: FieldKey): FieldSummary | null {
    const of = this.homeOf(requested);
    const base = this.openField(of.className, of.field, of.singleton);
    const writers = base && this.closingWriters(base, of.className, of.singleton);
    if (!base || !writers) return base;
    return withType(
      base,
      this.runs.solveType(`field ${nameOfField(of)}`, () => this.closeField(of, base, writers)),
    );
  }

  /** A field of a class object that only a module writes with which the class is extended: the module's field. */
  private homeOf(of: FieldKey): FieldKey {
    const { className, field, singleton } = of;
    if (!singleton || field.startsWith('@@') || this.openField(className, field, true) !== null) return of;
    const modules = singletonAncestors(this.runs.program, className).filter(owner => !owner.singleton);
    const home = modules.find(
      ({ name }) =>
        this.runs.program.classes.get(name)?.origin === 'workspace' && this.openField(name, field, false) !== null,
    );
    return home ? { className: home.name, field, singleton: false } : of;
  }

  /** Whatever callers pass. */
  openField(className: string, field: string, singleton: boolean): FieldSummary | null {
    return this.input.summaries.fieldOf(className, field, singleton, 0);
  }

  /** The types of all writes once more. Null: code that is not visible may write the field. */
  closedField({ className, field, singleton }: FieldKey): FieldSummary | null {
    const base = this.openField(className, field, singleton);
    const writers = base && this.closingWriters(base, className, singleton);
    return (
      base &&
      writers &&
      withType(base, fillEmptyLiterals(this.closeField({ className, field, singleton }, base, writers)))
    );
  }

  /** The methods with writes of the field whose types only their callers determine. */
  private openWriters({ className, field, singleton }: FieldKey): readonly MethodInfo[] {
    const writes = this.openField(className, field, singleton)?.writes.filter(({ type }) => hasDynamic(type)) ?? [];
    return writes.flatMap(({ place }) => this.runs.methodAt(place.anchor) ?? []);
  }

  /** The methods whose callers decide what the field holds. */
  suppliersOf(className: string, field: string, singleton: boolean): readonly MethodInfo[] {
    const base = this.openField(className, field, singleton);
    const methods = this.openWriters({ className, field, singleton });
    return [...new Set([...methods, ...((base && this.closingWriters(base, className, singleton)) ?? [])])];
  }

  /** The attribute writers through which other code writes the field; null: it may write it in another way. */
  private closingWriters(base: FieldSummary, className: string, singleton: boolean): readonly MethodInfo[] | null {
    const outside = base.unknown.filter(({ kind }) => kind === 'written-outside');
    if (!base.unknown.every(cause => cause.kind === 'written-outside' || isMereDefinition(cause))) return null;
    const writers = this.writersOf(className, base.name, singleton);
    return outside.length === 0 || writers.length > 0 ? writers : null;
  }

  /** The attribute writers that let other code write the field. */
  private writersOf(className: string, field: string, singleton: boolean): readonly MethodInfo[] {
    const find = singleton ? findSingletonMethod : findMethod;
    const found = find(this.runs.program, className, `${field.replace(/^@/, '')}=`);
    const synthetic = found?.signature === null ? found.synthetic : null;
    return found && synthetic?.type === 'attributeWriter' && synthetic.field === field ? [found] : [];
  }

  private closeField(of: FieldKey, base: FieldSummary, writers: readonly MethodInfo[]): Type {
    const users = this.usersOf(of);
    const assigned = base.writes.flatMap(write => {
      const method = this.runs.methodAt(write.place.anchor);
      if (write.how === 'inserted' && method?.signature === null) return [];
      if (!hasDynamic(write.type)) return [write.type];
      if (!method || method.signature !== null) return [write.allocated ?? DYNAMIC];
      const again = this.runs
        .bodyOf(method)
        .writes.filter(({ name, place }) => name === base.name && place.span.start === write.place.span.start);
      return again.map(({ type, allocated }) => closeWrite(method, allocated ?? type));
    });
    const passed = writers.flatMap(writer => [...this.input.suppliedTo(writer).types.values()]);
    const held = joinAllTypes(this.typing, [...assigned, ...passed]);
    const inserted = isContainer(held) ? this.insertedInto(of, users) : [];
    return joinAllTypes(this.typing, [held, ...inserted, ...(base.mayBeUnset ? [NIL] : [])]);
  }

  private insertedInto({ field, singleton }: FieldKey, users: FieldUsers): readonly Type[] {
    return [...users.own, ...users.ofReaders].flatMap(method =>
      this.runs.bodyOf(method).insertions.flatMap(found => {
        if (found.field !== field) return [];
        const { className, singleton: side } = this.homeOf(found);
        const isIt = users.family.has(className);
        return isIt && (side === singleton || field.startsWith('@@')) ? [closeWrite(method, found.type)] : [];
      }),
    );
  }

  private usersOf(of: FieldKey): FieldUsers {
    const name = nameOfField(of);
    const known = this.users.get(name);
    if (known) return known;
    const { summaries, callersOf } = this.input;
    const found = findFieldUsers(
      { program: this.runs.program, hierarchy: this.runs.hierarchy, summaries, callersOf },
      of,
    );
    this.users.set(name, found);
    return found;
  }
}

/**
 * Methods that are defined while the program runs seldom write fields that the class writes itself. Code from strings
 * may.
 */
function isMereDefinition(cause: UnknownCause): boolean {
  return cause.kind === 'dynamics' && cause.cause.kind !== 'eval' && cause.cause.kind !== 'eval-string';
}

function withType(base: FieldSummary, type: Type): FieldSummary {
  return { ...base, type, shown: type };
}

/** The type as other bodies see it. */
function closeWrite(method: MethodInfo, type: Type): Type {
  return substituteType(withoutFlexible(type), new Map(), ownerType(method));
}

function isContainer(type: Type): boolean {
  return unionMembers(type).some(member => member.kind === 'nominal' && member.args.length > 0);
}
