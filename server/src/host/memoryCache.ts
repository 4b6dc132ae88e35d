/** Answers that last as long as the process: for tests, and where there is no disk. */
import type { AnswerCache } from '../engine/host';
import type { Reply } from '../proof/query';

export class MemoryCache implements AnswerCache {
  private readonly replies = new Map<string, Reply>();
  get(key: string): Reply | null {
    return this.replies.get(key) ?? null;
  }
  set(key: string, reply: Reply): void {
    this.replies.set(key, reply);
  }
  async flush(): Promise<void> {}
}
