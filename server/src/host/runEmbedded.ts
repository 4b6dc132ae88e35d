/** Runs a script in the embedded Ruby with its annotations enforced; the sandbox limits time, memory and output. */
import { join } from 'node:path';
import { isRecord, parseJson } from '../base/json';
import { rubyAssets } from './assets';
import { EmbeddedRuby } from './rubyEmbedded';
import { guestPath } from './rubyPaths';

export interface EmbeddedScript {
  readonly root: string;
  readonly script: string;
  /** The script as the user named it. */
  readonly shown: string;
  readonly args: readonly string[];
  /** Inferred signatures to compare calls with; null: none. */
  readonly signatures: string | null;
}

export type EmbeddedRun =
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'ended'; readonly status: number; readonly output: string; readonly errors: string };

const TIMEOUT = 600_000;
const MEMORY = 1024;

export async function runScriptEmbedded(run: EmbeddedScript, signal: AbortSignal): Promise<EmbeddedRun> {
  const limits = { timeoutMs: TIMEOUT, memoryMb: MEMORY, mostWork: null };
  const ruby = new EmbeddedRuby({ ...rubyAssets(), root: run.root, ...limits });
  try {
    const words = [guestPath(join(run.script)), run.shown, guestPath(run.root), run.args, run.signatures];
    const source = `require 'loupe/run_embedded'; Loupe.run_script(*JSON.parse(${quote(JSON.stringify(words))}))`;
    const reply = await ruby.evaluate(source, [], signal);
    if (reply.kind === 'failed') return { kind: 'failed', why: reply.why };
    const json = parseJson(reply.text);
    if (!isRecord(json) || typeof json.status !== 'number') return { kind: 'failed', why: 'its report is damaged' };
    const errors = typeof json.errors === 'string' ? json.errors : '';
    return { kind: 'ended', status: json.status, output: reply.output ?? '', errors };
  } finally {
    await ruby.close();
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
