/** Edits of annotations: add a clause to a refinement, or change a label. */
import type { TextEdit } from '../../base/edit';
import type { Location, Span } from '../../base/span';
import type { MethodInfo, SignatureArm } from '../../program/program';
import type { Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import type { ParamType, Refinement } from '../../types/type';
import type { Snapshot } from '../snapshot';
import { locate } from '../snapshot';
import { namesOf } from './terms';

export interface AnnotationEdit {
  readonly path: string;
  readonly edit: TextEdit;
}

/** A clause can be added only if the method has one type that is written in the workspace. */
export function findSoleArm(info: MethodInfo): SignatureArm | null {
  const arms = info.signature?.arms ?? [];
  const [arm] = arms;
  if (info.origin !== 'workspace' || arms.length !== 1 || !arm?.place || arm.origin !== null) return null;
  // Clauses cannot be written in other notations.
  return arm.broken || arm.notation !== undefined ? null : arm;
}

/** The source of a slot of the type: `Integer`, `Integer x`, `Integer x { x > 0 }`. */
export interface Slot {
  readonly span: Span | null;
  readonly name: string | null;
  readonly refinement: Refinement | null;
}

/** The clause as source; null if it cannot be written inside a quoted string. */
export function clauseText(clause: Expr): string | null {
  const text = showExpr(clause);
  return /['"\\…]|#\{/.test(text) ? null : text;
}

export function withClause(
  snapshot: Snapshot,
  arm: SignatureArm,
  slot: Slot,
  name: string,
  clause: Expr,
): AnnotationEdit | null {
  const at = slot.span && arm.place ? locate(snapshot, { anchor: arm.place.anchor, span: slot.span }) : null;
  return at && addClause(snapshot, at, slot, name, clause);
}

/** `Integer or nil x` -> `Integer x`; null if the type is not written so. */
export function withoutNil(snapshot: Snapshot, arm: SignatureArm, { span }: Slot): AnnotationEdit | null {
  const at = span && arm.place ? locate(snapshot, { anchor: arm.place.anchor, span }) : null;
  const text = at && snapshot.files.get(at.path)?.text.slice(at.span.start, at.span.end);
  const found = text?.match(/^[^{]*?(\s+or\s+nil\b|\bnil\s+or\s+)/);
  if (!at || !found) return null;
  const end = at.span.start + found[0].length;
  return { path: at.path, edit: { start: end - found[1]!.length, end, text: '' } };
}

/** Names for parameters that have none and that the clause mentions. The clause itself names `but`. */
export function nameForClause(
  snapshot: Snapshot,
  arm: SignatureArm,
  binders: readonly string[],
  clause: Expr,
  but: ParamType | null = null,
): readonly TextEdit[] {
  const names = namesOf(clause);
  return arm.type.params.flatMap((param, i) => {
    const name = binders[i];
    if (param === but || param.name !== null || param.span === null || name === undefined || !names.has(name))
      return [];
    const at = locate(snapshot, { anchor: arm.place!.anchor, span: param.span });
    return at === null ? [] : [{ start: at.span.end, end: at.span.end, text: ` ${name}` }];
  });
}

/** Edits must be in source order. */
export function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

/** `at`: span of the whole slot. */
export function addClause(
  snapshot: Snapshot,
  at: Location,
  slot: Omit<Slot, 'span'>,
  name: string,
  clause: Expr,
): AnnotationEdit | null {
  const file = snapshot.files.get(at.path);
  const added = clauseText(clause);
  if (file === undefined || added === null) return null;
  const { refinement } = slot;
  if (refinement === null) {
    const binder = slot.name === null ? ` ${name}` : '';
    return insertAt(at.path, at.span.end, `${binder} { ${added} }`);
  }
  const known = hasMessage(refinement) ? null : locate(snapshot, refinement.place);
  if (known === null) return null;
  const text = file.text.slice(known.span.start, known.span.end);
  const end = known.span.start + text.trimEnd().length;
  if (!needsParentheses(text)) return insertAt(at.path, end, ` && ${parenthesise(clause, added)}`);
  return { path: at.path, edit: { ...known.span, text: `(${text.trim()}) && ${parenthesise(clause, added)} ` } };
}

/** The author's words are about the clauses that are there: another one cannot join them. */
export function hasMessage({ clauses }: Refinement): boolean {
  return clauses.some(({ message }) => message !== undefined);
}

export function parenthesise(clause: Expr, text: string): string {
  return clause.kind === 'or' || clause.kind === 'if' ? `(${text})` : text;
}

/** Whether `&&` would bind more tightly than its operator. */
export function needsParentheses(text: string): boolean {
  return /\|\||\?|\b(?:or|and|not|if|implies)\b|==>|[∨→]/.test(text);
}

function insertAt(path: string, offset: number, text: string): AnnotationEdit {
  return { path, edit: { start: offset, end: offset, text } };
}

/** After the closing quote of the type string, or at the end of the comment. */
export function labelInsertion(snapshot: Snapshot, arm: SignatureArm, label: string): AnnotationEdit | null {
  const at = arm.place && locate(snapshot, arm.place);
  const file = at ? snapshot.files.get(at.path) : undefined;
  if (!at || file === undefined) return null;
  const { end } = at.span;
  const { line } = file.lines.position(end);
  const text = file.lines.lineText(line);
  if (/^\s*##%/.test(text)) return insertAt(at.path, file.lines.lineStart(line) + text.trimEnd().length, ` ${label}`);
  const isQuote = (offset: number): boolean => file.text[offset] === "'" || file.text[offset] === '"';
  if (isQuote(end)) return insertAt(at.path, end + 1, `, ${label}`);
  return isQuote(end - 1) ? insertAt(at.path, end, `, ${label}`) : null;
}

/** Replaces the labels after the type string, up to the end of the line or of the call. */
export function replaceLabel(
  snapshot: Snapshot,
  arm: SignatureArm,
  label: RegExp,
  replacement: string,
): AnnotationEdit | null {
  const at = arm.place && locate(snapshot, arm.place);
  const file = at ? snapshot.files.get(at.path) : undefined;
  if (!at || file === undefined) return null;
  const { line } = file.lines.position(at.span.end);
  const rest = file.lines.lineText(line).slice(at.span.end - file.lines.lineStart(line));
  const found = label.exec(rest);
  if (found === null) return null;
  const start = at.span.end + found.index;
  return { path: at.path, edit: { start, end: start + found[0].length, text: replacement } };
}
