/** What runs showed about a method, in words: the lens above it, the lines of its hover, and the page behind the lens. */

import type { LearnedMethod, TestLine } from '../../../shared/src/profile';
import { anchorPath } from '../base/span';
import type { LearnedType } from '../engine/learn/learnedTypes';
import { withoutNames } from '../engine/learn/overloads';
import { showTestLine } from '../engine/learn/report';
import type { Snapshot } from '../engine/snapshot';
import { methodByKey } from '../program/lookup';
import type { MethodDeclaration } from '../ril/declarations';
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
  const { coverage, entry, incompleteUses, word, unseenAgrees } = learned;
  const lines = coverage.missing.map(({ line }) => `${entry.line + line + 1}`);
  const never = [...new Set(lines)].slice(0, MOST_NAMES).join(', ');
  const test = entry.calls.flatMap(({ from }) => from ?? [])[0] ?? null;
  return [
    `${title} · ${word}`,
    ...(test === null ? [] : [`Called by ${showTestLine(test)}.`]),
    ...(never === ''
      ? []
      : [`Not every outcome of line ${never} was seen${unseenAgrees ? ', but the rest agrees' : ''}.`]),
    ...(incompleteUses.length === 0 ? [] : [`It relies on ${incompleteUses.slice(0, MOST_NAMES).join(', ')}.`]),
    ...conflictLines(snapshot, key).map(line => `Conflict: ${line}.`),
  ];
}

function conflictLines(snapshot: Snapshot, key: MethodKey): readonly string[] {
  return snapshot.learned.conflictsOf(key).map(({ about, lower, upper, test }) => {
    const passed = test === null ? '' : ` (${showTestLine(test)})`;
    return `${lower} flows into ${about}${passed}, where ${upper.slice(1, -1)} is called`;
  });
}

/** Plain text: the type, calls in tests that show it, what never ran, what it relies on. Null: no run called it. */
export function pageOfLearned(snapshot: Snapshot, key: MethodKey): string | null {
  const title = learnedTitle(snapshot, key);
  const found = snapshot.learned.entryOf(key);
  const definition = methodByKey(snapshot.program, key)?.definition;
  if (title === null || found === null || !definition) return null;
  const learned = found.stale ? null : snapshot.learned.methodOf(key);
  const head = `${key}: ${title}${learned === null ? '' : ` · ${learned.word}`}`;
  const sections = [
    section('Calls in tests', exampleCalls(snapshot, found.entry, definition)),
    section('Never ran', learned === null ? [] : describeUnrunCode(learned)),
    section('Relies on', learned?.incompleteUses ?? []),
    section('Conflicts', found.stale ? [] : conflictLines(snapshot, key)),
  ];
  return [head, ...sections.filter(lines => lines !== '')].join('\n\n');
}

function section(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`${name}:`, ...lines.map(line => `  ${line}`)].join('\n');
}

const MOST_EXAMPLES = 8;

/** Each line of a test once, with its source, if that still mentions the method. */
function exampleCalls(
  snapshot: Snapshot,
  { calls, path, name }: LearnedMethod,
  definition: Pick<MethodDeclaration, 'anchor'>,
): readonly string[] {
  const root = anchorPath(definition.anchor).slice(0, -path.length);
  const method = name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('.')) + 1);
  const sourceAt = ({ path: test, line }: TestLine): string => {
    const source = snapshot.sources.get(`${root}${test}`)?.text.split('\n')[line]?.trim() ?? '';
    return source.includes(method === 'initialize' ? 'new' : method) ? `  ${source}` : '';
  };
  const lines = calls.flatMap(({ from }) => (from === null ? [] : [`${showTestLine(from)}${sourceAt(from)}`]));
  return [...new Set(lines)].sort().slice(0, MOST_EXAMPLES);
}

function describeUnrunCode({ coverage, entry, unseenAgrees }: LearnedType): readonly string[] {
  const lines = coverage.missing.map(({ line, outcome, kind }) => {
    const what = outcome === 'else' ? 'else' : kind;
    return `line ${entry.line + line + 1}: ${what}${unseenAgrees ? ', which agrees with the type' : ''}`;
  });
  return [...new Set(lines)];
}
