/**
 * For a counterexample in a state that perhaps no public call reaches: a field refinement or class invariant that
 * excludes the state. Verified before it is offered: every method of the class must preserve it.
 */
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import { locate } from '../../engine/snapshot';
import { type AnnotationEdit, addClause, clauseText } from '../../engine/suggest/annotationEdits';
import { bindersOf, proposePreconditions } from '../../engine/suggest/preconditions';
import { call, local, namesOf, substituteNames } from '../../engine/suggest/terms';
import type { Expr } from '../../ril/ril';
import type { VariableAnnotation } from '../../types/annotation';
import { showExpr } from '../../types/showExpr';
import { findDiagnosticTarget } from './diagnosticTarget';
import type { Fix, Fixer } from './fix';
import { findEnclosingClass, insertionPoint, usesCommentsOnly } from './insertionPoint';

export const invariantFixes: Fixer = (ctx, diagnostic) => {
  const { snapshot, file } = ctx;
  const concerned = findDiagnosticTarget(ctx, diagnostic);
  const home = concerned && findEnclosingClass(file.ril.declarations, concerned.method.location.span.start);
  if (concerned === null || !home || concerned.obligation.cause === 'confirmed') return [];
  const { method, obligation } = concerned;
  const type = method.info.signature?.arms[0]?.type;
  const binders = type === undefined ? new Map<string, string>() : bindersOf(method.info, type);
  const preconditions = proposePreconditions(snapshot, method, obligation, binders).filter(speaksOfFieldsOnly);
  return preconditions.flatMap((clause): readonly Fix[] => {
    const text = clauseText(clause);
    const [field, ...others] = namesOf(clause);
    if (text === null || field === undefined) return [];
    const refined = others.length === 0 ? refineField(snapshot, file, field, clause) : null;
    const invariant = usesCommentsOnly(file) ? null : classInvariant(file, home, text);
    const edited = refined ?? invariant;
    if (edited === null) return [];
    const title =
      refined === null
        ? `State the invariant \`${showExpr(clause)}\` of ${home.path.names.join('::')}`
        : `Refine ${field}: \`${showExpr(clause)}\``;
    const { path } = edited;
    const about = [...namesOf(clause)];
    return [{ title, diagnostic, path, edits: [edited.edit], preferred: false, group: 'invariant', about }];
  });
};

function speaksOfFieldsOnly(clause: Expr): boolean {
  const names = [...namesOf(clause)];
  return names.length > 0 && names.every(name => /^@[^@]/.test(name));
}

/** `var_type :@n, 'Integer'` -> `var_type :@n, 'Integer n { n > 0 }'` */
function refineField(snapshot: Snapshot, file: FileSnapshot, field: string, clause: Expr): AnnotationEdit | null {
  const declared = file.annotations.find(
    (each): each is VariableAnnotation =>
      each.kind === 'variable' && each.names.length === 1 && each.names[0] === field,
  );
  const whole = declared && locate(snapshot, declared.place);
  if (!declared || !whole) return null;
  const inside = file.text.slice(whole.span.start, whole.span.end).lastIndexOf(declared.written.text.trim());
  if (inside < 0) return null;
  const start = whole.span.start + inside;
  const span = { start, end: start + declared.written.text.trim().length };
  const binder = declared.refinement?.binder ?? field.slice(1);
  const said = renameBinder(clause, field, binder);
  const slot = { name: declared.refinement === null ? null : binder, refinement: declared.refinement };
  return said && addClause(snapshot, { path: file.path, span }, slot, binder, said);
}

function renameBinder(clause: Expr, field: string, binder: string): Expr | null {
  if (clause.kind === 'var') return clause.name === field ? local(binder) : clause;
  if (clause.kind !== 'call' || clause.receiver === null) return substituteNames(clause, new Map());
  const receiver = renameBinder(clause.receiver, field, binder);
  const args = clause.args.map(arg => (arg.type === 'positional' ? renameBinder(arg.value, field, binder) : null));
  if (receiver === null || args.includes(null)) return null;
  return call(receiver, clause.method, ...args.filter(each => each !== null));
}

function classInvariant(file: FileSnapshot, home: Parameters<typeof insertionPoint>[1], text: string): AnnotationEdit {
  const { at, indent } = insertionPoint(file, home);
  return { path: file.path, edit: { start: at, end: at, text: `${indent}invariant { ${text} }\n` } };
}
