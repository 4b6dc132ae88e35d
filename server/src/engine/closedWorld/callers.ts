/** Where a method may be called: the methods and the files that mention its name. */
import { allDescendants } from '../../program/ancestors';
import type { MethodInfo, Program } from '../../program/program';
import type { Expr } from '../../ril/ril';
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

/** The words of each version of a file, found once; an edit of one file leaves the others as they are. */
export type WordMemo = WeakMap<SourceFile, ReadonlySet<string>>;

export function createCallerFinder(
  program: Program,
  files: ReadonlyMap<string, SourceFile>,
  methods: ReadonlyMap<string, readonly MethodInfo[]>,
  words: WordMemo,
): CallerFinder {
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
  return ({ name, owner, synthetic }) => {
    const isConstructor = name === 'initialize' || synthetic?.type === 'structNew';
    const called = isConstructor ? 'new' : name;
    const mentioned = isConstructor ? constructedNames(program, owner) : [name.replace(/(?<=\w)=$/, '')];
    const query = [called, ...mentioned].join(' ');
    const known = found.get(query);
    if (known) return known;
    const callers = callersIn(filesWith(files, mentioned, words), called);
    found.set(query, callers);
    return callers;
  };
}

/** A subclass may inherit the constructor, and its file need not mention the superclass. */
function constructedNames(program: Program, owner: string): readonly string[] {
  return [owner, ...allDescendants(program, owner)].map(name => name.split('::').at(-1) ?? name);
}

/** In the body and in default values. `super` calls the method of the same name above; that of a constructor is called like `new`. */
function calledNames({ definition, name }: MethodInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const addNames = (code: Expr): void =>
    walk(code, expr => {
      if (expr.kind === 'call') names.add(expr.method);
      if (expr.kind === 'super') names.add(name === 'initialize' ? 'new' : name);
      return true;
    });
  if (definition) addNames(definition.body());
  for (const { default: value } of definition?.params ?? []) if (value) addNames(value);
  return names;
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*[?!]?|[-+*/%<>=~!&|^[\]]+/gu;

function filesWith(
  files: ReadonlyMap<string, SourceFile>,
  mentioned: readonly string[],
  words: WordMemo,
): readonly string[] {
  const found: string[] = [];
  for (const file of files.values()) {
    const known = words.get(file) ?? new Set(file.text.match(WORD) ?? []);
    words.set(file, known);
    if (mentioned.some(word => known.has(word))) found.push(file.path);
  }
  return found;
}
