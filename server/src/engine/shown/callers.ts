/** Where a method may be called: the methods and the files that mention its name. */
import type { MethodInfo } from '../../program/program';
import { walk } from '../../ril/walk';
import type { SourceFile } from '../sources';

export interface Callers {
  readonly methods: readonly MethodInfo[];
  readonly paths: readonly string[];
}

export type CallerFinder = (method: MethodInfo) => Callers;

/** A name in more files says little about one of its methods. */
const MOST_FILES = 50;
const NOBODY: Callers = { methods: [], paths: [] };

/** The index of words is built when it is first needed. */
export function createCallerFinder(
  files: ReadonlyMap<string, SourceFile>,
  methods: ReadonlyMap<string, readonly MethodInfo[]>,
): CallerFinder {
  let index: ReadonlyMap<string, readonly string[]> | null = null;
  const found = new Map<string, Callers>();
  const names = new Map<MethodInfo, ReadonlySet<string>>();
  const namesIn = (method: MethodInfo): ReadonlySet<string> => {
    const known = names.get(method) ?? calledNames(method);
    names.set(method, known);
    return known;
  };
  const callersIn = (paths: readonly string[], name: string): Callers => {
    if (paths.length > MOST_FILES) return NOBODY;
    const here = paths.flatMap(path => methods.get(path) ?? []);
    return { methods: here.filter(method => namesIn(method).has(name)), paths };
  };
  return ({ name, owner }) => {
    const [called, word] = name === 'initialize' ? ['new', owner.split('::').at(-1) ?? owner] : [name, name];
    const known = found.get(`${called} ${word}`);
    if (known) return known;
    index ??= filesByWord(files);
    const callers = callersIn(index.get(word.replace(/(?<=\w)=$/, '')) ?? [], called);
    found.set(`${called} ${word}`, callers);
    return callers;
  };
}

function calledNames({ definition }: MethodInfo): ReadonlySet<string> {
  const names = new Set<string>();
  if (definition)
    walk(definition.body(), expr => {
      if (expr.kind === 'call') names.add(expr.method);
      return true;
    });
  return names;
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*[?!]?|[-+*/%<>=~!&|^[\]]+/gu;

function filesByWord(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, text } of files.values()) {
    for (const word of new Set(text.match(WORD) ?? [])) {
      const list = found.get(word);
      if (list) list.push(path);
      else found.set(word, [path]);
    }
  }
  return found;
}
