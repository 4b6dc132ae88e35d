/** Ruby source -> RIL, for tests: printed, or as declarations. */
import { lower } from '../../server/src/lower/lower';
import type { RubyParser } from '../../server/src/parse/rubyParser';
import { toJson } from '../../server/src/ril/dataParts';
import type { Declaration, MethodDeclaration, RilFile } from '../../server/src/ril/declarations';
import { printRil } from '../../server/src/ril/print';
import type { Expr } from '../../server/src/ril/ril';
import { children, inParam } from '../../server/src/ril/walk';

export function lowerText(parser: RubyParser, text: string, previous: RilFile | null = null): RilFile {
  const document = parser.open('a.rb', text);
  try {
    return lower(document.outline(), previous);
  } finally {
    document.close();
  }
}

/** The RIL of a snippet, without the last line end. */
export function rilOf(parser: RubyParser, text: string): string {
  return printRil(lowerText(parser, text)).trimEnd();
}

/** For comparisons: bodies are data, not functions. */
export function plainData(file: RilFile): unknown {
  return JSON.parse(toJson(file));
}

/** Every method, also those in classes and in statements, in source order. */
export function methodsOf(file: RilFile): readonly MethodDeclaration[] {
  return declarationsIn(file.declarations).filter(declaration => declaration.kind === 'method');
}

/** All declarations, nested ones after their parent. */
export function declarationsIn(declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.flatMap(declaration => [
    declaration,
    ...('body' in declaration && Array.isArray(declaration.body) ? declarationsIn(declaration.body) : []),
    ...expressionsOf(declaration).flatMap(definedIn),
  ]);
}

function definedIn(expr: Expr): readonly Declaration[] {
  if (expr.kind === 'define') return declarationsIn([expr.declaration]);
  return children(expr).flatMap(definedIn);
}

/** The expressions directly in a declaration. */
export function expressionsOf(declaration: Declaration): readonly Expr[] {
  switch (declaration.kind) {
    case 'class':
      return declaration.superclass ? [declaration.superclass] : [];
    case 'singleton':
      return [declaration.target];
    case 'method': {
      const singleton = declaration.singleton ? [declaration.singleton] : [];
      return [...singleton, ...declaration.params.flatMap(inParam), declaration.body()];
    }
    case 'constant':
      return [declaration.value];
    case 'statement':
      return [declaration.expr];
    case 'module':
    case 'alias':
    case 'undef':
    case 'comment':
      return [];
  }
}
