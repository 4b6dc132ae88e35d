/**
 * Just-in-time annotations. The effect of a hook on a call is derived statically where that is simple, and by running
 * Ruby otherwise. Either way it is a few lines of Ruby, parsed like any others and placed at the call. The result of a
 * run is kept while the sources that it loaded are the same, so nothing runs when nothing changed.
 */
import type { Problem } from '../base/problem';
import { anchorPath, type Place } from '../base/span';
import {
  type ChangedPart,
  type HookPlan,
  mayHook,
  NO_HOOKS,
  type PlannedCall,
  planHooks,
  replanHooks,
} from '../hook/plan';
import type { BuiltInCall } from '../hook/rails';
import { relocate, relocateProblem } from '../hook/relocate';
import { constantPaths } from '../judge/replayScript';
import type { RubyParser } from '../parse/rubyParser';
import type { ClassInfo, Program } from '../program/program';
import type { HookedInput } from '../resolve/resolve';
import { type CallResult, callId, type HookResults, resultsOf } from './hookResults';
import type { RubyHost } from './host';
import type { FileReading } from './incremental/fileReading';
import { readFile } from './pipeline';
import type { SourceFile } from './sources';

export interface Hooked {
  /** For a class, whichever body they were created in. */
  readonly annotations: readonly HookedInput[];
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
  /** The annotations of the workspace's own hooks, as of the last run. */
  private made: Hooked = NOTHING_HOOKED;
  private readonly read = new Map<string, Hooked>();
  private readonly unknown = new Map<string, HookedInput>();
  private readonly texts = new Map<string, FileReading>();
  /** How often Ruby has run. */
  runs = 0;

  constructor(private readonly parser: RubyParser) {}

  /** For a fork of the workspace, which uses the results found so far and runs nothing. */
  fork(): Hooks {
    const fork = new Hooks(this.parser);
    fork.plan = this.plan;
    fork.kept = this.kept;
    fork.made = this.made;
    return fork;
  }

  get hasRun(): boolean {
    return this.kept !== null;
  }

  /** No hook has been found so far. */
  get isUnused(): boolean {
    return this.plan === NO_HOOKS;
  }

  /** Whether a new hook may exist, so that all files must be considered. */
  mayHook(files: readonly SourceFile[], classes: Iterable<ClassInfo>): boolean {
    return mayHook(files, classes);
  }

  /** The annotations known now; `wantsRun`: whether running Ruby would add to them. */
  annotate(files: readonly SourceFile[], program: Program): Hooked {
    this.plan = planHooks(files, program);
    const { calls, rails } = this.plan;
    if (calls.length === 0 && rails.calls.length === 0) return NOTHING_HOOKED;
    const texts = new Map(files.map(file => [file.path, file.text]));
    return mergeHooked([this.own(texts), this.builtIn(rails.calls, texts)]);
  }

  /** The same for the classes that an edit changed; null: more classes may be affected. */
  annotatePart(part: ChangedPart, files: ReadonlyMap<string, SourceFile>): Hooked | null {
    const plan = replanHooks(this.plan, part);
    if (!plan) return null;
    const { classes } = part;
    const texts = { get: (path: string) => files.get(path)?.text };
    const before = this.made;
    this.plan = plan;
    const annotateOwnHooks = this.own(texts);
    const here = ({ className }: HookedInput): boolean => classes.has(className);
    const old = before.annotations.filter(annotation => !here(annotation));
    const now = annotateOwnHooks.annotations.filter(annotation => !here(annotation));
    if (old.length !== now.length || !old.every((each, i) => each === now[i])) return null;
    const annotateBuiltInHooks = this.builtIn(
      plan.rails.calls.filter(call => classes.has(call.className)),
      texts,
    );
    const paths = new Set(part.files.map(file => file.path));
    const { annotations, problems } = mergeHooked([annotateOwnHooks, annotateBuiltInHooks]);
    return {
      annotations: annotations.filter(here),
      problems: problems.filter(problem => paths.has(anchorPath(problem.place.anchor))),
    };
  }

  /** Bodies, and calls in them, may have changed since the program was built. */
  wantsRun(files: ReadonlyMap<string, SourceFile>, program: Program): boolean {
    if (this.plan.hooks.length === 0) return false; // a body cannot call a hook at load time
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

  /** The annotations from the workspace's own hooks. */
  private own(texts: Texts): Hooked {
    const results = this.kept?.results ?? null;
    const made = this.plan.calls.map(call => this.annotateCall(call, texts.get(call.path) ?? '', results));
    const elsewhere = (results?.elsewhere ?? []).map(each => this.readLines(each.result, each.place));
    this.made = mergeHooked([...made, ...elsewhere, this.reportNotRun(texts, results)]);
    return this.made;
  }

  private builtIn(calls: readonly BuiltInCall[], texts: Texts): Hooked {
    return mergeHooked(
      calls.map(call =>
        this.readLines(fromPlan(call, texts.get(call.path) ?? '', true), { anchor: call.anchor, span: call.call.span }),
      ),
    );
  }

  private annotateCall(call: PlannedCall, text: string, results: HookResults | null): Hooked {
    const place: Place = { anchor: call.anchor, span: call.call.span };
    const known = results?.byCall.get(callId(call, text)) ?? null;
    if (known) return this.readLines(known, place);
    if (this.hasLoaded(call.path, text)) return NOTHING_HOOKED; // Ruby does not reach this call while it loads the file
    if (call.lines !== null) return this.readLines(fromPlan(call, text, false), place);
    return { annotations: call.concerns.map(className => this.unknownCall(className, place)), problems: [] };
  }

  /** Reported once per file: where nothing may run, that holds for every call. */
  private reportNotRun(texts: Texts, results: HookResults | null): Hooked {
    const why = results?.excuse ?? null;
    if (why === null) return NOTHING_HOOKED;
    const missing = this.plan.calls.filter(call => {
      const text = texts.get(call.path) ?? '';
      return (
        call.direct &&
        call.lines === null &&
        !results?.byCall.has(callId(call, text)) &&
        !this.hasLoaded(call.path, text)
      );
    });
    const files = [...new Set(missing.map(call => call.path))].map(path => missing.filter(call => call.path === path));
    const problems = files.map(([first, ...others]): Problem => {
      const { anchor, call } = first!;
      const args = { method: call.method, others: String(others.length), why };
      return { code: 'LP2521', place: { anchor, span: call.span }, args };
    });
    return { annotations: [], problems };
  }

  /** Whether Ruby has loaded exactly this source, to its end. */
  private hasLoaded(path: string, text: string): boolean {
    return this.kept !== null && this.kept.texts.get(path) === text && this.kept.results.whole.has(path);
  }

  /** The same object for the same call, as for other annotations. */
  private unknownCall(className: string, place: Place): HookedInput {
    const key = JSON.stringify([className, place]);
    const known = this.unknown.get(key) ?? { className, unknownCall: place };
    if (this.unknown.size > 5_000) this.unknown.clear();
    this.unknown.set(key, known);
    return known;
  }

  /** Parsed once per source and place: the place is that of the call, so both form the memo key. */
  private readLines(result: CallResult, place: Place): Hooked {
    const key = JSON.stringify([result, place]);
    const known = this.read.get(key);
    if (known) return known;
    if (this.read.size > 50_000) this.read.clear();
    const { annotations, problems } = this.readSource(result, place);
    const failed: Problem[] =
      result.failure === null ? [] : [{ code: 'LP2522', place, args: { call: result.origin, why: result.failure } }];
    const lacking = result.stoppedFor.map(className => this.unknownCall(className, place));
    const hooked: Hooked = { annotations: [...annotations, ...lacking], problems: [...problems, ...failed] };
    this.read.set(key, hooked);
    return hooked;
  }

  /** Parses the lines of one class together: most calls define many methods, and each parse has a fixed cost. */
  private readSource({ lines, origin, builtIn }: CallResult, place: Place): Hooked {
    const classes = [...new Set(lines.map(line => line.className))];
    return mergeHooked(
      classes.map(className => {
        const mine = lines.filter(line => line.className === className).map(line => line.source);
        const { annotations, problems } = this.readText(mine.join('\n'));
        return {
          annotations: annotations.map(each => ({ className, annotation: relocate(each, place, origin, builtIn) })),
          problems: problems.map(each => relocateProblem(each, place)),
        };
      }),
    );
  }

  /** Rails models repeat themselves: the same columns, the same states. */
  private readText(lines: string): FileReading {
    const known = this.texts.get(lines);
    if (known) return known;
    if (this.texts.size > 5_000) this.texts.clear();
    const document = this.parser.open('hook', `require 'loupe'\n${lines}\n`);
    const reading = readFile(document.outline(), null);
    document.close();
    this.texts.set(lines, reading);
    return reading;
  }
}

/** Sources by path. */
interface Texts {
  get(path: string): string | undefined;
}

function mergeHooked(all: readonly Hooked[]): Hooked {
  return { annotations: all.flatMap(each => each.annotations), problems: all.flatMap(each => each.problems) };
}

function fromPlan(call: PlannedCall | BuiltInCall, text: string, builtIn: boolean): CallResult {
  const { span } = call.call;
  const className = call.className ?? 'Object';
  return {
    origin: text.slice(call.at + span.start, call.at + span.end).replace(/\s+/g, ' '),
    lines: (call.lines ?? []).map(source => ({ className, source })),
    failure: null,
    stoppedFor: [],
    builtIn,
  };
}
