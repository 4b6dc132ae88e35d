/** How a message names the receiver of a call: by its source if that is a short path, otherwise by the method. */
import type { Subject } from '../../problems/reason';
import type { Arg, Call, Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import type { Send, Site } from '../state/call';

/** Longer ones would make the sentence hard to read. */
const READABLE = 30;

export function receiverSubject({ method, site }: Pick<Send, 'method' | 'site'>): Subject {
  const receiver = isCall(site) ? site.receiver : null;
  const written = receiver && isPath(receiver) ? showExpr(receiver) : '';
  const isShort = written !== '' && written.length <= READABLE;
  return { kind: 'receiver', method, ...(isShort && { written }) };
}

function isCall(site: Site | Call): site is Call {
  return 'kind' in site && site.kind === 'call';
}

/** `x`, `@item`, `items.first`, `names[:a]`. */
function isPath(expr: Expr): boolean {
  if (expr.kind === 'var') return /^[@$]{0,2}[A-Za-z_]\w*$/.test(expr.name); // no name that was invented for a temporary
  if (expr.kind === 'const') return true;
  if (expr.kind !== 'call' || expr.madeBy !== 'source' || expr.block !== null) return false;
  if (expr.method === '[]' && expr.receiver !== null) return isPath(expr.receiver) && expr.args.every(isPlain);
  const isReader = expr.args.length === 0 && /^[a-z_]\w*[?!]?$/.test(expr.method);
  return isReader && (expr.receiver === null || isPath(expr.receiver));
}

function isPlain(arg: Arg): boolean {
  return arg.type === 'positional' && (arg.value.kind === 'lit' || isPath(arg.value));
}
