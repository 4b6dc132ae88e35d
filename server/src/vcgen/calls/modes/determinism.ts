/**
 * Whether a callee taken by its contract is deterministic. A pure method may call no other: `rand`, `Time.now`, `gets`
 * write nothing, yet return a different result every time; so does the identity of a new object.
 */
import { le } from '../../../logic/arithmetic';
import { FALSE, implies } from '../../../logic/build';
import type { MethodInfo } from '../../../program/program';
import { effectsOf } from '../../analysis/effects';
import { addObligation } from '../../obligations/obligations';
import type { Site } from '../../state/call';
import { type Ctx, placeOf } from '../../state/context';
import type { State } from '../../state/state';
import { isTag, unboxTerm, type Val } from '../../state/value';

/** Library classes whose methods depend only on their operands. */
const OF_VALUES: ReadonlySet<string> = new Set([
  ...['Array', 'Hash', 'String', 'Integer', 'Float', 'Symbol', 'Range', 'Rational', 'Complex', 'Numeric', 'Set'],
  ...['NilClass', 'TrueClass', 'FalseClass', 'Comparable', 'Enumerable', 'Struct', 'Data', 'Math', 'Regexp'],
  ...['MatchData', 'Exception', 'BasicObject', 'Module', 'Class', 'Proc', 'Method'],
]);

const NOT_REPEATABLE: ReadonlySet<string> = new Set(['sample', 'shuffle', 'call', 'yield', 'backtrace']);

/** The deterministic methods of Kernel; the others depend on the environment. */
const OF_KERNEL: ReadonlySet<string> = new Set([
  ...['Integer', 'Float', 'Rational', 'Complex', 'String', 'Array', 'Hash', 'format', 'sprintf', 'to_s', 'inspect'],
  ...['freeze', 'frozen?', 'tap', 'then', 'itself', 'dup', 'clone', 'is_a?', 'kind_of?', 'instance_of?', 'nil?'],
  ...['hash', 'class', 'respond_to?', 'raise', 'lambda', 'proc', '!~', '===', '<=>', 'eql?', 'method', 'loop'],
]);

export function requireDeterministic(ctx: Ctx, info: MethodInfo, site: Site, state: State): void {
  const { limit } = ctx.mode;
  if (limit?.kind !== 'purity' || ctx.spec || isRepeatable(ctx, info)) return;
  addObligation(ctx, state, {
    kind: 'purity',
    goal: FALSE,
    place: placeOf(ctx, site),
    clause: limit.clause,
    reason: { kind: 'deterministic', method: info.name, ofNewObject: false },
  });
}

/** Without an override, the results of these depend on the object's identity. */
const BY_IDENTITY: ReadonlySet<string> = new Set(['object_id', '__id__', 'hash', 'inspect', 'to_s']);

/** An object that is allocated each time has a different identity each time. */
export function requireStableIdentity(ctx: Ctx, info: MethodInfo, receiver: Val, site: Site, state: State): void {
  const { limit } = ctx.mode;
  if (limit?.kind !== 'purity' || ctx.spec || !OF_ANY.has(info.owner) || !BY_IDENTITY.has(info.name)) return;
  if (receiver.kind !== 'ref' && receiver.kind !== 'boxed') return;
  const there =
    receiver.kind === 'ref'
      ? le(receiver.term, limit.allocOnEntry)
      : implies(isTag(receiver.term, 'ref'), le(unboxTerm(receiver.term, 'ref'), limit.allocOnEntry));
  addObligation(ctx, state, {
    kind: 'purity',
    goal: there,
    place: placeOf(ctx, site),
    clause: limit.clause,
    reason: { kind: 'deterministic', method: info.name, ofNewObject: true },
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
