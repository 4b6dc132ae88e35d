/** Where the source of a file names constants: in code, in the heads of classes and modules, and in type strings. */
import { type Span, shift } from '../base/span';
import type { FileSnapshot } from '../engine/snapshot';
import type { Declaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { inParam, walk } from '../ril/walk';
import { typeStringsOf } from './typeStrings';

/** The spans of this name, in order; what it refers to depends on the lexical scope. */
export function usesOfConstant({ text, ril }: Pick<FileSnapshot, 'text' | 'ril'>, name: string): readonly Span[] {
  const pattern = new RegExp(`(?<![\\w@$])${name}(?![\\w?!])`, 'g');
  const starts = [...spansIn(ril.declarations), ...typeStringsOf(text)].flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(pattern)].map(({ index }) => start + index),
  );
  return [...new Set(starts)].sort((a, b) => a - b).map(start => ({ start, end: start + name.length }));
}

function spansIn(declarations: readonly Declaration[]): readonly Span[] {
  return declarations.flatMap(declaration => {
    const own = [...pathOf(declaration), ...expressionsOf(declaration).flatMap(constantsIn)];
    const inside = 'body' in declaration && typeof declaration.body !== 'function' ? spansIn(declaration.body) : [];
    return [...own.map(span => shift(span, declaration.at)), ...inside];
  });
}

function pathOf(declaration: Declaration): readonly Span[] {
  return 'path' in declaration ? [declaration.path.span] : [];
}

function expressionsOf(declaration: Declaration): readonly Expr[] {
  switch (declaration.kind) {
    case 'class':
      return declaration.superclass === null ? [] : [declaration.superclass];
    case 'singleton':
      return [declaration.target];
    case 'method': {
      const { singleton, params, body } = declaration;
      return [...(singleton === null ? [] : [singleton]), ...params.flatMap(inParam), body()];
    }
    case 'constant':
      return [declaration.value];
    case 'statement':
      return [declaration.expr];
    default:
      return [];
  }
}

function constantsIn(expr: Expr): readonly Span[] {
  const found: Span[] = [];
  walk(expr, each => {
    if (each.kind === 'const') found.push(each.span);
    return true;
  });
  return found;
}
