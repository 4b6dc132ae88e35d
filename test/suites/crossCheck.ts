/**
 * Learns types from one half of the tests of each suite and compares those that are called complete or proved with the calls of
 * the other half: a call that passes what the type says must return what it says.
 *
 *   node --import tsx test/suites/crossCheck.ts CACHE [PACKAGE…]
 *
 * CACHE is a folder outside of the repository (suites.ts). Exit status 1 if a type is broken.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Claim, mayReturn, takesArguments } from '../../server/src/engine/learn/contradictions';
import type { LearnedType, Reliability } from '../../server/src/engine/learn/learnedTypes';
import { diskFiles } from '../../server/src/host/files';
import { profilePath, readProfileText } from '../../server/src/host/profileFile';
import { parseProfile } from '../../server/src/parse/profile';
import { hierarchyOf } from '../../server/src/program/hierarchy';
import { showMethodType } from '../../server/src/types/show';
import type { Profile } from '../../shared/src/profile';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestWorkspace } from '../harness/workspace';
import { LEARN, runSuite, type SuiteRun } from './runSuite';
import { fetchGems, fetchSuite, SUITES } from './suites';

type Counts = Record<Reliability, number> & { claims: number; calls: number };

async function main([given, ...chosen]: readonly string[]): Promise<number> {
  if (given === undefined) {
    console.error('usage: node --import tsx test/suites/crossCheck.ts CACHE [PACKAGE…]');
    return 2;
  }
  const cache = resolve(given);
  mkdirSync(cache, { recursive: true });
  const { environment } = fetchGems(cache);
  const broken: string[] = [];
  for (const suite of SUITES.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const fetched = fetchSuite(cache, suite);
    if (fetched.kind === 'none') console.log(`${suite.name}: skipped, it cannot be fetched: ${fetched.why}`);
    else broken.push(...(await checkHalves({ cache, suite, folder: fetched.folder, environment })));
  }
  for (const line of broken) console.log(line);
  return broken.length > 0 ? 1 : 0;
}

async function checkHalves(run: SuiteRun): Promise<readonly string[]> {
  const [first, second] = [learnHalf(run, '0'), learnHalf(run, '1')];
  const counts: Counts = { proved: 0, complete: 0, likely: 0, partial: 0, claims: 0, calls: 0 };
  if (first === null || second === null) {
    console.log(`${run.suite.name}: nothing was learned`);
    return [];
  }
  const broken = await compare(run, { first, second }, counts);
  const { proved, complete, likely, partial, claims, calls } = counts;
  console.log(
    `${run.suite.name}: ${proved} proved, ${complete} complete, ${likely} likely, ${partial} partial; ` +
      `${claims} claims compared with ${calls} other calls, ${broken.length} broken`,
  );
  return broken;
}

function learnHalf(run: SuiteRun, half: string): Profile | null {
  rmSync(join(run.folder, '.loupe'), { recursive: true, force: true });
  runSuite({ ...run, environment: { ...run.environment, HALF: half } }, LEARN);
  const content = readProfileText(profilePath(run.folder));
  return content.kind === 'text' ? parseProfile(content.text).profile : null;
}

async function compare(
  { suite, folder }: SuiteRun,
  { first, second }: { readonly first: Profile; readonly second: Profile },
  counts: Counts,
): Promise<readonly string[]> {
  const workspace = await createTestWorkspace();
  const { include, exclude } = DEFAULT_SETTINGS;
  for (const path of (await diskFiles.list(folder, include, exclude)).paths) {
    const content = await diskFiles.read(path);
    if ('text' in content) workspace.setDisk(path, content.text);
  }
  workspace.setProfile(first, folder);
  const { learned, program } = workspace.snapshot;
  const hierarchy = hierarchyOf(program);
  const broken: string[] = [];
  for (const type of learned.methods().flatMap(key => learned.methodOf(key) ?? [])) {
    counts[type.word]++;
    if (type.word !== 'proved' && type.word !== 'complete') continue;
    for (const { claim, call } of otherCalls(type, second)) {
      counts.calls++;
      if (mayReturn(hierarchy, claim, call) || !takesArguments(hierarchy, claim, call)) continue;
      const seen = `(${call.classes.join(', ')}) -> ${call.result}`;
      broken.push(`${suite.name}: ${type.info.key} ${showMethodType(type.type)} · ${type.word}, but ${seen}`);
    }
    if (second.methods.some(({ name, path }) => name === type.entry.name && path === type.entry.path)) counts.claims++;
  }
  await workspace.dispose();
  return broken;
}

/** Of the same source of the method; those that returned. */
function* otherCalls({ info, type, entry: { name, path, fingerprint } }: LearnedType, other: Profile) {
  for (const entry of other.methods) {
    if (entry.name !== name || entry.path !== path || entry.fingerprint !== fingerprint) continue;
    const claim: Claim = { method: info, entry, type };
    for (const call of entry.calls) if (call.result !== null) yield { claim, call };
  }
}

main(process.argv.slice(2)).then(status => {
  process.exitCode = status;
});
