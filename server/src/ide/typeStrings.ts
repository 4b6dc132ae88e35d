/**
 * Type strings of a file, including incomplete ones: arguments of annotation calls and `##%` comments. Found by regular
 * expressions, because the parser cannot read an incomplete line.
 */
import type { Span } from '../base/span';

const CALL =
  /^[ \t]*(?:(?:RDL|Loupe)\.)?(?:rdl_)?(?:type|var_type|type_alias|attr_(?:reader|writer|accessor)_type|type_params)\b[^'"\n]*/gm;
const COMMENT = /^[ \t]*##%[ \t]*/gm;

export function typeStringsOf(text: string): readonly Span[] {
  const inCalls = [...text.matchAll(CALL)].flatMap(match => findStrings(text, match.index + match[0].length));
  const inComments = [...text.matchAll(COMMENT)].map(match => {
    const start = match.index + match[0].length;
    const end = text.indexOf('\n', start);
    return { start, end: end < 0 ? text.length : end };
  });
  return [...inCalls, ...inComments].sort((a, b) => a.start - b.start);
}

/** String literals from here to the end of the line. An unclosed one ends with the line. */
function findStrings(text: string, from: number): readonly Span[] {
  const lineEnd = endOfLine(text, from);
  const found: Span[] = [];
  let at = from;
  while (at < lineEnd) {
    const quote = text[at];
    if (quote !== "'" && quote !== '"') {
      at++;
      continue;
    }
    const close = findClosingQuote(text, at + 1, quote, lineEnd);
    found.push({ start: at + 1, end: close });
    at = close + 1;
  }
  return found;
}

function findClosingQuote(text: string, from: number, quote: string, lineEnd: number): number {
  for (let at = from; at < lineEnd; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return lineEnd;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
