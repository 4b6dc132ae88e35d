/** Types in square brackets: `[T, U]` is a tuple, `[m: () -> T]` a structural type. */
import { matchAt } from '../base/matchAt';
import { ANY, type StructuralMethod, type Type } from '../types/type';
import {
  acceptPunct,
  atPunct,
  expectClosing,
  jumpTo,
  openBracket,
  reportUnexpected,
  type TypeReader,
} from './typeReader';
import type { TypeToken } from './typeScanner';

const METHOD_LABEL =
  /\s*([\p{L}_][\p{L}\p{N}_]*[?!=]?|\[\]=?|<=>|===?|=~|![=~]?|\*\*|<<|>>|<=|>=|[+\-~!]@|[+\-*/%<>~^&|])\s*:(?!:)/uy;

/** `[T, U]` is a tuple, `[m: () -> T]` the type of every object that has such a method. */
export function parseSquareType(reader: TypeReader): Type {
  const open = openBracket(reader);
  if (methodLabelAt(reader.text, open.end) !== null) return parseStructuralType(reader, open);
  const elements: Type[] = [];
  if (!atPunct(reader, ']')) {
    do elements.push(reader.grammar.namedType(reader));
    while (!reader.silent && acceptPunct(reader, ','));
  }
  expectClosing(reader, open);
  // Every object has DRuby's object type without methods.
  return elements.length === 0 && reader.dialect === 'druby' ? ANY : { kind: 'tuple', elements };
}

export function methodLabelAt(text: string, offset: number): { name: string; end: number } | null {
  const match = matchAt(METHOD_LABEL, text, offset);
  return match === null ? null : { name: match[1]!, end: offset + match[0].length };
}

function parseStructuralType(reader: TypeReader, open: TypeToken): Type {
  const methods: StructuralMethod[] = [];
  let at = open.end;
  for (;;) {
    const label = methodLabelAt(reader.text, at);
    if (label === null) {
      jumpTo(reader, at);
      reportUnexpected(reader, 'a method name and `:`');
      break;
    }
    jumpTo(reader, label.end);
    methods.push({ name: label.name, type: reader.grammar.methodType(reader) });
    if (!atPunct(reader, ',')) break;
    at = reader.token.end;
  }
  expectClosing(reader, open);
  return { kind: 'structural', methods };
}
