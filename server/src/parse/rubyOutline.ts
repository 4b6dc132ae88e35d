/**
 * A parsed file -> its outline. A tree without errors is read directly; constructs that tree-sitter misreads are
 * rewritten first; a damaged file is rebuilt from indentation.
 */
import type { Tree } from 'web-tree-sitter';
import type { FileOutline, Misread, OutlineItem } from '../syntax/outline';
import { readLoupeComments } from './loupeComments';
import type { Damage } from './rubyDamage';
import { MAX_NAMESPACE_DEPTH } from './rubyItems';
import { linesOf } from './rubyLines';
import { describeDamages, describeMisreads, describeTooDeep } from './rubyProblems';
import { type ReadingContext, readRewritten, readTree } from './rubyReading';
import { recover } from './rubyRecovery';
import type { SliceStore } from './rubySlices';
import { isComment } from './rubyTree';
import type { TextMemo } from './stringMemo';

export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly tree: Tree;
  readonly slices: SliceStore;
  readonly checked: TextMemo<number>;
}

/** For a whole file only the likeliest rewrite is tried; its pieces get more. */
const WHOLE_FILE_TRIES = 1;

export function outlineOf(file: ParsedFile): FileOutline {
  const { path, text, tree, slices, checked } = file;
  const misreads: Misread[] = [];
  const damages: Damage[] = [];
  const ctx: ReadingContext = { text, slices, checked, misreads, damages, tooDeep: [] };
  checked.begin();
  const healthy = readTree(ctx, tree.rootNode, text, offset => offset);
  const items = healthy ?? readRewrittenOrRebuild(ctx);
  const comments = readLoupeComments(path, text, offset => isComment(tree, offset));
  return {
    path,
    text,
    items,
    directives: comments.value,
    misreads,
    problems: [
      ...describeDamages(path, damages),
      ...describeMisreads(path, misreads),
      ...describeTooDeep(path, ctx.tooDeep, MAX_NAMESPACE_DEPTH),
      ...comments.problems,
    ],
    damaged: damages.length > 0,
  };
}

function readRewrittenOrRebuild(ctx: ReadingContext): readonly OutlineItem[] {
  ctx.slices.begin();
  const items = readRewritten(ctx, ctx.text, offset => offset, WHOLE_FILE_TRIES) ?? rebuild(ctx);
  ctx.slices.sweep();
  return items;
}

function rebuild(ctx: ReadingContext): readonly OutlineItem[] {
  const lines = linesOf(ctx.text);
  return recover({ ...ctx, lines, inStatement: false, holdDamage: true }, 0, lines.length);
}
