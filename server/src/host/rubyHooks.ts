/**
 * Just-in-time annotations: runs the workspace's hooks (`pre(:belongs_to) { |*a| … type … }`) in Ruby and returns their
 * annotations as equivalent Ruby lines, each with the call that triggered it. If a hook ends the whole run (`exit!`, an
 * endless loop), the other hooks run again without it.
 */
import { isRecord, parseJson } from '../base/json';
import type { HookAnnotation, HookFiring, HookRequest, HookRun } from '../proof/hookRun';
import type { RubyReply } from '../proof/replay';
import type { RubyEvaluator } from './rubyEvaluator';

/** What a run skips, and why: a call (`path:line`), all calls of a hook, or a file. */
type Skipped = Readonly<Record<'call' | 'hook' | 'file', string | undefined>> & { readonly why: string };

/** Each may take the full time limit of a run. */
const MAX_RUNS = 8;

export async function runHooks(ruby: RubyEvaluator, request: HookRequest, signal: AbortSignal): Promise<HookRun> {
  const skip: Skipped[] = [];
  const ended: Step[] = [];
  for (;;) {
    const reply = await ruby.evaluate(sourceOf(request, skip), request.files, signal);
    if (reply.kind === 'value') return read(reply.text);
    const step = stepOf(reply);
    if (!step || signal.aborted || ended.length + 1 >= MAX_RUNS) return emptyRun(reply.why);
    // The same hook failed twice, so the call is not the cause.
    const again = step.hook !== undefined && ended.some(({ hook }) => hook === step.hook);
    const { call, hook, file } = step;
    skip.push({ call: again ? undefined : call, hook: again ? hook : undefined, file, why: reply.why });
    ended.push(step);
  }
}

function sourceOf({ load, constants }: HookRequest, skip: readonly Skipped[]): string {
  const script = JSON.stringify({ load, constants, skip });
  return `Loupe::Hooks.run('${script.replace(/[\\']/g, '\\$&')}')`;
}

interface Step {
  readonly call?: string;
  readonly hook?: string;
  readonly file?: string;
}

/** The step at which the run ended; null: unknown. */
function stepOf(reply: RubyReply): Step | null {
  const json = reply.kind === 'failed' && reply.step !== undefined ? parseJson(reply.step) : null;
  if (!isRecord(json)) return null;
  const { call, hook, file } = json;
  if (typeof call === 'string' && typeof hook === 'string') return { call, hook };
  return typeof file === 'string' ? { file } : null;
}

function read(text: string): HookRun {
  const json = parseJson(text);
  if (!isRecord(json) || !Array.isArray(json.annotations)) return emptyRun('the report is damaged');
  return {
    annotations: json.annotations.filter(isRecord).flatMap(annotation),
    fired: list(json.fired).filter(isRecord).flatMap(readFiring),
    loaded: list(json.loaded).filter(each => typeof each === 'string'),
    failed: list(json.failed).filter(each => typeof each === 'string'),
    excuse: typeof json.excuse === 'string' ? json.excuse : null,
  };
}

function emptyRun(excuse: string): HookRun {
  return { annotations: [], fired: [], loaded: [], failed: [], excuse };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readFiring({ method, call, className, path, line, failure }: Record<string, unknown>): readonly HookFiring[] {
  if (typeof method !== 'string' || typeof path !== 'string' || typeof line !== 'number') return [];
  const of = typeof className === 'string' ? className : null;
  const origin = typeof call === 'string' ? call : method;
  return [{ method, origin, className: of, path, line, failure: typeof failure === 'string' ? failure : null }];
}

function annotation(json: Record<string, unknown>): readonly HookAnnotation[] {
  const { className, module, source, call, path, line } = json;
  const named = typeof className === 'string' && /^[A-Z]\w*(::[A-Z]\w*)*$/.test(className);
  if (!named || typeof source !== 'string' || typeof call !== 'string' || typeof path !== 'string') return [];
  if (/[\n\r]/.test(source)) return [];
  return [
    { className, module: module === true, source, origin: call, path, line: typeof line === 'number' ? line : 0 },
  ];
}
