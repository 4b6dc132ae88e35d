/** What runs showed about a method, in words: the lens above it and the lines of its hover. */
import type { LearnedType } from '../engine/learn/learned';
import { withoutNames } from '../engine/learn/overloads';
import { showTestLine } from '../engine/learn/report';
import type { Snapshot } from '../engine/snapshot';
import { showMethodType } from '../types/show';
import type { MethodKey } from '../types/typedMethod';

const MOST_NAMES = 4;

/** `learned from 214 runs · 3 of 4 paths · (Integer) -> Array<Integer>`; null: no run called it. */
export function learnedTitle(snapshot: Snapshot, key: MethodKey): string | null {
  const found = snapshot.learned.entryOf(key);
  if (found === null) return null;
  const calls = found.entry.calls.reduce((sum, { count }) => sum + count, 0);
  const runs = `learned from ${calls.toLocaleString('en-US')} ${calls === 1 ? 'run' : 'runs'}`;
  if (found.stale) return `${runs} before this edit`;
  const learned = snapshot.learned.methodOf(key);
  return learned === null ? runs : `${runs} · ${showPaths(learned)} · ${showMethodType(withoutNames(learned.type))}`;
}

function showPaths({ coverage: { seen, all, exact } }: LearnedType): string {
  return `${seen} of ${all} ${exact ? (all === 1 ? 'path' : 'paths') : 'outcomes'}`;
}

/** Lines of Markdown. */
export function explainLearned(snapshot: Snapshot, key: MethodKey): readonly string[] {
  const title = learnedTitle(snapshot, key);
  const learned = snapshot.learned.methodOf(key);
  if (title === null) return [];
  if (learned === null) return [title];
  const { coverage, entry, leansOn, word, unseenAgrees } = learned;
  const lines = coverage.missing.map(({ line }) => `${entry.line + line + 1}`);
  const never = [...new Set(lines)].slice(0, MOST_NAMES).join(', ');
  const test = entry.calls.flatMap(({ from }) => from ?? [])[0] ?? null;
  return [
    `${title} · ${word}`,
    ...(test === null ? [] : [`Called by ${showTestLine(test)}.`]),
    ...(never === ''
      ? []
      : [`Not every outcome of line ${never} was seen${unseenAgrees ? ', but the rest agrees' : ''}.`]),
    ...(leansOn.length === 0 ? [] : [`It leans on ${leansOn.slice(0, MOST_NAMES).join(', ')}.`]),
    ...snapshot.learned.conflictsOf(key).map(({ about, lower, upper, test: from }) => {
      const passed = from === null ? '' : ` (${showTestLine(from)})`;
      return `Conflict: ${lower} flows into ${about}${passed}, where ${upper.slice(1, -1)} is called.`;
    }),
  ];
}
