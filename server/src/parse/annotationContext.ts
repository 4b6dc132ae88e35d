/** What the readers of annotation calls share: where they are, what they found, and how sure a file is to use RDL. */
import type { Problem, ProblemArg } from '../base/problem';
import type { AnchorId, Place, Span } from '../base/span';
import type { Arg, Call, Expr } from '../ril/ril';
import type { Annotation } from '../types/annotation';

export interface AnnotationContext {
  readonly anchor: AnchorId;
  readonly annotations: Annotation[];
  readonly problems: Problem[];
  /** The file loads RDL or Loupe, or has plain annotations: words like `pre` and `post` are theirs here. */
  readonly usesAnnotations: boolean;
  /** It says so itself: `require 'rdl'`, `extend RDL::Annotate`. Then a plain `type` with a string is an annotation. */
  readonly loadsLibrary: boolean;
}

/** An annotation call, its spelling normalised: `rdl_type`, `RDL.type` and `Loupe.type` are `type`. */
export interface AnnotationCall {
  readonly name: string;
  readonly call: Call;
  /** Spelled so that it can be nothing else; a mistake in it is reported. */
  readonly certain: boolean;
}

export function problem(
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

export function positionals(call: Call): readonly Expr[] {
  return call.args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

export function hasSplat(call: Call): boolean {
  return call.args.some(arg => arg.type === 'splat' || arg.type === 'forward');
}

/** Keyword arguments and their like; the span is the name's. */
export function keywords(args: readonly Arg[]): readonly { name: string; value: Expr; span: Span }[] {
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
