/**
 * Does a callee that is taken by its contract give the same for the same? A pure method may call no other: `rand`,
 * `Time.now`, `gets` write nothing, and yet what they give is another thing every time; so is who a new object is.
 */
import { le } from '../logic/arithmetic';
import { FALSE, implies } from '../logic/build';
import type { MethodInfo } from '../program/program';
import type { Site } from './arguments';
import { type Ctx, placeOf } from './context';
import { effectsOf } from './effects';
import { oblige } from './obligations';
import type { State } from './state';
import { isTag, unboxed, type Val } from './value';

/** Classes of the library whose methods depend on nothing but their operands. */
const OF_VALUES: ReadonlySet<string> = new Set([
  ...['Array', 'Hash', 'String', 'Integer', 'Float', 'Symbol', 'Range', 'Rational', 'Complex', 'Numeric', 'Set'],
  ...['NilClass', 'TrueClass', 'FalseClass', 'Comparable', 'Enumerable', 'Struct', 'Data', 'Math', 'Regexp'],
  ...['MatchData', 'Exception', 'BasicObject', 'Module', 'Class', 'Proc', 'Method'],
]);

const NOT_REPEATABLE: ReadonlySet<string> = new Set(['sample', 'shuffle', 'call', '()', 'yield', 'backtrace']);

/** Of Kernel only these: the rest speaks with the world. */
const OF_KERNEL: ReadonlySet<string> = new Set([
  ...['Integer', 'Float', 'Rational', 'Complex', 'String', 'Array', 'Hash', 'format', 'sprintf', 'to_s', 'inspect'],
  ...['freeze', 'frozen?', 'tap', 'then', 'itself', 'dup', 'clone', 'is_a?', 'kind_of?', 'instance_of?', 'nil?'],
  ...['hash', 'class', 'respond_to?', 'raise', 'lambda', 'proc', '!~', '===', '<=>', 'eql?', 'method', 'loop'],
]);

export function askRepeatable(ctx: Ctx, info: MethodInfo, site: Site, state: State): void {
  const { limit } = ctx.run;
  if (limit?.kind !== 'purity' || ctx.spec || isRepeatable(ctx, info)) return;
  oblige(ctx, state, {
    kind: 'purity',
    goal: FALSE,
    place: placeOf(ctx, site),
    clause: limit.clause,
    about: `${info.name} gives the same every time`,
  });
}

/** What these give of an object without a method of its own depends on which object it is. */
const BY_IDENTITY: ReadonlySet<string> = new Set(['object_id', '__id__', 'hash', 'inspect', 'to_s']);

/** Another object each time has another identity each time. */
export function askIdentity(ctx: Ctx, info: MethodInfo, receiver: Val, site: Site, state: State): void {
  const { limit } = ctx.run;
  if (limit?.kind !== 'purity' || ctx.spec || !OF_ANY.has(info.owner) || !BY_IDENTITY.has(info.name)) return;
  if (receiver.kind !== 'ref' && receiver.kind !== 'boxed') return;
  const there =
    receiver.kind === 'ref'
      ? le(receiver.term, limit.allocOnEntry)
      : implies(isTag(receiver.term, 'ref'), le(unboxed(receiver.term, 'ref'), limit.allocOnEntry));
  oblige(ctx, state, {
    kind: 'purity',
    goal: there,
    place: placeOf(ctx, site),
    clause: limit.clause,
    about: `${info.name} of a new object gives the same every time`,
  });
}

const OF_ANY: ReadonlySet<string> = new Set(['Kernel', 'Object', 'BasicObject']);

function isRepeatable(ctx: Ctx, info: MethodInfo): boolean {
  if (info.name === 'initialize') return true;
  if (info.definition) return effectsOf(ctx.run, info.key).deterministic;
  if (info.origin === 'workspace') return info.synthetic !== null;
  if (info.owner === 'Kernel' || info.owner === 'Object') return OF_KERNEL.has(info.name);
  return OF_VALUES.has(info.owner) && !NOT_REPEATABLE.has(info.name);
}
