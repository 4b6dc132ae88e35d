/**
 * Parses the header of a definition with a damaged body: `class A < B` or `def m(x)` followed by an added `end`. If the
 * header itself is incomplete, parses as much of it as possible.
 */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../base/span';
import type { SourceLine } from './rubyLines';
import type { SliceStore } from './rubySlices';

export interface Stub {
  readonly node: Node;
  readonly shift: number;
  /** The absolute span of the header. */
  readonly span: Span;
}

const NAMESPACE_HEADERS = [
  /^\s*(?:class|module)\b[^;#]*/,
  /^\s*class\s*<<\s*[\w.:]+/,
  /^\s*(?:class|module)\s+(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*/,
];
const METHOD_NAME = String.raw`(?:[\w.]*[A-Za-z_]\w*[?!=]?|(?:self\.)?(?:\[\]=?|[-+~!]@?|\*\*?|<=>|[<>]=?|<<|>>|===?|=~|![=~]|[/%&|^]))`;
const METHOD_HEADERS = [
  /^.*$/,
  new RegExp(String.raw`^\s*(?:[a-z_]\w*[!?]?\s+)*def\s+${METHOD_NAME}\s*\([^()]*\)`),
  new RegExp(String.raw`^\s*(?:[a-z_]\w*[!?]?\s+)*def\s+${METHOD_NAME}(?=$|[\s;(])`),
];

export function namespaceStub(slices: SliceStore, text: string, line: SourceLine): Stub | null {
  return readLongestHeader(slices, text, line, NAMESPACE_HEADERS, ['class', 'module', 'singleton_class']);
}

/** For `private def m` the stub is the whole call. */
export function methodStub(slices: SliceStore, text: string, line: SourceLine): Stub | null {
  return readLongestHeader(slices, text, line, METHOD_HEADERS, ['method', 'singleton_method', 'call']);
}

function readLongestHeader(
  slices: SliceStore,
  text: string,
  line: SourceLine,
  headers: readonly RegExp[],
  types: readonly string[],
): Stub | null {
  const source = text.slice(line.start, line.end);
  for (const header of headers) {
    const written = header.exec(source)?.[0].trimEnd();
    const node = written === undefined ? null : readHeader(slices, written, types);
    if (node !== null) {
      const start = line.start + node.startIndex;
      return { node, shift: line.start, span: { start, end: line.start + written!.length } };
    }
  }
  return null;
}

function readHeader(slices: SliceStore, written: string, types: readonly string[]): Node | null {
  const root = slices.parse(`${written}\nend`)?.rootNode;
  const only = root?.namedChildCount === 1 ? root.firstNamedChild : null;
  if (root === undefined || root.hasError || only == null || !types.includes(only.type)) return null;
  const superclass = only.childForFieldName('superclass');
  return superclass !== null && superclass.endIndex > written.length ? null : only;
}
