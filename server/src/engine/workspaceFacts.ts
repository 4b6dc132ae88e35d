/**
 * What inference reports must know about all files together: which names code may define that is not visible, and which
 * classes a file creates instances of. A name counts as defined elsewhere if the file is not part of a program that is
 * visible as a whole, if a file with syntax errors mentions it, or, for constants and fields, if some file has it as a
 * symbol or string (`const_set(:C, …)`, `autoload :C, …`, `instance_variable_set(:@x, …)`).
 */
import type { WorkspaceView } from '../check/inferUnit';
import { isAnnotationName } from '../parse/annotationCalls';
import { memoOfPart, PartMemoKey } from '../program/memos';
import type { Program } from '../program/program';
import { type FileFacts, factsOf } from './fileFacts';
import { OwnClasses } from './ownClasses';
import type { SourceFile } from './sources';
import { type Files, findVisibility, type Visibility } from './visibility';

/** The most files of a program whose scripts are run without a request. */
const MOST_RUNNABLE = 200;

/** Everything is computed on demand: most units need nothing. */
export class WorkspaceFacts {
  private visibility: Visibility | null = null;
  private broken: readonly SourceFile[] | null = null;
  private byName: boolean | null = null;
  private readonly mentioned = new Map<string, boolean>();
  private facts: readonly FileFacts[] | null = null;
  private created: ReadonlySet<string> | null = null;
  private inBlocks: ReadonlySet<string> | null = null;
  private dataWords: ReadonlySet<string> | null = null;
  private ownClasses: OwnClasses | null = null;
  private searches = 0;

  constructor(
    private readonly program: Program,
    private readonly files: Files,
  ) {}

  of(source: SourceFile): WorkspaceView {
    return {
      isRunnable: () => this.isRunnable(source),
      isInstantiated: name => this.isInstantiated(name),
      mayWriteLocals: () => /\b(eval|binding)\b/.test(source.text),
      usesRefinements: () => /\b(using|import_methods|eval)\b/.test(source.text),
      isExpected: (error, method) => this.isExpected(error, method),
      isGlobalAssigned: name => !this.isFullyVisible(source) || this.isGlobalAssigned(name),
      mayBeShadowed: name => this.mayBeLoadedByHidden(source) || this.isMentioned(name),
      mayBeDefinedElsewhere: name => !this.isFullyVisible(source) || isAnnotationName(name) || this.isMentioned(name),
      mayBeOpenedElsewhere: name => this.mayBeOpened(name),
      mayBeDefinedByName: name => isAnnotationName(name) || this.isMentioned(name),
      isWrittenOnce: name => this.isWrittenOnce(name),
    };
  }

  private isInstantiated(className: string): boolean {
    this.created ??= new Set(this.allFacts().flatMap(({ created }) => [...created]));
    return this.created.has(className.split('::').at(-1) ?? className);
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
    return this.visible().closed.has(path);
  }

  private visible(): Visibility {
    this.visibility ??= findVisibility(this.program, this.files);
    return this.visibility;
  }

  private mayBeOpened(className: string): boolean {
    this.ownClasses ??= new OwnClasses(this.program, this.files, this.visible().hiddenLoads);
    return this.ownClasses.mayBeOpened(className);
  }

  /** In code, symbols, strings and comments of all files. */
  private isWrittenOnce(name: string): boolean {
    const word = new RegExp(`(?<![\\w@$])${escapeName(name)}(?!\\w)`, 'g');
    let times = 0;
    for (const { text } of this.files.values()) if (text.includes(name)) times += text.match(word)?.length ?? 0;
    return times === 1;
  }

  /** Something that is not visible may load the file: then it may use the names of any hidden library. */
  private mayBeLoadedByHidden(source: SourceFile): boolean {
    const { besideHidden } = this.visible();
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

  /**
   * An edit looks up a few names, the first check thousands; from this number on, a set of the words of all files is
   * cheaper.
   */
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
