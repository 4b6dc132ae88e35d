/**
 * What every lowering function is handed: the file, the declaration it stands in, the scope. The counters and the
 * scope are the only things that change on the way; they live as long as the lowering of one file.
 */
import type { Span } from '../base/span';
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { Misread } from '../syntax/outline';
import type { ReusableMethods } from './reuse';
import type { Scope } from './scope';

export type Lowerer = (ctx: LowerContext, node: SyntaxNode) => Expr;
export type LowererTable = Readonly<Record<string, Lowerer>>;

/** One run over one file. */
export interface FileContext {
  readonly path: string;
  readonly text: string;
  readonly misreads: readonly Misread[];
  /** `# frozen_string_literal: true`: string literals are frozen. */
  readonly frozenStrings: boolean;
  readonly dispatch: Lowerer;
  /** How often an anchor's name was used so far. */
  readonly anchorCounts: Map<string, number>;
  /** Methods of the previous version, by what makes them equal. */
  readonly reusable: ReusableMethods;
  /** How many methods were lowered, not reused. */
  lowered: number;
  /** How deep the way down is now, over nested declarations too. */
  depth: number;
}

/** One run over one declaration. */
export interface LowerContext {
  readonly file: FileContext;
  /** Where the declaration starts: its spans are relative to this. */
  readonly base: number;
  /** The class, module or method around, as anchors name it. */
  readonly owner: string;
  readonly scope: Scope;
  /** Heredoc bodies by the start of their `<<X`. */
  readonly heredocs: ReadonlyMap<number, SyntaxNode>;
  /** Nodes that were put together here and whose expression is known already (commandOnValue.ts). */
  readonly done: Map<SyntaxNode, Expr>;
  readonly counters: { temporaries: number };
}

export function inScope(ctx: LowerContext, scope: Scope): LowerContext {
  return { ...ctx, scope };
}

export function spanOf(ctx: LowerContext, node: { readonly start: number; readonly end: number }): Span {
  return { start: node.start - ctx.base, end: node.end - ctx.base };
}

export function textOf(ctx: LowerContext, node: { readonly start: number; readonly end: number }): string {
  return ctx.file.text.slice(node.start, node.end);
}

/** A fresh local that no Ruby program can name. */
export function temporaryName(ctx: LowerContext): string {
  ctx.counters.temporaries++;
  return `%${ctx.counters.temporaries}`;
}
