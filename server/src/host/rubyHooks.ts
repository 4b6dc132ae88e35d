/**
 * Just-in-time annotations: runs the workspace's hooks (`pre(:belongs_to) { |*a| … type … }`) in Ruby and brings back
 * what they annotate, as lines of Ruby that say the same without the hook, each with the call that caused it.
 */
import type { HookAnnotation, HookFiring, HookRequest, HookRun } from '../proof/hookRun';
import type { RubyEvaluator } from './rubyHost';

export async function runHooks(ruby: RubyEvaluator, request: HookRequest, signal: AbortSignal): Promise<HookRun> {
  const script = JSON.stringify({ load: request.load, constants: request.constants });
  const source = `Loupe::Hooks.run('${script.replace(/[\\']/g, '\\$&')}')`;
  const reply = await ruby.evaluate(source, request.files, signal);
  return reply.kind === 'value' ? read(reply.text) : nothing(reply.why);
}

function read(text: string): HookRun {
  const json = parse(text);
  if (!isRecord(json) || !Array.isArray(json.annotations)) return nothing('the report is damaged');
  return {
    annotations: json.annotations.filter(isRecord).flatMap(annotation),
    fired: list(json.fired).filter(isRecord).flatMap(firing),
    loaded: list(json.loaded).filter(each => typeof each === 'string'),
    excuse: typeof json.excuse === 'string' ? json.excuse : null,
  };
}

function nothing(excuse: string): HookRun {
  return { annotations: [], fired: [], loaded: [], excuse };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function firing({ method, path, line, failure }: Record<string, unknown>): readonly HookFiring[] {
  if (typeof method !== 'string' || typeof path !== 'string' || typeof line !== 'number') return [];
  return [{ method, path, line, failure: typeof failure === 'string' ? failure : null }];
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
