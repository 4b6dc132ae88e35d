/**
 * What the visible callers pass to a method, for the signatures that are shown. A caller's own arguments depend on what
 * its callers pass; recursion starts from the calls outside of it. Summaries assume
 * nothing about callers and never depend on this. For proofs, what every visible call passes counts (`isComplete`).
 */
import type { AnchorId } from '../../base/span';
import type { RunOutcome } from '../../check/transferFunction';
import { printTypes } from '../../infer/printSummary';
import { WRITTEN_VALUE } from '../../program/attributes';
import { hierarchyOf } from '../../program/hierarchy';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { hasDynamic, YIELDED } from '../../types/flexible';
import { joinAll } from '../../types/join';
import type { OutgoingCall } from '../../types/summary';
import { BOTTOM, DYNAMIC, type Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { SummaryReader } from '../../typing/summaryReader';
import type { CallerFinder } from './callers';
import { type ClosedWorldRuns, printPassed, RANKS, widenIteration } from './runs';
import type { Supplied, Supply } from './supplied';

export interface SupplyInput {
  readonly runs: ClosedWorldRuns;
  readonly callersOf: CallerFinder;
  /** Calls outside of methods, in this file. */
  readonly callsIn: (path: string, summaries: SummaryReader) => readonly OutgoingCall[];
  /** One call that passes something unknown makes the parameter %dyn, and a default counts as passed. */
  readonly isComplete?: true;
}

interface CallsOfBody {
  readonly calls: readonly OutgoingCall[];
  readonly run: RunOutcome | null;
}

/** More callers are read by their summaries only. */
const MOST_RUN = 30;

export class Supplies {
  private readonly anchors = new Map<MethodKey, AnchorId | null>();

  constructor(private readonly input: SupplyInput) {}

  of(method: MethodInfo): Supply {
    const { runs, isComplete } = this.input;
    return runs.equations.solve<Supply>({
      name: `supply ${method.key}`,
      start: { calls: [], types: initialSupply(method), runs: [] },
      find: () => this.find(method),
      advance: (before, found, times) => ({ ...found, types: this.advance(before.types, found.types, times) }),
      isSame: (a, b) => printTypes(a.types) === printTypes(b.types) && a.calls.length === b.calls.length,
      open: solved => openSupply(solved, isComplete ?? false),
      rank: this.input.callersOf(method).methods.length === 0 ? RANKS.uncalled : RANKS.called,
    });
  }

  private advance(before: Supplied, found: Supplied, times: number): Supplied {
    const hierarchy = hierarchyOf(this.input.runs.program);
    return new Map(
      [...found].map(([name, type]) => [name, widenIteration(hierarchy, before.get(name) ?? BOTTOM, type, times)]),
    );
  }

  private find(method: MethodInfo): Supply {
    const { methods, paths } = this.input.callersOf(method);
    const toMethod = (calls: readonly OutgoingCall[]): readonly OutgoingCall[] =>
      calls.filter(({ callee }) => this.runs(callee, method));
    const inMethods = methods.map(caller => {
      const { calls, run } = this.callsOf(caller, method.key, methods.length);
      return { calls: toMethod(calls), run };
    });
    const calls = [
      ...toMethod(paths.flatMap(path => this.callsOutside(path))),
      ...inMethods.flatMap(each => each.calls),
    ];
    const runs = inMethods.flatMap(each => (each.calls.length > 0 && each.run ? [each.run] : []));
    return { calls, types: calls.length === 0 ? initialSupply(method) : this.join(method, calls), runs };
  }

  private callsOutside(path: string): readonly OutgoingCall[] {
    const { runs, callsIn } = this.input;
    return runs.equations.solve<readonly OutgoingCall[]>({
      name: `calls ${path}`,
      start: [],
      find: () => callsIn(path, runs.reader),
      advance: (_, found) => found,
      isSame: (a, b) => a === b || a.map(printPassed).join('\n') === b.map(printPassed).join('\n'),
      open: () => null,
      rank: RANKS.called,
    });
  }

  /** The calls of a body, and the run that found them; null: the summary has them. */
  private callsOf(caller: MethodInfo, key: MethodKey, callers: number): CallsOfBody {
    const { runs, isComplete } = this.input;
    const open = runs.openCalls(caller);
    if (caller.signature !== null || callers > MOST_RUN) return { calls: open, run: null };
    // A proof rests on as little as possible.
    const saysAll =
      open.some(({ callee }) => callee === key) && open.every(call => call.callee !== key || isKnown(call));
    if (isComplete && saysAll) return { calls: open, run: null };
    const run = runs.bodyOf(caller);
    return { calls: run.calls, run };
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
   * What all calls together pass; where one omits a parameter, its default counts. What a splat hides does not count.
   * Unknown arguments that the class itself passes never count (`Vec.new(x + other.x, …)`): they come from what the
   * other calls pass.
   */
  private join(method: MethodInfo, calls: readonly OutgoingCall[]): Supplied {
    if (this.input.isComplete) return this.joinAll(method, calls);
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
      if (known.length > 0 && !isOpen) found.set(name, joinAll(known, hierarchy));
    }
    const yielded = calls.flatMap(({ block }) => block ?? []);
    if (yielded.length > 0 && !yielded.some(hasDynamic)) found.set(YIELDED, joinAll(yielded, hierarchy));
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
}

/** As long as no call is known. */
function initialSupply(method: MethodInfo): Supplied {
  return new Map(namesOf(method).map(name => [name, BOTTOM]));
}

/** What no call determines may be anything. */
function openSupply(supply: Supply, isComplete: boolean): Supply | null {
  const { types } = supply;
  if (![...types.values()].some(({ kind }) => kind === 'bottom')) return null;
  const found = [...types].flatMap(([name, type]) => {
    if (type.kind !== 'bottom') return [[name, type] as const];
    return isComplete ? [[name, DYNAMIC] as const] : [];
  });
  return { ...supply, types: new Map(found) };
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
