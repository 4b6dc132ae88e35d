/**
 * The output of a hook run -> results by call. Lines refer to the sources that ran, so the conversion happens
 * immediately.
 */
import type { Place } from '../base/span';
import type { HookPlan, PlannedCall } from '../hook/plan';
import type { HookAnnotation, HookRun } from '../proof/hookRun';
import type { Declaration } from '../ril/declarations';
import type { SourceFile } from './sources';

export interface CallResult {
  /** The call, as shown to users. */
  readonly origin: string;
  readonly lines: readonly { readonly className: string; readonly source: string }[];
  /** Why the hook stopped; null: it did not. */
  readonly failure: string | null;
  /** The classes for which it stopped: they lack what it would have defined. */
  readonly stoppedFor: readonly string[];
  readonly builtIn: boolean;
}

export interface HookResults {
  readonly byCall: ReadonlyMap<string, CallResult>;
  /** Results of calls that no name reveals (`send`, another method), placed at the declaration that contains them. */
  readonly elsewhere: readonly { readonly place: Place; readonly result: CallResult }[];
  /** Files in which every call that runs while loading did run. */
  readonly whole: ReadonlySet<string>;
  /** Why results may be missing; null: everything ran. */
  readonly excuse: string | null;
}

/** Identifies a call by its position and source: an edited call is another one. */
export function callId(call: PlannedCall, text: string): string {
  const { span } = call.call;
  return `${call.anchor}@${span.start}:${text.slice(call.at + span.start, call.at + span.end)}`;
}

export function resultsOf(plan: HookPlan, run: HookRun, files: ReadonlyMap<string, SourceFile>): HookResults {
  const byCall = new Map<string, CallResult>();
  const elsewhere: { place: Place; result: CallResult }[] = [];
  for (const [path, lines] of firedLines(run)) {
    const file = files.get(path);
    if (!file) continue;
    for (const line of lines) {
      const calls = plan.calls.filter(call => call.path === path && lineOf(file, call) === line);
      const result = resultAt(run, path, line);
      const [call] = calls.filter(each => result.origin.startsWith(each.call.method));
      if (call) byCall.set(callId(call, file.text), result);
      else for (const place of placeAt(file, line)) elsewhere.push({ place, result });
    }
  }
  const failed = new Set(run.failed);
  return { byCall, elsewhere, whole: new Set(run.loaded.filter(path => !failed.has(path))), excuse: run.excuse };
}

function firedLines({ fired, annotations }: HookRun): ReadonlyMap<string, ReadonlySet<number>> {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of [...fired, ...annotations]) lines.set(path, (lines.get(path) ?? new Set()).add(line));
  return lines;
}

function resultAt(run: HookRun, path: string, line: number): CallResult {
  const here = (each: { readonly path: string; readonly line: number }) => each.path === path && each.line === line;
  const made: readonly HookAnnotation[] = run.annotations.filter(here);
  const fired = run.fired.filter(here);
  return {
    origin: made[0]?.origin ?? fired[0]?.origin ?? '',
    lines: made.map(({ className, source }) => ({ className, source })),
    failure: fired.map(each => each.failure).find(each => each !== null) ?? null,
    stoppedFor: fired.flatMap(({ failure, className }) => (failure === null ? [] : (className ?? []))),
    builtIn: false,
  };
}

function lineOf(file: SourceFile, call: PlannedCall): number {
  return file.lines.position(call.at + call.call.methodSpan.start).line;
}

/** The innermost declaration that covers the line. */
function placeAt(file: SourceFile, line: number): readonly Place[] {
  const covers = ({ at, span }: Declaration): boolean =>
    file.lines.position(at + span.start).line <= line && line <= file.lines.position(at + span.end).line;
  let found: Declaration | undefined;
  let inside: readonly Declaration[] = file.ril.declarations;
  for (;;) {
    const next = inside.find(covers);
    if (!next) break;
    found = next;
    inside = next.kind === 'class' || next.kind === 'module' || next.kind === 'singleton' ? next.body : [];
  }
  return found ? [{ anchor: found.anchor, span: found.span }] : [];
}
