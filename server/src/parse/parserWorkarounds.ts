/**
 * Valid Ruby that tree-sitter-ruby parses wrongly. Each construct has a pattern and, if possible, an exact rewrite: an
 * equivalent program that tree-sitter understands, with names at the same offsets (lower/ reads names from the file's
 * own source). Without one, the construct is blanked to keep the structure, and its statement is reported as not
 * analysed. Patterns are tried only on source that does not parse, so a match inside a string does no harm.
 */
import type { TextEdit } from '../base/edit';
import type { MisreadConstruct } from '../syntax/outline';
import { sortEdits } from './rubyRewrite';

interface MisreadRule {
  /** What the rewritten source leaves out; null: it is equivalent. */
  readonly unread: MisreadConstruct | null;
  readonly edits: (text: string) => readonly TextEdit[];
}

/** Without a preceding space `<<` is never a heredoc, except after a keyword. */
const BEFORE_SHIFT =
  /<<(?=[-~]?["'`\w])(?<=[\w)\]}'"?!]<<)(?<!\b(?:class|return|and|or|not|if|unless|while|until|when|in|then|do|else)<<)/g;

const MISREADS: readonly MisreadRule[] = [
  // a shift without spaces (`x<<y`)
  { unread: null, edits: insertSpaceAfter(BEFORE_SHIFT) },
  // a shift before a quote (`x <<"y"`)
  { unread: null, edits: rewriteStringShifts },
  // a symbol of a special global (`:$,`)
  {
    unread: null,
    edits: replaceEach(/(?<![:\w]):\$[,;'":\\@.?$=]/g, () => ':$_'),
  },
  // a method named `super`
  { unread: null, edits: replaceEach(/(?<=\bdef\s+)super\b(?![.\w])/g, () => 'supe_') },
  // a method named `self`
  {
    unread: null,
    edits: replaceEach(/(?<=\bdef\s+)self\b(?!\s*\.|[?!\w])/g, () => 'sel_'),
  },
  // a block argument with a space (`& block`)
  {
    unread: null,
    edits: replaceEach(/[ \t]+(?=[a-z_@:(])(?<=[(,]\s*&[ \t]+)/g, () => ''),
  },
  // the key `defined?:`
  {
    unread: null,
    edits: replaceEach(/(?<![.:@$\w])defined\?(?=:(?!:))/g, () => 'defined_'),
  },
  // a symbol of signs (`:☠`)
  {
    unread: null,
    edits: replaceEach(/(?<=(?<!:):)[^\x20-\x7e\p{L}\p{N}\s]+/gu, match => 'a'.repeat(match.length)),
  },
  // an index behind a string and a space (`'a' [0]`)
  {
    unread: null,
    edits: replaceEach(/[ \t](?=\[)(?<=['"][ \t])/g, () => ''),
  },
  // an endless method with a command call (`def x = puts 1`)
  { unread: null, edits: rewriteEndlessCommands },
  // a call on a do-block of a command call
  { unread: null, edits: rewriteChainedCommands },
  // a command call behind `for … in` (`for i in x.downto 1`)
  { unread: null, edits: rewriteForCommands },
  // a comment between `=begin` and `=end`
  {
    unread: null,
    edits: replaceEach(/^=begin\b[\s\S]*?^=end\b.*$/gm, match => match.replace(/[^\r\n]/g, ' ')),
  },
  // a character as a pattern (`in ?a`)
  {
    unread: null,
    edits: replaceEach(/\?[^\s\\'](?!\w)(?<=^[ \t]*in\s[^\n]*)|\?'(?<=^[ \t]*in\s+\?')/gm, quoteCharacter),
  },
  { unread: 'lambda-local', edits: rewriteLambdaLocals },
];

function replaceEach(pattern: RegExp, replacement: (match: string) => string): MisreadRule['edits'] {
  return text =>
    [...text.matchAll(pattern)].map(match => ({
      start: match.index,
      end: match.index + match[0].length,
      text: replacement(match[0]),
    }));
}

function insertSpaceAfter(pattern: RegExp): MisreadRule['edits'] {
  return text => [...text.matchAll(pattern)].map(match => insertAt(match.index + match[0].length, ' '));
}

function insertAt(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function quoteCharacter(character: string): string {
  const quote = character === "?'" ? '"' : "'";
  return quote + character.slice(1) + quote;
}

/** `x <<"y"` is a shift if no line closes a heredoc of that name. */
function rewriteStringShifts(text: string): readonly TextEdit[] {
  const found = [...text.matchAll(/<<(?=(["'])([^"'\n]*)\1)(?<=[\w)\]}] <<)/g)];
  return found
    .filter(match => !new RegExp(`^${match[2]!.replace(/\W/g, '\\$&')}\\r?$`, 'm').test(text))
    .map(match => insertAt(match.index + 2, ' '));
}

/** `->(x; y) {}` -> `->(x   ) {}` */
function rewriteLambdaLocals(text: string): readonly TextEdit[] {
  return [...text.matchAll(/(->\s*\([^();]*)(;[^()]*)\)/g)].map(match => {
    const start = match.index + match[1]!.length;
    return { start, end: start + match[2]!.length, text: ' '.repeat(match[2]!.length) };
  });
}

const ENDLESS_COMMAND =
  /\bdef\s+(?:[\w.]+[?!]?|(?:self\.)?(?:[=!]=|===|=~|<=>|[<>]=?|<<|>>|\*\*|[-+!~]@?|[*/%&|^]|\[\]=?))\s*(?:\([^()\n]*\))?\s*=\s+(?:[\w@:]+\.)*[a-z_]\w*[?!]?([ \t]+)(?![=+*/%&|<>?.,;)\]}]|-\s|\[|\{|(?:if|unless|while|until|rescue|and|or|do)\b)([^\n#]*?)[ \t]*(?:#.*)?\r?$/gm;

/** `def x = puts 1` -> `def x = puts(1)` */
function rewriteEndlessCommands(text: string): readonly TextEdit[] {
  return [...text.matchAll(ENDLESS_COMMAND)].flatMap(match =>
    /\b(?:if|unless|while|until|rescue|do)\b/.test(match[2] ?? '') ? [] : parenthesizeArguments(match, '='),
  );
}

/** `blank` before the arguments, and the arguments, are the groups of the match; they stand after `mark`. */
function parenthesizeArguments(match: RegExpExecArray, mark: string): readonly TextEdit[] {
  const [whole, blank = '', args = ''] = match;
  if (args === '') return [];
  const open = match.index + whole.indexOf(blank + args, whole.indexOf(mark));
  return [{ start: open, end: open + 1, text: '(' }, insertAt(open + blank.length + args.length, ')')];
}

const FOR_COMMAND =
  /^[ \t]*for\s+[\w, ()*]+?\s+in\s+[^\n#"']*?\.[a-z_]\w*[?!]?([ \t]+)(?![=+*/%&|<>?.,;)\]}]|-\s|\[|\{|(?:do|and|or|if|unless)\b)([^\n#;]*?)[ \t]*(?:(?:[ \t]do\b|[;#]).*)?\r?$/gm;

/** `for i in x.downto 1` -> `for i in x.downto(1)` */
function rewriteForCommands(text: string): readonly TextEdit[] {
  return [...text.matchAll(FOR_COMMAND)].flatMap(match => parenthesizeArguments(match, ' in '));
}

const COMMAND_WITH_BLOCK =
  /^([ \t]*(?:[\w@:]+\.)*[a-z_]\w*[?!]?)([ \t]+)(?![=+*/%&|<>?.({[-])(\S.*?)[ \t]+do(?:[ \t]*\|.*\|)?[ \t]*\r?$/;

/** `foo x do … end.bar { … }` -> `foo(x) do … end.bar { … }` */
function rewriteChainedCommands(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const openers = new Map<string, TextEdit[] | null>();
  let start = 0;
  for (const line of text.split('\n')) {
    const indent = /^[ \t]*/.exec(line)![0];
    if (/^\s*end(?:&?\.)\w/.test(line)) edits.push(...(openers.get(indent) ?? []));
    if (/\bdo(?:[ \t]*\|.*\|)?[ \t]*\r?$/.test(line)) openers.set(indent, parenthesesFor(line, start));
    start += line.length + 1;
  }
  return edits;
}

function parenthesesFor(line: string, start: number): TextEdit[] | null {
  const match = COMMAND_WITH_BLOCK.exec(line);
  if (match === null) return null;
  const open = start + match[1]!.length;
  const close = open + match[2]!.length + match[3]!.length;
  return [{ start: open, end: open + 1, text: '(' }, insertAt(close, ')')];
}

/** Shifts that tree-sitter may have parsed as heredocs without an error. */
export function findPossibleHeredocs(text: string): readonly number[] {
  return text.includes('<<') ? [...text.matchAll(BEFORE_SHIFT)].map(match => match.index) : [];
}

export interface Workaround {
  readonly edits: readonly TextEdit[];
  /** Constructs that are only blanked; the statements that contain them must not be analysed. */
  readonly inexact: readonly { readonly construct: MisreadConstruct; readonly edit: TextEdit }[];
}

/** Rewrites to try on source that does not parse, likeliest first: all constructs at once, one kind, one place. */
export function* findWorkarounds(text: string): Generator<Workaround> {
  const found = MISREADS.map(rule => ({ rule, edits: rule.edits(text) })).filter(it => it.edits.length > 0);
  if (found.length === 0) return;
  yield makeWorkaround(found);
  if (found.length > 1) for (const one of found) yield makeWorkaround([one]);
  const isPaired = (one: FoundConstruct) => PAIRED.includes(one.rule.edits);
  for (const one of found.filter(it => it.edits.length > 1 && !isPaired(it))) {
    for (const edit of one.edits.slice(0, MOST_SINGLE_TRIES)) yield makeWorkaround([{ ...one, edits: [edit] }]);
  }
}

const MOST_SINGLE_TRIES = 8;

/** Edits that insert an opening and a closing parenthesis. */
const PAIRED: readonly MisreadRule['edits'][] = [rewriteEndlessCommands, rewriteChainedCommands, rewriteForCommands];

interface FoundConstruct {
  readonly rule: MisreadRule;
  readonly edits: readonly TextEdit[];
}

function makeWorkaround(found: readonly FoundConstruct[]): Workaround {
  const edits = sortEdits(found.flatMap(it => it.edits));
  const inexact = found.flatMap(({ rule, edits: own }) => {
    const construct = rule.unread;
    return construct === null ? [] : own.filter(edit => edits.includes(edit)).map(edit => ({ construct, edit }));
  });
  return { edits, inexact };
}
