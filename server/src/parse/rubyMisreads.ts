/**
 * Valid Ruby that tree-sitter-ruby reads wrongly. Each construct has a pattern and, where one exists, an exact remedy:
 * the same program spelled so that tree-sitter understands it, names kept where they stand (lower/ reads names from
 * the file's own text). Without a remedy the construct is blanked to keep the structure, and what holds it is reported
 * as not analysed. Patterns are tried only on text that does not parse, so a hit inside a string does no harm.
 */
import type { TextEdit } from '../base/edit';
import { inOrder } from './rubyRewrite';

export interface MisreadConstruct {
  readonly name: string;
  /** Whether the rewritten text means the same. */
  readonly exact: boolean;
  readonly edits: (text: string) => readonly TextEdit[];
}

/** Without a space before it, `<<` is never a heredoc, unless a keyword stands there. */
const BEFORE_SHIFT =
  /<<(?=[-~]?["'`\w])(?<=[\w)\]}'"?!]<<)(?<!\b(?:class|return|and|or|not|if|unless|while|until|when|in|then|do|else)<<)/g;

export const MISREADS: readonly MisreadConstruct[] = [
  { name: 'a shift without spaces (`x<<y`)', exact: true, edits: spaceAfter(BEFORE_SHIFT) },
  { name: 'a shift before a quote (`x <<"y"`)', exact: true, edits: shiftsOfStrings },
  {
    name: 'a symbol of a special global (`:$,`)',
    exact: true,
    edits: each(/(?<![:\w]):\$[,;'":\\@.?$=]/g, () => ':$_'),
  },
  { name: 'a method named `super`', exact: true, edits: each(/(?<=\bdef\s+)super\b(?![.\w])/g, () => 'supe_') },
  { name: 'a method named `self`', exact: true, edits: each(/(?<=\bdef\s+)self\b(?!\s*\.|[?!\w])/g, () => 'sel_') },
  {
    name: 'a block argument with a space (`& block`)',
    exact: true,
    edits: each(/[ \t]+(?=[a-z_@:(])(?<=[(,]\s*&[ \t]+)/g, () => ''),
  },
  { name: 'the key `defined?:`', exact: true, edits: each(/(?<![.:@$\w])defined\?(?=:(?!:))/g, () => 'defined_') },
  {
    name: 'a symbol of signs (`:☠`)',
    exact: true,
    edits: each(/(?<=(?<!:):)[^\x20-\x7e\p{L}\p{N}\s]+/gu, match => 'a'.repeat(match.length)),
  },
  {
    name: "an index behind a string and a space (`'a' [0]`)",
    exact: true,
    edits: each(/[ \t](?=\[)(?<=['"][ \t])/g, () => ''),
  },
  { name: 'an endless method with a command call (`def x = puts 1`)', exact: true, edits: endlessCommands },
  { name: 'a call on a do-block of a command call', exact: true, edits: chainedCommands },
  {
    name: 'a comment between `=begin` and `=end`',
    exact: true,
    edits: each(/^=begin\b[\s\S]*?^=end\b.*$/gm, match => match.replace(/[^\r\n]/g, ' ')),
  },
  {
    name: 'a character as a pattern (`in ?a`)',
    exact: true,
    edits: each(/\?[^\s\\'](?!\w)(?<=^[ \t]*in\s[^\n]*)|\?'(?<=^[ \t]*in\s+\?')/gm, quoted),
  },
  { name: 'a block-local variable of a lambda (`->(x; y) {}`)', exact: false, edits: lambdaLocals },
];

function each(pattern: RegExp, replacement: (match: string) => string): MisreadConstruct['edits'] {
  return text =>
    [...text.matchAll(pattern)].map(match => ({
      start: match.index,
      end: match.index + match[0].length,
      text: replacement(match[0]),
    }));
}

function spaceAfter(pattern: RegExp): MisreadConstruct['edits'] {
  return text => [...text.matchAll(pattern)].map(match => insertion(match.index + match[0].length, ' '));
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function quoted(character: string): string {
  const quote = character === "?'" ? '"' : "'";
  return quote + character.slice(1) + quote;
}

/** `x <<"y"` is a shift if no line closes a heredoc of that name. */
function shiftsOfStrings(text: string): readonly TextEdit[] {
  const found = [...text.matchAll(/<<(?=(["'])([^"'\n]*)\1)(?<=[\w)\]}] <<)/g)];
  return found
    .filter(match => !new RegExp(`^${match[2]!.replace(/\W/g, '\\$&')}\\r?$`, 'm').test(text))
    .map(match => insertion(match.index + 2, ' '));
}

/** `->(x; y) {}` -> `->(x   ) {}` */
function lambdaLocals(text: string): readonly TextEdit[] {
  return [...text.matchAll(/(->\s*\([^();]*)(;[^()]*)\)/g)].map(match => {
    const start = match.index + match[1]!.length;
    return { start, end: start + match[2]!.length, text: ' '.repeat(match[2]!.length) };
  });
}

const ENDLESS_COMMAND =
  /\bdef\s+[\w.]+[?!]?\s*(?:\([^()\n]*\))?\s*=\s+(?:[\w@:]+\.)*[a-z_]\w*[?!]?([ \t]+)(?![=+*/%&|<>?.,;)\]}]|-\s|\[|\{|(?:if|unless|while|until|rescue|and|or|do)\b)([^\n#]*?)[ \t]*(?:#.*)?\r?$/gm;

/** `def x = puts 1` -> `def x = puts(1)` */
function endlessCommands(text: string): readonly TextEdit[] {
  return [...text.matchAll(ENDLESS_COMMAND)].flatMap(match => {
    const args = match[2]!;
    if (args === '' || /\b(?:if|unless|while|until|rescue|do)\b/.test(args)) return [];
    const open = match.index + match[0].indexOf(match[1]! + args, match[0].indexOf('='));
    const close = open + match[1]!.length + args.length;
    return [{ start: open, end: open + 1, text: '(' }, insertion(close, ')')];
  });
}

const COMMAND_WITH_BLOCK =
  /^([ \t]*(?:[\w@:]+\.)*[a-z_]\w*[?!]?)([ \t]+)(?![=+*/%&|<>?.({[-])(\S.*?)[ \t]+do(?:[ \t]*\|.*\|)?[ \t]*\r?$/;

/** `foo x do … end.bar { … }` -> `foo(x) do … end.bar { … }` */
function chainedCommands(text: string): readonly TextEdit[] {
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
  return [{ start: open, end: open + 1, text: '(' }, insertion(close, ')')];
}

/** Shifts that tree-sitter may have taken for heredocs without noticing. */
export function possibleHeredocs(text: string): readonly number[] {
  return text.includes('<<') ? [...text.matchAll(BEFORE_SHIFT)].map(match => match.index) : [];
}

export interface Remedy {
  readonly edits: readonly TextEdit[];
  /** Constructs that are only blanked: what holds them must not be analysed. */
  readonly inexact: readonly { readonly construct: string; readonly edit: TextEdit }[];
}

/** Ways to read a text that does not parse, likeliest first: all constructs at once, one kind, one place. */
export function* remediesFor(text: string): Generator<Remedy> {
  const found = MISREADS.map(construct => ({ construct, edits: construct.edits(text) })).filter(
    it => it.edits.length > 0,
  );
  if (found.length === 0) return;
  yield remedy(found);
  if (found.length > 1) for (const one of found) yield remedy([one]);
  const paired = (one: FoundConstruct) =>
    one.construct.edits === endlessCommands || one.construct.edits === chainedCommands;
  for (const one of found.filter(it => it.edits.length > 1 && !paired(it))) {
    for (const edit of one.edits.slice(0, MOST_SINGLE_TRIES)) yield remedy([{ ...one, edits: [edit] }]);
  }
}

const MOST_SINGLE_TRIES = 8;

interface FoundConstruct {
  readonly construct: MisreadConstruct;
  readonly edits: readonly TextEdit[];
}

function remedy(found: readonly FoundConstruct[]): Remedy {
  const edits = inOrder(found.flatMap(it => it.edits));
  const inexact = found
    .filter(it => !it.construct.exact)
    .flatMap(it => it.edits.filter(edit => edits.includes(edit)).map(edit => ({ construct: it.construct.name, edit })));
  return { edits, inexact };
}
