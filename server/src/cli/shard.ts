/**
 * `--shard K/N`: reports one of N parts of the files, so that N machines share the work. The part of a file depends on
 * its path alone. The verdict of a method depends on the methods that its proof relies on: those are verified as well,
 * wherever they are, so that the parts together report exactly what one run reports.
 */
import { createHash } from 'node:crypto';
import type { VerifyOptions } from '../engine/checkInSlices';
import type { Snapshot } from '../engine/snapshot';
import type { Workspace } from '../engine/workspace';
import { methodByKey } from '../program/lookup';
import type { MethodKey } from '../types/typedMethod';
import { type CommandInput, textOption, UsageError } from './usage';

export interface Shard {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

/** Null: the option is not given. */
export function readShard(input: CommandInput): Shard | null {
  const text = textOption(input, 'shard');
  if (text === null) return null;
  const [, number = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > count) throw new UsageError(`--shard is K/N with K from 1 to N, as in 2/4, not "${text}"`);
  return { number, count };
}

/** `shown`: the path relative to the working folder, with forward slashes, the same on every machine. */
export function isInShard({ number, count }: Shard, shown: string): boolean {
  const digest = createHash('sha256').update(shown).digest();
  return digest.readUInt32BE(0) % count === number - 1;
}

/** Verifies what the verdicts so far rely on, directly or not. */
export async function verifyOwners(workspace: Workspace, options: VerifyOptions): Promise<void> {
  const done = new Set<MethodKey>();
  while (!options.signal.aborted) {
    const methods = new Set([...ownersIn(workspace.snapshot)].filter(key => !done.has(key)));
    if (methods.size === 0) return;
    for (const key of methods) done.add(key);
    await workspace.verify({ ...options, methods });
  }
}

/** A contract of a module is as good as the methods of that name in the classes that include it. */
function ownersIn(snapshot: Snapshot): ReadonlySet<MethodKey> {
  const verdicts = snapshot.looked().flatMap(file => file.methods.flatMap(({ verdict }) => verdict ?? []));
  const owners = new Set(verdicts.flatMap(({ assumptions }) => assumptions.map(({ owner }) => owner)));
  const names = new Set([...owners].flatMap(key => methodByKey(snapshot.program, key)?.name ?? []));
  for (const { origin, methods, singletonMethods } of snapshot.program.classes.values()) {
    if (origin !== 'workspace') continue;
    for (const name of names)
      for (const found of [methods.get(name), singletonMethods.get(name)]) if (found) owners.add(found.key);
  }
  return owners;
}
