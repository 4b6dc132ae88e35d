/** This machine's answers, then those of others. The counts are printed at the end of a run. */
import type { AnswerCache } from '../engine/host';
import type { Reply } from '../proof/query';
import type { DiskCache } from './diskCache';
import type { RemoteCache } from './remoteCache';

export class SharedCache implements AnswerCache {
  private local = 0;

  constructor(
    private readonly own: DiskCache,
    readonly remote: RemoteCache,
  ) {}

  get(key: string): Reply | null {
    const reply = this.own.get(key);
    if (reply) this.local++;
    return reply;
  }

  set(key: string, reply: Reply): void {
    this.own.set(key, reply);
  }

  async flush(): Promise<void> {
    await Promise.all([this.own.flush(), this.remote.flush()]);
  }

  /** One line for the user. */
  describe(): string {
    const { found, missed, checked, refused, written } = this.remote.counts;
    const parts = [
      `${this.local} local`,
      `${found} remote${checked === 0 ? '' : ` (${checked} solved again)`}`,
      `${missed} missed`,
      ...(refused === 0 ? [] : [`${refused} refused`]),
      ...(written === 0 ? [] : [`${written} written`]),
    ];
    return `answers: ${parts.join(', ')}`;
  }
}
