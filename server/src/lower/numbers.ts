/** Number literals. Integers of any size become decimal digits; others stay as written, without underscores. */
import type { Expr, LiteralValue } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { lit } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf, textOf } from './context';
import { opaque } from './opaque';

export const numberLowerers: LowererTable = {
  integer: lowerInteger,
  float: (ctx, node) => lit(spanOf(ctx, node), { type: 'float', value: digitsOf(ctx, node) }),
  rational: (ctx, node) =>
    lit(spanOf(ctx, node), { type: 'rational', value: toDecimal(digitsOf(ctx, node).slice(0, -1)) }),
  complex: (ctx, node) =>
    lit(spanOf(ctx, node), { type: 'imaginary', value: toDecimal(digitsOf(ctx, node).slice(0, -1)) }),
};

function digitsOf(ctx: LowerContext, node: SyntaxNode): string {
  return textOf(ctx, node).replaceAll('_', '');
}

/** Above this limit, converting another base to decimal is too slow. */
const MAX_DIGITS = 10_000;

function lowerInteger(ctx: LowerContext, node: SyntaxNode): Expr {
  const text = digitsOf(ctx, node);
  if (text.length > MAX_DIGITS) return opaque(ctx, node, { kind: 'long-number' });
  const value = toDecimal(text);
  if (!/^\d+$/.test(value)) return opaque(ctx, node, { kind: 'number' });
  return lit(spanOf(ctx, node), { type: 'integer', value });
}

/** `0x1f`, `0b1`, `0o7`, `017`, `0d9` in decimal digits; anything else unchanged. */
function toDecimal(text: string): string {
  const lower = text.toLowerCase();
  if (/^0x[\da-f]+$|^0b[01]+$|^0o[0-7]+$/.test(lower)) return BigInt(lower).toString();
  if (/^0[0-7]+$/.test(lower)) return BigInt(`0o${lower.slice(1)}`).toString();
  if (/^0d\d+$/.test(lower)) return BigInt(lower.slice(2)).toString();
  return text;
}

/** Returns null if it is not a number. */
export function signedNumber(sign: string, value: LiteralValue): LiteralValue | null {
  switch (value.type) {
    case 'integer':
    case 'float':
    case 'rational':
    case 'imaginary':
      if (sign === '+' || (value.type === 'integer' && value.value === '0')) return value;
      return { type: value.type, value: `-${value.value}` };
    default:
      return null;
  }
}
