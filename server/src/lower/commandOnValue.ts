/**
 * `x [1]`, `x -1`, `x *y`, `x &y`, `x **y` where x is a value: Ruby parses an operator; tree-sitter, which has no
 * scopes, parses a call of x with an argument. A value is a local, `@x`, `self`, or anything adjacent to the operator
 * (`a&b`). The operator is moved to the left end of that argument: `x -1 * 2 + 3`, parsed as `x(-1 * 2 + 3)`, becomes
 * `(x - (1 * 2)) + 3`.
 */
import type { Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { lowerArg } from './arguments';
import { call, positional } from './build';
import {
  type Command,
  findCommand,
  findMisparsedOperator,
  LEFT_FIELD,
  type MisparsedOperator,
  nodesOnLeftEdge,
  VARIABLES,
} from './command';
import type { LowerContext } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr } from './lowerExpr';
import { lowerName } from './names';
import { opaque } from './opaque';
import { fieldOf, partsOf } from './syntaxParts';

/** Returns null for an ordinary call. */
export function lowerCommandOnValue(ctx: LowerContext, node: SyntaxNode): Expr | null {
  const command = findCommand(ctx, node);
  const [first] = command?.args ?? [];
  if (!command || !first) return null;
  const spine = nodesOnLeftEdge(first);
  const joint = findMisparsedOperator(ctx, spine.at(-1)!);
  if (!joint && !command.certain) return null;
  const isWhole = command.args.length === 1 && !fieldOf(node, 'block');
  if (!isWhole || !joint || joint === 'unclear') {
    const next = ctx.file.text.charAt(first.start);
    return opaque(ctx, node, { kind: 'ambiguous-command', method: textOf(ctx, command.method), next });
  }
  return rebuild(ctx, command, joint, spine);
}

/** The value before the operator: the name of the call, or its receiver and name, without arguments. */
function lowerHead(ctx: LowerContext, { node, method }: Command): Expr {
  const receiverNode = fieldOf(node, 'receiver');
  if (!receiverNode)
    return VARIABLES.has(method.type) ? lowerExpr(ctx, method) : lowerName(ctx, method, textOf(ctx, method));
  const receiver = lowerExpr(ctx, receiverNode);
  const span = spanOf(ctx, { start: node.start, end: method.end });
  const safe = fieldOf(node, 'operator')?.type === '&.';
  return call({ span, receiver, method: textOf(ctx, method), methodSpan: spanOf(ctx, method), safe });
}

function rebuild(ctx: LowerContext, command: Command, joint: MisparsedOperator, spine: readonly SyntaxNode[]): Expr {
  const above = spine.slice(0, -1).reverse();
  const receiver = lowerHead(ctx, command);
  const { start } = command.node;
  if (joint.type === 'index') {
    const args = partsOf(joint.array).map(part => lowerArg(ctx, part));
    const span = spanOf(ctx, { start, end: joint.array.end });
    const indexed = call({ span, receiver, method: '[]', methodSpan: spanOf(ctx, joint.array), args });
    return lowerLevels(ctx, indexed, above, start);
  }
  return rebuildOperator(ctx, receiver, start, joint, above);
}

/** Operators on the left edge of the operand that bind tighter stay with the operand; the others apply to the whole. */
function rebuildOperator(
  ctx: LowerContext,
  receiver: Expr,
  start: number,
  joint: Extract<MisparsedOperator, { type: 'operator' }>,
  above: readonly SyntaxNode[],
): Expr {
  const name = joint.operator.type;
  const inside = nodesOnLeftEdge(joint.operand);
  const levels = [...inside.slice(0, -1).reverse(), ...above];
  const leaf = inside.at(-1)!;
  const split = levels.findIndex(level => !bindsTighter(level, name));
  const tighter = split < 0 ? levels : levels.slice(0, split);
  const looser = split < 0 ? [] : levels.slice(split);
  const right = lowerLevels(ctx, lowerExpr(ctx, leaf), tighter, leaf.start);
  const span = { start: receiver.span.start, end: right.span.end };
  const args = [positional(right)];
  const joined = call({ span, receiver, method: name, methodSpan: spanOf(ctx, joint.operator), args });
  return lowerLevels(ctx, joined, looser, start);
}

const PRECEDENCE: readonly (readonly string[])[] = [
  ['and', 'or'],
  ['||'],
  ['&&'],
  ['<=>', '==', '===', '!=', '=~', '!~'],
  ['<', '<=', '>', '>='],
  ['|', '^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];

function precedence(operator: string): number {
  return PRECEDENCE.findIndex(level => level.includes(operator));
}

function bindsTighter(level: SyntaxNode, operator: string): boolean {
  if (level.type === 'call' || level.type === 'element_reference') return true;
  if (level.type !== 'binary') return false;
  const own = childOf(level, 'operator');
  const mine = own ? precedence(own.type) : -1;
  const other = precedence(operator);
  return mine > other || (mine === other && operator === '**');
}

/** Lowers `levels` (inner to outer) with `value` at their left edge. */
function lowerLevels(ctx: LowerContext, value: Expr, levels: readonly SyntaxNode[], start: number): Expr {
  let result = value;
  for (const level of levels) {
    const field = LEFT_FIELD[level.type]!;
    const edge: SyntaxNode = { ...childOf(level, field)!, type: 'lowered', start, children: [] };
    ctx.done.set(edge, result);
    const children = level.children.map(child => (child.field === field ? edge : child));
    result = lowerExpr(ctx, { ...level, start, children });
  }
  return result;
}
