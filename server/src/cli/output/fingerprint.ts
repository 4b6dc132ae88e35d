/** Fingerprints that identify a diagnostic across versions: independent of the line; equal diagnostics are counted. */
import { hash } from '../../base/hash';
import { baselineKey } from '../../ide/baseline';
import type { Diagnostic } from '../../ide/diagnostics';

export class Fingerprints {
  private readonly seen = new Map<string, number>();

  of(shown: string, diagnostic: Diagnostic): string {
    const key = baselineKey(shown, diagnostic);
    const count = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, count);
    return hash(key, String(count));
  }
}
