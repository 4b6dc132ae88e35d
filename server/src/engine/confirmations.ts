/**
 * Likely inference reports are confirmed by runs: a script that depends on nothing but its sources is run in Ruby, and
 * the report that predicts how it ends is shown. A run is kept while the files that it loaded are the same.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { anchorPath, type Location, type Place } from '../base/span';
import { confirmScript, findConfirmed, readScriptOutcome, type ScriptOutcome, type Suspicion } from '../judge/confirm';
import type { VerifyOptions } from './checkInSlices';
import { isScript } from './fileFacts';
import type { RubyHost } from './host';
import type { InferenceInput, InferenceReports } from './inferenceReports';
import { locate, type Snapshot } from './snapshot';
import type { SourceFile } from './sources';

interface ConfirmContext {
  readonly ruby: RubyHost;
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Does the file do something when it is run? */
  readonly isScript: (source: SourceFile) => boolean;
  /** Inference reports of a file, those that are not shown included. */
  readonly reports: (source: SourceFile) => readonly Problem[];
  readonly locate: (place: Place) => Location | null;
  readonly signal: AbortSignal;
}

interface Run {
  /** The texts of the files that it loaded. */
  readonly texts: ReadonlyMap<string, string>;
  /** How many files there were: a new one may be what was missing. */
  readonly among: number;
  readonly outcome: ScriptOutcome;
}

interface Found {
  readonly run: Run;
  readonly problem: Problem;
}

/** Whole scripts run in the sandbox only. */
export function mayConfirm({ replay, ruby, infer }: Settings): boolean {
  return replay && ruby === 'embedded' && (infer === 'report' || infer === 'confirm');
}

/** What the reports of a workspace are confirmed from: the present version. */
export interface ReportsToConfirm {
  readonly ruby: RubyHost;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly inference: Pick<InferenceReports, 'of'>;
  readonly input: InferenceInput;
  readonly snapshot: Snapshot;
}

export class Confirmations {
  private readonly runs = new Map<string, Run>();
  private readonly found = new Map<string, Found>();
  /** How many scripts were run since the beginning. */
  count = 0;

  /** Runs the scripts of these files, or of all files, that inference finds likely to raise. */
  async confirm(
    { ruby, files, inference, input, snapshot }: ReportsToConfirm,
    { signal, paths }: VerifyOptions,
    touch: (path: string) => void,
  ): Promise<void> {
    const ctx: ConfirmContext = {
      ruby,
      files,
      isScript: source => isScript(input.program, source),
      reports: source => inference.of(source, input).flat(),
      locate: place => locate(snapshot, place),
      signal,
    };
    await this.run(ctx, paths ?? [...files.keys()], touch);
  }

  /**
   * Runs each script with a likely report, unless its last run still holds. `touch` is called for each file with
   * something new to show.
   */
  async run(ctx: ConfirmContext, paths: Iterable<string>, touch: (path: string) => void): Promise<void> {
    for (const path of paths) {
      if (ctx.signal.aborted) return;
      const source = ctx.files.get(path);
      const suspicions = source && ctx.isScript(source) ? likelyReportsOf(ctx, source) : [];
      if (!source || suspicions.length === 0) {
        this.found.delete(path);
        continue;
      }
      const run = await this.runOf(ctx, source);
      if (run === null) continue;
      const problem = findConfirmed(run.outcome, [...suspicions, ...likelyReportsOfLoadedFiles(ctx, run, path)], path);
      const before = this.found.get(path);
      if (problem) this.found.set(path, { run, problem });
      else this.found.delete(path);
      if (problem || before) touch(path);
    }
  }

  /** With what was confirmed by runs of the texts as they are now. */
  addProblems(
    problems: ReadonlyMap<string, readonly Problem[]>,
    files: ReadonlyMap<string, SourceFile>,
  ): ReadonlyMap<string, readonly Problem[]> {
    if (this.found.size === 0) return problems;
    const all = new Map(problems);
    for (const { run, problem } of this.found.values()) {
      if (!isCurrent(run, files)) continue;
      const path = anchorPath(problem.place.anchor);
      all.set(path, [...(all.get(path) ?? []), problem]);
    }
    return all;
  }

  clear(): void {
    this.found.clear();
  }

  private async runOf(ctx: ConfirmContext, source: SourceFile): Promise<Run | null> {
    const known = this.runs.get(source.path);
    if (known && isCurrent(known, ctx.files)) return known;
    this.count++;
    const files = [...ctx.files.values()].map(({ path, text }) => ({ path, text }));
    const reply = await ctx.ruby.evaluate(confirmScript(source.path), files, ctx.signal);
    // The time guard depends on the machine: what it stops is tried again.
    if (ctx.signal.aborted || (reply.kind === 'failed' && reply.timedOut)) return null;
    const outcome: ScriptOutcome =
      reply.kind === 'value'
        ? readScriptOutcome(reply.text)
        : { kind: 'given-up', why: reply.why, loaded: [source.path] };
    const texts = new Map(outcome.loaded.map(path => [path, ctx.files.get(path)?.text ?? '']));
    const run: Run = { texts, among: files.length, outcome };
    this.runs.set(source.path, run);
    return run;
  }
}

function isCurrent({ texts, among }: Run, files: ReadonlyMap<string, SourceFile>): boolean {
  return among === files.size && [...texts].every(([path, text]) => files.get(path)?.text === text);
}

/** Those of the other files that the script loads. */
function likelyReportsOfLoadedFiles(ctx: ConfirmContext, { texts }: Run, script: string): readonly Suspicion[] {
  const others = [...texts.keys()].filter(path => path !== script);
  return others.flatMap(path => {
    const source = ctx.files.get(path);
    return source ? likelyReportsOf(ctx, source) : [];
  });
}

/** Likely reports on lines without a certain one. */
function likelyReportsOf(ctx: ConfirmContext, source: SourceFile): readonly Suspicion[] {
  const reports = ctx.reports(source);
  if (!reports.some(isLikely)) return [];
  const lineOf = (offset: number): number => source.lines.position(offset).line;
  const certain = new Set(
    reports.filter(each => !isLikely(each)).map(each => lineOf(ctx.locate(each.place)?.span.start ?? 0)),
  );
  return reports.filter(isLikely).flatMap((problem): readonly Suspicion[] => {
    const location = ctx.locate(problem.place);
    if (!location) return [];
    const [firstLine, lastLine] = [lineOf(location.span.start), lineOf(location.span.end)];
    return certain.has(firstLine) ? [] : [{ problem, path: location.path, firstLine, lastLine }];
  });
}

export function isLikely(problem: Problem): boolean {
  return problem.level === 'likely';
}
