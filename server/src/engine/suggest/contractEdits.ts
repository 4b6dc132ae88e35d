/**
 * A contract as edits of its source: clauses that are added to the refinements of parameters and result, and holes that
 * they replace.
 */
import type { TextEdit } from '../../base/edit';
import type { SignatureArm } from '../../program/program';
import type { Expr } from '../../ril/ril';
import type { Refinement, Type } from '../../types/type';
import { locate, type MethodSnapshot, type Snapshot } from '../snapshot';
import { clauseText, findSoleArm, hasMessage, needsParentheses, parenthesise, sortEdits } from './annotationEdits';
import { bindersOf } from './preconditions';
import { namesOf } from './terms';

/** A parameter or the result, as the contract writes it. */
export interface Slot {
  readonly of: 'parameter' | 'result';
  /** Its name in clauses, which the contract may not write yet. */
  readonly name: string;
  readonly type: Type;
  readonly isNamed: boolean;
  readonly refinement: Refinement | null;
  readonly span: { readonly start: number; readonly end: number } | null;
}

export interface Contract {
  readonly arm: SignatureArm;
  readonly params: readonly Slot[];
  readonly result: Slot;
}

/** Null: the method has no contract, several, or one in another notation. */
export function contractOf({ info }: MethodSnapshot): Contract | null {
  const arm = findSoleArm(info);
  if (arm === null) return null;
  const { type } = arm;
  const binders = [...bindersOf(info, type).values()];
  const params = type.params.flatMap((param, i): readonly Slot[] => {
    const name = param.name ?? binders[i];
    if (name === undefined) return [];
    return [{ ...param, of: 'parameter', name, isNamed: param.name !== null }];
  });
  const taken = new Set(params.map(({ name }) => name));
  const name = type.resultName ?? (['r', 'result', 'value'].find(each => !taken.has(each)) || 'r_');
  const { result, resultRefinement: refinement, resultSpan: span } = type;
  const isNamed = type.resultName !== null;
  return { arm, params, result: { of: 'result', name, type: result, isNamed, refinement, span } };
}

export function hasHole({ refinement }: Slot): boolean {
  return refinement?.hole !== undefined;
}

/** The slot whose refinement may have the clause: the last parameter that it mentions, else the first. */
export function slotFor({ params, result }: Contract, clause: Expr): Slot | null {
  const names = namesOf(clause);
  if (names.has(result.name)) return result;
  return params.findLast(({ name }) => names.has(name)) ?? params[0] ?? null;
}

/** Adds the clauses and removes the holes. Null: a clause cannot be written here, or its slot has no source. */
export function writeClauses(
  snapshot: Snapshot,
  contract: Contract,
  clauses: readonly Expr[],
): readonly TextEdit[] | null {
  const edits: TextEdit[] = [];
  const names = new Set(clauses.flatMap(clause => [...namesOf(clause)]));
  const slots = [...contract.params, contract.result];
  if (clauses.some(clause => slotFor(contract, clause) === null)) return null;
  for (const slot of slots) {
    const added = clauses.filter(clause => slotFor(contract, clause) === slot);
    if (added.length === 0 && !hasHole(slot) && (slot.isNamed || !names.has(slot.name))) continue;
    const edit = writeSlot(snapshot, contract, slot, added);
    if (edit === null) return null;
    edits.push(edit);
  }
  return sortEdits(edits);
}

function writeSlot(snapshot: Snapshot, { arm }: Contract, slot: Slot, added: readonly Expr[]): TextEdit | null {
  const at = slot.span && arm.place ? locate(snapshot, { anchor: arm.place.anchor, span: slot.span }) : null;
  const file = at && snapshot.files.get(at.path);
  if (!at || !file) return null;
  const texts = added.map(clauseText);
  if (texts.includes(null)) return null;
  const joined = added.map((clause, i) =>
    added.length === 1 ? (texts[i] ?? '') : parenthesise(clause, texts[i] ?? ''),
  );
  const { refinement } = slot;
  const name = slot.isNamed ? '' : ` ${slot.name}`;
  if (refinement === null) {
    const braces = texts.length === 0 ? '' : ` { ${joined.join(' && ')} }`;
    return { start: at.span.end, end: at.span.end, text: name + braces };
  }
  const inner = hasMessage(refinement) ? null : locate(snapshot, refinement.place);
  if (inner === null) return null;
  const known = keptClauses(file.text.slice(inner.span.start, inner.span.end), refinement);
  const kept = known !== '' && texts.length > 0 && needsParentheses(known) ? `(${known})` : known;
  const all = [...(kept === '' ? [] : [kept]), ...added.map((clause, i) => parenthesise(clause, texts[i] ?? ''))];
  if (all.length > 0) return { ...inner.span, text: all.join(' && ') };
  const head = file.text.slice(at.span.start, inner.span.start).replace(/\s*\{\{?\s*$/, '');
  return { start: at.span.start, end: at.span.end, text: head };
}

/** What is written besides the hole. */
function keptClauses(text: string, { hole, clauses }: Refinement): string {
  if (hole === undefined) return text.trim();
  return clauses.length === 0 ? '' : text.replace(/\s*(?:&&|∧|\band\b)\s*\?\?\s*$/u, '').trim();
}
