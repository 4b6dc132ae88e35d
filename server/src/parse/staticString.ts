/** String expressions whose value is known without running Ruby: one literal, adjacent ones, `+` of literals. */
import type { AnchorId, Place } from '../base/span';
import type { Expr, StringSegment } from '../ril/ril';
import { joinTexts, placeIn, type TextSource } from './sourceText';

export interface StaticText {
  readonly text: string;
  readonly source: TextSource;
  /** The place of the characters inside the quotes. */
  readonly place: Place;
}

export function staticText(expr: Expr, anchor: AnchorId): StaticText | null {
  const found = collectPieces(expr);
  if (found === null) return null;
  const source = { anchor, segments: found.segments };
  return { text: found.text, source, place: placeIn(source, 0, found.text.length) };
}

function collectPieces(expr: Expr): { text: string; segments: readonly StringSegment[] } | null {
  if (expr.kind === 'lit' && expr.value.type === 'string') {
    const { value, segments } = expr.value;
    // A literal without segments is assumed to be verbatim after its opening quote.
    const known = segments.length > 0 ? segments : [{ at: 0, length: value.length, source: expr.span.start + 1 }];
    return { text: value, segments: known };
  }
  if (expr.kind !== 'call') return null;
  const receiver = expr.receiver === null ? null : collectPieces(expr.receiver);
  if (receiver === null) return null;
  if (expr.method === 'freeze' && expr.args.length === 0) return receiver;
  const arg = expr.args[0];
  if (expr.method !== '+' || arg?.type !== 'positional') return null;
  const right = collectPieces(arg.value);
  return right === null ? null : joinTexts([receiver, right], '');
}

/** The literal parts of an interpolated string: `"(#{name}) -> Integer"` becomes `() -> Integer`. */
export function literalParts(expr: Expr): string {
  if (expr.kind === 'lit' && expr.value.type === 'string') return expr.value.value;
  if (expr.kind === 'interpolate') return expr.parts.map(literalParts).join('');
  if (expr.kind === 'call' && expr.receiver !== null && /^([+%]|freeze)$/.test(expr.method)) {
    const arg = expr.args[0];
    return literalParts(expr.receiver) + (arg?.type === 'positional' ? literalParts(arg.value) : '');
  }
  return '';
}

/** The name in a symbol or string literal. */
export function literalName(expr: Expr): string | null {
  if (expr.kind !== 'lit') return null;
  return expr.value.type === 'symbol' || expr.value.type === 'string' ? expr.value.value : null;
}

/** `A::B` as written, `::A` with its colons; null for anything else. */
export function constantPath(expr: Expr): string | null {
  if (expr.kind !== 'const') return null;
  if (expr.scope === null) return expr.name;
  if (expr.scope === 'root') return `::${expr.name}`;
  const scope = constantPath(expr.scope);
  return scope === null ? null : `${scope}::${expr.name}`;
}
