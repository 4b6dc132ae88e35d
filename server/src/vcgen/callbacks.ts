/**
 * Ruby's own methods call back: `puts o` runs `o.to_s`, `sort` runs `<=>`, `include?` runs `==`,
 * `sum` runs `+`, `shuffle(random: o)` runs `o.rand`. As long as the
 * program's own definitions of these write nothing, and raise nothing where that is seen (a rescue, `raises:`), that changes
 * nothing; else such a call is not modelled, if what it has in hands may have that method (`reachedObjects.ts`).
 */
import { workspaceMethods } from '../program/workspace';
import type { MethodKey } from '../types/typedMethod';
import type { Args } from './arguments';
import { CALLED_BACK } from './calledBack';
import type { Ctx } from './context';
import { effectsOf } from './effects';
import { raisesItself } from './raising';
import { mayHave, PLAIN_CLASSES, reachedFrom } from './reachedObjects';
import { classNameOf, members } from './shape';
import { typeOf, type Val } from './value';

/** Methods that run none of the object's own, nor of what they are given. */
export const QUIET: ReadonlySet<string> = new Set(
  'nil? is_a? kind_of? instance_of? equal? ! class frozen? object_id __id__ itself freeze then tap push raise new allocate'.split(
    ' ',
  ),
);

/** Methods that run none of the receiver's elements; what they are given may be converted (`first(n)` runs `n.to_int`). */
const QUIET_INSIDE: ReadonlySet<string> = new Set('size length empty? pop first last clear'.split(' '));

/** The program's method that a call of Ruby's own `method` may run, if that one may write or raise something; null: none. */
export function callbackOf(ctx: Ctx, method: string, receiver: Val, args: Args): MethodKey | null {
  if (QUIET.has(method) || (method === '<<' && isArray(receiver))) return null;
  const inside = QUIET_INSIDE.has(method) && receiver.kind !== 'range' ? [] : [receiver];
  return callbackOn(ctx, method, [...inside, ...args.positional, ...args.keywords.values()]);
}

/** The same for a construct that runs `method` of what it has in hands. */
export function callbackOn(ctx: Ctx, method: string, vals: readonly Val[]): MethodKey | null {
  const own = vals.filter(mayBeOwnObject);
  return own.length > 0 ? noticedCallback(ctx, method, own) : null;
}

/** `a << x` puts x in as it is; a string, a number or a set asks x what it is. */
function isArray(receiver: Val): boolean {
  return receiver.kind === 'ref' && classNameOf(receiver.type) === 'Array';
}

function mayBeOwnObject(val: Val): boolean {
  if (val.kind === 'range') return [val.from, val.to].some(end => end !== null && mayBeOwnObject(end));
  if (val.kind !== 'ref' && val.kind !== 'boxed') return false;
  return members(typeOf(val)).some(member => {
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
  const reached = reachedFrom(program, vals, method);
  for (const name of CALLED_BACK) {
    for (const callee of workspaceMethods(program, name)) {
      if (callee.singleton || !callee.definition || !mayHave(program, reached, callee.owner)) continue;
      const { writes } = effectsOf(run, callee.key);
      if (writes === 'everything' || writes.size > 0) return callee.key;
      if (isSeen && raisesItself(run.input, callee)) return callee.key;
    }
  }
  return null;
}
