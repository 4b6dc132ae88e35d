/**
 * Simulates typing: ten ways to damage a method, and how many of the *other* methods of the file keep their class. The
 * table of corpora is measured with it.
 */
import type { Definition } from './rubyOracle';

export interface Mutation {
  readonly name: string;
  /** The damaged source, or null if the damage does not apply to the method. */
  readonly damage: (text: string, method: Definition) => Damaged | null;
}

export interface Damaged {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

export const MUTATIONS: readonly Mutation[] = [
  { name: 'delete an end', damage: deleteEnd },
  { name: 'stray end', damage: insertLine('end') },
  { name: 'foo(', damage: insertLine('foo(') },
  { name: 'foo.', damage: insertLine('foo.') },
  { name: 'if x', damage: insertLine('if x') },
  { name: 'def foo', damage: insertLine('def foo') },
  { name: 'a.each do |x|', damage: insertLine('a.each do |x|') },
  { name: '[1,', damage: insertLine('[1,') },
  { name: 'case x', damage: insertLine('case x') },
  { name: '"abc', damage: insertLine('"abc') },
];

/** The last `end` inside the method, or its own. */
function deleteEnd(text: string, method: Definition): Damaged | null {
  const body = text.slice(method.start, method.end);
  const ends = [...body.matchAll(/^[ \t]*end[ \t]*\r?$/gm)];
  const chosen = ends[Math.floor(ends.length / 2)];
  if (chosen === undefined) return null;
  const start = method.start + chosen.index;
  return { start, end: start + chosen[0].length, insert: '' };
}

/** A new line below the method's first line, with the indentation of the next line. */
function insertLine(line: string): Mutation['damage'] {
  return (text, method) => {
    const at = text.indexOf('\n', method.start) + 1;
    if (at === 0 || at >= method.end) return null;
    const indent = /^(?:[ \t]*\r?\n)*([ \t]*)/.exec(text.slice(at))?.[1] ?? '';
    return { start: at, end: at, insert: `${indent}${line}\n` };
  };
}

export function applyDamage(text: string, damage: Damaged): string {
  return text.slice(0, damage.start) + damage.insert + text.slice(damage.end);
}

/** How many other methods the damaged file still has under their path. */
export function survivors(
  before: readonly Definition[],
  after: readonly Definition[],
  method: Definition,
): { readonly kept: number; readonly lost: readonly string[] } {
  const left = new Map<string, number>();
  for (const { path } of after) left.set(path, (left.get(path) ?? 0) + 1);
  let kept = 0;
  const lost: string[] = [];
  for (const other of before) {
    if (!other.path.includes('#') || (other.start >= method.start && other.end <= method.end)) continue;
    const count = left.get(other.path) ?? 0;
    if (count > 0) kept++;
    else lost.push(other.path);
    left.set(other.path, count - 1);
  }
  return { kept, lost };
}
