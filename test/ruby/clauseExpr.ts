/** Reads the few clauses of the replay tests: comparisons and sums of names, numbers, fields, calls and old(...). */
import type { Expr } from '../../server/src/ril/ril';

const NONE = { start: 0, end: 0 };
const TOKEN = /\s*(==|<=|>=|[<>+\-().]|@?[a-z_]\w*|\d+)/y;

interface Reading {
  readonly tokens: readonly string[];
  at: number;
}

export function clauseExpr(text: string): Expr {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1]!);
  const reading: Reading = { tokens, at: 0 };
  const expr = binary(reading, [
    ['==', '<=', '>=', '<', '>'],
    ['+', '-'],
  ]);
  if (reading.at !== tokens.length) throw new Error(`not read: ${text}`);
  return expr;
}

function binary(reading: Reading, levels: readonly (readonly string[])[]): Expr {
  const [operators, ...inner] = levels;
  if (!operators) return postfix(reading);
  let left = binary(reading, inner);
  while (operators.includes(reading.tokens[reading.at] ?? '')) {
    const operator = reading.tokens[reading.at++]!;
    left = call(left, operator, [binary(reading, inner)]);
  }
  return left;
}

function postfix(reading: Reading): Expr {
  let expr = primary(reading);
  while (reading.tokens[reading.at] === '.') {
    reading.at += 2;
    expr = call(expr, reading.tokens[reading.at - 1]!, []);
  }
  return expr;
}

function primary(reading: Reading): Expr {
  const token = reading.tokens[reading.at++]!;
  if (/^\d/.test(token)) return { kind: 'lit', span: NONE, value: { type: 'integer', value: token } };
  if (token.startsWith('@')) return { kind: 'var', span: NONE, scope: 'instance', name: token };
  if (token === 'old') {
    reading.at++;
    const inside = binary(reading, [['+', '-']]);
    reading.at++;
    return call(null, 'old', [inside]);
  }
  return { kind: 'var', span: NONE, scope: 'local', name: token };
}

function call(receiver: Expr | null, method: string, args: readonly Expr[]): Expr {
  return {
    kind: 'call',
    span: NONE,
    receiver,
    method,
    methodSpan: NONE,
    args: args.map(value => ({ type: 'positional', value })),
    block: null,
    safe: false,
    bare: false,
    madeBy: 'source',
  };
}
