/** A cursor over RBS text: skips space and comments, matches words and signs, notes problems once per place. */
import { matchAt } from '../base/matchAt';
import type { Problem } from '../base/problem';
import type { AnchorId, Span } from '../base/span';

export interface RbsReader {
  readonly text: string;
  readonly anchor: AnchorId;
  at: number;
  /** The end of the last token; `at` may already be after the following space and comments. */
  end: number;
  readonly problems: Problem[];
  /** Type parameters in scope. */
  variables: ReadonlySet<string>;
  /** The offset of the last "expected …" problem. */
  complainedAt: number;
  /** The nesting depth of types and declarations. */
  depth: number;
}

/** Thrown for extreme nesting, which is skipped: later phases recurse as deep as this one. */
class TooDeep extends Error {}

const DEEPEST = 100;

export function rbsReader(text: string, anchor: AnchorId): RbsReader {
  return { text, anchor, at: 0, end: 0, problems: [], variables: new Set(), complainedAt: -1, depth: 0 };
}

/** Reads a construct that may nest. */
export function readNested<T>(reader: RbsReader, read: () => T): T {
  if (reader.depth >= DEEPEST) {
    reportExpected(reader, `something that nests less than ${DEEPEST} deep`);
    throw new TooDeep();
  }
  reader.depth++;
  try {
    return read();
  } finally {
    reader.depth--;
  }
}

/**
 * Returns null if the nesting is too deep, which is reported; the reader is then at the next line that may begin a
 * member.
 */
export function readUnlessTooDeep<T>(reader: RbsReader, read: () => T): T | null {
  const { variables } = reader;
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    reader.variables = variables;
    recover(reader);
    return null;
  }
}

const SPACE = /(?:\s+|#[^\n]*)*/y;

export function skipSpace(reader: RbsReader): void {
  reader.at += matchAt(SPACE, reader.text, reader.at)?.[0].length ?? 0;
}

export function atEnd(reader: RbsReader): boolean {
  skipSpace(reader);
  return reader.at >= reader.text.length;
}

/** Takes the match of a sticky pattern after space; moves the cursor after it. */
export function take(reader: RbsReader, pattern: RegExp): string | null {
  skipSpace(reader);
  const found = matchAt(pattern, reader.text, reader.at)?.[0] ?? null;
  if (found !== null) moveAfter(reader, found);
  return found;
}

function moveAfter(reader: RbsReader, taken: string): void {
  reader.at += taken.length;
  reader.end = reader.at;
}

export function isAt(reader: RbsReader, pattern: RegExp): boolean {
  skipSpace(reader);
  return matchAt(pattern, reader.text, reader.at) !== null;
}

/** Takes punctuation, exactly here. */
export function takeSign(reader: RbsReader, sign: string): boolean {
  skipSpace(reader);
  if (!reader.text.startsWith(sign, reader.at)) return false;
  moveAfter(reader, sign);
  return true;
}

export function isAtSign(reader: RbsReader, sign: string): boolean {
  skipSpace(reader);
  return reader.text.startsWith(sign, reader.at);
}

const WORD = /[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*/uy;

/** Takes a keyword as a whole word. */
export function takeWord(reader: RbsReader, word: string): boolean {
  if (!isAtWord(reader, word)) return false;
  moveAfter(reader, word);
  return true;
}

function isAtWord(reader: RbsReader, word: string): boolean {
  skipSpace(reader);
  return matchAt(WORD, reader.text, reader.at)?.[0] === word;
}

export function expectSign(reader: RbsReader, sign: string): boolean {
  if (takeSign(reader, sign)) return true;
  reportExpected(reader, `'${sign}'`);
  return false;
}

/** Per file: further problems would only hide the first ones. */
const MOST_PROBLEMS = 50;

/** Reports "expected …, got …" here; at most one problem per place. */
export function reportExpected(reader: RbsReader, expected: string): void {
  skipSpace(reader);
  const start = Math.min(reader.at, reader.text.length);
  reader.complainedAt = start;
  if (reader.problems.length >= MOST_PROBLEMS) return;
  if (reader.problems.some(problem => problem.place.span.start === start)) return;
  const got = /^(?:\w+|->|=>|::|\S)/.exec(reader.text.slice(start, start + 40))?.[0] ?? 'the end of the file';
  const place = { anchor: reader.anchor, span: { start, end: Math.min(start + got.length, reader.text.length) } };
  reader.problems.push({ code: 'LP2511', place, args: { expected, got } });
}

/** Continues at the next line that may begin a member or declaration. */
export function recover(reader: RbsReader): void {
  reportExpected(reader, 'a declaration');
  const next =
    /\n[ \t]*(?=(?:def|include|extend|prepend|attr_\w+|alias|public|private|class|module|interface|type|end)\b)/g;
  next.lastIndex = reader.at;
  const found = next.exec(reader.text);
  reader.at = found ? found.index + found[0].length : reader.text.length;
}

const MEMBER_AHEAD =
  /(?:def|end|class|module|interface|type|alias|include|extend|prepend|public|private|attr_(?:reader|writer|accessor))\b(?!\s*[,)\]}:])/y;

/** A line that begins the next member starts here, so the current construct ends before it. */
export function isAtNextMember(reader: RbsReader): boolean {
  return (
    isAt(reader, MEMBER_AHEAD) && /(?:^|\n)[ \t]*$/.test(reader.text.slice(Math.max(0, reader.at - 200), reader.at))
  );
}

/** A problem has already been reported here. */
export function isReportedHere(reader: RbsReader): boolean {
  skipSpace(reader);
  return reader.complainedAt === reader.at;
}

export function spanFrom(reader: RbsReader, start: number): Span {
  return { start, end: Math.max(start, reader.end) };
}

/** Elements up to the closing bracket, with an optional trailing comma; a mistake ends the list. */
export function readList<T>(reader: RbsReader, close: string, read: (reader: RbsReader) => T): readonly T[] {
  const items: T[] = [];
  while (!takeSign(reader, close)) {
    items.push(read(reader));
    if (takeSign(reader, ',')) continue;
    expectSign(reader, close);
    break;
  }
  return items;
}
