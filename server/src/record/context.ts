/** The state of rewriting one file, and the names that the rewritten code uses. */
import type { SyntaxNode } from '../syntax/node';
import type { Insertions } from './insertions';
import type { BranchKind, Outcome, RecordedMethod, RecordedSite, RecordedUnit } from './units';

/** The constant of server/ruby/lib/loupe/learn, and locals that no program uses. */
export const NAMES = {
  library: '::Loupe__Learn',
  key: '__loupe_k',
  path: '__loupe_d',
  value: '__loupe_v',
  returned: '__loupe_o',
  error: '__loupe_e',
  measures: '__loupe_a',
  temporary: '__loupe_b',
  givenDefault: '__loupe_p',
} as const;

export interface RecordContext {
  readonly text: string;
  readonly insertions: Insertions;
  readonly methods: RecordedMethod[];
  readonly sites: RecordedSite[];
  readonly units: RecordedUnit[];
  /** Number methods and sites across all files of a run. */
  readonly firstId: number;
  readonly firstSite: number;
  /** The method or statement of the outline that is being read: an edit of it makes its sites stale. */
  unit: { readonly start: number; readonly text: string } | null;
  temporaries: number;
  /** Numbers and sizes are recorded too. */
  readonly values: boolean;
}

/** The method around a node. */
export interface MethodScope {
  readonly start: number;
  readonly outcomes: Outcome[];
  /** Whose `return` it is: the method's, a block's (usually the method's, a lambda's if it becomes one), or a lambda's. */
  readonly returns: 'method' | 'block' | 'lambda';
  /** A local of this block alone: blocks may run on several threads at once. */
  readonly temporary: string;
  readonly seen: { returnsInBlock: boolean };
}

/** Where definitions go: the class around them, or a block or method that may run anywhere. */
export interface Owner {
  /** Null: not known. */
  readonly name: string | null;
  readonly singleton: boolean;
}

/** Deeper nesting than in any real program; protects the call stack. */
export const MAX_DEPTH = 600;

export function textOf(ctx: RecordContext, node: SyntaxNode): string {
  return ctx.text.slice(node.start, node.end);
}

/** Adds an outcome to the method's table and returns the statement that marks it: `d|=4`. */
export function markOutcome(
  scope: MethodScope,
  node: SyntaxNode,
  kind: BranchKind,
  outcome: Outcome['outcome'],
): string {
  return `${NAMES.path}|=${addOutcome(scope, node, kind, outcome)}`;
}

/** Adds an outcome and returns its bit as a Ruby literal. */
export function addOutcome(
  scope: MethodScope,
  node: SyntaxNode,
  kind: BranchKind,
  outcome: Outcome['outcome'],
): string {
  const bit = 1n << BigInt(scope.outcomes.length);
  scope.outcomes.push({ kind, outcome, span: { start: node.start - scope.start, end: node.end - scope.start } });
  return String(bit);
}

export function enterBlock(ctx: RecordContext, scope: MethodScope, isLambda: boolean): MethodScope {
  const returns = isLambda || scope.returns === 'lambda' ? 'lambda' : 'block';
  return { ...scope, returns, temporary: `${NAMES.temporary}${++ctx.temporaries}` };
}

/** Named children that are code. */
export function codeIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(child => child.named && !NO_CODE.has(child.type));
}

const NO_CODE = new Set(['comment', 'empty_statement', 'heredoc_body', 'uninterpreted']);

/** The `end` of a construct. Bodies of heredocs may follow it. */
export function endOf(node: SyntaxNode): SyntaxNode | null {
  return node.children.findLast(child => child.type === 'end') ?? null;
}
