/**
 * Remembers files that end every run while they are loaded (an endless loop at top level, `exit!`), and skips them in
 * later runs; the run that such a file has ended is repeated without it, so that no outcome depends on the order of runs. A
 * timeout may be caused by a busy machine, so it counts from the second time on.
 */
import { isRecord, parseJson } from '../base/json';
import type { ReplayFile, RubyReply } from '../proof/replay';
import type { RubyEvaluator } from './rubyEvaluator';

interface Ended {
  readonly text: string;
  readonly why: string;
  readonly timedOut: boolean;
  readonly times: number;
}

export class SkippedFiles implements RubyEvaluator {
  private readonly ended = new Map<string, Ended>();

  constructor(private readonly ruby: RubyEvaluator) {}

  async evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply> {
    const reply = await this.ruby.evaluate(this.scriptSkipping(files) + source, files, signal);
    const path = reply.kind === 'failed' && !signal.aborted ? loadedFile(reply) : null;
    const text = files.find(file => file.path === path)?.text;
    if (reply.kind !== 'failed' || path === null || text === undefined) return reply;
    const before = this.ended.get(path);
    const times = before?.text === text ? before.times + 1 : 1;
    this.ended.set(path, { text, why: reply.why, timedOut: reply.timedOut === true, times });
    return times === 1 && !reply.timedOut ? this.evaluate(source, files, signal) : reply;
  }

  close(): Promise<void> {
    return this.ruby.close();
  }

  /** Ruby source that skips these files; empty: none. */
  private scriptSkipping(files: readonly ReplayFile[]): string {
    if (this.ended.size === 0) return '';
    const skip = files.flatMap(({ path, text }) => {
      const ended = this.ended.get(path);
      if (ended?.text !== text || (ended.timedOut && ended.times < 2)) return [];
      return [{ file: path, why: ended.why }];
    });
    if (skip.length === 0) return '';
    return `Loupe::Replay::Loader.skip = '${JSON.stringify(skip).replace(/[\\']/g, '\\$&')}'; `;
  }
}

/** Why a run ended, with the file that was being loaded. */
export function describeFailure(reply: RubyReply & { readonly kind: 'failed' }): string {
  const path = loadedFile(reply);
  return path === null ? reply.why : `loading ${path.split(/[\\/]/).at(-1)}: ${reply.why}`;
}

function loadedFile({ step }: RubyReply & { readonly kind: 'failed' }): string | null {
  const json = step === undefined ? null : parseJson(step);
  return isRecord(json) && typeof json.file === 'string' ? json.file : null;
}
