/** Above each method with a contract: its current status. */

import type { Location } from '../base/span';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import { showValue } from '../proof/showValue';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { callSites } from './callSites';
import { knownIn } from './fixes/inferredSignature';
import { learnedTitle } from './learned';
import { requirementOf, showCaveats, showState, unsafeObligation, unsafeWord } from './verdictWords';

export interface Lens {
  readonly location: Location;
  readonly title: string;
  readonly method: MethodKey;
  /** The action of a click. */
  readonly action: 'details' | 'annotate' | 'learned' | 'refine';
}

export function lensesOf(snapshot: Snapshot, path: string): readonly Lens[] {
  const methods = snapshot.files.get(path)?.methods ?? [];
  // Only calls in the same file: argument types are known there.
  const called = callSites(methods);
  return methods.flatMap((method): readonly Lens[] => {
    const { nameLocation: location, info } = method;
    if (isShown(method)) return [{ location, title: titleOf(method), method: info.key, action: 'details' }];
    const learned = info.signature === null && info.definition !== null ? learnedTitle(snapshot, info.key) : null;
    if (learned !== null) return learnedLenses(snapshot, method, learned);
    const mayInfer = info.signature === null && info.definition !== null && called.has(info.key);
    if (mayInfer) return [{ location, title: 'infer type', method: info.key, action: 'annotate' }];
    const isKnown = knownIn(snapshot, [method]).length > 0;
    return isKnown ? [{ location, title: 'add inferred signature', method: info.key, action: 'annotate' }] : [];
  });
}

/** What was learned, and what can be inserted of it. */
function learnedLenses(snapshot: Snapshot, { info, nameLocation }: MethodSnapshot, title: string): readonly Lens[] {
  const known = { location: nameLocation, method: info.key };
  const found = snapshot.learned.entryOf(info.key);
  const insert: Lens = { ...known, title: 'insert type', action: 'annotate' };
  const refine: Lens = { ...known, title: 'insert type with refinements', action: 'refine' };
  return [
    { ...known, title, action: 'learned' },
    ...(found?.stale === false ? [insert] : []),
    ...(found?.stale === false && found.entry.values ? [refine] : []),
  ];
}

/** Methods with a body that are verified under an annotation, their own or an inherited one. */
export function isShown({ annotated, info, verdict }: MethodSnapshot): boolean {
  return info.definition !== null && (annotated || verdict?.status !== 'unchecked');
}

export function titleOf(method: MethodSnapshot): string {
  const { verdict } = method;
  if (verdict === null || method.state !== 'done') return showState(method);
  if (verdict.status === 'safe' && showCaveats(verdict).length === 0)
    return `✓ safe ${showTime(verdict.effort.milliseconds)}`.trim();
  if (verdict.status === 'unsafe') return `✗ ${unsafeWord(verdict)}: ${valuesOf(verdict)}`;
  return showState(method);
}

/** Empty if the solver was not queried. */
function showTime(milliseconds: number): string {
  if (milliseconds < 0.5) return '';
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `59`, or the whole call if there are no arguments to name. */
function valuesOf(verdict: Verdict): string {
  const worst = unsafeObligation(verdict);
  const example = worst?.counterexample;
  if (!example) return requirementOf(worst) ?? 'an obligation fails';
  const args = example.args.map(({ value }) => showValue(value));
  return args.length === 0 ? example.call : args.join(', ');
}
