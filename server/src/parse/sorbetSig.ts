/**
 * `sig { override.params(x: Integer).returns(String) }` -> the type of the next method. A `sig` names its parameters
 * but not their kinds, so resolve/ fits it to the definition.
 */
import type { Call, Expr } from '../ril/ril';
import { NO_LABELS } from '../types/annotation';
import { showMethodType } from '../types/show';
import { ANY, DYNAMIC, type MethodType, type TypeParam, UNTYPED_METHOD } from '../types/type';
import { type AnnotationContext, keywordArguments, placeAt, positionalArguments } from './annotationContext';
import {
  chainOf,
  readNamedTypes,
  readSorbetType,
  reportNotRead,
  reportSorbet,
  type SorbetContext,
} from './sorbetExpression';
import { constantPath, literalName } from './staticString';

/** Words of a `sig`. Those without a reader here say nothing about the type. */
const WORDS: ReadonlySet<string> = new Set([
  'params',
  'returns',
  'void',
  'abstract',
  'override',
  'overridable',
  'implementation',
  'final',
  'checked',
  'on_failure',
  'type_parameters',
  'bind',
  'generated',
]);

/** `sig` as a plain call, with `T::Sig` or `T::Sig::WithoutRuntime` as receiver; other methods may have that name. */
function isSig(expr: Expr): expr is Call {
  if (expr.kind !== 'call' || expr.method !== 'sig' || expr.block?.type !== 'block') return false;
  const { receiver, block } = expr;
  const owner = receiver === null || receiver.kind === 'self' ? '' : constantPath(receiver);
  if (owner === null || !/^((::)?T::Sig(::WithoutRuntime)?)?$/.test(owner)) return false;
  if (block.block.params.length > 0 || positionalArguments(expr).some(arg => literalName(arg) !== 'final'))
    return false;
  const head = onlyExpression(block.block.body);
  return head?.kind === 'call' && startsSig(head);
}

function startsSig(expr: Call): boolean {
  const [head] = chainOf(expr);
  return head.receiver === null && WORDS.has(head.method);
}

function onlyExpression(body: Expr): Expr | null {
  if (body.kind !== 'seq') return body;
  return body.body.length === 1 ? (body.body[0] ?? null) : null;
}

export function readSig(ctx: AnnotationContext, call: Call): boolean {
  if (!isSig(call) || call.block?.type !== 'block') return false;
  const body = onlyExpression(call.block.block.body);
  if (body?.kind !== 'call') return false;
  const { type, words } = readChain(ctx, body);
  if (!words.has('returns') && !words.has('void'))
    reportSorbet(ctx, call.span, 'this `sig` has neither `returns` nor `void`');
  const place = placeAt(ctx, call.span);
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place,
    target: { type: 'next' },
    type,
    text: showMethodType(type),
    labels: NO_LABELS,
    typePlace: place,
    segments: [],
    origin: null,
    notation: 'sorbet',
    byName: 'every',
    ...(words.has('abstract') && { abstract: true }),
    ...((words.has('final') || positionalArguments(call).length > 0) && { final: true as const }),
    ...(words.has('override') && { overrides: true as const }),
    ...(mayDiffer(body) && { mayDiffer: true }),
  });
  return true;
}

/** `override(allow_incompatible: true)`; `:visibility` is about something else. */
function mayDiffer(sig: Call): boolean {
  return chainOf(sig).some(
    ({ method, args }) =>
      method === 'override' &&
      keywordArguments(args).some(
        ({ name, value }) => name === 'allow_incompatible' && value.kind === 'lit' && value.value.type === 'true',
      ),
  );
}

function readChain(ctx: SorbetContext, call: Call): { readonly type: MethodType; readonly words: ReadonlySet<string> } {
  let type: MethodType = { ...UNTYPED_METHOD, anyArgs: false };
  const words = new Set<string>();
  for (const link of chainOf(call)) {
    if (words.has(link.method)) reportSorbet(ctx, link.methodSpan, `\`${link.method}\` is there twice`);
    words.add(link.method);
    type = readLink(ctx, type, link);
  }
  return { type, words };
}

function readLink(ctx: SorbetContext, type: MethodType, link: Call): MethodType {
  switch (link.method) {
    case 'params':
      return { ...type, params: readNamedTypes(ctx, link) };
    case 'returns':
      return { ...type, ...readResult(ctx, link) };
    case 'void':
      return { ...type, result: ANY };
    case 'type_parameters':
      return { ...type, typeParams: positionalArguments(link).flatMap(arg => readTypeParameter(ctx, arg)) };
    case 'bind': {
      const [self] = positionalArguments(link);
      return self === undefined ? type : { ...type, selfType: readSorbetType(ctx, self) };
    }
    default:
      if (!WORDS.has(link.method)) reportNotRead(ctx, link.methodSpan, `\`${link.method}\` of a sig`);
      return type;
  }
}

function readResult(ctx: SorbetContext, link: Call): Pick<MethodType, 'result' | 'resultSpan'> {
  const [result, ...others] = positionalArguments(link);
  const hasHash = link.args.some(arg => arg.type === 'keyword' || arg.type === 'pair');
  if (hasHash && result === undefined) {
    const hash: Expr = { kind: 'hash', span: link.span, entries: link.args };
    return { result: readSorbetType(ctx, hash), resultSpan: link.span };
  }
  if (result === undefined || others.length > 0) {
    reportSorbet(ctx, link.span, '`returns` takes one type; a method without a result is `void`');
    return { result: DYNAMIC, resultSpan: link.span };
  }
  return { result: readSorbetType(ctx, result), resultSpan: result.span };
}

function readTypeParameter(ctx: SorbetContext, arg: Expr): TypeParam[] {
  const name = literalName(arg);
  if (name !== null) return [{ name, variance: 'invariant', bound: null, default: null }];
  reportSorbet(ctx, arg.span, '`type_parameters` takes symbols');
  return [];
}
