/** `:pure` for a method that a refinement calls. The label is checked, so a wrong one is reported at once. */
import { locate } from '../../engine/snapshot';
import { methodByKey } from '../../program/lookup';
import type { FixContext, Fixer } from './fix';

const CODE = 'LP3031';

export const labelFixes: Fixer = (ctx, diagnostic) => {
  const { method } = diagnostic.problem.args;
  const info =
    diagnostic.code === CODE && typeof method === 'string' ? methodByKey(ctx.snapshot.program, method) : null;
  const place = info?.origin === 'workspace' ? info.signature?.arms[0]?.place : null;
  const at = place ? locate(ctx.snapshot, place) : null;
  const added = at === null ? null : insertion(ctx, at.path, at.span.end);
  if (info === null || at === null || added === null) return [];
  const { offset, text } = added;
  const edits = [{ start: offset, end: offset, text }];
  return [{ title: `Label ${info.key} as :pure`, diagnostic, path: at.path, edits, preferred: true }];
};

/** After the closing quote of the type string, or at the end of a comment. */
function insertion(
  ctx: FixContext,
  path: string,
  end: number,
): { readonly offset: number; readonly text: string } | null {
  const file = ctx.snapshot.files.get(path);
  if (file === undefined) return null;
  const { line } = file.lines.position(end);
  const text = file.lines.lineText(line);
  if (/^\s*##%/.test(text)) return { offset: file.lines.lineStart(line) + text.trimEnd().length, text: ' :pure' };
  const isQuote = (at: number): boolean => file.text[at] === "'" || file.text[at] === '"';
  if (isQuote(end)) return { offset: end + 1, text: ', :pure' };
  return isQuote(end - 1) ? { offset: end, text: ', :pure' } : null;
}
