/**
 * Which methods of the program a call in a body may run, by the types that the checker inferred for its receiver and
 * its arguments; by name alone (`null`) if these are not precise enough or methods are defined at run time.
 */
import { ancestors } from '../../program/ancestors';
import { mayReadFields } from '../../program/implicitCalls';
import { candidates, dynamicsOf, singletonCandidates } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { redefinitionsIn, workspaceClasses, workspaceMethods } from '../../program/workspace';
import type { Call, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import type { VcgenInput } from '../state/context';
import { classNameOf, unionMembers } from '../state/representation';
import { findReachableClassesOfTypes, mayHaveMethod } from './reachableClasses';

/** The methods that the call itself may run; null: any method of its name. */
export function callTargetsOf(input: VcgenInput, info: MethodInfo, call: Call): readonly MethodInfo[] | null {
  const { program } = input;
  if (redefinitionsIn(program).length > 0) return null;
  if (call.receiver === null || call.receiver.kind === 'self') return ofSelf(program, info, call.method);
  const type = input.typedOf(info.key)?.types.get(call.receiver);
  if (!type || type.kind === 'bottom') return null;
  const found: MethodInfo[] = [...ofClass(program, 'NilClass', call.method)!];
  for (const member of unionMembers(type)) {
    const each = ofMember(program, info, member, call.method);
    if (each === null) return null;
    found.push(...each);
  }
  return [...new Set(found)];
}

/** The program's methods of these names that a library method may call on its receiver and arguments; null: any. */
export function implicitCallTargets(
  input: VcgenInput,
  info: MethodInfo,
  inHands: readonly (Expr | null)[],
  names: readonly string[],
): readonly MethodInfo[] | null {
  const { program } = input;
  const types = inHands.map(each => each && input.typedOf(info.key)?.types.get(each));
  if (!types.every((type): type is Type => !!type)) return null;
  const reached = findReachableClassesOfTypes(program, types, mayReadFields(names));
  if (reached === null) return null;
  return names.flatMap(name => workspaceMethods(program, name)).filter(each => isReachable(program, reached, each));
}

/** Numbers and strings are not listed as reachable: the methods that the program adds to them always are. */
function isReachable(program: Program, reached: ReadonlySet<string>, { owner, singleton }: MethodInfo): boolean {
  if (singleton) return false;
  return program.classes.get(owner)?.origin !== 'workspace' || mayHaveMethod(program, reached, owner);
}

function ofSelf(program: Program, info: MethodInfo, method: string): readonly MethodInfo[] | null {
  // A module's self is an object of a class that includes it, or a class that it extends.
  if (program.classes.get(info.owner)?.kind !== 'class') return null;
  if (info.singleton) return ofClassObject(program, info.owner, method);
  return ofClass(program, info.owner, method);
}

function ofMember(program: Program, info: MethodInfo, type: Type, method: string): readonly MethodInfo[] | null {
  if (type.kind === 'nil') return [];
  if (type.kind === 'self') return ofSelf(program, info, method);
  if (type.kind === 'classOf') return ofClassObject(program, type.name, method);
  if (type.kind === 'bool') return ['TrueClass', 'FalseClass'].flatMap(each => ofClass(program, each, method) ?? []);
  const name = classNameOf(type);
  return name === null ? null : ofClass(program, name, method);
}

function ofClass(program: Program, name: string, method: string): readonly MethodInfo[] | null {
  if (!program.classes.has(name) || hasDynamics(program, name)) return null;
  return candidates(program, name, method).flatMap(({ method: each }) => (each.origin === 'workspace' ? [each] : []));
}

function ofClassObject(program: Program, name: string, method: string): readonly MethodInfo[] | null {
  if (!program.classes.has(name) || hasDynamics(program, name)) return null;
  const found = singletonCandidates(program, name, method).flatMap(({ method: each }) =>
    each.origin === 'workspace' ? [each] : [],
  );
  return method === 'new' ? [...found, ...(ofClass(program, name, 'initialize') ?? [])] : found;
}

/** Whether the class, an ancestor or a descendant responds to names that have no definition. */
function hasDynamics(program: Program, name: string): boolean {
  if (dynamicsOf(program, name).length > 0) return true;
  for (const info of workspaceClasses(program))
    if (info.dynamics.length > 0 && ancestors(program, info.name).includes(name)) return true;
  return false;
}
