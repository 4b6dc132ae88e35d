/** The shared state of the annotation readers: the current declaration, the results, and whether the file uses RDL. */
import type { Problem, ProblemArg } from '../base/problem';
import type { AnchorId, Place, Span } from '../base/span';
import type { Arg, Call, Expr } from '../ril/ril';
import type { Annotation } from '../types/annotation';

export interface AnnotationContext {
  readonly anchor: AnchorId;
  readonly annotations: Annotation[];
  readonly problems: Problem[];
  /** The file loads RDL or Loupe, or has plain annotations, so `pre` and `post` are annotations here. */
  readonly usesAnnotations: boolean;
  /**
   * The file loads the library: `require 'rdl'`, `extend RDL::Annotate`. Then a plain `type` with a string is an
   * annotation.
   */
  readonly loadsLibrary: boolean;
}

/** An annotation call with a normalised name: `rdl_type`, `RDL.type` and `Loupe.type` are `type`. */
export interface AnnotationCall {
  readonly name: string;
  readonly call: Call;
  /** The spelling leaves no other reading, so mistakes in it are reported. */
  readonly certain: boolean;
}

export function reportProblem(
  ctx: AnnotationContext,
  code: string,
  span: Span,
  args: Readonly<Record<string, ProblemArg>> = {},
): void {
  ctx.problems.push({ code, place: placeAt(ctx, span), args });
}

export function placeAt(ctx: AnnotationContext, span: Span): Place {
  return { anchor: ctx.anchor, span };
}

export function positionalArguments(call: Call): readonly Expr[] {
  return call.args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

export function hasSplat(call: Call): boolean {
  return call.args.some(arg => arg.type === 'splat' || arg.type === 'forward');
}

/** Keyword arguments and hash entries; the span is that of the name. */
export function keywordArguments(args: readonly Arg[]): readonly { name: string; value: Expr; span: Span }[] {
  return args.flatMap(arg => {
    if (arg.type === 'keyword') {
      const { start } = arg.span;
      return [{ name: arg.name, value: arg.value, span: { start, end: start + arg.name.length } }];
    }
    if (arg.type !== 'pair' || arg.key.kind !== 'lit') return [];
    const key = arg.key.value;
    return key.type === 'symbol' || key.type === 'string'
      ? [{ name: key.value, value: arg.value, span: arg.key.span }]
      : [];
  });
}
