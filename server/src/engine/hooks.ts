/**
 * Annotations made just in time. What a hook makes of a call is read off where that is simple, and asked of Ruby where
 * it is not; either way it is a few lines of Ruby that are read like any others, and stand at the call. A run is kept
 * while the texts that it loaded are the same, so nothing runs when nothing changed.
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
import { type FileReading, readFile } from './pipeline';
import type { SourceFile } from './sources';

export interface Hooked {
  /** For a class, whatever body it was made in. */
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
  /** By the workspace's own hooks, the last time they were asked. */
  private made: Hooked = NOTHING_HOOKED;
  private readonly read = new Map<string, Hooked>();
  private readonly unknown = new Map<string, HookedInput>();
  private readonly texts = new Map<string, FileReading>();
  /** How often Ruby was asked since the beginning. */
  runs = 0;

  constructor(private readonly parser: RubyParser) {}

  /** The same for a copy of the workspace, which knows what was found here and runs nothing. */
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
    const { calls, rails } = this.plan;
    if (calls.length === 0 && rails.calls.length === 0) return NOTHING_HOOKED;
    const texts = new Map(files.map(file => [file.path, file.text]));
    return together([this.own(texts), this.builtIn(rails.calls, texts)]);
  }

  /** The same for the classes that an edit changed; null: it may be more than those. */
  annotatePart(part: ChangedPart, files: ReadonlyMap<string, SourceFile>): Hooked | null {
    const plan = replanHooks(this.plan, part);
    if (!plan) return null;
    const { classes } = part;
    const texts = { get: (path: string) => files.get(path)?.text };
    const before = this.made;
    this.plan = plan;
    const own = this.own(texts);
    const here = ({ className }: HookedInput): boolean => classes.has(className);
    const [old, now] = [before, own].map(each => each.annotations.filter(annotation => !here(annotation)));
    if (old!.length !== now!.length || !old!.every((each, i) => each === now![i])) return null;
    const builtIn = this.builtIn(
      plan.rails.calls.filter(call => classes.has(call.className)),
      texts,
    );
    const paths = new Set(part.files.map(file => file.path));
    const { annotations, problems } = together([own, builtIn]);
    return {
      annotations: annotations.filter(here),
      problems: problems.filter(problem => paths.has(anchorPath(problem.place.anchor))),
    };
  }

  /** Bodies may have changed since the program was made, and calls in them. */
  wantsRun(files: ReadonlyMap<string, SourceFile>, program: Program): boolean {
    if (this.plan.hooks.length === 0) return false; // a body cannot hook
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

  /** What the workspace's own hooks make. */
  private own(texts: Texts): Hooked {
    const results = this.kept?.results ?? null;
    const made = this.plan.calls.map(call => this.ofCall(call, texts.get(call.path) ?? '', results));
    const elsewhere = (results?.elsewhere ?? []).map(each => this.readLines(each.result, each.place));
    this.made = together([...made, ...elsewhere, this.notRun(texts, results)]);
    return this.made;
  }

  private builtIn(calls: readonly BuiltInCall[], texts: Texts): Hooked {
    return together(
      calls.map(call =>
        this.readLines(fromPlan(call, texts.get(call.path) ?? '', true), { anchor: call.anchor, span: call.call.span }),
      ),
    );
  }

  private ofCall(call: PlannedCall, text: string, results: HookResults | null): Hooked {
    const place: Place = { anchor: call.anchor, span: call.call.span };
    const known = results?.byCall.get(callId(call, text)) ?? null;
    if (known) return this.readLines(known, place);
    if (this.ran(call.path, text)) return NOTHING_HOOKED; // Ruby does not come here while it loads the file
    if (call.lines !== null) return this.readLines(fromPlan(call, text, false), place);
    return { annotations: call.concerns.map(className => this.unknownCall(className, place)), problems: [] };
  }

  /** Said once for a file: where nothing may run, that is true of every call. */
  private notRun(texts: Texts, results: HookResults | null): Hooked {
    const why = results?.excuse ?? null;
    if (why === null) return NOTHING_HOOKED;
    const missing = this.plan.calls.filter(call => {
      const text = texts.get(call.path) ?? '';
      return (
        call.direct && call.lines === null && !results?.byCall.has(callId(call, text)) && !this.ran(call.path, text)
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

  /** Whether Ruby has loaded this very text, to its end. */
  private ran(path: string, text: string): boolean {
    return this.kept !== null && this.kept.texts.get(path) === text && this.kept.results.whole.has(path);
  }

  /** The same object for the same call, as other annotations are. */
  private unknownCall(className: string, place: Place): HookedInput {
    const key = JSON.stringify([className, place]);
    const known = this.unknown.get(key) ?? { className, unknownCall: place };
    if (this.unknown.size > 5_000) this.unknown.clear();
    this.unknown.set(key, known);
    return known;
  }

  /** Read once per text; the place is that of the call, so both are what is remembered. */
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

  /** The lines of one class are read together: most calls make many, and each document has its price. */
  private readSource({ lines, origin, builtIn }: CallResult, place: Place): Hooked {
    const classes = [...new Set(lines.map(line => line.className))];
    return together(
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

  /** Models say the same again and again: the same columns, the same states. */
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

/** Texts by path. */
interface Texts {
  get(path: string): string | undefined;
}

function together(all: readonly Hooked[]): Hooked {
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
