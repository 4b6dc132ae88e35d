/** The hover on a method without an annotation: its inferred signature, where parts come from, and what is unknown. */
import type { InferredMethod } from '../engine/inferredSignatures';
import { lineIn, type Snapshot } from '../engine/snapshot';
import { showUnknownCause } from '../problems/unknownCauses';
import { methodByKey } from '../program/lookup';
import { showMethodType, showType } from '../types/show';
import type { OutgoingCall, ResultOrigin } from '../types/summary';
import type { MethodKey } from '../types/typedMethod';

/** Null: nothing is inferred. */
export function inferredOf(snapshot: Snapshot, key: MethodKey): InferredMethod | null {
  const method = methodByKey(snapshot.program, key);
  return method?.definition && method.signature === null ? snapshot.inferred.methodOf(key) : null;
}

/** As written in a `type`. */
export function showInferred({ signature }: InferredMethod): string {
  return showMethodType(signature.type);
}

/** Lines of Markdown after the signature. */
export function explainInferred(snapshot: Snapshot, inferred: InferredMethod): readonly string[] {
  const { summary, signature, calls } = inferred;
  const names = [...signature.fromCallers].map(name => `\`${name}\``);
  const supply = names.length === 0 ? [] : [`${names.join(', ')}: as ${showCalls(snapshot, calls)}.`];
  const nils = summary.origins.filter(({ type }) => type.kind === 'nil');
  const causes = summary.unknown.map(cause => `Unknown: ${showUnknownCause(cause)}.`);
  const never = summary.result.kind === 'bottom' ? ['It never returns normally.'] : [];
  return [...supply, ...nils.flatMap(origin => showOrigin(snapshot, origin)), ...never, ...causes];
}

function showOrigin(snapshot: Snapshot, { type, place }: ResultOrigin): readonly string[] {
  const at = lineIn(snapshot, place);
  return at === null ? [] : [`\`${showType(type)}\` comes from line ${at.line + 1}.`];
}

function showCalls(snapshot: Snapshot, calls: readonly OutgoingCall[]): string {
  const lines = calls.flatMap(({ place }) => lineIn(snapshot, place)?.line ?? []).map(line => `${line + 1}`);
  const shown = [...new Set(lines)].slice(0, 3).join(', ');
  return calls.length === 1 ? `called in line ${shown}` : `called in lines ${shown}${calls.length > 3 ? ', …' : ''}`;
}
