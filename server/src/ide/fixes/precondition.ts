/** A precondition under which the obligations of the method hold. Proved sufficient before it is offered (trial.ts). */

import { findSoleArm, nameForClause, sortEdits, withClause, withoutNil } from '../../engine/suggest/annotationEdits';
import { bindersOf, proposePreconditions } from '../../engine/suggest/preconditions';
import { namesOf } from '../../engine/suggest/terms';
import type { Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import { findDiagnosticTarget } from './diagnosticTarget';
import type { Fix, Fixer } from './fix';

export const preconditionFixes: Fixer = (ctx, diagnostic) => {
  const { snapshot } = ctx;
  const concerned = findDiagnosticTarget(ctx, diagnostic);
  const arm = concerned && findSoleArm(concerned.method.info);
  if (concerned === null || arm === null) return [];
  const { method, obligation } = concerned;
  const binders = bindersOf(method.info, arm.type);
  const named = [...binders.values()];
  const fixFor = (clause: Expr): readonly Fix[] => {
    const names = namesOf(clause);
    const index = named.findLastIndex(name => names.has(name));
    const param = arm.type.params.find(each => each.name === named[index]) ?? arm.type.params[index];
    const edited = param && withClause(snapshot, arm, param, named[index]!, clause);
    const narrowed = param && isNonNil(clause, named[index]!) ? withoutNil(snapshot, arm, param) : null;
    const info = {
      diagnostic,
      preferred: false,
      group: 'precondition',
      about: [method.info.name],
      mayBreakCallers: true,
    };
    const dropped: readonly Fix[] =
      narrowed === null
        ? []
        : [{ ...info, title: `Drop \`or nil\` from \`${named[index]}\``, path: narrowed.path, edits: [narrowed.edit] }];
    if (!edited) return dropped;
    return [
      ...dropped,
      {
        ...info,
        title: `Add precondition \`${showExpr(clause)}\` to ${method.info.name}`,
        path: edited.path,
        edits: sortEdits([...nameForClause(snapshot, arm, named, clause, param), edited.edit]),
      },
    ];
  };
  return proposePreconditions(snapshot, method, obligation, binders).flatMap(fixFor);
};

/** `!name.nil?` */
function isNonNil(clause: Expr, name: string): boolean {
  if (clause.kind !== 'call' || clause.method !== '!' || clause.receiver?.kind !== 'call') return false;
  const { method, receiver } = clause.receiver;
  return method === 'nil?' && receiver?.kind === 'var' && receiver.name === name;
}
