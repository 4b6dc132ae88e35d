/** Conditions as Ruby source, for traces. Long or unusual ones are abbreviated. */
import { printLiteral } from '../../ril/print';
import type { Call, Expr } from '../../ril/ril';

const LONGEST = 60;
/** `+`, `==`, `<=>`; not `[]`. */
const OPERATOR = /^[^\w[\]]+$/;

export function showCondition(expr: Expr): string {
  const text = show(expr);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function show(expr: Expr): string {
  switch (expr.kind) {
    case 'lit':
      return printLiteral(expr.value);
    case 'self':
      return 'self';
    case 'var':
    case 'const':
      return expr.name;
    case 'and':
      return `${show(expr.left)} && ${show(expr.right)}`;
    case 'or':
      return `${show(expr.left)} || ${show(expr.right)}`;
    case 'call':
      return showCall(expr);
    case 'assign':
      return `${show(expr.target)} = ${show(expr.value)}`;
    default:
      return '…';
  }
}

function showCall(call: Call): string {
  const args = call.args.map(arg => (arg.type === 'positional' ? show(arg.value) : '…'));
  if (call.receiver && OPERATOR.test(call.method) && args.length === 1)
    return `${show(call.receiver)} ${call.method} ${args[0]}`;
  if (call.receiver && call.method === '!') return `!${show(call.receiver)}`;
  if (call.receiver && call.method === '[]') return `${show(call.receiver)}[${args.join(', ')}]`;
  const on = call.receiver ? `${show(call.receiver)}${call.safe ? '&.' : '.'}` : '';
  return `${on}${call.method}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}
