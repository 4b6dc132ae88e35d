/**
 * Probes of branches. Each marks the outcome that a call takes in the method's path; none changes a value, the order of
 * evaluation or a line.
 *
 *     if c           ->  if ((c) ? (d|=1;true) : (d|=2;false))
 *     a && b         ->  ((t=(a)) ? (d|=1;t) : (d|=2;t)) && b
 *     r&.m           ->  ((t=(r);d|=nil.equal?(t) ? 2 : 1;t))&.m
 *     x ||= e        ->  x ||= (d|=1;(e))
 *     when v then e  ->  when v then d|=1;e
 */
import { childOf, type SyntaxNode } from '../syntax/node';
import { isConnective, mayComplete } from './completion';
import { codeIn, endOf, type MethodScope, markOutcome, NAMES, type RecordContext } from './context';
import type { BranchKind } from './units';

/** Adds the probe of this node, if it is a branch. Its children are visited by the caller. */
export function recordBranch(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  switch (node.type) {
    case 'if':
    case 'unless':
    case 'elsif':
    case 'if_modifier':
    case 'unless_modifier':
    case 'conditional':
      recordCondition(ctx, scope, node, 'if');
      return;
    case 'while':
    case 'while_modifier':
      recordCondition(ctx, scope, node, 'loop');
      return;
    case 'until':
    case 'until_modifier':
      recordCondition(ctx, scope, node, 'loop', true);
      return;
    case 'for':
      recordArm(ctx, scope, node, childOf(node, 'body'), 'loop');
      return;
    case 'binary':
      if (isConnective(node)) recordConnective(ctx, scope, node);
      return;
    case 'call':
      recordSafeCall(ctx, scope, node);
      return;
    case 'operator_assignment':
      recordAssignment(ctx, scope, node);
      return;
    case 'case':
    case 'case_match':
      recordCase(ctx, scope, node);
      return;
    case 'rescue':
      recordArm(ctx, scope, node, childOf(node, 'body'), 'rescue');
      return;
    case 'rescue_modifier':
      recordHandler(ctx, scope, node);
      return;
  }
}

/** `taken` means that the condition as written is true; of a loop, that its body runs (`negated`: of `until`). */
function recordCondition(
  ctx: RecordContext,
  scope: MethodScope,
  node: SyntaxNode,
  kind: BranchKind,
  negated = false,
): void {
  const condition = childOf(node, 'condition');
  if (condition === null || condition.missing || isLiteral(condition) || hasImplicitMatch(condition)) return;
  if (!mayComplete(condition)) return;
  const taken = markOutcome(scope, node, kind, 'taken');
  const otherwise = markOutcome(scope, node, kind, 'else');
  const [yes, no] = negated ? [otherwise, taken] : [taken, otherwise];
  ctx.insertions.wrap(condition, '((', `) ? (${yes};true) : (${no};false))`);
}

function recordConnective(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  const left = childOf(node, 'left');
  if (left === null || left.missing || isLiteral(left) || !mayComplete(left)) return;
  const { temporary } = scope;
  const taken = markOutcome(scope, node, 'connective', 'taken');
  const otherwise = markOutcome(scope, node, 'connective', 'else');
  const after = `)) ? (${taken};${temporary}) : (${otherwise};${temporary}))`;
  ctx.insertions.wrap(left, `((${temporary}=(`, after);
}

function recordSafeCall(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  const receiver = childOf(node, 'receiver');
  if (receiver === null || childOf(node, 'operator')?.type !== '&.') return;
  const { temporary } = scope;
  const taken = addMark(scope, node, 'taken');
  const nil = addMark(scope, node, 'else');
  const mark = `${NAMES.path}|=nil.equal?(${temporary}) ? ${nil} : ${taken}`;
  ctx.insertions.wrap(receiver, `((${temporary}=(`, `);${mark};${temporary}))`);
}

function addMark(scope: MethodScope, node: SyntaxNode, outcome: 'taken' | 'else'): string {
  return markOutcome(scope, node, 'safe-call', outcome).slice(`${NAMES.path}|=`.length);
}

/** Only the assignment is marked. That the target kept its value follows from the rest of the path. */
function recordAssignment(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  const kind = ASSIGNMENTS[childOf(node, 'operator')?.type ?? ''];
  const right = childOf(node, 'right');
  if (kind === undefined || right === null || right.missing || LISTS.has(right.type) || !mayComplete(right)) return;
  ctx.insertions.wrap(right, `(${markOutcome(scope, node, kind, 'taken')};(`, '))');
}

const ASSIGNMENTS: Readonly<Record<string, BranchKind>> = { '||=': 'or-assign', '&&=': 'and-assign' };
const LISTS = new Set(['right_assignment_list', 'splat_argument', 'rescue_modifier']);

function recordCase(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  const kind = node.type === 'case' ? 'when' : 'in';
  for (const arm of codeIn(node)) {
    if (arm.type === 'when' || arm.type === 'in_clause') recordArm(ctx, scope, arm, childOf(arm, 'body'), kind);
    else if (arm.type === 'else') recordElse(ctx, scope, node, arm, kind);
  }
  const end = endOf(node);
  const hasElse = node.children.some(child => child.type === 'else');
  // `case … in` without a match raises.
  if (kind === 'in' || hasElse || end === null) return;
  ctx.insertions.insertBefore(end.start, `;else ${markOutcome(scope, node, kind, 'else')};nil;`);
}

function recordElse(ctx: RecordContext, scope: MethodScope, node: SyntaxNode, arm: SyntaxNode, kind: BranchKind): void {
  const mark = markOutcome(scope, node, kind, 'else');
  const first = codeIn(arm)[0];
  if (first !== undefined) ctx.insertions.insertBefore(first.start, `${mark};`);
  else ctx.insertions.insertAfter(arm.children[0]?.end ?? arm.end, ` ${mark};nil;`);
}

/** Marks the arm before its first statement. The value of an empty arm stays nil. */
function recordArm(
  ctx: RecordContext,
  scope: MethodScope,
  node: SyntaxNode,
  body: SyntaxNode | null,
  kind: BranchKind,
): void {
  const first = body === null ? undefined : codeIn(body)[0];
  const mark = markOutcome(scope, node, kind, 'taken');
  const opener = body?.children.find(child => child.type === 'then' || child.type === 'do');
  if (first !== undefined) ctx.insertions.insertBefore(first.start, `${mark};`);
  else if (opener !== undefined) ctx.insertions.insertAfter(opener.end, ` ${mark};nil;`);
  else if (kind !== 'loop') ctx.insertions.insertAfter(node.end, `;${mark};nil;`);
}

/** `body rescue handler` */
function recordHandler(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  const handler = childOf(node, 'handler');
  if (handler === null || handler.missing) return;
  ctx.insertions.wrap(handler, `(${markOutcome(scope, node, 'rescue', 'taken')};`, ')');
}

/** Ruby warns about an assignment of a literal in a condition, and there is only one outcome. */
function isLiteral(node: SyntaxNode): boolean {
  if (node.type !== 'parenthesized_statements') return LITERALS.has(node.type);
  const [only, ...others] = codeIn(node);
  return only !== undefined && others.length === 0 && isLiteral(only);
}

const LITERALS = new Set(
  (
    'integer float rational complex string chained_string simple_symbol delimited_symbol character true false nil array hash ' +
    'string_array symbol_array regex range lambda heredoc_beginning subshell'
  ).split(' '),
);

/** A range in a condition is a flip-flop, a regular expression matches `$_`; both only if they stay where they are. */
export function hasImplicitMatch(node: SyntaxNode): boolean {
  if (node.type === 'range' || node.type === 'regex') return true;
  const isCondition =
    node.type === 'parenthesized_statements' || node.type === 'unary' || (node.type === 'binary' && isConnective(node));
  return isCondition && codeIn(node).some(hasImplicitMatch);
}
