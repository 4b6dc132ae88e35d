/** Sorbet's `T.nilable(X)`, `T.any(A, B)`, `T.untyped`: read, and reported with RDL's spelling. */
import { ANY, DYNAMIC, NIL, type Type } from '../types/type';
import { makeUnion } from '../types/union';
import { acceptPunct, advance, atPunct, expectClosing, openBracket, report, type TypeReader } from './typeReader';
import type { TypeToken } from './typeScanner';

/** Reads from the dot after `T` on. */
export function parseSorbetType(reader: TypeReader, name: TypeToken): Type {
  advance(reader);
  const word = reader.token.kind === 'name' ? advance(reader).text : '';
  const args: Type[] = [];
  const texts: string[] = [];
  if (atPunct(reader, '(')) {
    const open = openBracket(reader);
    do {
      const { start } = reader.token;
      args.push(reader.grammar.type(reader));
      texts.push(reader.text.slice(start, reader.lastEnd));
    } while (!reader.silent && acceptPunct(reader, ','));
    expectClosing(reader, open);
  }
  const [type, meant] = translate(word, args, texts);
  report(reader, 'LP2012', name.start, reader.lastEnd, {
    written: reader.text.slice(name.start, reader.lastEnd),
    meant,
  });
  return type;
}

function translate(word: string, args: readonly Type[], texts: readonly string[]): readonly [Type, string] {
  switch (word) {
    case 'nilable':
      return [makeUnion([...args, NIL]), `${texts.join(' or ')} or nil`];
    case 'any':
      return [args.length === 0 ? DYNAMIC : makeUnion([...args]), texts.join(' or ')];
    case 'anything':
      return [ANY, '%any'];
    default:
      return [DYNAMIC, '%dyn'];
  }
}
