/** A test for a path of a method that no recorded run took, as a fix that creates its file. */
import { join, relative, sep } from 'node:path';
import { findMissingCall, type MissingCall } from '../engine/learn/missingPath';
import type { MethodSnapshot } from '../engine/snapshot';
import { testOfCall } from '../judge/testOfCall';
import type { Fix, TestHome } from './fixes/fix';
import type { Trial } from './fixes/trial';

export const TEST_MISSING_PATH = 'Write a test for the missing path';

/** Null: every outcome was seen, or no call was found that takes another one. */
export async function testMissingPath(
  trial: Trial,
  { info, location }: MethodSnapshot,
  tests: TestHome,
): Promise<Fix | null> {
  const { workspace, settings, signal } = trial;
  const budget = { rlimit: settings.rlimit, timeoutMs: settings.timeoutSeconds * 1000 };
  const found = await findMissingCall(workspace, { key: info.key, budget, signal });
  if (found === null) return null;
  const { folder, framework } = tests;
  const requirePath = relative(folder, location.path.replace(/\.rb$/, '')).split(sep).join('/');
  const test = testOfCall({
    method: info,
    source: found.source,
    because: showCondition(found),
    framework,
    requirePath,
  });
  const create = { path: join(folder, test.fileName), text: test.text };
  return { title: TEST_MISSING_PATH, diagnostic: null, path: location.path, edits: [], create, preferred: false };
}

/** `line 9: parts < 0 is true` */
export function showCondition({ line, condition, isTrue }: Pick<MissingCall, 'line' | 'condition' | 'isTrue'>): string {
  return `line ${line + 1}: ${condition.replace(/\s+/g, ' ')} is ${isTrue ? 'true' : 'false'}`;
}
