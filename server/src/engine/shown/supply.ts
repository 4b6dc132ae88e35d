/**
 * What the visible callers pass to a method, for the signatures that are shown. A caller's own arguments may depend on
 * its callers, so it is run again with what they pass; recursion starts from the calls outside of it. Summaries assume
 * nothing about callers and never depend on this. For proofs, what every visible call passes counts (`isComplete`).
 */
import type { AnchorId } from '../../base/span';
import type { RunOutcome } from '../../check/runs';
import { printTypes } from '../../infer/printSummary';
import { WRITTEN_VALUE } from '../../program/attributes';
import { hierarchyOf } from '../../program/hierarchy';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { hasDynamic } from '../../types/flexible';
import { joinAll } from '../../types/join';
import type { OutgoingCall } from '../../types/summary';
import { DYNAMIC, type Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { Memo } from './approximations';
import type { CallerFinder } from './callers';
import type { ClosedRuns } from './closedRuns';

/** Types by parameter; absent: the callers do not determine one. */
export type Supplied = ReadonlyMap<string, Type>;

export interface SupplyInput {
  readonly runs: ClosedRuns;
  readonly callersOf: CallerFinder;
  /** Calls outside of methods, in these files. */
  readonly callsOutside: (paths: readonly string[]) => readonly OutgoingCall[];
  /** One call that passes something unknown makes the parameter %dyn, and a default counts as passed. */
  readonly isComplete?: true;
}

/** A method whose callers are being looked at, with what is known so far. */
interface Pending {
  readonly key: MethodKey;
  readonly seed: Supplied;
}

/** Callers of callers of … */
const DEEPEST = 4;
/** More callers are read by their summaries only. */
const MOST_RUN = 30;
const ITERATIONS = 3;

export interface Supply {
  readonly calls: readonly OutgoingCall[];
  readonly types: Supplied;
  /** The runs that the types rest on. */
  readonly runs: readonly RunOutcome[];
}

interface CallsOfCaller {
  readonly calls: readonly OutgoingCall[];
  readonly runs: readonly RunOutcome[];
}

export class Supplies {
  private readonly known: Memo<Supply> = new Map();
  private readonly anchors = new Map<MethodKey, AnchorId | null>();

  constructor(private readonly input: SupplyInput) {}

  /** `level`: how far the types of fields are followed, see ClosedRuns. */
  of(method: MethodInfo, level: number): Supply {
    return this.input.runs.remember(this.known, `${level} ${method.key}`, () => this.find(method, level, []));
  }

  private find(method: MethodInfo, level: number, stack: readonly Pending[]): Supply {
    const { methods, paths } = this.input.callersOf(method);
    const toMethod = (calls: readonly OutgoingCall[]): readonly OutgoingCall[] =>
      calls.filter(({ callee }) => this.runs(callee, method));
    const outside = toMethod(this.input.callsOutside(paths));
    const direct = [...outside, ...methods.flatMap(caller => toMethod(this.input.runs.openCalls(caller)))];
    let seed = this.join(method, direct, true);
    if (methods.length === 0) return { calls: direct, types: this.join(method, direct), runs: [] };
    for (let i = 0; ; i++) {
      const inner = [...stack, { key: method.key, seed }];
      const inMethods = methods.map(caller => {
        const found = this.callsOf(caller, level, inner, methods.length);
        return { calls: toMethod(found.calls), runs: found.runs };
      });
      const calls = [...outside, ...inMethods.flatMap(each => each.calls)];
      const runs = inMethods.flatMap(each => (each.calls.length > 0 ? each.runs : []));
      const types = this.join(method, calls);
      if (printTypes(types) === printTypes(seed)) return { calls, types, runs };
      if (i === ITERATIONS) return { calls, types: this.input.isComplete ? this.unknownFor(method) : types, runs };
      seed = types;
    }
  }

  private callsOf(caller: MethodInfo, level: number, stack: readonly Pending[], callers: number): CallsOfCaller {
    const { runs } = this.input;
    const runWith = (types: Supplied, before: readonly RunOutcome[]): CallsOfCaller => {
      const run = runs.run(caller, types, level);
      return { calls: run.calls, runs: [...before, run] };
    };
    const pending = stack.find(({ key }) => key === caller.key);
    if (pending) return runWith(pending.seed, []);
    const open = runs.openCalls(caller);
    const key = stack.at(-1)?.key;
    const saysAll =
      open.some(({ callee }) => callee === key) && open.every(call => call.callee !== key || isKnown(call));
    if (saysAll || caller.signature !== null || callers > MOST_RUN || stack.length >= DEEPEST)
      return { calls: open, runs: [] };
    const found = this.find(caller, level, stack);
    return runWith(found.types, found.runs);
  }

  /** A `module_function` and an alias run the same body under another key. */
  private runs(callee: MethodKey, { key, definition }: MethodInfo): boolean {
    return callee === key || (definition !== null && this.anchorOf(callee) === definition.anchor);
  }

  private anchorOf(key: MethodKey): AnchorId | null {
    const known = this.anchors.get(key);
    if (known !== undefined) return known;
    const anchor = methodByKey(this.input.runs.program, key)?.definition?.anchor ?? null;
    this.anchors.set(key, anchor);
    return anchor;
  }

  /**
   * What all calls together pass; where one omits a parameter, its default counts. `isGuess`: unknown arguments do not count,
   * they may become known with the guess. What a splat hides does not count either. Those that the class itself passes never count (`Vec.new(x + other.x, …)`):
   * they come from what the other calls pass.
   */
  private join(method: MethodInfo, calls: readonly OutgoingCall[], isGuess = false): Supplied {
    if (this.input.isComplete && !isGuess) return this.joinAll(method, calls);
    const { owner } = method;
    const telling = calls.filter(({ isHidden }) => !isHidden);
    const hierarchy = hierarchyOf(this.input.runs.program);
    const found = new Map<string, Type>();
    for (const name of namesOf(method)) {
      const isFromElsewhere = (anchor: string): boolean => this.input.runs.ownerAt(anchor) !== owner;
      const given = telling.filter(({ args }) => args.has(name));
      const standard = given.length === telling.length ? null : this.input.runs.defaultOf(method, name);
      const types = given.flatMap(({ args }) => args.get(name) ?? []);
      const known = [...types, ...(standard ? [standard] : [])].filter(type => !hasDynamic(type));
      const isOpen = given.some(
        ({ args, place }) => hasDynamic(args.get(name) ?? DYNAMIC) && isFromElsewhere(place.anchor),
      );
      if (known.length > 0 && (isGuess || !isOpen)) found.set(name, joinAll(known, hierarchy));
    }
    return found;
  }

  /** What all calls pass: %dyn if one of them passes something unknown; absent if there is no call. */
  private joinAll(method: MethodInfo, calls: readonly OutgoingCall[]): Supplied {
    const { runs } = this.input;
    const hierarchy = hierarchyOf(runs.program);
    const found = new Map<string, Type>();
    for (const { name, kind } of plainParams(method)) {
      const omitted = calls.some(({ args }) => !args.has(name)) || kind === 'optional' || kind === 'optionalKey';
      const given = calls.flatMap(({ args }) => args.get(name) ?? []);
      const types = omitted ? [...given, runs.defaultOf(method, name) ?? DYNAMIC] : given;
      if (calls.length > 0) found.set(name, types.some(hasDynamic) ? DYNAMIC : joinAll(types, hierarchy));
    }
    return found;
  }

  private unknownFor(method: MethodInfo): Supplied {
    return new Map(plainParams(method).map(({ name }) => [name, DYNAMIC]));
  }
}

/** What may be passed: parameters, members of a Struct. */
function namesOf({ definition, synthetic }: MethodInfo): readonly string[] {
  if (synthetic?.type === 'structNew') return synthetic.members;
  return (definition?.params ?? [WRITTEN_VALUE]).flatMap(({ name }) => name ?? []);
}

/** Parameters that bind one argument each. */
function plainParams({ definition }: MethodInfo): readonly { readonly name: string; readonly kind: string }[] {
  return (definition?.params ?? [WRITTEN_VALUE]).flatMap(({ name, kind }) =>
    name === null || kind === 'rest' || kind === 'keyRest' || kind === 'block' || kind === 'forward'
      ? []
      : [{ name, kind }],
  );
}

function isKnown({ args }: OutgoingCall): boolean {
  return ![...args.values()].some(hasDynamic);
}
