/**
 * What inference reports must know about all files together: which names code may define that is not visible, and which
 * classes a file creates instances of. A name counts as defined elsewhere if the file is not part of a program
 * that is visible as a whole, if a file with syntax errors mentions it, or, for constants and fields, if some file has it
 * as a symbol or string (`const_set(:C, …)`, `autoload :C, …`, `instance_variable_set(:@x, …)`).
 */
import type { WorkspaceView } from '../check/inferUnit';
import { isAnnotationName } from '../parse/annotationCalls';
import { findConstantExpr } from '../program/constants';
import { findMethod } from '../program/lookup';
import { type Memos, memoOfPart, PartMemoKey } from '../program/memos';
import type { ClassInfo, Program } from '../program/program';
import { workspaceClasses, workspaceMethods } from '../program/workspace';
import { type BodyFacts, factsOf as expressionFacts, factsOfMethod } from '../resolve/bodyFacts';
import { type Load, loadOf } from '../resolve/loadCalls';
import { namesOf } from '../resolve/redefinitions';
import { librariesIn } from '../resolve/unloadedLibraries';
import type { Declaration, RilFile } from '../ril/declarations';
import { walk } from '../ril/walk';
import type { SourceFile } from './sources';

export type Files = ReadonlyMap<string, SourceFile>;

/** Facts about one file that other files need. */
interface FileFacts {
  readonly loads: readonly Load[];
  /** Last names of the classes of which instances are created. */
  readonly created: ReadonlySet<string>;
  /** `Error method`: calls inside of a `rescue` that names the class of errors. */
  readonly expected: ReadonlySet<string>;
  /** Methods that run their block inside of such a `rescue`. */
  readonly rescuers: readonly Rescuer[];
  /** Methods that are defined in blocks of statements: of which class depends on what runs the block. */
  readonly inBlocks: ReadonlySet<string>;
  /** It has statements that do something besides loading other files. */
  readonly isScript: boolean;
  /** The loads that are statements of the file itself. */
  readonly topLoads: readonly Load[];
}

interface Rescuer {
  readonly method: string;
  readonly error: string;
}

/** Files of a program whose scripts are run without being told so. */
const MOST_RUNNABLE = 200;

const FACTS = new PartMemoKey<RilFile, FileFacts>();

/** Everything is computed on demand: most units need nothing. */
export class WorkspaceFacts {
  private visibility: Visibility | null = null;
  private broken: readonly SourceFile[] | null = null;
  private byName: boolean | null = null;
  private readonly mentioned = new Map<string, boolean>();
  private facts: readonly FileFacts[] | null = null;
  private inBlocks: ReadonlySet<string> | null = null;
  private dataWords: ReadonlySet<string> | null = null;
  private searches = 0;

  constructor(
    private readonly program: Program,
    private readonly files: Files,
  ) {}

  of(source: SourceFile): WorkspaceView {
    return {
      isRunnable: () => this.isRunnable(source),
      isInstantiated: name => factsOf(this.program, source.ril).created.has(name.split('::').at(-1) ?? name),
      mayWriteLocals: () => /\b(eval|binding)\b/.test(source.text),
      usesRefinements: () => /\b(using|import_methods|eval)\b/.test(source.text),
      isExpected: (error, method) => this.isExpected(error, method),
      isGlobalAssigned: name => !this.isFullyVisible(source) || this.isGlobalAssigned(name),
      mayBeShadowed: name => this.mayBeLoadedByHidden(source) || this.isMentioned(name),
      mayBeDefinedElsewhere: name => !this.isFullyVisible(source) || isAnnotationName(name) || this.isMentioned(name),
    };
  }

  /** A `rescue` surrounds a call of the method, or runs a block in a file that mentions the method. */
  private isExpected(error: string, method: string): boolean {
    const all = this.allFacts();
    if (all.some(({ expected }) => expected.has(`${error} ${method}`))) return true;
    const rescuers = all.flatMap(each => each.rescuers.flatMap(one => (one.error === error ? [one.method] : [])));
    return rescuers.some(rescuer => [...this.files.values()].some(({ text }) => mentionsBoth(text, rescuer, method)));
  }

  /** A script that is the only file and loads nothing, without annotations. */
  isWholeScript(source: SourceFile): boolean {
    if (this.files.size !== 1 || source.annotations.length > 0 || !this.isFullyVisible(source)) return false;
    return factsOf(this.program, source.ril).loads.length === 0;
  }

  /** Part of a script that is visible as a whole. */
  private isRunnable(source: SourceFile): boolean {
    return this.files.size <= MOST_RUNNABLE && this.isFullyVisible(source);
  }

  private isFullyVisible({ path }: SourceFile): boolean {
    this.visibility ??= findVisibility(this.program, this.files);
    return this.visibility.closed.has(path);
  }

  /** Something that is not visible may load the file: then it may use the names of any hidden library. */
  private mayBeLoadedByHidden(source: SourceFile): boolean {
    this.visibility ??= findVisibility(this.program, this.files);
    const { besideHidden } = this.visibility;
    return besideHidden.has(source.path) || (besideHidden.size > 0 && !this.isFullyVisible(source));
  }

  /** By Ruby itself (`$stdout`, `$!`), in any form of assignment, or by another name. */
  private isGlobalAssigned(name: string): boolean {
    if (!/^\$[a-z]\w+$/.test(name) || this.program.globals.get(name)?.type) return true;
    const word = `${escapeName(name)}(?!\\w)`;
    const assigned = new RegExp(
      `${word}\\s*(?:[-+*/%|&^<>]{0,3}=(?![=~>])|,|\\))|(?:[,*(]|=>|\\bfor|\\balias)\\s*${word}`,
    );
    return [...this.files.values()].some(({ text }) => text.includes(name) && assigned.test(text));
  }

  private isMentioned(name: string): boolean {
    const known = this.mentioned.get(name);
    if (known !== undefined) return known;
    const found = this.findMention(name);
    this.mentioned.set(name, found);
    return found;
  }

  /** `#Name`: a method, although it is written as a constant. */
  private findMention(written: string): boolean {
    const name = written.replace(/^#/, '');
    const word = new RegExp(`(?<![\\w@$])${escapeName(name)}(?!\\w)`);
    this.broken ??= [...this.files.values()].filter(isDamaged);
    if (this.broken.some(({ text }) => word.test(text))) return true;
    this.inBlocks ??= new Set(this.allFacts().flatMap(({ inBlocks }) => [...inBlocks]));
    if (this.inBlocks.has(name)) return true;
    if (!/^[A-Z@]/.test(written) && !this.definesByName()) return false;
    const plain = name.replace(/[=?!]$/, '');
    const files = [...this.files.values()];
    if (IS_WORD.test(plain)) return this.isNamedAsData(plain);
    const data = new RegExp(`(?<![:&])[:'"]${escapeName(plain)}(?!\\w)`);
    return files.some(({ text }) => text.includes(plain) && data.test(text));
  }

  private allFacts(): readonly FileFacts[] {
    this.facts ??= [...this.files.values()].map(file => factsOf(this.program, file.ril));
    return this.facts;
  }

  /** An edit looks up a few names, the first check thousands; from this number on, a set of the words of all files is cheaper. */
  private isNamedAsData(word: string): boolean {
    const files = [...this.files.values()];
    if (this.dataWords === null && ++this.searches <= MOST_SEARCHES)
      return files.some(file => dataWordsOf(this.program, file).has(word));
    this.dataWords ??= new Set(files.flatMap(file => [...dataWordsOf(this.program, file)]));
    return this.dataWords.has(word);
  }

  /** Methods may be defined by a symbol or string for one object, or by methods of every class. */
  private definesByName(): boolean {
    this.byName ??= [...this.files.values()].some(({ text }) => DEFINES_BY_NAME.test(text));
    return this.byName;
  }
}

const DATA_WORDS = new PartMemoKey<SourceFile, ReadonlySet<string>>();
const IS_WORD = /^[@$]*\w+$/;
const MOST_SEARCHES = 100;

/** The words that follow a colon or a quote: symbols, keys and the beginnings of strings. */
function dataWordsOf(program: Program, source: SourceFile): ReadonlySet<string> {
  return memoOfPart(program, DATA_WORDS, source, () => {
    const words = new Set<string>();
    for (const [, word] of source.text.matchAll(/(?<![:&])[:'"]([@$]*\w+)/g)) if (word) words.add(word);
    return words;
  });
}

/** `class << o`, `o.singleton_class`, `class Module`, `Class.include`. */
const DEFINES_BY_NAME = /\bclass\s*<<|\bsingleton_class\b|\bclass\s+(?:Class|Module)\b|\b(?:Class|Module)\s*\./;

function mentionsBoth(text: string, one: string, other: string): boolean {
  return [one, other].every(name => new RegExp(`(?<![\\w@$])${escapeName(name)}(?!\\w)`).test(text));
}

function escapeName(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The file has text that is not Ruby, so its definitions are not all known. */
export function isDamaged({ problems }: SourceFile): boolean {
  return problems.some(problem => problem.code.startsWith('LP1') && problem.severity === undefined);
}

interface Visibility {
  /**
   * The files of programs that are visible as a whole: some file loads them, directly or not, and everything that it
   * loads is visible. A file that nothing loads may belong to a framework, unless it is a script and nothing shows that
   * there is one (`scriptsWithOwnNames`).
   */
  readonly closed: ReadonlySet<string>;
  /** The files of programs that load a library which is not visible: they may use its names. */
  readonly besideHidden: ReadonlySet<string>;
}

function findVisibility(program: Program, files: Files): Visibility {
  const named = filesByName(files);
  const known = librariesIn(program);
  const loaded = new Map<string, readonly string[]>();
  const loaders = new Map<string, string[]>();
  const hidden: string[] = [];
  const scripts = new Set<string>();
  for (const { path, ril } of files.values()) {
    const { topLoads, ...facts } = factsOf(program, ril);
    // A `load` that the workspace defines takes something else than a path.
    const isOwn = ({ method, path: literal }: Load): boolean =>
      workspaceMethods(program, method).some(({ owner }) => literal === null || owner === 'Object');
    const loads = facts.loads.filter(load => !isOwn(load));
    const isScript = facts.isScript || topLoads.some(isOwn);
    const targets = loads.flatMap(load => filesLoaded(named, load));
    loaded.set(path, targets);
    for (const target of targets) loaders.set(target, [...(loaders.get(target) ?? []), path]);
    const isHidden = (load: Load): boolean =>
      load.path === null || (filesLoaded(named, load).length === 0 && (load.relative || !known(load.path)));
    if (loads.some(isHidden)) hidden.push(path);
    if (isScript) scripts.add(path);
  }
  const loadedBy = (path: string): readonly string[] => loaded.get(path) ?? [];
  const ownScripts =
    files.size === 1 ? scripts : hidden.length > 0 ? new Set() : scriptsWithOwnNames(program, files, scripts);
  const besideHidden = findReachable([...findReachable(hidden, path => loaders.get(path) ?? [])], loadedBy);
  // Where libraries are hidden, they may load any file that nothing visible loads: controllers of Rails, plugins, drivers.
  const isStart = (path: string): boolean => ownScripts.has(path) || (hidden.length === 0 && loadedBy(path).length > 0);
  const starts = [...files.keys()].filter(path => !besideHidden.has(path) && isStart(path));
  const closed = [...findReachable(starts, loadedBy)].filter(path => !besideHidden.has(path));
  return { closed: new Set(closed), besideHidden };
}

/**
 * Of several files that load nothing hidden: the scripts that no framework seems to run. A framework would be needed for
 * an unknown constant or function in a script, and for an unknown superclass or module anywhere.
 */
function scriptsWithOwnNames(program: Program, files: Files, scripts: ReadonlySet<string>): ReadonlySet<string> {
  const isForeign = ({ cause }: ClassInfo['dynamics'][number]): boolean =>
    cause.kind === 'unknown-superclass' || cause.kind === 'unknown-module';
  for (const { dynamics } of workspaceClasses(program)) if (dynamics.some(isForeign)) return new Set();
  return new Set([...scripts].filter(path => usesOwnNamesOnly(program, files.get(path)?.ril.declarations ?? [])));
}

function usesOwnNamesOnly(program: Program, declarations: readonly Declaration[]): boolean {
  let isOwn = true;
  for (const declaration of declarations) {
    if (declaration.kind !== 'statement') continue;
    walk(declaration.expr, expr => {
      if (expr.kind === 'const') isOwn &&= findConstantExpr(program, [], expr) !== null;
      if (expr.kind === 'call' && expr.receiver === null) isOwn &&= findMethod(program, 'Object', expr.method) !== null;
      return isOwn;
    });
  }
  return isOwn;
}

function findReachable(from: readonly string[], next: (path: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(from);
  for (const path of found) for (const other of next(path)) found.add(other);
  return found;
}

/** Does the file do more than define things and load other files? */
export function isScript(program: Program, { ril }: SourceFile): boolean {
  return factsOf(program, ril).isScript;
}

/** By the last part of the path, without its extension. */
function filesByName(files: Files): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const path of files.keys()) {
    const name = lastPart(path.replaceAll('\\', '/').replace(/\.rb$/, ''));
    const list = named.get(name);
    if (list) list.push(path);
    else named.set(name, [path]);
  }
  return named;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function filesLoaded(named: ReadonlyMap<string, readonly string[]>, { path }: Load): readonly string[] {
  if (path === null) return [];
  const plain = path.replace(/\.rb$/, '').replace(/^(\.{1,2}\/)+/, '');
  return (named.get(lastPart(plain)) ?? []).filter(file => `/${file.replaceAll('\\', '/')}`.endsWith(`/${plain}.rb`));
}

/** Last names of the classes of which some file creates instances. */
export function namesOfCreated(program: Program, files: Files): ReadonlySet<string> {
  return new Set([...files.values()].flatMap(({ ril }) => [...factsOf(program, ril).created]));
}

function factsOf(program: Program, ril: RilFile): FileFacts {
  return memoOfPart(program, FACTS, ril, () => {
    const facts = [...factsIn(program.memos, ril.declarations)];
    const rescuers = [...rescuersIn(program.memos, ril.declarations)];
    return {
      loads: facts.flatMap(each => each.loads),
      created: new Set(facts.flatMap(each => each.created)),
      expected: new Set(facts.flatMap(each => each.expected)),
      rescuers,
      inBlocks: new Set(ril.declarations.flatMap(definedInBlocks)),
      isScript: ril.declarations.some(each => each.kind === 'statement' && loadIn(each) === undefined),
      topLoads: ril.declarations.flatMap(each => loadIn(each) ?? []),
    };
  });
}

function definedInBlocks(declaration: Declaration): readonly string[] {
  const names: string[] = [];
  if (declaration.kind !== 'statement') return names;
  walk(declaration.expr, expr => {
    if (expr.kind === 'call' && expr.block?.type === 'block')
      walk(expr.block.block.body, inner => {
        if (inner.kind === 'define') names.push(...namesOf(inner.declaration));
        return true;
      });
    return true;
  });
  return names;
}

/** The load that the statement is, if it is one. */
function loadIn(declaration: Declaration): Load | undefined {
  if (declaration.kind !== 'statement' || declaration.expr.kind !== 'call') return undefined;
  return loadOf(declaration.expr);
}

/** Of scripts, class bodies and methods, and of the definitions inside them. Parses no body. */
function* factsIn(memos: Memos, declarations: readonly Declaration[]): Generator<BodyFacts> {
  for (const each of declarations) {
    switch (each.kind) {
      case 'statement':
        yield* withNestedFacts(memos, expressionFacts(memos, each.expr));
        break;
      case 'constant':
        yield* withNestedFacts(memos, expressionFacts(memos, each.value));
        break;
      case 'method':
        yield* withNestedFacts(memos, factsOfMethod(memos, each));
        break;
      case 'class':
        for (const facts of factsIn(memos, each.body)) yield createdIn(facts, each.path.names.at(-1) ?? '');
        break;
      case 'module':
      case 'singleton':
        yield* factsIn(memos, each.body);
        break;
    }
  }
}

/** `new` alone creates instances of the class around it. */
function createdIn(facts: BodyFacts, name: string): BodyFacts {
  if (!facts.created.includes('self')) return facts;
  return { ...facts, created: [...facts.created.filter(each => each !== 'self'), name] };
}

function* withNestedFacts(memos: Memos, facts: BodyFacts): Generator<BodyFacts> {
  yield facts;
  yield* factsIn(memos, facts.defines);
}

function* rescuersIn(memos: Memos, declarations: readonly Declaration[]): Generator<Rescuer> {
  for (const each of declarations) {
    if (each.kind === 'method') {
      const block = each.params.find(({ kind }) => kind === 'block')?.name ?? '';
      for (const expected of factsOfMethod(memos, each).expected) {
        const [error = '', name] = expected.split(' ');
        if (name === '&' || name === `&${block}`) yield { method: each.name, error };
      }
    } else if (each.kind === 'class' || each.kind === 'module' || each.kind === 'singleton')
      yield* rescuersIn(memos, each.body);
  }
}
