/** `# loupe:ignore CODE` hides problems of its own line; an ignore that hides nothing is itself a problem. */
import type { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import { fileAnchor, type Location } from '../base/span';
import { definitionOf } from '../problems/catalogue';
import type { Directive, Ignore } from '../syntax/directive';

export interface Ignoring {
  readonly path: string;
  readonly lines: LineIndex;
  readonly directives: readonly Directive[];
  /** False while verdicts are missing: then an ignore that hides nothing may still be needed. */
  readonly complete: boolean;
  readonly locate: (problem: Problem) => Location | null;
}

export function applyIgnores(ctx: Ignoring, problems: readonly Problem[]): readonly Problem[] {
  const ignores = ctx.directives.filter((directive): directive is Ignore => directive.kind === 'ignore');
  if (ignores.length === 0) return problems;
  const used = new Set<Ignore>();
  const shown = problems.filter(problem => {
    const hiding = ignores.filter(directive => hides(ctx, directive, problem));
    for (const directive of hiding) used.add(directive);
    return hiding.length === 0;
  });
  const idle = ctx.complete ? ignores.filter(directive => !used.has(directive)) : [];
  return [...shown, ...idle.map(directive => unusedIgnore(ctx.path, directive))];
}

function hides(ctx: Ignoring, directive: Ignore, problem: Problem): boolean {
  const location = ctx.locate(problem);
  if (!location || location.path !== ctx.path) return false;
  const lineOf = (offset: number): number => ctx.lines.position(offset).line;
  const named =
    directive.codes.length === 0 ||
    directive.codes.some(code => code === problem.code || code === definitionOf(problem.code).name);
  return named && lineOf(location.span.start) === lineOf(directive.span.start);
}

function unusedIgnore(path: string, directive: Ignore): Problem {
  return {
    code: 'LP1900',
    place: { anchor: fileAnchor(path), span: directive.span },
    args: { codes: directive.codes },
  };
}
