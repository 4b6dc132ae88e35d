/**
 * Source -> lines, each classified by its first words and its indentation: the input for rebuilding the skeleton of a
 * damaged file. Recognises heredocs, `=begin … =end` and `__END__`; never trusts a quote beyond its line, since an open
 * string is a common kind of damage.
 */
/** `middle`: `else` and the like; `chain`: continues the expression of the previous line, as `.sort` does. */
type LineLead = 'namespace' | 'method' | 'end' | 'bracket' | 'middle' | 'chain' | 'plain';

export interface SourceLine {
  readonly start: number;
  /** Excludes the line terminator. */
  readonly end: number;
  readonly indent: number;
  /** `content`: inside a heredoc or an embedded document, so it says nothing about structure. */
  readonly kind: 'code' | 'blank' | 'comment' | 'content';
  readonly lead: LineLead;
  /** The number of `end`s that the line requires, minus those it contains. */
  readonly net: number;
}

const NAMESPACE = /^(?:class|module)\b(?!\s*[.=(,?:])/;
const METHOD = /^(?:[a-z_]\w*[!?]?[ \t]+)*def\b(?!\s*[.=(,?:])/;
const END = /^end\b(?![?!:])/;
const BRACKET = /^[)\]}]/;
const MIDDLE = /^(?:else|elsif|when|in|then|rescue|ensure)\b(?![?!:])/;
const CHAIN = /^(?:\.(?!\.)|&\.|&&|\|\|)/;

/** Accepts `\r\n` and `\n`; omits `__END__` and everything after it. */
export function linesOf(text: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  const heredocs: HeredocEnd[] = [];
  let inDocument = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const next = newline === -1 ? text.length : newline + 1;
    const end = newline === -1 ? next : newline - (text[newline - 1] === '\r' ? 1 : 0);
    const source = text.slice(start, end);
    if (heredocs.length === 0 && !inDocument && source === '__END__') break;
    if (heredocs.length > 0) {
      lines.push(contentLine(start, end));
      if (heredocs[0]!.matches(source)) heredocs.shift();
    } else if (inDocument || /^=begin\b/.test(source)) {
      lines.push(contentLine(start, end));
      inDocument = !/^=end\b/.test(source);
    } else {
      const line = readLine(source, start, end);
      lines.push(isContinued(text, lines) ? contentLine(start, end) : line);
      if (line.kind === 'code') heredocs.push(...heredocsOn(source, text, next));
    }
    start = next;
  }
  return splitCompact(text, blankStrings(text, lines));
}

/** Does the previous line end with a backslash? */
function isContinued(text: string, lines: readonly SourceLine[]): boolean {
  const before = lines[lines.length - 1];
  return (
    before !== undefined && before.kind !== 'comment' && text[before.end - 1] === '\\' && before.end > before.start
  );
}

/** A multi-line string is trusted only if it closes before the next definition or `end`. */
function blankStrings(text: string, lines: readonly SourceLine[]): readonly SourceLine[] {
  const read = [...lines];
  for (let at = 0; at < read.length; at++) {
    const line = read[at]!;
    const quote = line.kind === 'code' ? openQuote(text.slice(line.start, line.end)) : null;
    const close = quote === null ? null : closingLine(text, read, at + 1, quote);
    if (close === null) continue;
    for (at++; at <= close; at++) read[at] = contentLine(read[at]!.start, read[at]!.end);
    at--;
  }
  return read;
}

const COMPACT_HEADER = /^\s*(?:class|module)\s+[\w:]+(?:\s*<\s*[\w:]+)?\s*;(?=\s*(?:class|module)\b)/;
/** The additional indentation of each class in `module A; module B`. */
const COMPACT_INDENT = 1 / 64;

/** Splits `module A; module B` and its `end; end` into separate lines, each indented further than the one before. */
function splitCompact(text: string, lines: readonly SourceLine[]): readonly SourceLine[] {
  const compactAt = new Set<number>();
  return lines.flatMap(line => {
    if (line.lead === 'namespace') {
      const parts = splitHeaders(text, line);
      if (parts.length > 1) compactAt.add(line.indent);
      return parts;
    }
    return line.lead === 'end' && compactAt.has(line.indent) ? splitEnds(text, line) : [line];
  });
}

function splitHeaders(text: string, line: SourceLine): readonly SourceLine[] {
  const parts: SourceLine[] = [];
  let start = line.start;
  for (;;) {
    const source = text.slice(start, line.end);
    const header = COMPACT_HEADER.exec(source)?.[0];
    const end = header === undefined ? line.end : start + header.length;
    const indent = line.indent + parts.length * COMPACT_INDENT;
    parts.push({ ...line, start, end, indent, net: countMissingEnds(text.slice(start, end).trim()) });
    if (header === undefined) return parts;
    start = end;
  }
}

function splitEnds(text: string, line: SourceLine): readonly SourceLine[] {
  const ends = [...text.slice(line.start, line.end).matchAll(/\bend\b\s*;?\s*(?:#.*)?/g)];
  return ends.map((match, i) => {
    const start = line.start + match.index;
    const indent = line.indent + (ends.length - 1 - i) * COMPACT_INDENT;
    return { ...line, start, end: start + match[0].length, indent, net: -1 };
  });
}

const LONGEST_STRING = 200;

function closingLine(text: string, lines: readonly SourceLine[], from: number, quote: string): number | null {
  for (let at = from; at < Math.min(lines.length, from + LONGEST_STRING); at++) {
    const line = lines[at]!;
    if (line.kind === 'code' && (line.lead === 'namespace' || line.lead === 'method' || line.lead === 'end'))
      return null;
    const rest = text.slice(line.start, line.end).replace(/\\./g, '').split(quote);
    if (rest.length === 1) continue;
    return openQuote(rest.slice(1).join(quote)) === quote ? null : at;
  }
  return null;
}

/** The quote of a string that begins on this line and does not end on it. */
export function openQuote(code: string): string | null {
  if (!/["']/.test(code)) return null;
  const bare = replaceLiterals(code, '');
  return bare.endsWith('"') || bare.endsWith("'") ? bare[bare.length - 1]! : null;
}

function contentLine(start: number, end: number): SourceLine {
  return { start, end, indent: 0, kind: 'content', lead: 'plain', net: 0 };
}

function readLine(source: string, start: number, end: number): SourceLine {
  const code = source.trimStart();
  const indent = widthOf(source.slice(0, source.length - code.length));
  if (code === '' || code === '\uFEFF') return { start, end, indent, kind: 'blank', lead: 'plain', net: 0 };
  if (code.startsWith('#')) return { start, end, indent, kind: 'comment', lead: 'plain', net: 0 };
  return { start, end, indent, kind: 'code', lead: leadOf(code), net: countMissingEnds(code) };
}

/** A tab extends to the next multiple of eight, as in Ruby's own lexer. */
function widthOf(space: string): number {
  let width = 0;
  for (const character of space) width = character === '\t' ? (width | 7) + 1 : width + 1;
  return width;
}

function leadOf(code: string): LineLead {
  if (NAMESPACE.test(code)) return 'namespace';
  if (METHOD.test(code)) return 'method';
  if (END.test(code)) return 'end';
  if (BRACKET.test(code)) return 'bracket';
  if (MIDDLE.test(code)) return 'middle';
  return CHAIN.test(code) ? 'chain' : 'plain';
}

interface HeredocEnd {
  readonly matches: (line: string) => boolean;
}

const HEREDOC = /<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/g;

/** Heredocs that begin on a line and whose closing line exists: `a <<b` may be a shift. */
function heredocsOn(source: string, text: string, rest: number): readonly HeredocEnd[] {
  if (!source.includes('<<')) return [];
  const found: HeredocEnd[] = [];
  for (const match of source.matchAll(HEREDOC)) {
    const word = match[3]!;
    const indented = match[1] !== '';
    const before = source.slice(0, match.index);
    if (/(?:\bclass\s*|[\w)\]}'"])$/.test(before) && !/\b(?:return|and|or|not|if|unless)$/.test(before)) continue;
    if (!hasLine(text, rest, word, indented)) continue;
    found.push({ matches: line => (indented ? line.trim() : line) === word });
  }
  return found;
}

function hasLine(text: string, from: number, word: string, indented: boolean): boolean {
  const pattern = new RegExp(`${indented ? '^[ \\t]*' : '^'}${word}[ \\t]*\\r?$`, 'm');
  return pattern.test(text.slice(from));
}

const OPENER = /^(?:class|module|def|if|unless|while|until|case|begin|for)$/;
const ENDLESS = /\bdef\s+(?:[\w.]+[?!]?|[^\s\w(]+)\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s+=\s/;

/** The number of opening keywords minus `end`s on one line, excluding strings and comments. */
function countMissingEnds(code: string): number {
  const bare = replaceLiterals(code);
  let net = 0;
  let startsStatement = true;
  let loops = 0;
  for (const match of bare.matchAll(/(?<![.:@$\w])[a-z_]+(?![\w?!]|:(?!:))|\S/g)) {
    const word = match[0];
    if (word === 'end') net--;
    else if (OPENER.test(word) && (startsStatement || word === 'begin' || word === 'case' || word === 'def')) {
      net++;
      if (word === 'while' || word === 'until' || word === 'for') loops++;
    } else if (word === 'do') {
      if (loops > 0) loops--;
      else net++;
    }
    startsStatement = /^(?:[;=({[,|&!<>+?]|then|do|else|begin|ensure|and|or|not|return|in|when)$/.test(word);
  }
  return ENDLESS.test(bare) ? net - 1 : net;
}

/** Replaces closed literals by `closed`; cuts an open string to its quote. */
export function replaceLiterals(code: string, closed = '""'): string {
  return code
    .replace(/(?<=[\s([,=])\?[#"'`/](?!\w)|\$["'`]/g, 'x')
    .replace(/(["'])(?:(?!\1)[^\\]|\\.)*(?:(\1)|\\?$)|`(?:[^`\\]|\\.)*`/g, (_, quote, end) =>
      end || !quote ? closed : quote,
    )
    .replace(/(?<=^|[\s(,=~!|&{[])\/(?![\s=])(?:[^/\\]|\\.)*\/[a-z]*/g, '""')
    .replace(/%[wWiIqQr]?(?:\([^)]*\)|\[[^\]]*\]|\{[^}]*\})/g, '""')
    .replace(/(?:^|\s)#.*$/, '');
}
