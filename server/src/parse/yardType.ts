/**
 * The types of YARD's tags: `String, nil`, `Array<String>`, `Hash{Symbol => Integer}`, `Array(String, Integer)`,
 * `Boolean`, `:name`, `#read`. YARD prescribes no grammar, so what cannot be read as a type is unknown and never a problem.
 */
import { matchAt } from '../base/matchAt';
import { ANY, BOOL, DYNAMIC, FALSE, NIL, nominal, SELF, TRUE, type Type } from '../types/type';
import { makeUnion } from '../types/union';

interface Reader {
  readonly text: string;
  at: number;
}

const WORDS: ReadonlyMap<string, Type> = new Map([
  ['nil', NIL],
  ['NilClass', NIL],
  ['true', TRUE],
  ['TrueClass', TRUE],
  ['false', FALSE],
  ['FalseClass', FALSE],
  ['Boolean', BOOL],
  ['Bool', BOOL],
  ['boolean', BOOL],
  ['self', SELF],
  ['void', ANY],
  ['Object', DYNAMIC],
]);

const NAME = /\s*((?:::)?\p{Lu}[\p{L}\p{N}_]*(?:::\p{Lu}[\p{L}\p{N}_]*)*|[\p{Ll}_]\w*)/uy;
const SYMBOL = /\s*:([\p{L}_]\w*[?!=]?)/uy;
const DUCK = /\s*#[^,\s\])}>]+(\s*&\s*#[^,\s\])}>]+)*/uy;

const DEEPEST = 20;

/** `text` is what the brackets of a tag contain. */
export function readYardType(text: string): Type {
  const reader: Reader = { text, at: 0 };
  const type = readUnion(reader, 0);
  return type === null || text.slice(reader.at).trim() !== '' ? DYNAMIC : type;
}

function readUnion(reader: Reader, depth: number): Type | null {
  const members: Type[] = [];
  do {
    const member = readOne(reader, depth);
    if (member === null) return null;
    members.push(member);
  } while (take(reader, /\s*[,;|]/uy) !== null);
  if (members.some(member => member.kind === 'dynamic')) return DYNAMIC;
  return makeUnion(members);
}

function readOne(reader: Reader, depth: number): Type | null {
  if (depth > DEEPEST) return null;
  const symbol = take(reader, SYMBOL);
  if (symbol !== null) return { kind: 'literal', value: { type: 'symbol', value: symbol[1] ?? '' } };
  if (take(reader, DUCK) !== null) return DYNAMIC;
  const name = take(reader, NAME)?.[1];
  // `<String, Integer>` and `(String)` without a class are arrays.
  const owner = name ?? (/^\s*[<(]/u.test(reader.text.slice(reader.at)) ? 'Array' : null);
  if (owner === null) return null;
  const args = readArguments(reader, owner, depth);
  if (args !== 'none') return args;
  const word = WORDS.get(owner);
  if (word !== undefined) return word;
  return /^(::)?\p{Lu}/u.test(owner) ? nominal(owner) : null;
}

function readArguments(reader: Reader, owner: string, depth: number): Type | null | 'none' {
  if (take(reader, /\s*</uy) !== null) {
    const args = readList(reader, depth, owner === 'Hash');
    if (args === null || take(reader, /\s*>/uy) === null) return null;
    return owner === 'Class' ? classOf(args) : nominal(owner, args);
  }
  if (take(reader, /\s*\(/uy) !== null) {
    const elements = readList(reader, depth, true);
    if (elements === null || take(reader, /\s*\)/uy) === null) return null;
    return owner === 'Array' ? { kind: 'tuple', elements } : nominal(owner);
  }
  if (take(reader, /\s*\{/uy) === null) return 'none';
  const key = readUnion(reader, depth + 1);
  const value = key === null || take(reader, /\s*=>/uy) === null ? null : readUnion(reader, depth + 1);
  if (key === null || value === null || take(reader, /\s*\}/uy) === null) return null;
  return nominal(owner, [key, value]);
}

/** `Array<A, B>` has elements of both types; `Hash<A, B>` and `Array(A, B)` have one type for each position. */
function readList(reader: Reader, depth: number, isPositional: boolean): readonly Type[] | null {
  if (!isPositional) {
    const one = readUnion(reader, depth + 1);
    return one === null ? null : [one];
  }
  const types: Type[] = [];
  do {
    const type = readOne(reader, depth + 1);
    if (type === null) return null;
    types.push(type);
  } while (take(reader, /\s*,/uy) !== null);
  return types;
}

function classOf([of]: readonly Type[]): Type {
  return of?.kind === 'nominal' && of.args.length === 0 ? { kind: 'classOf', name: of.name } : nominal('Class');
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  const match = matchAt(pattern, reader.text, reader.at);
  if (match !== null) reader.at += match[0].length;
  return match;
}
