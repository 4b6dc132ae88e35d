/**
 * A stronger postcondition for a method that is called by contract, so that its caller can be proved. Verified before
 * it is offered: the callee must satisfy it, and it must suffice for the caller.
 */
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { findSoleArm, nameForClause, sortEdits, withClause } from '../../engine/suggest/annotationEdits';
import { bindersOf } from '../../engine/suggest/preconditions';
import { call, integer, local, namesIn, namesOf, negate, substituteNames } from '../../engine/suggest/terms';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo, SignatureArm } from '../../program/program';
import type { ObligationVerdict } from '../../proof/verdict';
import type { Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import { type DiagnosticTarget, findDiagnosticTarget } from './diagnosticTarget';
import type { Fix, Fixer } from './fix';

const MOST_CALLEES = 3;
const READABLE = 48;

export const postconditionFixes: Fixer = (ctx, diagnostic) => {
  const { snapshot } = ctx;
  const concerned = findDiagnosticTarget(ctx, diagnostic);
  if (concerned === null || concerned.obligation.cause === 'confirmed') return [];
  return calleesOf(snapshot, concerned.method)
    .slice(0, MOST_CALLEES)
    .flatMap(info => {
      const arm = findSoleArm(info);
      if (arm === null) return [];
      const name = arm.type.resultName ?? freeName(arm);
      return postconditionsFor(snapshot, info, arm, concerned, name).flatMap((clause): readonly Fix[] => {
        const slot = {
          span: arm.type.resultSpan,
          name: arm.type.resultName,
          refinement: arm.type.resultRefinement,
        };
        const edited = withClause(snapshot, arm, slot, name, clause);
        if (edited === null) return [];
        const title = `Add postcondition \`${showExpr(clause)}\` to ${info.name}`;
        const { path } = edited;
        const edits = sortEdits([
          ...nameForClause(snapshot, arm, [...bindersOf(info, arm.type).values()], clause),
          edited.edit,
        ]);
        const about = [info.name];
        return [{ title, diagnostic, path, edits, preferred: false, group: 'postcondition', about }];
      });
    });
};

/** Callees with a body that are called by contract; other bodies are inlined. */
function calleesOf(snapshot: Snapshot, method: MethodSnapshot): readonly MethodInfo[] {
  const keys = [...(method.typed?.calls.values() ?? [])].flatMap(target =>
    target.candidates.flatMap(candidate => candidate.method ?? []),
  );
  return [...new Set(keys)].flatMap(key => {
    const info = key === method.info.key ? null : methodByKey(snapshot.program, key);
    return info?.definition && info.signature ? [info] : [];
  });
}

function freeName(arm: SignatureArm): string {
  const taken = new Set(arm.type.params.map(param => param.name));
  return ['r', 'result', 'value'].find(name => !taken.has(name)) ?? 'r_';
}

/** Candidates: what the caller needs of the result, what the body implies, and common clauses. */
function postconditionsFor(
  snapshot: Snapshot,
  info: MethodInfo,
  arm: SignatureArm,
  { obligation }: DiagnosticTarget,
  name: string,
): readonly Expr[] {
  const result = local(name);
  const needed = neededClauses(snapshot, obligation, result);
  const body = bodyOf(info, arm);
  const exact = body === null ? [] : [call(result, '==', body)];
  const signs = ['>=', '>', '!='].map(method => call(result, method, integer(0)));
  const common = [...(isInteger(arm) ? signs : []), negate(call(result, 'nil?')), negate(call(result, 'empty?'))];
  return [...needed, ...common.slice(0, isInteger(arm) ? 3 : 2), ...exact];
}

function isInteger({ type }: SignatureArm): boolean {
  return type.result.kind === 'nominal' && (type.result.name === 'Integer' || type.result.name === 'Float');
}

/** The failed clause, if it mentions one value only, with the result in its place. */
function neededClauses(snapshot: Snapshot, { clause }: ObligationVerdict, result: Expr): readonly Expr[] {
  if (!clause?.place) return [];
  const methods = snapshot.looked().flatMap(file => file.methods);
  const refinements = methods.flatMap(({ info }) =>
    (info.signature?.arms ?? []).flatMap(({ type }) => [
      type.resultRefinement,
      type.precondition,
      ...type.params.map(param => param.refinement),
    ]),
  );
  const found = refinements
    .flatMap(refinement => refinement?.clauses ?? [])
    .find(each => each.text === clause.text && each.place.anchor === clause.place!.anchor);
  const names = found === undefined ? [] : [...namesOf(found.expr)];
  const said = names.length === 1 ? substituteNames(found!.expr, new Map([[names[0]!, result]])) : null;
  return said === null ? [] : [said];
}

function bodyOf(info: MethodInfo, arm: SignatureArm): Expr | null {
  const { definition } = info;
  if (definition === null) return null;
  const body = substituteNames(definition.body(), namesIn(definition, bindersOf(info, arm.type)));
  return body !== null && showExpr(body).length <= READABLE ? body : null;
}
