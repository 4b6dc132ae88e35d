/**
 * Runs the workspace's own tests in the embedded Ruby while they record. The rewritten files replace the originals in
 * Ruby's view of the workspace; nothing on the disk changes. The sandbox limits time, memory and output.
 */
import { join } from 'node:path';
import { isRecord, parseJson } from '../base/json';
import type { Recording } from '../engine/learn/recordFiles';
import { rubyAssets } from './assets';
import { EmbeddedRuby } from './rubyEmbedded';
import { guestPath } from './rubyPaths';

export type EmbeddedOutcome =
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'ended';
      /** Null: no test framework was loaded. */
      readonly passed: boolean | null;
      /** Libraries that the embedded Ruby does not have. */
      readonly missing: readonly string[];
      /** Messages about test files that could not be loaded. */
      readonly failed: readonly string[];
      readonly trace: string;
      readonly output: string;
    };

const TIMEOUT = 600_000;
const MEMORY = 1024;

/** `tests`: paths relative to the workspace. */
export async function runTestsEmbedded(
  root: string,
  recording: Recording,
  tests: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddedOutcome> {
  const ruby = new EmbeddedRuby({
    ...rubyAssets(),
    root,
    timeoutMs: TIMEOUT,
    memoryMb: MEMORY,
    mostWork: null,
  });
  try {
    const files = recording.files.map(file => ({ path: join(root, file.path), text: file.rewritten }));
    const words = [
      recording.run,
      files.map(file => guestPath(file.path)),
      tests.map(each => guestPath(join(root, each))),
    ];
    const source = `require 'loupe/learn/embedded'; Loupe__Learn.run_tests(*JSON.parse(${quote(JSON.stringify(words))}))`;
    const reply = await ruby.evaluate(source, files, signal);
    if (reply.kind === 'failed') return { kind: 'failed', why: reply.why };
    return readReport(reply.text, reply.output ?? '');
  } finally {
    await ruby.close();
  }
}

function readReport(text: string, output: string): EmbeddedOutcome {
  const json = parseJson(text);
  if (!isRecord(json) || typeof json.trace !== 'string') return { kind: 'failed', why: 'its report is damaged' };
  const { passed, trace } = json;
  return {
    kind: 'ended',
    passed: typeof passed === 'boolean' ? passed : null,
    missing: strings(json.missing),
    failed: strings(json.failed),
    trace,
    output,
  };
}

function strings(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.filter(each => typeof each === 'string') : [];
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
