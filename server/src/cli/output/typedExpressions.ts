/** `loupe print typed`: every expression of a method in source order, with its type and, for a call, its candidates. */
import type { FileSnapshot } from '../../engine/snapshot';
import { isCall } from '../../ide/expressionAt';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import type { Type } from '../../types/type';
import type { TypedMethod } from '../../types/typedMethod';

const MAX_TEXT = 60;

export function printTyped(file: FileSnapshot, method: MethodDeclaration, typed: TypedMethod): string {
  const params = [...typed.params].map(([name, type]) => `  ${name}: ${showType(type)}`);
  const rows = [...typed.types]
    .filter(([expr]) => expr.span.end > expr.span.start)
    .sort(([a], [b]) => a.span.start - b.span.start || b.span.end - a.span.end)
    .map(([expr, type]) => row(file, method, typed, expr, type));
  return [...params, ...rows, `  result: ${showType(typed.result)}`, ''].join('\n');
}

function row(file: FileSnapshot, method: MethodDeclaration, typed: TypedMethod, expr: Expr, type: Type): string {
  const start = method.at + expr.span.start;
  const { line, character } = file.lines.position(start);
  const source = file.text.slice(start, method.at + expr.span.end).replace(/\s+/g, ' ');
  const text = source.length > MAX_TEXT ? `${source.slice(0, MAX_TEXT)}…` : source;
  return `  ${line + 1}:${character + 1} ${text}: ${showType(type)}${callees(typed, expr)}`;
}

function callees(typed: TypedMethod, expr: Expr): string {
  const target = isCall(expr) ? typed.calls.get(expr) : undefined;
  if (target === undefined) return '';
  if (target.dynamic) return '  -> unknown';
  const methods = target.candidates.map(candidate => candidate.method ?? 'a block or structural type');
  return methods.length === 0 ? '' : `  -> ${[...new Set(methods)].join(', ')}`;
}
