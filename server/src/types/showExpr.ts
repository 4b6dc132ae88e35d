/**
 * RIL -> Ruby source, for users: clauses of `invariant`, `pre` and `post` blocks have no source string of their own.
 * Pure expressions look as written by hand; what has no short form is `…`.
 */
import { printLiteral } from '../ril/print';
import type { Arg, Call, Expr } from '../ril/ril';

export function showExpr(expr: Expr): string {
  switch (expr.kind) {
    case 'lit':
      return printLiteral(expr.value);
    case 'self':
      return 'self';
    case 'var':
      return expr.name;
    case 'const':
      return showConstant(expr);
    case 'call':
      return showCall(expr);
    case 'and':
      return `${showOperand(expr.left, AND)} && ${showOperand(expr.right, AND)}`;
    case 'or':
      return showOr(expr);
    case 'if':
      return `${showOperand(expr.condition, TERNARY)} ? ${showExpr(expr.then)} : ${showExpr(expr.else)}`;
    case 'seq':
      return expr.body.length === 1 ? showExpr(expr.body[0]!) : `(${expr.body.map(showExpr).join('; ')})`;
    case 'array':
      return `[${expr.elements.map(showArg).join(', ')}]`;
    case 'hash':
      return expr.entries.length === 0 ? '{}' : `{ ${expr.entries.map(showArg).join(', ')} }`;
    case 'range':
      return [expr.from, expr.to]
        .map(end => (end === null ? '' : showOperand(end, SHIFT)))
        .join(expr.exclusive ? '...' : '..');
    case 'interpolate':
      return expr.as === 'string' ? `"${expr.parts.map(showPart).join('')}"` : '…';
    case 'defined':
      return `defined?(${showExpr(expr.value)})`;
    default:
      return '…';
  }
}

function showPart(part: Expr): string {
  if (part.kind === 'lit' && part.value.type === 'string') return JSON.stringify(part.value.value).slice(1, -1);
  return `#{${showExpr(part)}}`;
}

const TERNARY = 1;
const OR = 2;
const AND = 3;
const EQUALITY = 4;
const COMPARISON = 5;
const SHIFT = 8;
const UNARY = 12;
const POSTFIX = 13;

const BINARY: Readonly<Record<string, number>> = {
  '==': EQUALITY,
  '!=': EQUALITY,
  '===': EQUALITY,
  '<=>': EQUALITY,
  '=~': EQUALITY,
  '!~': EQUALITY,
  '<': COMPARISON,
  '<=': COMPARISON,
  '>': COMPARISON,
  '>=': COMPARISON,
  '|': 6,
  '^': 6,
  '&': 7,
  '<<': SHIFT,
  '>>': SHIFT,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
  '**': 11,
};

function levelOf(expr: Expr): number {
  switch (expr.kind) {
    case 'seq':
      return expr.body.length === 1 ? levelOf(expr.body[0]!) : POSTFIX;
    case 'if':
      return TERNARY;
    case 'or':
      return OR;
    case 'and':
      return AND;
    case 'range':
      return TERNARY;
    case 'call':
      if (isBinary(expr)) return BINARY[expr.method] ?? POSTFIX;
      return expr.receiver !== null && /^([!~]|[+-]@)$/.test(expr.method) ? UNARY : POSTFIX;
    default:
      return POSTFIX;
  }
}

function showOperand(expr: Expr, level: number): string {
  const shown = showExpr(expr);
  return levelOf(expr) < level ? `(${shown})` : shown;
}

/** Shows `!p || q`, which implication was lowered to, as `p implies q`. */
function showOr(expr: Expr & { kind: 'or' }): string {
  const { left, right } = expr;
  if (left.kind === 'call' && left.madeBy === 'negation' && left.receiver !== null) {
    return `if ${showExpr(left.receiver)} then ${showExpr(right)} end`;
  }
  return `${showOperand(left, OR)} || ${showOperand(right, OR)}`;
}

function isBinary(call: Call): boolean {
  return call.receiver !== null && call.args.length === 1 && Object.hasOwn(BINARY, call.method);
}

function showCall(call: Call): string {
  const args = [...call.args.map(showArg), ...showPass(call)];
  if (call.receiver === null) return call.method + showParenthesised(args) + showBlock(call);
  const arg = call.args[0];
  if (isBinary(call) && arg?.type === 'positional') {
    const level = BINARY[call.method]!;
    // Comparisons do not chain here, and powers bind to the right.
    const left = level === EQUALITY || level === COMPARISON || call.method === '**' ? level + 1 : level;
    return `${showOperand(call.receiver, left)} ${call.method} ${showOperand(arg.value, call.method === '**' ? level : level + 1)}`;
  }
  if (call.method === '[]') return `${showOperand(call.receiver, POSTFIX)}[${args.join(', ')}]`;
  if (/^[!~]$/.test(call.method)) return call.method + showOperand(call.receiver, UNARY);
  if (/^[+-]@$/.test(call.method)) return call.method[0] + showOperand(call.receiver, UNARY);
  const dot = call.safe ? '&.' : '.';
  return showOperand(call.receiver, POSTFIX) + dot + call.method + showParenthesised(args) + showBlock(call);
}

function showParenthesised(args: readonly string[]): string {
  return args.length === 0 ? '' : `(${args.join(', ')})`;
}

function showPass(call: Call): readonly string[] {
  if (call.block?.type !== 'pass') return [];
  return [`&${call.block.value === null ? '' : showExpr(call.block.value)}`];
}

function showBlock(call: Call): string {
  if (call.block?.type !== 'block') return '';
  const { params, implicitParams, body } = call.block.block;
  const names = params.map(param => param.name ?? '_').join(', ');
  return ` { ${names === '' || implicitParams ? '' : `|${names}| `}${showExpr(body)} }`;
}

function showConstant(expr: Expr & { kind: 'const' }): string {
  if (expr.scope === null) return expr.name;
  return expr.scope === 'root' ? `::${expr.name}` : `${showExpr(expr.scope)}::${expr.name}`;
}

function showArg(arg: Arg): string {
  switch (arg.type) {
    case 'positional':
      return showExpr(arg.value);
    case 'keyword':
      return `${arg.name}: ${showExpr(arg.value)}`;
    case 'pair':
      return `${showExpr(arg.key)} => ${showExpr(arg.value)}`;
    case 'splat':
      return arg.value === null ? '*' : `*${showExpr(arg.value)}`;
    case 'doubleSplat':
      return arg.value === null ? '**' : `**${showExpr(arg.value)}`;
    case 'forward':
      return '...';
  }
}
