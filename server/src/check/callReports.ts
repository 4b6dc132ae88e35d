/** What is said about a call that does not fit: one message, at the argument that is to blame. */
import type { RelatedPlace } from '../base/problem';
import type { Span } from '../base/span';
import type { MethodInfo } from '../program/program';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import { showMethodType, showType } from '../types/show';
import type { MethodType, Type } from '../types/type';
import { nominal } from '../types/type';
import { makeUnion } from '../types/union';
import type { Actuals } from './arguments';
import type { Callee } from './callees';
import { closest } from './closest';
import type { Ctx } from './context';
import { fits } from './fits';
import type { Mismatch } from './match';
import { className } from './narrow';
import type { Choice } from './overloads';
import { mayBeNil, membersOf, resolved, widened, withoutNil } from './relations';
import { report } from './report';

/** How a callee is called in messages: `Clock#incr`, `incr` at the top level, `the block`. */
export function calleeName(info: MethodInfo | null, method: string, makes: Type | null = null): string {
  if (makes?.kind === 'nominal') return `${makes.name}.new`;
  if (info === null) return method;
  return info.name === 'initialize' ? `${info.owner}.new` : info.key.replace(/^(Object)?#/, '');
}

function instanceMade(callee: Callee): Type | null {
  const { info, receiver } = callee;
  return info?.synthetic?.type === 'structNew' && receiver.kind === 'classOf' ? nominal(receiver.name) : callee.makes;
}

export function reportMismatch(ctx: Ctx, choice: Choice, method: string, span: Span, actuals: Actuals): void {
  const name = calleeName(choice.callee.info, method, instanceMade(choice.callee));
  const [first, ...others] = choice.mismatches;
  if (first === undefined || ctx.silent) return;
  if (others.length > 0 && !sameComplaint(choice.mismatches.map(one => one.mismatch))) {
    const place = blamed(choice.mismatches.map(one => one.mismatch)) ?? span;
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
  reportOne(ctx, first.mismatch, name, span, declaredAt(choice.callee.info, first.index));
}

function reportOne(ctx: Ctx, mismatch: Mismatch, method: string, span: Span, related: readonly RelatedPlace[]): void {
  switch (mismatch.why) {
    case 'count':
      report(
        ctx,
        'LP3003',
        span,
        { method, expected: showCount(mismatch.least, mismatch.most), got: counted(mismatch.given) },
        related,
      );
      return;
    case 'type': {
      const { actual, expected, param } = mismatch;
      const keyword = actual.kind === 'keyword' ? actual.name : param.kind.toLowerCase().includes('key') && param.name;
      const which = keyword ? `\`${keyword}:\`` : ordinal(mismatch.index);
      const args = {
        method,
        which,
        expected: showExpected(ctx, expected),
        got: showGot(ctx, actual.type, expected),
        hint: hintFor(ctx, actual.type, expected, actual.expr),
      };
      report(ctx, 'LP3002', actual.span, args, related);
      return;
    }
    case 'unknownKeyword':
      report(
        ctx,
        'LP3008',
        (mismatch.actual.kind === 'keyword' ? mismatch.actual.nameSpan : undefined) ?? mismatch.actual.span,
        { method, keyword: mismatch.name, hint: didYouMean(mismatch.name, mismatch.known) },
        related,
      );
      return;
    case 'missingKeywords':
      report(
        ctx,
        'LP3009',
        span,
        { method, many: mismatch.names.length > 1, keywords: mismatch.names.map(name => `\`${name}:\``).join(', ') },
        related,
      );
      return;
  }
}

/** Two arms that fail for the same reason are one complaint. */
function sameComplaint(mismatches: readonly Mismatch[]): boolean {
  return (
    new Set(
      mismatches.map(one =>
        one.why === 'type' ? `${one.index} ${JSON.stringify(one.expected)}` : JSON.stringify(one.why),
      ),
    ).size === 1 && mismatches[0]?.why !== 'count'
  );
}

/** The argument that every arm trips over, if it is one. */
function blamed(mismatches: readonly Mismatch[]): Span | null {
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

/** Types of arguments as users read them: literals by their class, unless a literal was asked for. */
export function showGot(ctx: Ctx, type: Type, expected: Type): string {
  const plain = mentionsLiteral(ctx, expected) ? type : widened(type, ctx);
  return showType(mentionsTuple(expected) ? asTuples(plain) : plain);
}

function mentionsTuple(type: Type): boolean {
  if (type.kind === 'nominal') return type.args.some(mentionsTuple);
  return type.kind === 'tuple' || (type.kind === 'union' && type.members.some(mentionsTuple));
}

/** Arrays that were seen whole, as tuples. */
function asTuples(type: Type): Type {
  if (type.kind === 'union') return makeUnion(type.members.map(asTuples));
  if (type.kind !== 'nominal') return type;
  return type.shape
    ? { kind: 'tuple', elements: type.shape.map(asTuples) }
    : nominal(type.name, type.args.map(asTuples));
}

export function showExpected(ctx: Ctx, type: Type): string {
  return showType(type.kind === 'self' ? resolved(ctx, type) : withoutInterfaces(type));
}

/** RBS adds `_ToStr` to `String`: true, but nothing that one would write instead. */
function withoutInterfaces(type: Type): Type {
  if (type.kind !== 'union') return type;
  const members = type.members.filter(member => !(member.kind === 'alias' && /^%?_/.test(member.name)));
  return members.length === 0 ? type : makeUnion(members);
}

function mentionsLiteral(ctx: Ctx, type: Type): boolean {
  const plain = resolved(ctx, type);
  return (
    plain.kind === 'literal' || (plain.kind === 'union' && plain.members.some(member => member.kind === 'literal'))
  );
}

/** What would help: the nil that is in the way, what `sum` begins with, or the conversion that Ruby has. */
export function hintFor(ctx: Ctx, got: Type, expected: Type, expr: Expr | null = null): string {
  const present = withoutNil(ctx, got);
  if (mayBeNil(ctx, got) && present.kind !== 'bottom' && fits(ctx, present, expected)) return 'Test it for nil first';
  const sum = expr && emptySum(ctx, expr, expected);
  if (sum) return sum;
  const wanted = className(resolved(ctx, expected));
  const conversion = wanted === null ? undefined : CONVERSIONS[wanted];
  const own = className(resolved(ctx, widened(got, ctx)));
  return conversion !== undefined && own !== null && own !== wanted && ctx.hierarchy.hasMethod(own, conversion)
    ? `\`.${conversion}\` would make it one`
    : '';
}

/** Nothing to add up: the Integer 0, whatever the elements would have been. */
function emptySum(ctx: Ctx, expr: Expr, expected: Type): string | null {
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
  if (!hasZero || className(resolved(ctx, expected)) !== 'Float') return null;
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
  const near = closest(name, known);
  return near === null ? '' : `Did you mean \`${near}\`?`;
}

/** A literal is shown as it is where some arm asks for one. */
function showActuals(ctx: Ctx, actuals: Actuals, arms: readonly MethodType[]): string {
  const exact = arms.some(arm => arm.params.some(param => param.type.kind === 'literal'));
  const shown = actuals.list.map(actual => {
    const type = showType(exact ? actual.type : widened(actual.type, ctx));
    return actual.kind === 'keyword' ? `${actual.name}: ${type}` : actual.kind === 'splat' ? `*${type}` : type;
  });
  return `(${shown.join(', ')})`;
}

/** `(Integer, ?String)`: the arm without its block and result. */
function showParams(arm: MethodType): string {
  const text = showMethodType({ ...arm, block: null, typeParams: [] });
  return text.slice(0, text.lastIndexOf('->')).trim();
}

function showCount(least: number, most: number | null): string {
  if (most === null) return `at least ${counted(least)}`;
  return least === most ? counted(least) : `${least} to ${counted(most)}`;
}

function counted(count: number): string {
  return count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`;
}

function ordinal(index: number): string {
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  return `its ${words[index] ?? `${index + 1}th`} argument`;
}
