/**
 * Annotations made just in time. What a hook makes of a call is read off where that is simple, and asked of Ruby where
 * it is not; either way it is a few lines of Ruby that are read like any others, and stand at the call. A run is kept
 * while the texts that it loaded are the same, so nothing runs when nothing changed.
 */
import type { Problem } from '../base/problem';
import type { Place } from '../base/span';
import { type HookPlan, mayHook, NO_HOOKS, type PlannedCall, planHooks } from '../hook/plan';
import type { BuiltInCall } from '../hook/rails';
import { relocate, relocateProblem } from '../hook/relocate';
import { constantPaths } from '../judge/replayScript';
import type { RubyParser } from '../parse/rubyParser';
import type { ClassInfo, Program } from '../program/program';
import type { Annotation } from '../types/annotation';
import { type CallResult, callId, type HookResults, resultsOf } from './hookResults';
import type { RubyHost } from './host';
import { readFile } from './pipeline';
import type { SourceFile } from './sources';

/** An annotation of a class, whatever body it was made in. */
export interface HookedAnnotation {
  readonly className: string;
  readonly annotation: Annotation;
}

export interface Hooked {
  readonly annotations: readonly HookedAnnotation[];
  readonly problems: readonly Problem[];
}

interface KeptRun {
  readonly load: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly results: HookResults;
}

export const NOTHING_HOOKED: Hooked = { annotations: [], problems: [] };

export class Hooks {
  private plan: HookPlan = NO_HOOKS;
  private kept: KeptRun | null = null;
  private readonly read = new Map<string, Hooked>();
  /** How often Ruby was asked since the beginning. */
  runs = 0;

  constructor(private readonly parser: RubyParser) {}

  /** The same for a copy of the workspace, which knows what was found here and runs nothing. */
  fork(): Hooks {
    const fork = new Hooks(this.parser);
    fork.plan = this.plan;
    fork.kept = this.kept;
    return fork;
  }

  get hasRun(): boolean {
    return this.kept !== null;
  }

  /** Nothing of all that was looked at so far. */
  get isUnused(): boolean {
    return this.plan === NO_HOOKS;
  }

  /** Whether something new would have to be looked at with everything else. */
  mayHook(files: readonly SourceFile[], classes: Iterable<ClassInfo>): boolean {
    return mayHook(files, classes);
  }

  /** What is known now; `wantsRun` says whether Ruby has more to say. */
  annotate(files: readonly SourceFile[], program: Program): Hooked {
    this.plan = planHooks(files, program);
    if (this.plan.calls.length === 0 && this.plan.builtIn.length === 0) return NOTHING_HOOKED;
    const texts = new Map(files.map(file => [file.path, file.text]));
    const results = this.kept?.results ?? null;
    const made = this.plan.calls.map(call => this.ofCall(call, texts.get(call.path) ?? '', results));
    const elsewhere = (results?.elsewhere ?? []).map(each => this.readLines(each.result, each.place));
    const builtIn = this.plan.builtIn.map(call =>
      this.readLines(fromPlan(call, texts.get(call.path) ?? '', true), { anchor: call.anchor, span: call.call.span }),
    );
    const all = [...made, ...elsewhere, ...builtIn];
    return { annotations: all.flatMap(each => each.annotations), problems: all.flatMap(each => each.problems) };
  }

  /** Bodies may have changed since the program was made, and calls in them. */
  wantsRun(files: ReadonlyMap<string, SourceFile>, program: Program): boolean {
    if (this.isUnused) return false; // a body cannot hook
    this.plan = planHooks([...files.values()], program);
    if (!this.plan.needsRun) return false;
    const { kept } = this;
    if (kept?.load !== this.plan.load.join('\n')) return true;
    return [...kept.texts].some(([path, text]) => files.get(path)?.text !== text);
  }

  /** False: cancelled. */
  async run(
    ruby: RubyHost,
    files: ReadonlyMap<string, SourceFile>,
    program: Program,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { plan } = this;
    const texts = [...files.values()].map(({ path, text }) => ({ path, text }));
    this.runs++;
    const run = await ruby.hooks({ files: texts, load: plan.load, constants: constantPaths(program) }, signal);
    if (signal.aborted) return false;
    const depends = [...new Set([...plan.load, ...run.loaded])];
    this.kept = {
      load: plan.load.join('\n'),
      texts: new Map(texts.filter(({ path }) => depends.includes(path)).map(({ path, text }) => [path, text])),
      results: resultsOf(plan, run, files),
    };
    return true;
  }

  private ofCall(call: PlannedCall, text: string, results: HookResults | null): Hooked {
    const place: Place = { anchor: call.anchor, span: call.call.span };
    const known = results?.byCall.get(callId(call, text)) ?? null;
    if (known) return this.readLines(known, place);
    if (call.lines !== null && !(results && results.excuse === null))
      return this.readLines(fromPlan(call, text, false), place);
    const why = results?.excuse ?? null;
    if (call.lines !== null || why === null || !call.direct) return NOTHING_HOOKED;
    return { annotations: [], problems: [{ code: 'LP2521', place, args: { method: call.call.method, why } }] };
  }

  /** Read once per text; the place is that of the call, so both are what is remembered. */
  private readLines(result: CallResult, place: Place): Hooked {
    const key = JSON.stringify([result, place]);
    const known = this.read.get(key);
    if (known) return known;
    if (this.read.size > 50_000) this.read.clear();
    const made = result.lines.map(line => this.readLine(line, result, place));
    const failed: Problem[] =
      result.failure === null ? [] : [{ code: 'LP2522', place, args: { call: result.origin, why: result.failure } }];
    const hooked: Hooked = {
      annotations: made.flatMap(each => each.annotations),
      problems: [...made.flatMap(each => each.problems), ...failed],
    };
    this.read.set(key, hooked);
    return hooked;
  }

  private readLine(line: CallResult['lines'][number], { origin, builtIn }: CallResult, place: Place): Hooked {
    const document = this.parser.open('hook', `require 'loupe'\n${line.source}\n`);
    const { annotations, problems } = readFile(document.outline(), null);
    document.close();
    return {
      annotations: annotations.map(each => ({
        className: line.className,
        annotation: relocate(each, place, origin, builtIn),
      })),
      problems: problems.map(each => relocateProblem(each, place)),
    };
  }
}

function fromPlan(call: PlannedCall | BuiltInCall, text: string, builtIn: boolean): CallResult {
  const { span } = call.call;
  const className = call.className ?? 'Object';
  return {
    origin: text.slice(call.at + span.start, call.at + span.end).replace(/\s+/g, ' '),
    lines: (call.lines ?? []).map(source => ({ className, source })),
    failure: null,
    builtIn,
  };
}
