/**
 * The type of the expression before the dot that is being typed. `x.` alone is not valid Ruby, so `probe` checks a
 * version of the file without the dot and what follows it, which is never shown.
 */
import { shift } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import type { Expr } from '../ril/ril';
import { isTemporaryName } from '../ril/temporaryName';
import type { Type } from '../types/type';
import { codeAt } from './expressionAt';

export type Probe = (path: string, text: string) => Snapshot;

export interface Receiver {
  readonly type: Type;
  readonly isSelf: boolean;
}

const DOT = /(&?\.)\s*(\w*[?!]?)$/;

/** Null: no dot, or the type before it is unknown. */
export function receiverBefore(snapshot: Snapshot, probe: Probe, path: string, offset: number): Receiver | null {
  const text = snapshot.sources.get(path)?.text ?? '';
  const match = DOT.exec(text.slice(Math.max(0, offset - 200), offset));
  if (match === null || /\d$/.test(text.slice(0, offset - match[0].length))) return null;
  return receiverAt(snapshot, probe, path, offset - match[0].length, offset);
}

/** The expression that ends at `dot`. The source from there to `end` is incomplete. */
export function receiverAt(snapshot: Snapshot, probe: Probe, path: string, dot: number, end: number): Receiver | null {
  const text = snapshot.sources.get(path)?.text ?? '';
  return typeEndingAt(probe(path, text.slice(0, dot) + text.slice(end)), path, dot);
}

function typeEndingAt(snapshot: Snapshot, path: string, end: number): Receiver | null {
  const code = codeAt(snapshot, path, end);
  if (code === null) return null;
  let best: readonly [Expr, Type] | null = null;
  for (const [expr, type] of code.types) {
    const span = shift(expr.span, code.at);
    if (span.end !== end || span.end === span.start || (expr.kind === 'var' && isTemporaryName(expr.name))) continue;
    if (best === null || expr.span.start >= best[0].span.start) best = [expr, type];
  }
  return best && { type: best[1], isSelf: best[0].kind === 'self' };
}
