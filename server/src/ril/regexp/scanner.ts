/** The characters of a regexp's source, one after the other, and what has been seen in them so far. */
import type { CapturingGroup } from './pattern';

/** The regexp is not read: what it matches is unknown. */
export class Unreadable extends Error {}

/** The options in force: ignore case, `.` matches newlines, extended. */
export interface Options {
  readonly i: boolean;
  readonly m: boolean;
  readonly x: boolean;
}

export class Scanner {
  at = 0;
  exact = true;
  readonly groups: (CapturingGroup | null)[] = [];

  constructor(
    private readonly source: string,
    /** Where groups have names, plain parentheses capture nothing. */
    readonly isNamed: boolean,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  peek(): string {
    return this.isAtEnd ? '' : String.fromCodePoint(this.source.codePointAt(this.at)!);
  }

  next(): string {
    const char = this.peek();
    if (char === '') throw new Unreadable();
    this.at += char.length;
    return char;
  }

  skip(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** `pattern` is sticky. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at += found[0].length;
    return found;
  }

  skipBlanks({ x }: Options): void {
    if (x) while (this.take(/[ \t\n\r\f\v]+|#[^\n]*(\n|$)/y));
  }
}
