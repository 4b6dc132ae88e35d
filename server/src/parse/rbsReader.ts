/** A cursor over RBS text: skips space and comments, matches words and signs, notes problems once per place. */
import type { Problem } from '../base/problem';
import type { AnchorId, Span } from '../base/span';

export interface RbsReader {
  readonly text: string;
  readonly anchor: AnchorId;
  at: number;
  /** Behind the last word or sign that was taken; `at` may have gone on over space and comments. */
  end: number;
  readonly problems: Problem[];
  /** Type parameters in scope. */
  variables: ReadonlySet<string>;
  /** Where something else was expected, the last time. */
  complainedAt: number;
  /** How deep in types and declarations it is. */
  depth: number;
}

/** What nests deeper than anybody writes costs itself: later passes go as deep as this one. */
export class TooDeep extends Error {}

const DEEPEST = 100;

export function rbsReader(text: string, anchor: AnchorId): RbsReader {
  return { text, anchor, at: 0, end: 0, problems: [], variables: new Set(), complainedAt: -1, depth: 0 };
}

/** Reads something that may contain its like. */
export function oneDeeper<T>(reader: RbsReader, read: () => T): T {
  if (reader.depth >= DEEPEST) {
    complain(reader, `something that nests less than ${DEEPEST} deep`);
    throw new TooDeep();
  }
  reader.depth++;
  try {
    return read();
  } finally {
    reader.depth--;
  }
}

/** Null: it nests too deep, which was said; the reader is at the next line that may begin something. */
export function unlessTooDeep<T>(reader: RbsReader, read: () => T): T | null {
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
  SPACE.lastIndex = reader.at;
  reader.at += SPACE.exec(reader.text)?.[0].length ?? 0;
}

export function atEnd(reader: RbsReader): boolean {
  skipSpace(reader);
  return reader.at >= reader.text.length;
}

/** The text that a sticky pattern matches here, after space; the cursor moves behind it. */
export function take(reader: RbsReader, pattern: RegExp): string | null {
  skipSpace(reader);
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? null;
  if (found !== null) goBehind(reader, found);
  return found;
}

function goBehind(reader: RbsReader, taken: string): void {
  reader.at += taken.length;
  reader.end = reader.at;
}

export function sees(reader: RbsReader, pattern: RegExp): boolean {
  skipSpace(reader);
  pattern.lastIndex = reader.at;
  return pattern.test(reader.text);
}

/** A sign, exactly here. */
export function takeSign(reader: RbsReader, sign: string): boolean {
  skipSpace(reader);
  if (!reader.text.startsWith(sign, reader.at)) return false;
  goBehind(reader, sign);
  return true;
}

export function seesSign(reader: RbsReader, sign: string): boolean {
  skipSpace(reader);
  return reader.text.startsWith(sign, reader.at);
}

const WORD = /[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*/uy;

/** A keyword as a whole word. */
export function takeWord(reader: RbsReader, word: string): boolean {
  if (!seesWord(reader, word)) return false;
  goBehind(reader, word);
  return true;
}

export function seesWord(reader: RbsReader, word: string): boolean {
  skipSpace(reader);
  WORD.lastIndex = reader.at;
  return WORD.exec(reader.text)?.[0] === word;
}

export function expectSign(reader: RbsReader, sign: string): boolean {
  if (takeSign(reader, sign)) return true;
  complain(reader, `'${sign}'`);
  return false;
}

/** In one file: who sees this many mends the first ones. */
const MOST_PROBLEMS = 50;

/** "expected …, got …" here; at most one problem per place. */
export function complain(reader: RbsReader, expected: string): void {
  skipSpace(reader);
  const start = Math.min(reader.at, reader.text.length);
  reader.complainedAt = start;
  if (reader.problems.length >= MOST_PROBLEMS) return;
  if (reader.problems.some(problem => problem.place.span.start === start)) return;
  const got = /^(?:\w+|->|=>|::|\S)/.exec(reader.text.slice(start, start + 40))?.[0] ?? 'the end of the file';
  const place = { anchor: reader.anchor, span: { start, end: Math.min(start + got.length, reader.text.length) } };
  reader.problems.push({ code: 'LP2511', place, args: { expected, got } });
}

/** Goes on at the next line that may begin something. */
export function recover(reader: RbsReader): void {
  complain(reader, 'a declaration');
  const next =
    /\n[ \t]*(?=(?:def|include|extend|prepend|attr_\w+|alias|public|private|class|module|interface|type|end)\b)/g;
  next.lastIndex = reader.at;
  const found = next.exec(reader.text);
  reader.at = found ? found.index + found[0].length : reader.text.length;
}

const MEMBER_AHEAD =
  /(?:def|end|class|module|interface|type|alias|include|extend|prepend|public|private|attr_(?:reader|writer|accessor))\b(?!\s*[,)\]}:])/y;

/** A line begins here, and with it the next member: whatever was being read ends before it. */
export function seesNextMember(reader: RbsReader): boolean {
  return (
    sees(reader, MEMBER_AHEAD) && /(?:^|\n)[ \t]*$/.test(reader.text.slice(Math.max(0, reader.at - 200), reader.at))
  );
}

/** What stands here was expected by nobody. */
export function isComplainedOf(reader: RbsReader): boolean {
  skipSpace(reader);
  return reader.complainedAt === reader.at;
}

export function spanFrom(reader: RbsReader, start: number): Span {
  return { start, end: Math.max(start, reader.end) };
}

/** Elements up to the closing sign, a trailing comma allowed; a mistake ends the list. */
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
