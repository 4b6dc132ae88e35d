/** Above each method with a contract: its current status. */

import type { Location } from '../base/span';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import { shortName } from '../judge/verdictText';
import { showConstruct } from '../problems/constructs';
import { failingAssumption } from '../proof/obligation';
import { showValue } from '../proof/showValue';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { callSites } from './callSites';
import { hasSignatureToAdd } from './fixes/inferredSignature';
import { learnedTitle } from './learnedText';
import { isBroken, requirementOf, showCaveats, showState, unsafeObligation } from './verdictSummary';

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
    if (hasVerificationLens(method)) return [{ location, title: titleOf(method), method: info.key, action: 'details' }];
    const learned = info.signature === null && info.definition !== null ? learnedTitle(snapshot, info.key) : null;
    if (learned !== null) return learnedLenses(snapshot, method, learned);
    const isCalled = info.signature === null && info.definition !== null && called.has(info.key);
    const isOffered = isCalled || hasSignatureToAdd(snapshot, method);
    return isOffered ? [{ location, title: ADD_SIGNATURE, method: info.key, action: 'annotate' }] : [];
  });
}

const ADD_SIGNATURE = 'Add inferred signature';

/** What was learned, and what can be inserted of it. */
function learnedLenses(snapshot: Snapshot, { info, nameLocation }: MethodSnapshot, title: string): readonly Lens[] {
  const known = { location: nameLocation, method: info.key };
  const found = snapshot.learned.entryOf(info.key);
  const insert: Lens = { ...known, title: 'Insert type', action: 'annotate' };
  const refine: Lens = { ...known, title: 'Insert type with refinements', action: 'refine' };
  return [
    { ...known, title, action: 'learned' },
    ...(found?.stale === false ? [insert] : []),
    ...(found?.stale === false && found.entry.values ? [refine] : []),
  ];
}

/** Methods with a body that are verified under an annotation, their own or an inherited one. */
export function hasVerificationLens({ annotated, info, verdict }: MethodSnapshot): boolean {
  return info.definition !== null && (annotated || verdict?.status !== 'unchecked');
}

/** What is known in a few words, and what is being done about it. The details of a verdict are a click away. */
export function titleOf(method: MethodSnapshot): string {
  const { verdict, state } = method;
  if (state !== 'done') return verdict === null ? '… checking' : '↻ rechecking';
  if (verdict === null) return '… not checked yet';
  switch (verdict.status) {
    case 'safe':
      return proofTitle(verdict);
    case 'unsafe':
      return `✗ ${failureOf(verdict)}`;
    case 'not-modelled':
      return showNotModelled(verdict);
    default:
      return showState(method);
  }
}

/** The only unsupported expression by its name, several by their number. */
function showNotModelled({ notModelled }: Verdict): string {
  const [only] = notModelled;
  if (only === undefined) return '? not checked';
  return notModelled.length === 1
    ? `? not checked: ${showConstruct(only.construct)}`
    : `? not checked · ${notModelled.length} unsupported expressions`;
}

/** A proof that relies on a method which fails has a mark of its own. */
function proofTitle(verdict: Verdict): string {
  const failing = failingAssumption(verdict.caveats);
  return failing === null
    ? `✓ proved${showLimits(showCaveats(verdict))}`
    : `⚠ proved, but relies on ${shortName(failing)}, which fails`;
}

/** One limit is named if it is short. */
function showLimits(caveats: readonly string[]): string {
  const [only] = caveats;
  if (only === undefined) return '';
  if (caveats.length > 1) return ` · ${caveats.length} assumptions`;
  return only.length <= LONGEST_LIMIT ? ` ${only}` : ' · 1 assumption';
}

const LONGEST_LIMIT = 40;

/** The whole call, if it is short; otherwise the values of its arguments. */
function failureOf(verdict: Verdict): string {
  const worst = unsafeObligation(verdict);
  const fails = isBroken(verdict) ? 'fails' : 'may fail';
  const example = worst?.counterexample;
  if (!example) return `${fails}: ${requirementOf(worst) ?? 'an obligation'}`;
  if (example.call.length <= LONGEST_CALL || example.args.length === 0) return `${fails} for ${example.call}`;
  return `${fails} for ${example.args.map(({ value }) => showValue(value)).join(', ')}`;
}

const LONGEST_CALL = 60;
