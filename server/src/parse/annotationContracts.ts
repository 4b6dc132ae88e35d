/** `pre`/`post` blocks, class invariants, and `rdl_do_typecheck`/`rdl_do_verify`. */
import type { Block, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import { showExpr } from '../types/showExpr';
import type { Clause } from '../types/type';
import {
  type AnnotationCall,
  type AnnotationContext,
  placeAt,
  positionalArguments,
  reportProblem,
} from './annotationContext';
import { isMethodName, readTarget } from './annotationMethods';
import { literalName } from './staticString';

/** Sinatra, Grape and others define their own `post`, so it is an annotation only in a file that uses annotations. */
export function readContractCall(ctx: AnnotationContext, { name, call, certain }: AnnotationCall): boolean {
  if (call.block?.type !== 'block' || !(certain || ctx.usesAnnotations)) return false;
  const last = positionalArguments(call).at(-1);
  const method = last === undefined ? null : literalName(last);
  if (method !== null && !isMethodName(method.replace(/^self\./, ''))) return false;
  const target = readTarget(ctx, call.args);
  if (target === null) return true;
  const { block } = call.block;
  ctx.annotations.push({
    kind: 'contract',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    when: name === 'pre' ? 'pre' : 'post',
    target,
    binders: block.params.map(param => param.name ?? '_'),
    params: block.params,
    body: block.body,
    hook: makesAnnotations(block.body),
  });
  return true;
}

const MAKERS = /^(rdl_)?(type|var_type|attr_(accessor|reader|writer)_type|type_alias)$/;

/** A hook that calls `type` or a related method creates annotations when it runs. */
function makesAnnotations(body: Expr): boolean {
  let found = false;
  walk(body, expr => {
    if (expr.kind === 'call' && MAKERS.test(expr.method) && expr.args.length > 0) found = true;
    return !found;
  });
  return found;
}

/** `invariant { @min <= @max }` in a class body. */
export function readInvariantCall(ctx: AnnotationContext, { call }: AnnotationCall): boolean {
  if (call.block?.type !== 'block' || call.args.length > 0) return false;
  const { block } = call.block;
  const clauses = splitConjuncts(block.body).map(
    (expr): Clause => ({ expr, text: showExpr(expr), place: placeAt(ctx, expr.span) }),
  );
  const text = clauses.map(clause => clause.text).join(' && ');
  const place = placeAt(ctx, bodySpan(block));
  ctx.annotations.push({
    kind: 'invariant',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    refinement: { binder: null, text, place, clauses },
  });
  return true;
}

function bodySpan(block: Block): Block['span'] {
  return block.body.span.end > block.body.span.start ? block.body.span : block.span;
}

/** Each conjunct is proved separately; a sequence of statements is not a conjunction and stays whole. */
function splitConjuncts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'seq' && expr.body.length === 1) return splitConjuncts(expr.body[0]!);
  if (expr.kind === 'and') return [...splitConjuncts(expr.left), ...splitConjuncts(expr.right)];
  return [expr];
}

/** `rdl_do_verify :label` */
export function readRunCall(ctx: AnnotationContext, { name, call }: AnnotationCall): boolean {
  const label = positionalArguments(call)[0];
  const text = label === undefined ? null : literalName(label);
  if (text === null) {
    reportProblem(ctx, label === undefined ? 'LP2202' : 'LP2201', call.span, {
      call: name,
      form: `RDL.${name} :label`,
    });
    return true;
  }
  const what = name === 'do_verify' ? 'verify' : 'typecheck';
  ctx.annotations.push({ kind: 'run', anchor: ctx.anchor, place: placeAt(ctx, call.span), what, label: text });
  return true;
}
