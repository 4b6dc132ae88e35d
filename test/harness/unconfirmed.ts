/**
 * Every method that fixtures call unsafe is confirmed by a run, or listed in test/unconfirmed.json with its cause and
 * the reason: `"path: Class#method": "cause: reason"`. The list must not contain confirmed methods.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodSnapshot, Snapshot } from '../../server/src/engine/snapshot';

export const UNCONFIRMED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(__dirname, '..', 'unconfirmed.json'), 'utf8'),
);

/** One fixture in each of its states. */
export class Causes {
  private readonly seen = new Set<string>();

  constructor(private readonly fixture: string) {}

  compare(snapshot: Snapshot): readonly string[] {
    return [...snapshot.files.values()].flatMap(file => file.methods).flatMap(method => this.compareMethod(method));
  }

  /** Listed, but confirmed or missing. */
  finish(): readonly string[] {
    return Object.keys(UNCONFIRMED)
      .filter(name => name.startsWith(`${this.fixture}: `) && !this.seen.has(name))
      .map(name => `${name} is listed in unconfirmed.json, but it is not unconfirmed`);
  }

  private compareMethod({ info, verdict }: MethodSnapshot): readonly string[] {
    const failed = verdict?.obligations.filter(each => each.status === 'unsafe' && each.cause !== 'confirmed') ?? [];
    if (failed.length === 0) return [];
    const name = `${this.fixture}: ${info.key}`;
    this.seen.add(name);
    const listed = UNCONFIRMED[name]?.split(':')[0];
    return failed
      .filter(each => each.cause !== listed)
      .map(each => `${info.key}: ${each.kind} is ${each.cause} (${each.why}), and listed as ${listed ?? 'nothing'}`);
  }
}
