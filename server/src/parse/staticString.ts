/** String expressions whose text is known without running Ruby: one literal, adjacent ones, `+` of literals. */
import type { AnchorId, Place } from '../base/span';
import type { Expr, StringSegment } from '../ril/ril';
import { joinTexts, placeIn, type TextSource } from './sourceText';

export interface StaticText {
  readonly text: string;
  readonly source: TextSource;
  /** Of the text inside the quotes. */
  readonly place: Place;
}

export function staticText(expr: Expr, anchor: AnchorId): StaticText | null {
  const found = pieces(expr);
  if (found === null) return null;
  const source = { anchor, segments: found.segments };
  return { text: found.text, source, place: placeIn(source, 0, found.text.length) };
}

function pieces(expr: Expr): { text: string; segments: readonly StringSegment[] } | null {
  if (expr.kind === 'lit' && expr.value.type === 'string') {
    const { value, segments } = expr.value;
    // A literal made without segments is taken to stand verbatim behind its opening quote.
    const known = segments.length > 0 ? segments : [{ at: 0, length: value.length, source: expr.span.start + 1 }];
    return { text: value, segments: known };
  }
  if (expr.kind !== 'call') return null;
  const receiver = expr.receiver === null ? null : pieces(expr.receiver);
  if (receiver === null) return null;
  if (expr.method === 'freeze' && expr.args.length === 0) return receiver;
  const arg = expr.args[0];
  if (expr.method !== '+' || arg?.type !== 'positional') return null;
  const right = pieces(arg.value);
  return right === null ? null : joinTexts([receiver, right], '');
}

/** What is literally written in a string that is computed: `"(#{name}) -> Integer"` is `() -> Integer`. */
export function literalParts(expr: Expr): string {
  if (expr.kind === 'lit' && expr.value.type === 'string') return expr.value.value;
  if (expr.kind === 'interpolate') return expr.parts.map(literalParts).join('');
  if (expr.kind === 'call' && expr.receiver !== null && /^([+%]|freeze)$/.test(expr.method)) {
    const arg = expr.args[0];
    return literalParts(expr.receiver) + (arg?.type === 'positional' ? literalParts(arg.value) : '');
  }
  return '';
}

/** The name that a symbol or string literal gives. */
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
