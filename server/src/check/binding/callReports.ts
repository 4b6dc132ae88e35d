/** Messages about calls that match no signature: one per call, at the offending argument. */
import type { RelatedPlace } from '../../base/problem';
import type { Span } from '../../base/span';
import type { MethodInfo } from '../../program/program';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { showMethodType, showType } from '../../types/show';
import type { MethodType, Type } from '../../types/type';
import { nominal } from '../../types/type';
import { makeUnion } from '../../types/union';
import { isAssignable } from '../../typing/assignable';
import { substituteSolution } from '../../typing/instantiate';
import { className } from '../../typing/narrow';
import { mayBeNil, membersOf, resolveType, widenLiterals, withoutNil } from '../../typing/typeOps';
import type { Actuals } from '../state/call';
import { findClosestName } from '../state/closestName';
import type { Ctx } from '../state/context';
import { report } from '../state/report';
import type { Callee } from '../types/methodTypes';
import type { Mismatch } from './matchArguments';
import type { Choice } from './overloads';

/** The callee's name in messages: `Clock#incr`, `incr` at the top level, `the block`. */
export function calleeName(info: MethodInfo | null, method: string, makes: Type | null = null): string {
  if (makes?.kind === 'nominal') return `${makes.name}.new`;
  if (info === null) return method;
  return info.name === 'initialize' ? `${info.owner}.new` : info.key.replace(/^(Object)?#/, '');
}

function instanceMade(callee: Callee): Type | null {
  const { info, receiver } = callee;
  return info?.synthetic?.type === 'structNew' && receiver.kind === 'classOf' ? nominal(receiver.name) : callee.makes;
}

/** A callee in a message: its name, and the method whose block it is. */
export interface ShownCallee {
  readonly method: string;
  readonly blockOf?: string;
}

export function reportMismatch(
  ctx: Ctx,
  choice: Choice,
  { method, ...block }: ShownCallee,
  span: Span,
  actuals: Actuals,
): void {
  const name = calleeName(choice.callee.info, method, instanceMade(choice.callee));
  const [first, ...others] = choice.mismatches;
  if (first === undefined || ctx.silent) return;
  if (others.length > 0 && !failForSameReason(choice.mismatches.map(one => one.mismatch))) {
    const place = findRejectedArgument(choice.mismatches.map(one => one.mismatch)) ?? span;
    const expected = choice.callee.arms.map(arm => showParams(arm)).join(' or ');
    report(
      ctx,
      'LP3014',
      place,
      { method: name, got: showActuals(ctx, actuals, choice.callee.arms), expected },
      declaredAt(choice.callee.info),
    );
    return;
  }
  reportOne(ctx, first.mismatch, { method: name, ...block }, span, declaredAt(choice.callee.info, first.index));
}

/** Reports a call without a block to a callee that requires one. */
export function reportMissingBlock(
  ctx: Ctx,
  { block }: MethodType,
  span: Span,
  args: ShownCallee & { readonly hint?: string },
  related: readonly RelatedPlace[] = [],
): void {
  if (block === null || block.optional) return;
  report(
    ctx,
    'LP3010',
    span,
    { ...args, expected: showMethodType(substituteSolution(block.type, new Map())) },
    related,
  );
}

function reportOne(
  ctx: Ctx,
  mismatch: Mismatch,
  callee: ShownCallee,
  span: Span,
  related: readonly RelatedPlace[],
): void {
  switch (mismatch.why) {
    case 'count':
      report(
        ctx,
        'LP3003',
        span,
        { ...callee, expected: showCount(mismatch.least, mismatch.most), got: showArgumentCount(mismatch.given) },
        related,
      );
      return;
    case 'type':
      report(ctx, 'LP3002', mismatch.actual.span, { ...callee, ...describeWrongType(ctx, mismatch) }, related);
      return;
    case 'unknownKeyword':
      report(
        ctx,
        'LP3008',
        (mismatch.actual.kind === 'keyword' ? mismatch.actual.nameSpan : undefined) ?? mismatch.actual.span,
        { ...callee, keyword: mismatch.name, hint: didYouMean(mismatch.name, mismatch.known) },
        related,
      );
      return;
    case 'missingKeywords':
      report(
        ctx,
        'LP3009',
        span,
        { ...callee, many: mismatch.names.length > 1, keywords: mismatch.names.map(name => `\`${name}:\``).join(', ') },
        related,
      );
      return;
  }
}

/** Which argument it is, and what it should be. */
export function describeWrongType(
  ctx: Ctx,
  { actual, expected, param, index }: Extract<Mismatch, { readonly why: 'type' }>,
): Readonly<Record<'which' | 'expected' | 'got' | 'hint', string>> {
  const keyword = actual.kind === 'keyword' ? actual.name : param.kind.toLowerCase().includes('key') && param.name;
  return {
    which: keyword ? `\`${keyword}:\`` : showOrdinal(index),
    expected: showExpected(ctx, expected),
    got: showGot(ctx, actual.type, expected),
    hint: hintFor(ctx, actual.type, expected, actual.expr),
  };
}

/** Arms that fail for the same reason are reported once. */
function failForSameReason(mismatches: readonly Mismatch[]): boolean {
  return (
    new Set(
      mismatches.map(one =>
        one.why === 'type' ? `${one.index} ${JSON.stringify(one.expected)}` : JSON.stringify(one.why),
      ),
    ).size === 1 && mismatches[0]?.why !== 'count'
  );
}

/** The argument that every arm rejects, if it is the same one. */
function findRejectedArgument(mismatches: readonly Mismatch[]): Span | null {
  const spans = mismatches.flatMap(one => (one.why === 'type' ? [one.actual.span] : []));
  const [first] = spans;
  return first !== undefined && spans.every(other => other.start === first.start && other.end === first.end)
    ? first
    : null;
}

export function declaredAt(info: MethodInfo | null, index = 0): readonly RelatedPlace[] {
  const place = info?.signature?.arms[index]?.place ?? null;
  return place === null ? [] : [{ place, note: 'declared here' }];
}

/** An argument's type as shown to users: a literal is shown as its class unless a literal is expected. */
export function showGot(ctx: Ctx, type: Type, expected: Type): string {
  const plain = mentionsLiteral(ctx, expected) ? type : widenLiterals(type, ctx);
  return showType(mentionsTuple(expected) ? asTuples(plain) : plain);
}

function mentionsTuple(type: Type): boolean {
  if (type.kind === 'nominal') return type.args.some(mentionsTuple);
  return type.kind === 'tuple' || (type.kind === 'union' && type.members.some(mentionsTuple));
}

/** Shows arrays of known length as tuples. */
function asTuples(type: Type): Type {
  if (type.kind === 'union') return makeUnion(type.members.map(asTuples));
  if (type.kind !== 'nominal') return type;
  return type.shape
    ? { kind: 'tuple', elements: type.shape.map(asTuples) }
    : nominal(type.name, type.args.map(asTuples));
}

export function showExpected(ctx: Ctx, type: Type): string {
  return showType(type.kind === 'self' ? resolveType(ctx, type) : withoutInterfaces(type));
}

/** RBS adds `_ToStr` to `String`; users would not write it in an annotation, so do not show it. */
function withoutInterfaces(type: Type): Type {
  if (type.kind !== 'union') return type;
  const members = type.members.filter(member => !(member.kind === 'alias' && /^%?_/.test(member.name)));
  return members.length === 0 ? type : makeUnion(members);
}

function mentionsLiteral(ctx: Ctx, type: Type): boolean {
  const plain = resolveType(ctx, type);
  return (
    plain.kind === 'literal' || (plain.kind === 'union' && plain.members.some(member => member.kind === 'literal'))
  );
}

/** A suggestion: the nil to exclude, the initial value of `sum`, or the conversion that Ruby provides. */
export function hintFor(ctx: Ctx, got: Type, expected: Type, expr: Expr | null = null): string {
  const present = withoutNil(ctx, got);
  if (mayBeNil(ctx, got) && present.kind !== 'bottom' && isAssignable(ctx, present, expected))
    return 'Test it for nil first';
  const sum = expr && hintForEmptySum(ctx, expr, expected);
  if (sum) return sum;
  const wanted = className(resolveType(ctx, expected));
  const conversion = wanted === null ? undefined : CONVERSIONS[wanted];
  const own = className(resolveType(ctx, widenLiterals(got, ctx)));
  return conversion !== undefined && own !== null && own !== wanted && ctx.hierarchy.hasMethod(own, conversion)
    ? `\`.${conversion}\` would make it one`
    : '';
}

/** The sum of no elements is the Integer 0, whatever the element type. */
function hintForEmptySum(ctx: Ctx, expr: Expr, expected: Type): string | null {
  const sums: Type[] = [];
  walk(expr, inner => {
    const type = inner.kind === 'call' && inner.method === 'sum' && inner.args.length === 0 && ctx.out.types.get(inner);
    if (type) sums.push(type);
    return inner.kind === 'call' || inner === expr;
  });
  const hasZero = sums.some(type => {
    const others = membersOf(ctx, type).filter(member => className(member) !== 'Integer');
    return others.length > 0 && others.length < membersOf(ctx, type).length;
  });
  if (!hasZero || className(resolveType(ctx, expected)) !== 'Float') return null;
  return 'The sum of nothing is the Integer 0: `sum(0.0)` begins with a Float';
}

const CONVERSIONS: Readonly<Record<string, string>> = {
  Integer: 'to_i',
  Float: 'to_f',
  String: 'to_s',
  Symbol: 'to_sym',
  Array: 'to_a',
  Hash: 'to_h',
};

export function didYouMean(name: string, known: Iterable<string>): string {
  const near = findClosestName(name, known);
  return near === null ? '' : `Did you mean \`${near}\`?`;
}

/** Shows a literal as it is where some arm expects one. */
function showActuals(ctx: Ctx, actuals: Actuals, arms: readonly MethodType[]): string {
  const exact = arms.some(arm => arm.params.some(param => param.type.kind === 'literal'));
  const shown = actuals.list.map(actual => {
    const type = showType(exact ? actual.type : widenLiterals(actual.type, ctx));
    return actual.kind === 'keyword' ? `${actual.name}: ${type}` : actual.kind === 'splat' ? `*${type}` : type;
  });
  return `(${shown.join(', ')})`;
}

/** `(Integer, ?String)`: the arm without its block and result. */
function showParams(arm: MethodType): string {
  const text = showMethodType({ ...arm, block: null, typeParams: [] });
  return text.slice(0, text.lastIndexOf('->')).trim();
}

export function showCount(least: number, most: number | null): string {
  if (most === null) return `at least ${showArgumentCount(least)}`;
  return least === most ? showArgumentCount(least) : `${least} to ${showArgumentCount(most)}`;
}

export function showArgumentCount(count: number): string {
  return count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`;
}

function showOrdinal(index: number): string {
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  return `its ${words[index] ?? `${index + 1}th`} argument`;
}
