/**
 * The context of every lowering function: the file, the current declaration, the scope. Only the counters and the scope
 * are mutable; they live as long as the lowering of one file.
 */
import type { Span } from '../base/span';
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { Misread } from '../syntax/outline';
import type { ReusableMethods } from './reusableMethods';
import type { Scope } from './scope';

type Lowerer = (ctx: LowerContext, node: SyntaxNode) => Expr;
export type LowererTable = Readonly<Record<string, Lowerer>>;

/** One pass over one file. */
export interface FileContext {
  readonly path: string;
  readonly text: string;
  readonly misreads: readonly Misread[];
  /** `# frozen_string_literal: true`: string literals are frozen. */
  readonly frozenStrings: boolean;
  readonly dispatch: Lowerer;
  /** The number of uses of each anchor name so far. */
  readonly anchorCounts: Map<string, number>;
  /** Reusable methods of the previous version, by reuse key. */
  readonly reusable: ReusableMethods;
  /** The number of methods that were lowered, not reused. */
  lowered: number;
  /** The current recursion depth, including nested declarations. */
  depth: number;
}

/** One pass over one declaration. */
export interface LowerContext {
  readonly file: FileContext;
  /** The start of the declaration: its spans are relative to this. */
  readonly base: number;
  /** The enclosing class, module or method, as anchors name it. */
  readonly owner: string;
  readonly scope: Scope;
  /** Heredoc bodies by the start of their `<<X`. */
  readonly heredocs: ReadonlyMap<number, SyntaxNode>;
  /** Synthetic nodes whose expression is already lowered (commandOnValue.ts). */
  readonly done: Map<SyntaxNode, Expr>;
  readonly counters: { temporaries: number };
}

export function withScope(ctx: LowerContext, scope: Scope): LowerContext {
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
