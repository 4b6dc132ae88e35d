/**
 * `type '…'`, `type :m, '…'`, `type C, :m, '…'` and their labels. Many classes define a method `type` of their own, so
 * a plain `type` call is an annotation only if one of its first three arguments looks like a method type.
 */
import type { Arg, Expr } from '../ril/ril';
import type { MethodTarget } from '../types/annotation';
import { type AnnotationCall, type AnnotationContext, hasSplat, placeAt, reportProblem } from './annotationContext';
import { readLabels } from './annotationLabels';
import { constantPath, literalName, literalParts, staticText } from './staticString';
import { parseMethodType } from './typeParser';

export function readTypeCall(ctx: AnnotationContext, { call, certain: spelledOut }: AnnotationCall): boolean {
  const certain = spelledOut || (ctx.loadsLibrary && call.args.length > 0);
  const at = findTypeArgument(call.args, certain);
  if (at === null) {
    if (!certain) return false;
    reportProblem(ctx, hasSplat(call) ? 'LP2201' : 'LP2202', call.span, { call: 'type', form: FORM });
    return true;
  }
  const arg = call.args[at]!;
  const expr = arg.type === 'positional' ? arg.value : null;
  const text = expr === null ? null : staticText(expr, ctx.anchor);
  if (expr === null || text === null) {
    if (expr?.kind === 'lit') reportProblem(ctx, 'LP2202', call.span, { call: 'type', form: FORM });
    else reportProblem(ctx, 'LP2201', expr?.span ?? call.span, { call: 'type' });
    return true;
  }
  const target = readTarget(ctx, call.args.slice(0, at));
  if (target === null) return true;
  const read = parseMethodType(text.text, text.source);
  ctx.problems.push(...read.problems);
  const labels = readLabels(ctx, call.args.slice(at + 1));
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    target,
    type: read.value,
    text: text.text,
    labels,
    typePlace: text.place,
    segments: text.source.segments,
    origin: null,
  });
  return true;
}

const FORM = "type '(…) -> …', type :name, '(…) -> …' or type Class, :name, '(…) -> …'";

/** The argument that is the type: one that looks like it; else the likeliest one, if this must be an annotation. */
function findTypeArgument(args: readonly Arg[], certain: boolean): number | null {
  const first = args.slice(0, 3).map(arg => (arg.type === 'positional' ? arg.value : null));
  const fitting = first.findIndex(value => value !== null && looksLikeMethodType(literalParts(value)));
  if (fitting >= 0) return fitting;
  if (!certain) return null;
  for (let at = first.length - 1; at >= 0; at--) {
    const value = first[at];
    const isLabel = value?.kind === 'lit' && value.value.type === 'symbol';
    // `type C, :m`: a class and a method without a type.
    if (value?.kind === 'const' && at < first.length - 1) continue;
    if (value !== null && value !== undefined && value.kind !== 'hash' && !isLabel) return at;
  }
  return null;
}

export function looksLikeMethodType(text: string): boolean {
  return /^\s*\(/u.test(text) || /->|→/u.test(text);
}

/** The arguments before the type: none, a method, or a class and a method. */
export function readTarget(ctx: AnnotationContext, args: readonly Arg[]): MethodTarget | null {
  const values = args.map(arg => (arg.type === 'positional' ? arg.value : null));
  const [first, second] = values;
  if (first === undefined) return { type: 'next' };
  if (second === undefined) return first === null ? reportNotStatic(ctx, args) : readMethodName(ctx, null, null, first);
  if (first === null || second === null) return reportNotStatic(ctx, args);
  const className = constantPath(first) ?? literalName(first) ?? (first.kind === 'self' ? '' : null);
  if (className === null) return reportNotStatic(ctx, args);
  return readMethodName(ctx, className === '' ? null : className, first, second);
}

function reportNotStatic(ctx: AnnotationContext, args: readonly Arg[]): null {
  const arg = args[0]!;
  const span = arg.type === 'positional' ? arg.value.span : arg.type === 'pair' ? arg.key.span : arg.span;
  reportProblem(ctx, 'LP2201', span, { call: 'type' });
  return null;
}

function readMethodName(
  ctx: AnnotationContext,
  className: string | null,
  owner: Expr | null,
  expr: Expr,
): MethodTarget | null {
  const name = literalName(expr);
  if (name === null) {
    reportProblem(ctx, 'LP2201', expr.span, { call: 'type' });
    return null;
  }
  const self = name.startsWith('self.');
  const method = self ? name.slice('self.'.length) : name;
  if (!isMethodName(method)) {
    reportProblem(ctx, 'LP2206', expr.span, { name });
    return null;
  }
  const classPlace = owner && placeAt(ctx, owner.span);
  return { type: 'named', className, method, singleton: self, place: placeAt(ctx, expr.span), classPlace };
}

export function isMethodName(name: string): boolean {
  return /^([\p{L}_][\p{L}\p{N}_]*[?!=]?|\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+\-!~]@?|[*/%<>^&|`])$/u.test(
    name,
  );
}
