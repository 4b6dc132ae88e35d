/**
 * Library methods call user code: `puts o` calls `o.to_s`, `sort` calls `<=>`, `include?` calls `==`, `sum` calls `+`,
 * `shuffle(random: o)` calls `o.rand`. This has no effect while the program's definitions of these write nothing, and
 * raise nothing where a rescue or `raises:` observes it; otherwise such a call is not modelled if its receiver or
 * arguments may have that method (`reachableClasses.ts`).
 */
import { findMethod } from '../../program/lookup';
import type { LibraryFacts, Program } from '../../program/program';
import { workspaceMethods } from '../../program/workspace';
import type { MethodKey } from '../../types/typedMethod';
import type { Send } from '../state/call';
import type { Ctx } from '../state/context';
import { classNameOf, unionMembers } from '../state/representation';
import { typeOf, type Val } from '../state/value';
import { effectsOf } from './effects';
import { IMPLICIT_CALL_NAMES, withMissing } from './implicitCallNames';
import { mayRaise } from './mayRaise';
import { findReachableClasses, mayHaveMethod, PLAIN_CLASSES } from './reachableClasses';

/**
 * The program's method that a library method may call, if it may write or raise; null: none. `calls` are the methods
 * that its label lists; null: it has none.
 */
export function findImplicitCall(
  ctx: Ctx,
  { receiver, method, args }: Pick<Send, 'receiver' | 'method' | 'args'>,
  calls: LibraryFacts['calls'],
): MethodKey | null {
  const given = [...args.positional, ...args.keywords.values()];
  if (calls === null) return findImplicitCallOn(ctx, method, [receiver, ...given]);
  return (
    findCallback(ctx, method, [receiver], withMissing(calls.self)) ??
    findCallback(ctx, method, given, withMissing(calls.arguments))
  );
}

/** The same for a construct that calls `method` on these values. */
export function findImplicitCallOn(ctx: Ctx, method: string, vals: readonly Val[]): MethodKey | null {
  return findCallback(ctx, method, vals, IMPLICIT_CALL_NAMES);
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

function findCallback(ctx: Ctx, method: string, vals: readonly Val[], names: readonly string[]): MethodKey | null {
  const own = names.length === 0 ? [] : vals.filter(mayBeOwnObject);
  return own.length > 0 ? noticedCallback(ctx, method, own, names) : null;
}

function mayBeOwnObject(val: Val): boolean {
  if (val.kind === 'range') return [val.from, val.to].some(end => end !== null && mayBeOwnObject(end));
  if (val.kind !== 'ref' && val.kind !== 'boxed') return false;
  return unionMembers(typeOf(val)).some(member => {
    if (member.kind === 'nil' || member.kind === 'bool' || member.kind === 'literal') return false;
    const name = classNameOf(member);
    if (name === 'Range' && member.kind === 'nominal') return !member.args.every(isPlainType);
    if (name === null || !PLAIN_CLASSES.has(name)) return !isPlainContainer(member);
    return false;
  });
}

const CONTAINERS: ReadonlySet<string> = new Set(['Array', 'Hash', 'Set']);

function isPlainContainer(type: ReturnType<typeof typeOf>): boolean {
  return type.kind === 'nominal' && CONTAINERS.has(type.name) && type.args.length > 0 && type.args.every(isPlainType);
}

function isPlainType(type: ReturnType<typeof typeOf>): boolean {
  return type.kind === 'nominal' && PLAIN_CLASSES.has(type.name) && type.args.every(isPlainType);
}

function noticedCallback(ctx: Ctx, method: string, vals: readonly Val[], names: readonly string[]): MethodKey | null {
  const { run } = ctx;
  const { program } = run.input;
  const isSeen = ctx.sinks.observed || run.input.method.signature?.labels.raises != null;
  const reached = findReachableClasses(program, vals, method);
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
