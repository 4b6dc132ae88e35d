/**
 * Library methods call user code: `puts o` calls `o.to_s`, `sort` calls `<=>`, `include?` calls `==`, `sum` calls `+`,
 * `shuffle(random: o)` calls `o.rand`. This has no effect while the program's definitions of these write nothing, and
 * raise nothing where a rescue or `raises:` observes it; otherwise such a call is not modelled if its receiver or
 * arguments may have that method (`reachableClasses.ts`).
 */
import { allDescendants } from '../../program/ancestors';
import { implicitCallNames, mayReadFields, withMissing } from '../../program/implicitCalls';
import { findMethod } from '../../program/lookup';
import type { LibraryFacts, Program } from '../../program/program';
import { workspaceMethods } from '../../program/workspace';
import type { Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { Send } from '../state/call';
import type { Ctx } from '../state/context';
import { classNameOf, unionMembers } from '../state/representation';
import { typeOf, type Val } from '../state/value';
import { effectsOf } from './effects';
import { mayRaise } from './mayRaise';
import { findReachableClassesOfTypes, mayHaveMethod, PLAIN_CLASSES, type ReachableClasses } from './reachableClasses';

/**
 * The program's method that a library method may call, if it may write or raise; null: none. `calls` are the methods
 * that its label lists; null: it has none.
 */
export function findImplicitCall(
  ctx: Ctx,
  { receiver, args }: Pick<Send, 'receiver' | 'args'>,
  calls: LibraryFacts['calls'],
): MethodKey | null {
  const given = [...args.positional, ...args.keywords.values()];
  if (calls === null) return findImplicitCallOn(ctx, implicitCallNames(ctx.run.input.program), [receiver, ...given]);
  const self = typesOf(receiver);
  return (
    findCallback(ctx, self, withMissing(calls.self)) ??
    findCallback(ctx, self.flatMap(unionMembers).flatMap(keyTypes), withMissing(calls.keys)) ??
    findCallbackOfReceiver(ctx, self, calls.receiver) ??
    findCallback(ctx, given.flatMap(typesOf), withMissing(calls.arguments))
  );
}

/** The same for a construct that calls methods of these names. */
export function findImplicitCallOn(ctx: Ctx, names: readonly string[], vals: readonly Val[]): MethodKey | null {
  return findCallback(ctx, vals.flatMap(typesOf), names);
}

function typesOf(val: Val): readonly Type[] {
  if (val.kind === 'range') return [val.from, val.to].flatMap(end => (end === null ? [] : typesOf(end)));
  return val.kind === 'ref' || val.kind === 'boxed' ? [typeOf(val)] : [];
}

/** The types of a container's keys; the container's own type if they are not known. */
function keyTypes(type: Type): readonly Type[] {
  if (type.kind === 'nil') return [];
  if (type.kind === 'finiteHash') return type.entries.every(({ key }) => key.type !== 'class') ? [] : [type];
  const [key = null] = type.kind === 'nominal' && (type.name === 'Hash' || type.name === 'Set') ? type.args : [];
  return [key ?? type];
}

/** Ruby calls it only if an object lacks the method that is called. */
function handlesMissing(name: string): boolean {
  return name === 'respond_to_missing?' || name === 'method_missing';
}

/** Whether objects of this class have all of these methods, as all objects have `==` and `hash`: none of them is missing. */
function hasAll(program: Program, className: string, names: readonly string[]): boolean {
  if (program.classes.get(className)?.kind !== 'class') return false;
  return names.every(name => handlesMissing(name) || findMethod(program, className, name) !== null);
}

function findCallback(ctx: Ctx, types: readonly Type[], names: readonly string[]): MethodKey | null {
  const own = names.length === 0 ? [] : types.filter(mayBeOwnObject);
  if (own.length === 0) return null;
  return findObservableCallback(
    ctx,
    findReachableClassesOfTypes(ctx.run.input.program, own, mayReadFields(names)),
    names,
  );
}

/** Methods of the receiver itself, not of what it holds. */
function findCallbackOfReceiver(ctx: Ctx, self: readonly Type[], names: readonly string[]): MethodKey | null {
  const { program } = ctx.run.input;
  const classes = self.flatMap(unionMembers).map(classNameOf);
  if (names.length === 0 || classes.length === 0) return null;
  const known = classes.filter(name => name !== null);
  const reached = new Set(known.flatMap(name => [name, ...allDescendants(program, name)]));
  return findObservableCallback(ctx, known.length < classes.length ? null : reached, names);
}

function mayBeOwnObject(type: Type): boolean {
  return unionMembers(type).some(member => {
    if (member.kind === 'nil' || member.kind === 'bool' || member.kind === 'literal') return false;
    const name = classNameOf(member);
    if (name === 'Range' && member.kind === 'nominal') return !member.args.every(isPlainType);
    if (name === null || !PLAIN_CLASSES.has(name)) return !isPlainContainer(member);
    return false;
  });
}

const CONTAINERS: ReadonlySet<string> = new Set(['Array', 'Hash', 'Set']);

function isPlainContainer(type: Type): boolean {
  return type.kind === 'nominal' && CONTAINERS.has(type.name) && type.args.length > 0 && type.args.every(isPlainType);
}

function isPlainType(type: Type): boolean {
  return type.kind === 'nominal' && PLAIN_CLASSES.has(type.name) && type.args.every(isPlainType);
}

function findObservableCallback(ctx: Ctx, reached: ReachableClasses, names: readonly string[]): MethodKey | null {
  const { run } = ctx;
  const { program } = run.input;
  const isSeen = ctx.sinks.observed || run.input.method.signature?.labels.raises != null;
  for (const name of names) {
    for (const callee of workspaceMethods(program, name)) {
      if (callee.singleton || !callee.definition || !mayHaveMethod(program, reached, callee.owner)) continue;
      if (handlesMissing(name) && hasAll(program, callee.owner, names)) continue;
      const { writes } = effectsOf(run, callee.key);
      if (writes === 'everything' || writes.size > 0) return callee.key;
      if (isSeen && mayRaise(run.input, callee)) return callee.key;
    }
  }
  return null;
}
