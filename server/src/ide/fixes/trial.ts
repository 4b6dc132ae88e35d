/**
 * Fixes are tried before they are offered: the edit is made in a fork of the workspace, what it reaches is verified
 * again, and only a fix that removes its diagnostic and adds none is shown. Of several guesses at the same thing, the
 * first that works.
 */
import type { Settings } from '../../../../shared/src/settings';
import { applyEdit } from '../../base/edit';
import type { Snapshot } from '../../engine/snapshot';
import type { Workspace } from '../../engine/workspace';
import { type Diagnostic, diagnosticsOf } from '../diagnostics';
import type { Fix } from './fix';

/** Guesses per group, and a guard on the clock per question: nobody waits long for a menu. */
const MOST_GUESSES = 14;
const TIMEOUT_MS = 2_000;

export interface Trial {
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

export async function tried(trial: Trial, fixes: readonly Fix[]): Promise<readonly Fix[]> {
  const before = trial.workspace.snapshot;
  const offered: Fix[] = [];
  for (const guesses of grouped(fixes)) {
    for (const fix of guesses.slice(0, MOST_GUESSES)) {
      const working = trial.signal.aborted && !fix.certain ? null : await tryOne(trial, before, fix);
      if (working === null) continue;
      offered.push(working);
      break;
    }
  }
  return offered;
}

/** Guesses at one thing for one diagnostic stay together; every other fix is alone. */
function grouped(fixes: readonly Fix[]): readonly (readonly Fix[])[] {
  const groups: { readonly of: Fix; readonly members: Fix[] }[] = [];
  for (const fix of fixes) {
    const group = groups.find(
      ({ of }) => fix.group !== undefined && of.group === fix.group && of.diagnostic === fix.diagnostic,
    );
    if (group === undefined) groups.push({ of: fix, members: [fix] });
    else group.members.push(fix);
  }
  return groups.map(({ members }) => members);
}

/** Null: it does not do what it promises. */
async function tryOne({ workspace, settings, signal }: Trial, before: Snapshot, fix: Fix): Promise<Fix | null> {
  const file = before.files.get(fix.path);
  if (fix.create !== undefined || fix.certain) return fix;
  if (file === undefined) return null;
  const paths = [...new Set([...verifiedFiles(before), fix.path, fix.diagnostic?.location.path ?? fix.path])];
  const fork = workspace.fork();
  fork.setDisk(fix.path, edited(file.text, fix));
  const budget = { rlimit: settings.rlimit, timeoutMs: Math.min(TIMEOUT_MS, settings.timeoutSeconds * 1000) };
  // A type error is gone or not without asking the solver: nobody should wait for proofs then.
  if (fix.diagnostic === null || fix.diagnostic.kind === 'verify') await fork.verify({ paths, budget, signal });
  if (signal.aborted) return null;
  return judged(fix, tally(before, paths, settings), tally(fork.snapshot, paths, settings));
}

/** Edits are in terms of the text now, in order: the last first. */
export function edited(text: string, fix: Fix): string {
  return fix.edits.reduceRight(applyEdit, text);
}

/** What was not verified before is not verified for a fix either. */
function verifiedFiles(snapshot: Snapshot): readonly string[] {
  return snapshot
    .looked()
    .filter(file => file.methods.some(method => method.annotated && method.verdict !== null && method.info.definition))
    .map(file => file.path);
}

interface Counted {
  readonly diagnostic: Diagnostic;
  count: number;
}

/** Problems by what they are about: words hold values, and lines move. */
function tally(snapshot: Snapshot, paths: readonly string[], settings: Settings): ReadonlyMap<string, Counted> {
  const counts = new Map<string, Counted>();
  for (const diagnostic of paths.flatMap(path => diagnosticsOf(snapshot, path, settings))) {
    const key = keyOf(diagnostic);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { diagnostic, count: 1 });
    else known.count++;
  }
  return counts;
}

function keyOf({ code, kind, message, problem, location }: Diagnostic): string {
  return kind === 'verify' ? `${code} ${problem.args.method}` : `${location.path} ${code} ${message}`;
}

const PRECONDITION = 'LP4002';

function judged(fix: Fix, before: ReadonlyMap<string, Counted>, after: ReadonlyMap<string, Counted>): Fix | null {
  const countIn = (counts: ReadonlyMap<string, Counted>, key: string): number => counts.get(key)?.count ?? 0;
  const promised = fix.diagnostic === null ? null : keyOf(fix.diagnostic);
  if (promised !== null && countIn(after, promised) >= countIn(before, promised)) return null;
  const added = [...after].filter(([key, { count }]) => count > countIn(before, key)).map(([, each]) => each);
  const serious = added.filter(each => !isExcused(fix, each.diagnostic));
  if (serious.length > 0) return null;
  const calls = fix.mayBreakCallers ? added.reduce((sum, each) => sum + each.count, 0) : 0;
  return calls === 0
    ? fix
    : { ...fix, title: `${fix.title} (then ${calls === 1 ? 'a call breaks' : `${calls} calls break`} it)` };
}

/** Without a type error verification begins, and finds what it finds; a stricter contract puts callers in the wrong. */
function isExcused(fix: Fix, { code, kind }: Diagnostic): boolean {
  if (kind === 'verify' && fix.diagnostic !== null && fix.diagnostic.kind !== 'verify') return true;
  return fix.mayBreakCallers === true && code === PRECONDITION;
}
