/** The groups of a regexp that take part in every match: those not under `?`, `*` or `|`. */
import type { LiteralValue } from './ril';

export interface Group {
  readonly number: number;
  readonly name: string | null;
}

interface Open {
  /** The groups opened inside this one, including itself. */
  readonly inside: Group[];
  readonly own: Group | null;
  alternatives: boolean;
}

type RegexpLiteral = Extract<LiteralValue, { readonly type: 'regexp' }>;

/** Conditions, calls of groups, absent operators and comments that a group turns on: not read. */
const UNREAD = /\(\?\(|\\g[<']|\(\?~|\(\?#|\(\?[a-wyz]*x/;
const NAME = /^\(\?(?:<([^=!>][^>]*)>|'([^']+)')/;

export function findCertainGroups({ value: source, flags }: RegexpLiteral): readonly Group[] {
  if (UNREAD.test(source)) return [];
  const isNamed = /\(\?(<[^=!]|')/.test(source);
  const all: Group[] = [];
  const unsure = new Set<Group>();
  const stack: Open[] = [{ inside: [], own: null, alternatives: false }];
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    const top = stack[stack.length - 1]!;
    if (char === '\\') i++;
    else if (char === '[') i = endOfClass(source, i);
    else if (char === '#' && flags.includes('x')) i = endOfLine(source, i);
    else if (char === '|') top.alternatives = true;
    else if (char === '(') {
      const own = groupAt(source.slice(i), isNamed, all.length + 1);
      if (own) all.push(own);
      // A negative lookaround matches without capturing.
      stack.push({ inside: own ? [own] : [], own, alternatives: /^\(\?<?!/.test(source.slice(i)) });
    } else if (char === ')' && stack.length > 1) {
      stack.pop();
      const inner = top.alternatives ? top.inside.filter(group => group !== top.own) : [];
      const isOptional = /^\s*([?*]|\{\s*(0|,))/.test(source.slice(i + 1));
      for (const group of isOptional ? top.inside : inner) unsure.add(group);
      stack[stack.length - 1]!.inside.push(...top.inside);
    }
  }
  if (stack.length !== 1 || stack[0]!.alternatives) return [];
  return all.filter(group => !unsure.has(group) && isOnly(group, all));
}

/** Where groups have names, plain parentheses capture nothing. */
function groupAt(rest: string, isNamed: boolean, number: number): Group | null {
  const named = NAME.exec(rest);
  if (named) return { number, name: named[1] ?? named[2]! };
  return isNamed || rest[1] === '?' ? null : { number, name: null };
}

function isOnly(group: Group, all: readonly Group[]): boolean {
  return group.name === null || all.filter(({ name }) => name === group.name).length === 1;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** The index of the closing `]`. */
function endOfClass(source: string, open: number): number {
  for (let i = open + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '[') i = endOfClass(source, i);
    else if (source[i] === ']' && i > open + 1) return i;
  }
  return source.length;
}
