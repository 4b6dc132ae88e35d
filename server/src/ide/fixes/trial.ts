/**
 * Fixes are verified before they are offered: a fork of the workspace applies the edit and verifies what it affects.
 * Only a fix that removes its diagnostic and adds none is shown; of several alternatives, the first that works.
 */
import type { Settings } from '../../../../shared/src/settings';
import { applyEdit } from '../../base/edit';
import { filesContaining, type Snapshot } from '../../engine/snapshot';
import type { Workspace } from '../../engine/workspace';
import type { Budget } from '../../proof/query';
import { hasVerificationLens } from '../codeLens';
import { type Diagnostic, diagnosticsOf } from '../diagnostics';
import type { Fix } from './fix';

/** Alternatives per group, and a time limit per query: users do not wait long for a menu. */
const MAX_ALTERNATIVES = 14;
const TIMEOUT_MS = 2_000;

export interface Trial {
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

export async function tryFixes(trial: Trial, fixes: readonly Fix[]): Promise<readonly Fix[]> {
  const before = trial.workspace.snapshot;
  const offered: Fix[] = [];
  for (const alternatives of groupAlternatives(fixes)) {
    for (const fix of alternatives.slice(0, MAX_ALTERNATIVES)) {
      const working = trial.signal.aborted && !fix.certain ? null : await tryOne(trial, before, fix);
      if (working === null) continue;
      offered.push(working);
      break;
    }
  }
  return offered;
}

/** Groups the alternatives for one diagnostic; every other fix is a group of its own. */
function groupAlternatives(fixes: readonly Fix[]): readonly (readonly Fix[])[] {
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

/** Null: it does not remove its diagnostic. */
async function tryOne(trial: Trial, before: Snapshot, fix: Fix): Promise<Fix | null> {
  const { workspace, settings, signal } = trial;
  const file = before.files.get(fix.path);
  if (fix.create !== undefined || fix.certain) return fix;
  if (file === undefined) return null;
  const paths = [...new Set([...verifiedFiles(before), fix.path, fix.diagnostic?.location.path ?? fix.path])];
  const fork = workspace.fork();
  fork.setDisk(fix.path, applyFix(file.text, fix));
  const needsProofs = fix.diagnostic === null || fix.diagnostic.kind === 'verify';
  // Type errors can be checked without the solver.
  if (needsProofs) await fork.verify({ paths, budget: budgetOf(settings), signal });
  if (signal.aborted) return null;
  const here = judgeFix(fix, tally(before, paths, settings), tally(fork.snapshot, paths, settings));
  if (here === null) return null;
  const elsewhere = await tryElsewhere(trial, fix, fork, closedFiles(before, fix, paths), needsProofs);
  return elsewhere && { ...fix, title: fix.title + showCost(here + elsewhere.calls, elsewhere.untried) };
}

/** A whole workspace would take too long: the title says how many files were not verified. */
const MAX_CLOSED_FILES = 12;

/** Files that mention what changes and that are not verified yet. */
function closedFiles(before: Snapshot, { about = [] }: Fix, tried: readonly string[]): readonly string[] {
  return [...new Set(about.flatMap(name => filesContaining(before, name)))].filter(path => !tried.includes(path));
}

interface Elsewhere {
  readonly calls: number;
  readonly untried: number;
}

/** Verifies each file before and after the edit until the time is up. Null: the fix breaks something there. */
async function tryElsewhere(
  { workspace, settings, signal }: Trial,
  fix: Fix,
  fork: Workspace,
  paths: readonly string[],
  needsProofs: boolean,
): Promise<Elsewhere | null> {
  let calls = 0;
  for (const [i, path] of paths.entries()) {
    if (i === MAX_CLOSED_FILES) return { calls, untried: paths.length - i };
    const asItIs = workspace.fork();
    const options = { paths: [path], budget: budgetOf(settings), signal };
    if (needsProofs) await asItIs.verify(options);
    if (needsProofs) await fork.verify(options);
    if (signal.aborted) return { calls, untried: paths.length - i };
    const added = costOf(fix, tally(asItIs.snapshot, [path], settings), tally(fork.snapshot, [path], settings));
    if (added === null) return null;
    calls += added;
  }
  return { calls, untried: 0 };
}

function budgetOf({ rlimit, timeoutSeconds }: Settings): Budget {
  return { rlimit, timeoutMs: Math.min(TIMEOUT_MS, timeoutSeconds * 1000) };
}

function showCost(calls: number, untried: number): string {
  const costs = [
    ...(calls > 0 ? [`then ${calls === 1 ? 'a call breaks' : `${calls} calls break`} it`] : []),
    ...(untried > 0 ? [`${untried === 1 ? 'one closed file' : `${untried} closed files`} not tried`] : []),
  ];
  return costs.length === 0 ? '' : ` (${costs.join('; ')})`;
}

/** Applies the edits last to first: they are in source order and in terms of the current source. */
export function applyFix(text: string, fix: Fix): string {
  return fix.edits.reduceRight(applyEdit, text);
}

/** A fix verifies only files that were verified before. */
function verifiedFiles(snapshot: Snapshot): readonly string[] {
  return snapshot
    .looked()
    .filter(file => file.methods.some(method => method.verdict !== null && hasVerificationLens(method)))
    .map(file => file.path);
}

interface Counted {
  readonly diagnostic: Diagnostic;
  count: number;
}

/** Counts problems by what identifies them: messages contain values, and lines move. */
function tally(snapshot: Snapshot, paths: readonly string[], settings: Settings): Tally {
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
const NIL = 'LP4003';

type Tally = ReadonlyMap<string, Counted>;

const countIn = (counts: Tally, key: string): number => counts.get(key)?.count ?? 0;

/** How many calls the fix breaks; null: the diagnostic is still there, or another one is new. */
function judgeFix(fix: Fix, before: Tally, after: Tally): number | null {
  const promised = fix.diagnostic === null ? null : keyOf(fix.diagnostic);
  return promised !== null && countIn(after, promised) >= countIn(before, promised) ? null : costOf(fix, before, after);
}

function costOf(fix: Fix, before: Tally, after: Tally): number | null {
  const added = [...after].filter(([key, { count }]) => count > countIn(before, key)).map(([, each]) => each);
  if (added.some(each => !isExcused(fix, each.diagnostic))) return null;
  return fix.mayBreakCallers ? added.reduce((sum, each) => sum + each.count, 0) : 0;
}

/**
 * Under its first type a method is verified for the first time: that some of it is not modelled is not due to the type.
 * Without its type error a method is verified for the first time and may fail; a stricter contract may break callers.
 */
function isExcused(fix: Fix, { code, kind, problem, severity }: Diagnostic): boolean {
  if (fix.isFirstType && kind === 'verify' && severity === 'information') return true;
  if (kind === 'verify' && fix.diagnostic !== null && fix.diagnostic.kind !== 'verify') return true;
  if (fix.mayBreakCallers !== true) return false;
  return code === PRECONDITION || (code === NIL && problem.args.method !== fix.diagnostic?.problem.args.method);
}
