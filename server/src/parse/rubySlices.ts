/**
 * Caches the trees of separately parsed pieces between outlines: while a user types in one method of a damaged file,
 * all other pieces are found here. Trees that an outline did not use are freed after the next one.
 */
import type { Parser, Tree } from 'web-tree-sitter';
import { chunkAt } from './treeSitterInput';

interface Piece {
  readonly tree: Tree | null;
  usedIn: number;
}

export class SliceStore {
  private readonly pieces = new Map<string, Piece>();
  private generation = 0;

  constructor(private readonly parser: Parser) {}

  parse(text: string): Tree | null {
    const known = this.pieces.get(text);
    if (known !== undefined) {
      known.usedIn = this.generation;
      return known.tree;
    }
    const tree = this.parser.parse(index => chunkAt(text, index));
    this.pieces.set(text, { tree, usedIn: this.generation });
    return tree;
  }

  /** A new outline begins. */
  begin(): void {
    this.generation++;
  }

  /** Frees the trees that the latest outline did not use. */
  sweep(): void {
    for (const [text, piece] of this.pieces) {
      if (piece.usedIn === this.generation) continue;
      piece.tree?.delete();
      this.pieces.delete(text);
    }
  }

  close(): void {
    this.begin();
    this.sweep();
  }
}
