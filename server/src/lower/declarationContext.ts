/** What every kind of declaration needs: its own context, its span, and whether it can be read at all. */
import type { Span } from '../base/span';
import type { StatementDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { MisreadConstruct, OutlineItem } from '../syntax/outline';
import { anchorFor, memberName } from './anchors';
import type { FileContext, LowerContext } from './context';
import { findHeredocs } from './heredocs';
import type { Scope } from './scope';

export function contextFor(
  file: FileContext,
  item: OutlineItem,
  owner: string,
  scope: Scope,
  node: SyntaxNode,
): LowerContext {
  const heredocs = findHeredocs(file.text, node);
  const counters = { temporaries: 0 };
  return { file, base: item.span.start, owner, scope, heredocs, done: new Map(), counters };
}

export function ownSpan(item: OutlineItem): Span {
  return { start: 0, end: item.span.end - item.span.start };
}

/** A declaration without a name. */
export function declareUnnamed(file: FileContext, item: OutlineItem, owner: string, expr: Expr): StatementDeclaration {
  const anchor = anchorFor(file, 'statement', memberName(owner, '', false));
  return { kind: 'statement', anchor, at: item.span.start, span: ownSpan(item), expr };
}

/** A declaration that contains a misread construct is not analysed and says so. */
export function findMisread(file: FileContext, item: OutlineItem): MisreadConstruct | null {
  const { start, end } = item.span;
  return file.misreads.find(({ span }) => span.start < end && start < span.end)?.construct ?? null;
}
