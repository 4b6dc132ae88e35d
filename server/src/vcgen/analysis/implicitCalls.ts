/**
 * Library methods call user code: `puts o` calls `o.to_s`, `sort` calls `<=>`, `include?` calls `==`, `sum` calls `+`,
 * `shuffle(random: o)` calls `o.rand`. This has no effect while the program's definitions of these write nothing, and
 * raise nothing where a rescue or `raises:` observes it; otherwise such a call is not modelled if its receiver or
 * arguments may have that method (`reachableClasses.ts`).
 */
import { workspaceMethods } from '../../program/workspace';
import type { MethodKey } from '../../types/typedMethod';
import type { Args } from '../state/call';
import type { Ctx } from '../state/context';
import { classNameOf, unionMembers } from '../state/representation';
import { typeOf, type Val } from '../state/value';
import { effectsOf } from './effects';
import { IMPLICIT_CALL_NAMES } from './implicitCallNames';
import { mayRaise } from './mayRaise';
import { findReachableClasses, mayHaveMethod, PLAIN_CLASSES } from './reachableClasses';

/** Methods that never call user code, neither of the receiver nor of the arguments. */
export const CALLS_NO_USER_CODE: ReadonlySet<string> = new Set(
  'nil? is_a? kind_of? instance_of? equal? ! class frozen? object_id __id__ itself freeze then tap push raise new allocate'.split(
    ' ',
  ),
);

/** Methods that call no method of the receiver's elements; arguments may be converted (`first(n)` calls `n.to_int`). */
const QUIET_INSIDE: ReadonlySet<string> = new Set('size length empty? pop first last clear'.split(' '));

/** The program's method that a library method may call, if it may write or raise; null: none. */
export function findImplicitCall(ctx: Ctx, method: string, receiver: Val, args: Args): MethodKey | null {
  if (CALLS_NO_USER_CODE.has(method) || (method === '<<' && isArray(receiver))) return null;
  const inside = QUIET_INSIDE.has(method) && receiver.kind !== 'range' ? [] : [receiver];
  return findImplicitCallOn(ctx, method, [...inside, ...args.positional, ...args.keywords.values()]);
}

/** The same for a construct that calls `method` on these values. */
export function findImplicitCallOn(ctx: Ctx, method: string, vals: readonly Val[]): MethodKey | null {
  const own = vals.filter(mayBeOwnObject);
  return own.length > 0 ? noticedCallback(ctx, method, own) : null;
}

/** `a << x` stores x as it is; a string, a number or a set calls methods of x. */
function isArray(receiver: Val): boolean {
  return receiver.kind === 'ref' && classNameOf(receiver.type) === 'Array';
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

function noticedCallback(ctx: Ctx, method: string, vals: readonly Val[]): MethodKey | null {
  const { run } = ctx;
  const { program } = run.input;
  const isSeen = ctx.sinks.observed || run.input.method.signature?.labels.raises != null;
  const reached = findReachableClasses(program, vals, method);
  for (const name of IMPLICIT_CALL_NAMES) {
    for (const callee of workspaceMethods(program, name)) {
      if (callee.singleton || !callee.definition || !mayHaveMethod(program, reached, callee.owner)) continue;
      const { writes } = effectsOf(run, callee.key);
      if (writes === 'everything' || writes.size > 0) return callee.key;
      if (isSeen && mayRaise(run.input, callee)) return callee.key;
    }
  }
  return null;
}
