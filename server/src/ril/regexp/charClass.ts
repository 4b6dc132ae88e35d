/** `[a-z&&[^aeiou]]` -> the set of its characters; null: not known. */
import { type CharSet, codeOf, complementOf, foldCase, intersectionOf, oneChar, unionOfSets } from './characters';
import { readEscapedChar, takeNamedSet } from './escapes';
import { type Options, type Scanner, Unreadable } from './scanner';

/** After the opening bracket. */
export function readClass(scanner: Scanner, options: Options): CharSet | null {
  const isNegated = scanner.skip('^');
  if (scanner.peek() === ']') throw new Unreadable();
  let set = readMembers(scanner, options);
  while (scanner.skip('&&')) {
    if (options.i) throw new Unreadable(); // `[A-Z&&[^b]]` matches "b": which part is folded depends
    const other = readMembers(scanner, options);
    set = set && other && intersectionOf(set, other);
  }
  if (!scanner.skip(']')) throw new Unreadable();
  if (set && options.i) {
    set = foldCase(set);
    if (!set) throw new Unreadable();
  }
  return set && (isNegated ? complementOf(set) : set);
}

/** Up to `&&` or the closing bracket. */
function readMembers(scanner: Scanner, options: Options): CharSet | null {
  const sets: (CharSet | null)[] = [];
  while (scanner.peek() !== ']' && !isAt(scanner, '&&')) sets.push(readMember(scanner, options));
  return sets.every(each => each !== null) ? unionOfSets(...sets) : null;
}

function isAt(scanner: Scanner, text: string): boolean {
  const found = scanner.skip(text);
  if (found) scanner.at -= text.length;
  return found;
}

function readMember(scanner: Scanner, options: Options): CharSet | null {
  // What is a letter, a space, … is a matter of Unicode.
  if (scanner.take(/\[:\^?\w+:\]/y) || scanner.take(/\\[pP]\{\^?\w+\}/y)) return null;
  if (scanner.skip('[')) {
    if (options.i) throw new Unreadable();
    return readClass(scanner, options);
  }
  const named = takeNamedSet(scanner, /\\([dDwWsShH])/y);
  if (named) return endOfSet(scanner, named);
  const first = readChar(scanner);
  if (!scanner.skip('-')) return oneChar(first);
  if (scanner.peek() === ']') {
    scanner.at--;
    return oneChar(first);
  }
  if (/^[[&]$/.test(scanner.peek())) throw new Unreadable();
  const last = readChar(scanner);
  if (last < first) throw new Unreadable();
  return endOfSet(scanner, [[first, last]]);
}

/** What a hyphen means after a set depends. */
function endOfSet(scanner: Scanner, set: CharSet): CharSet {
  if (scanner.take(/-(?=[^\]])/y)) throw new Unreadable();
  return set;
}

function readChar(scanner: Scanner): number {
  if (!scanner.skip('\\')) return codeOf(scanner.next());
  return scanner.skip('b') ? 8 : readEscapedChar(scanner);
}
