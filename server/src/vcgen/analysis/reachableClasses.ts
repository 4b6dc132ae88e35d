/**
 * Classes whose methods a library method can call: it reaches its receiver and arguments, their contents (elements,
 * members of structs, fields if it inspects) and the results of their methods. Values of known classes without further
 * references have a list; all others may reach anything.
 */
import { allDescendants, ancestors } from '../../program/ancestors';
import { namesOfUsedResults } from '../../program/implicitCalls';
import { findMethod } from '../../program/lookup';
import type { Program } from '../../program/program';
import { redefinitionsIn } from '../../program/workspace';
import type { Type } from '../../types/type';
import { fieldKey } from '../state/heapKey';
import { unionMembers } from '../state/representation';
import { makerOf, memberKeys, slotOf } from './structClasses';

/** Names of classes, including their descendants; null: any. */
export type ReachableClasses = ReadonlySet<string> | null;

export const PLAIN_CLASSES: ReadonlySet<string> = new Set([
  ...['String', 'Integer', 'Float', 'Symbol', 'NilClass', 'TrueClass', 'FalseClass', 'Range', 'Regexp'],
]);

const CONTAINERS: ReadonlySet<string> = new Set(['Array', 'Hash', 'Set', 'Range']);

/** Null if a value of unknown class is reachable. `withFields`: the fields of objects are read, too. */
export function findReachableClassesOfTypes(
  program: Program,
  types: readonly Type[],
  withFields: boolean,
): ReachableClasses {
  const walk = new Walk(program, withFields);
  return types.every(type => walk.type(type)) ? walk.found : null;
}

/** Whether an object of one of these classes may have the methods of this class or module. */
export function mayHaveMethod(program: Program, reached: ReachableClasses, owner: string): boolean {
  if (reached === null) return true;
  const isPutIn = program.classes.get(owner)?.kind !== 'class' && redefinitionsIn(program).length > 0;
  return isPutIn || [...reached].some(name => ancestors(program, name).includes(owner));
}

/** Lives only during the analysis of one call. Every step returns whether everything that it reaches is known. */
class Walk {
  readonly found = new Set<string>();

  constructor(
    private readonly program: Program,
    private readonly withFields: boolean,
  ) {}

  type(type: Type): boolean {
    return unionMembers(type).every(member => {
      switch (member.kind) {
        case 'nil':
        case 'bool':
        case 'literal':
          return true;
        case 'tuple':
          return this.all(member.elements);
        case 'nominal':
          return this.nominal(member.name, member.args);
        default:
          return false;
      }
    });
  }

  private all(types: readonly Type[]): boolean {
    return types.every(each => this.type(each));
  }

  private nominal(name: string, args: readonly Type[]): boolean {
    if (CONTAINERS.has(name)) return args.length > 0 && this.hasNoneBelow(name) && this.all(args);
    if (PLAIN_CLASSES.has(name)) return true;
    const info = this.program.classes.get(name);
    if (info?.kind !== 'class' || info.origin !== 'workspace' || args.length > 0) return false;
    return [name, ...allDescendants(this.program, name)].every(each => this.object(each));
  }

  /** Subclasses of a container may reach anything from their own methods. */
  private hasNoneBelow(name: string): boolean {
    return allDescendants(this.program, name).every(each => this.program.classes.get(each)?.origin !== 'workspace');
  }

  /** An object of exactly this class. */
  private object(name: string): boolean {
    if (this.found.has(name)) return true;
    this.found.add(name);
    const { program } = this;
    const above = ancestors(program, name).filter(each => program.classes.get(each)?.origin !== 'workspace');
    if (!above.every(each => KNOWN_ABOVE.has(each) || ancestors(program, 'Object').includes(each))) return false;
    return this.slots(name) && namesOfUsedResults(program).every(each => this.givenBy(name, each));
  }

  private slots(name: string): boolean {
    const { program } = this;
    const isStruct = makerOf(program, name) !== null;
    if (!isStruct && ancestors(program, name).some(each => each === 'Struct' || each === 'Data')) return false;
    const fields = this.withFields ? ancestors(program, name).flatMap(each => fieldsIn(program, each)) : [];
    return [...memberKeys(program, name), ...fields.map(fieldKey)].every(key => {
      const type = slotOf(program, name, key)?.type;
      return !!type && this.type(type);
    });
  }

  /** What the result of the program's own method of that name reaches. */
  private givenBy(name: string, method: string): boolean {
    const found = findMethod(this.program, name, method);
    if (found?.origin !== 'workspace') return true;
    const arms = found.signature?.arms ?? [];
    return method !== 'each' && arms.length > 0 && arms.every(arm => this.type(arm.type.result));
  }
}

/** Library classes and modules that reach only what this file analyses (`each`, members). */
const KNOWN_ABOVE: ReadonlySet<string> = new Set(['Comparable', 'Enumerable', 'Struct', 'Data']);

function fieldsIn(program: Program, name: string): readonly string[] {
  return [...(program.classes.get(name)?.fields.keys() ?? [])].filter(each => /^@[^@]/.test(each));
}
