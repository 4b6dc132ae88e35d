/**
 * Just-in-time annotations: runs the workspace's hooks (`pre(:belongs_to) { |*a| … type … }`) in Ruby and brings back
 * what they annotate, as lines of Ruby that say the same without the hook, each with the call that caused it.
 */
import type { ReplayFile } from '../proof/replay';
import type { RubyEvaluator } from './rubyHost';

export interface HookRequest {
  readonly files: readonly ReplayFile[];
  /** Files to load, in order: those with hooks first. */
  readonly load: readonly string[];
  /** In which file each constant of the workspace is made. */
  readonly constants: Readonly<Record<string, string>>;
}

export interface HookAnnotation {
  readonly className: string;
  readonly module: boolean;
  /** `type "folder=", "(Folder i) -> Folder o { folder == i }"` */
  readonly source: string;
  /** `belongs_to :folder` */
  readonly origin: string;
  readonly path: string;
  readonly line: number; // zero-based
}

export interface HookRun {
  readonly annotations: readonly HookAnnotation[];
  /** Why some may be missing; null: everything ran. */
  readonly excuse: string | null;
}

export async function runHooks(ruby: RubyEvaluator, request: HookRequest, signal: AbortSignal): Promise<HookRun> {
  const script = JSON.stringify({ load: request.load, constants: request.constants });
  const source = `Loupe::Hooks.run('${script.replace(/[\\']/g, '\\$&')}')`;
  const reply = await ruby.evaluate(source, request.files, signal);
  return reply.kind === 'value' ? read(reply.text) : { annotations: [], excuse: reply.why };
}

/** The annotations as one Ruby file, for the usual readers; line n of it belongs to the n-th annotation. */
export function hookFile(run: HookRun): { readonly text: string; readonly origins: readonly HookAnnotation[] } {
  const lines = run.annotations.map(each => {
    const keyword = each.module ? 'module' : 'class';
    return `${keyword} ${each.className}; ${each.source}; end`;
  });
  return { text: lines.map(line => `${line}\n`).join(''), origins: run.annotations };
}

function read(text: string): HookRun {
  const json = parse(text);
  if (!isRecord(json) || !Array.isArray(json.annotations)) return { annotations: [], excuse: 'the report is damaged' };
  return {
    annotations: json.annotations.filter(isRecord).flatMap(annotation),
    excuse: typeof json.excuse === 'string' ? json.excuse : null,
  };
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
