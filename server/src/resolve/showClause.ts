/** A contract's expression as Ruby text again, for messages: enough for what contracts are made of. */
import type { Arg, Call, Expr, LiteralValue } from '../ril/ril';

export function showClause(expr: Expr): string {
  switch (expr.kind) {
    case 'lit':
      return showLiteral(expr.value);
    case 'self':
      return 'self';
    case 'var':
      return expr.name;
    case 'const':
      return expr.scope === null ? expr.name : `${expr.scope === 'root' ? '' : showClause(expr.scope)}::${expr.name}`;
    case 'and':
      return `${showClause(expr.left)} && ${showClause(expr.right)}`;
    case 'or':
      return `${tight(expr.left)} || ${tight(expr.right)}`;
    case 'seq':
      return expr.body.map(showClause).join('; ');
    case 'if':
      return `${tight(expr.condition)} ? ${tight(expr.then)} : ${tight(expr.else)}`;
    case 'call':
      return showCall(expr);
    case 'array':
      return `[${expr.elements.map(showArg).join(', ')}]`;
    case 'range':
      return `${expr.from ? tight(expr.from) : ''}${expr.exclusive ? '...' : '..'}${expr.to ? tight(expr.to) : ''}`;
    default:
      return '…';
  }
}

function showCall(call: Call): string {
  const args = call.args.map(showArg);
  const block = call.block === null ? '' : ' { … }';
  if (call.receiver && /^\W+$/.test(call.method) && call.method !== '[]') {
    if (args.length === 0) return `${call.method.replace('@', '')}${tight(call.receiver)}`;
    return `${tight(call.receiver)} ${call.method} ${args[0]}`;
  }
  const receiver = call.receiver ? tight(call.receiver) : '';
  if (call.method === '[]') return `${receiver}[${args.join(', ')}]`;
  const name = `${receiver}${receiver && (call.safe ? '&.' : '.')}${call.method}`;
  return `${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${block}`;
}

function showArg(arg: Arg): string {
  switch (arg.type) {
    case 'positional':
      return tight(arg.value);
    case 'keyword':
      return `${arg.name}: ${showClause(arg.value)}`;
    case 'pair':
      return `${showClause(arg.key)} => ${showClause(arg.value)}`;
    case 'splat':
      return `*${arg.value ? tight(arg.value) : ''}`;
    case 'doubleSplat':
      return `**${arg.value ? tight(arg.value) : ''}`;
    case 'forward':
      return '...';
  }
}

/** In brackets where an operator around it could take it apart. */
function tight(expr: Expr): string {
  const operator =
    expr.kind === 'call' && expr.receiver !== null && expr.args.length > 0 && /^[^[\w]+$/.test(expr.method);
  const loose = ['or', 'and', 'if', 'range'].includes(expr.kind) || (operator && /^[=!<>|^&]/.test(expr.method));
  return loose ? `(${showClause(expr)})` : showClause(expr);
}

function showLiteral(value: LiteralValue): string {
  switch (value.type) {
    case 'nil':
    case 'true':
    case 'false':
      return value.type;
    case 'symbol':
      return `:${value.value}`;
    case 'string':
      return JSON.stringify(value.value);
    case 'regexp':
      return `/${value.value}/${value.flags}`;
    default:
      return value.value;
  }
}
