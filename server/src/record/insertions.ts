/**
 * Insertions into a source. Text is only inserted, never removed, and contains no line break, so every line keeps its
 * number. At one offset, closing pieces come before opening ones; among each other they nest as their spans do.
 */
import type { Span } from '../base/span';

interface Insertion {
  readonly at: number;
  readonly text: string;
  readonly opens: boolean;
  /** The offset of the other end: the outer one of two openings ends later. */
  readonly other: number;
  readonly order: number;
}

export class Insertions {
  private readonly list: Insertion[] = [];

  /** Puts `before` and `after` around a span. Of two equal spans, the one that was added first is outside. */
  wrap({ start, end }: Span, before: string, after: string): void {
    const order = this.list.length;
    this.list.push({ at: start, text: before, opens: true, other: end, order });
    this.list.push({ at: end, text: after, opens: false, other: start, order });
  }

  /** Inserts before whatever begins at `at`. */
  insertBefore(at: number, text: string): void {
    this.list.push({ at, text, opens: true, other: Number.MAX_SAFE_INTEGER, order: this.list.length });
  }

  /** Inserts behind whatever ends at `at`. */
  insertAfter(at: number, text: string): void {
    this.list.push({ at, text, opens: false, other: -1, order: this.list.length });
  }

  applyTo(source: string): string {
    const pieces: string[] = [];
    let at = 0;
    for (const insertion of [...this.list].sort(compare)) {
      pieces.push(source.slice(at, insertion.at), insertion.text);
      at = insertion.at;
    }
    pieces.push(source.slice(at));
    return pieces.join('');
  }
}

function compare(a: Insertion, b: Insertion): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.opens !== b.opens) return a.opens ? 1 : -1;
  if (a.other !== b.other) return b.other - a.other;
  return a.opens ? a.order - b.order : b.order - a.order;
}
