/**
 * `label :a, :b, pure: true` in server/core/*.rb: labels for methods whose types come from RBS. Only the library's
 * overlay has this form; users say labels behind the type.
 */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import type { ClassDeclaration, Declaration, ModuleDeclaration, RilFile } from '../ril/declarations';
import type { Call } from '../ril/ril';
import type { Labels } from '../types/annotation';
import type { MethodKey } from '../types/typedMethod';
import { readLabels } from './annotationLabels';
import { literalName } from './staticString';

export interface CoreLabel {
  readonly key: MethodKey;
  readonly labels: Labels;
}

export function parseCoreLabels(file: RilFile): WithProblems<readonly CoreLabel[]> {
  const problems: Problem[] = [];
  const found = file.declarations.flatMap(declaration => readNamespace(declaration, '', problems));
  return withProblems(found, problems);
}

function readNamespace(declaration: Declaration, outer: string, problems: Problem[]): readonly CoreLabel[] {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return [];
  const name = nameOf(declaration, outer);
  return declaration.body.flatMap(inner => {
    if (inner.kind === 'singleton') return inner.body.flatMap(one => readStatement(one, `${name}.`, problems));
    return [...readNamespace(inner, name, problems), ...readStatement(inner, `${name}#`, problems)];
  });
}

function nameOf(declaration: ClassDeclaration | ModuleDeclaration, outer: string): string {
  const name = declaration.path.names.join('::');
  return outer === '' ? name : `${outer}::${name}`;
}

function readStatement(declaration: Declaration, prefix: string, problems: Problem[]): readonly CoreLabel[] {
  if (declaration.kind !== 'statement' || !isLabel(declaration.expr)) return [];
  const { args } = declaration.expr;
  const names = args.flatMap(arg => (arg.type === 'positional' ? (literalName(arg.value) ?? []) : []));
  const words = args.filter(arg => arg.type !== 'positional');
  const ctx = { anchor: declaration.anchor, annotations: [], problems, usesAnnotations: true, loadsLibrary: true };
  const labels = readLabels(ctx, words);
  return names.map(name => ({ key: prefix + name, labels }));
}

function isLabel(expr: { readonly kind: string }): expr is Call {
  return expr.kind === 'call' && (expr as Call).method === 'label' && (expr as Call).receiver === null;
}
