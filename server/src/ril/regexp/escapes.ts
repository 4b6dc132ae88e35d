/** Escapes that stand for one character or one of several, in a regexp and in its character classes. */
import { type CharSet, codeOf, namedSet } from './characters';
import { type Scanner, Unreadable } from './scanner';

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7, e: 27 };

/** After the backslash. */
export function readEscapedChar(scanner: Scanner): number {
  const hex = scanner.take(/x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|u\{\s*([0-9a-fA-F]{1,6})\s*\}/y);
  if (hex) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
    if (hex[1] && code > 0x7f) throw new Unreadable(); // a byte
    return code;
  }
  const octal = scanner.take(/0[0-7]{0,2}/y);
  if (octal) return Number.parseInt(octal[0], 8);
  const char = scanner.next();
  const control = CONTROLS[char];
  if (control !== undefined) return control;
  if (/[\w]/.test(char)) throw new Unreadable();
  return codeOf(char);
}

/** `\w`, `\D`, …; the letter is the pattern's group. */
export function takeNamedSet(scanner: Scanner, pattern: RegExp): CharSet | null {
  const letter = scanner.take(pattern)?.[1];
  return letter === undefined ? null : namedSet(letter);
}
