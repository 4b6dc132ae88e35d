/**
 * Likely inference reports and a run of the script -> confirmed reports. The script runs as a program in the sandbox
 * (server/ruby/lib/loupe/confirm.rb). A report is confirmed if the run ends with the error that it predicts, raised in the
 * line of its place; what the run does not show is dropped.
 */
import { isRecord, parseJson } from '../base/json';
import type { Problem } from '../base/problem';

export interface Frame {
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
}

/** `loaded`: the files of the workspace that the run depends on. */
export type ScriptOutcome = ScriptEnd & { readonly loaded: readonly string[] };

type ScriptEnd =
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'raised';
      readonly className: string;
      readonly message: string;
      /** The method of Ruby's library that raised it, because of a value; null: code of the program, or another error. */
      readonly raisedBy: string | null;
      /** In files of the workspace, innermost first. */
      readonly frames: readonly Frame[];
    }
  /** It depends on more than its sources, or takes too many steps. */
  | { readonly kind: 'given-up'; readonly why: string };

/** Lines that are executed. */
const MOST_STEPS = 200_000;
const MOST_FRAMES = 200;
const MOST_TEXT = 500;

/** Ruby source that evaluates to the outcome as JSON. */
export function confirmScript(path: string): string {
  const request = JSON.stringify({ path, steps: MOST_STEPS }).replace(/[\\']/g, '\\$&');
  return `require 'loupe/confirm'; Loupe::Confirm.run('${request}')`;
}

/** The program that ran could have written anything. */
export function readScriptOutcome(text: string): ScriptOutcome {
  const json = parseJson(text);
  const loaded = isRecord(json) && Array.isArray(json.loaded) ? json.loaded.map(String) : [];
  return { ...(isRecord(json) ? readEnd(json) : { kind: 'given-up', why: 'no outcome' }), loaded };
}

function readEnd(json: Readonly<Record<string, unknown>>): ScriptEnd {
  const { kind, className, message, raisedBy, frames, why } = json;
  if (kind === 'ended') return { kind };
  if (kind !== 'raised' || typeof className !== 'string' || typeof message !== 'string' || !Array.isArray(frames))
    return { kind: 'given-up', why: typeof why === 'string' ? why : 'no outcome' };
  const places = frames.slice(0, MOST_FRAMES).flatMap((each: unknown): readonly Frame[] => {
    const [path, line]: readonly unknown[] = Array.isArray(each) ? each : [];
    return typeof path === 'string' && typeof line === 'number' ? [{ path, line }] : [];
  });
  const by = typeof raisedBy === 'string' ? raisedBy : null;
  return { kind, className, message: message.slice(0, MOST_TEXT), raisedBy: by, frames: places };
}

/** A likely report and where it is. */
export interface Suspicion {
  readonly problem: Problem;
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Programs do not raise these on purpose. Any other error counts only if a method of the library raised it. */
const NEVER_RAISED = ['NoMethodError', 'NameError', 'LocalJumpError', 'FrozenError'];

/** `StandardError`: whatever a method of the library raises because of a value. */
function predicts(
  { args }: Problem,
  { className, raisedBy }: { readonly className: string; readonly raisedBy: string | null },
): boolean {
  const errors = String(args.raises).split(' ');
  if (errors.includes(className)) return raisedBy !== null || NEVER_RAISED.includes(className);
  return errors.includes('StandardError') && raisedBy === args.method;
}

/** The report that the run of the script confirms; null: none. */
export function findConfirmed(
  outcome: ScriptOutcome,
  suspicions: readonly Suspicion[],
  script: string,
): Problem | null {
  if (outcome.kind !== 'raised') return null;
  const [at] = outcome.frames;
  if (!at) return null;
  const found = suspicions.find(
    ({ problem, path, firstLine, lastLine }) =>
      path === at.path && firstLine <= at.line && at.line <= lastLine && predicts(problem, outcome),
  );
  if (!found) return null;
  const { problem } = found;
  const run = `ruby ${script.split('/').at(-1) ?? script}`;
  const error = `${outcome.className}: ${outcome.message}`;
  return { ...problem, level: 'confirmed', severity: 'error', args: { ...problem.args, run, error } };
}
