/**
 * Constants: classes; plain literals (or sums of such) by value; arrays, hashes and strings as objects that exist. What a
 * frozen one holds is known for good; of one that is not frozen only its type. Anything else is not modelled.
 */
import { and, eq, int, symbol, TRUE, text } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { INT_SORT } from '../logic/sorts';
import { type FoundConstant, findConstantExpr } from '../program/constants';
import type { Const, Expr } from '../ril/ril';
import { STRING, type Type } from '../types/type';
import { elementsOf, lengthOf } from './arrays';
import { heapMap } from './bases';
import { assume, assumeAlways, type Ctx, notModelled, type Out } from './context';
import { CONSTANT_PREFIX, withFrozen } from './frozen';
import { frozenEntries } from './hashEntries';
import { classNameOf, isDynamic } from './shape';
import { FROZEN, type State, sortOfKey } from './state';
import { textOf } from './strings';
import { makerOf } from './structs';
import { classTerm, exists, hasExactClass } from './typing';
import { boxed, type Val } from './value';

export function evaluateConstant(ctx: Ctx, expr: Const, state: State): Out {
  const found = findConstantExpr(ctx.run.input.program, ctx.frame.nesting, expr);
  if (found?.classInfo && namesClass(ctx, found))
    return {
      value: {
        kind: 'class',
        term: classTerm(ctx.run, found.classInfo.name),
        name: found.classInfo.name,
        base: found.classInfo.name,
      },
      state,
    };
  const value = found?.constant?.value;
  if (value && isLiteral(value)) return { value: literalValue(ctx, found, value, state), state };
  const object = found && value ? constantObject(ctx, found, value, expr, state) : null;
  return object ?? { value: notModelled(ctx, `the value of ${expr.name}`, expr), state };
}

/** `A = Struct.new(…)` names a class; of other values that make one it is not known which. */
function namesClass(ctx: Ctx, found: FoundConstant): boolean {
  const value = found.constant?.value;
  return !value || value.kind === 'const' || makerOf(ctx.run.input.program, found.classInfo!.name) !== null;
}

function literalValue(ctx: Ctx, found: FoundConstant, value: Expr, state: State): Val {
  const inner: Ctx = { ...ctx, frame: { ...ctx.frame, nesting: found.constant!.nesting } };
  return ctx.run.rules.evaluate(inner, value, state).value;
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '-@']);

function isLiteral(expr: Expr): boolean {
  if (expr.kind === 'lit') return ['integer', 'float', 'symbol', 'true', 'false', 'nil'].includes(expr.value.type);
  if (expr.kind === 'const') return false;
  return (
    expr.kind === 'call' &&
    ARITHMETIC.has(expr.method) &&
    expr.receiver !== null &&
    isLiteral(expr.receiver) &&
    expr.args.every(arg => arg.type === 'positional' && isLiteral(arg.value))
  );
}

type Ref = Val & { readonly kind: 'ref' };

/** The one object that the constant has named since before this method was called. */
function constantObject(ctx: Ctx, found: FoundConstant, value: Expr, expr: Const, state: State): Out | null {
  const { literal, frozen } = withoutFreeze(value);
  const className = classOfLiteral(literal);
  const type = objectType(ctx.frame.types.get(expr), className);
  if (className === null || type === null) return null;
  const term = symbol(`${CONSTANT_PREFIX}${found.path}`, INT_SORT);
  const object: Ref = { kind: 'ref', term, type, exact: true };
  assumeAlways(ctx.run, and(exists(term, symbol('alloc!0', INT_SORT)), hasExactClass(ctx.run, term, className)), true);
  if (!frozen) return { value: object, state };
  for (const fact of frozenContents(ctx, found, literal, object, state)) assume(ctx, state, fact);
  if (ctx.spec) return { value: object, state };
  assumeAlways(ctx.run, select(symbol(`${FROZEN}!0`, sortOfKey(FROZEN)), term), true);
  return { value: object, state: withFrozen(ctx, state, term, TRUE) };
}

function withoutFreeze(value: Expr): { literal: Expr; frozen: boolean } {
  if (value.kind === 'call' && value.method === 'freeze' && value.receiver && value.args.length === 0)
    return { literal: value.receiver, frozen: true };
  const frozenText = value.kind === 'lit' && value.value.type === 'string' && value.value.frozen === true;
  return { literal: value, frozen: frozenText };
}

function classOfLiteral(literal: Expr): string | null {
  if (literal.kind === 'array') return 'Array';
  if (literal.kind === 'hash') return 'Hash';
  return literal.kind === 'lit' && literal.value.type === 'string' ? 'String' : null;
}

function objectType(checked: Type | undefined, className: string | null): Type | null {
  if (className === 'String') return STRING;
  if (checked === undefined || isDynamic(checked) || classNameOf(checked) !== className) return null;
  return checked;
}

function frozenContents(ctx: Ctx, found: FoundConstant, literal: Expr, object: Ref, state: State): readonly Formula[] {
  if (literal.kind === 'lit' && literal.value.type === 'string')
    return [eq(textOf(ctx, state, object), text(literal.value.value))];
  if (literal.kind === 'array') return frozenElements(ctx, found, literal, object, state);
  if (literal.kind === 'hash')
    return frozenEntries(ctx, literal, object, state, value =>
      isLiteral(value) ? literalValue(ctx, found, value, state) : null,
    );
  return [];
}

/** Plain values are known one by one; other elements only by their type. */
function frozenElements(
  ctx: Ctx,
  found: FoundConstant,
  literal: Expr & { readonly kind: 'array' },
  array: Ref,
  state: State,
): readonly Formula[] {
  if (literal.elements.some(element => element.type !== 'positional')) return [];
  heapMap(ctx, state, '#elements');
  const elements = elementsOf(ctx, state, array);
  const known = literal.elements.flatMap((element, index) => {
    if (element.type !== 'positional' || !isLiteral(element.value)) return [];
    const term = boxed(literalValue(ctx, found, element.value, state));
    return term ? [eq(select(elements, int(index)), term)] : [];
  });
  return [eq(lengthOf(ctx, state, array), int(literal.elements.length)), ...known];
}
