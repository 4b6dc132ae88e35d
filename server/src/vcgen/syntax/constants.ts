/**
 * Constants: classes; plain values by value, if they are computed from plain values alone; arrays, hashes and strings as
 * existing objects. The contents of a frozen one are known; of an unfrozen one only its type is. Of other
 * values the class may be known (`computedConstants.ts`). The rest is not modelled, nor is a constant that is assigned in several places.
 */
import { eq, int, same, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { symbolsIn } from '../../logic/symbols';
import { type FoundConstant, findConstantExpr } from '../../program/constants';
import type { Nesting, Program } from '../../program/program';
import type { Const, Expr, LiteralValue } from '../../ril/ril';
import { nominal, STRING, type Type } from '../../types/type';
import { makerOf } from '../analysis/structClasses';
import { elementsOf, lengthOf } from '../heap/arrays';
import { frozenEntries } from '../heap/hashEntries';
import { makePreexistingObject, noteRegexp, withFrozenObject } from '../heap/preexistingObjects';
import { textOf } from '../heap/strings';
import { assume, type Ctx, makeUnmodelled, type Out } from '../state/context';
import { ELEMENTS } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, isDynamic } from '../state/representation';
import type { State } from '../state/state';
import { classTerm } from '../state/typeGuards';
import { boxValue, type Val } from '../state/value';
import { evaluateComputedConstant } from './computedConstants';

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
  const value = found?.constant?.isAssignedAgain ? null : found?.constant?.value;
  const plain = found && value ? plainValue(ctx, found, value, state) : null;
  if (plain) return { value: plain, state };
  const object = found && value ? constantObject(ctx, found, value, expr, state) : null;
  return (
    object ??
    (found && evaluateComputedConstant(ctx, found, expr, state)) ?? {
      value: makeUnmodelled(ctx, { kind: 'constant-value', name: expr.name }, expr),
      state,
    }
  );
}

/** `A = Struct.new(…)` names a class; for other expressions that create one, the class is unknown. */
function namesClass(ctx: Ctx, found: FoundConstant): boolean {
  const value = found.constant?.value;
  return !value || value.kind === 'const' || makerOf(ctx.run.input.program, found.classInfo!.name) !== null;
}

/**
 * The value of a constant expression, computed where the constant is read; null: it is not computed from plain values alone, or
 * the models leave it open. What was tried in vain leaves no trace.
 */
function plainValue(ctx: Ctx, found: FoundConstant, value: Expr, state: State): Val | null {
  const { run } = ctx;
  const nesting = found.constant?.nesting ?? [];
  if (!isPlain(run.input.program, value, nesting, [found.path])) return null;
  const tried = run.trail.mark();
  const known = run.results.obligations.length;
  const out = run.rules.evaluate({ ...ctx, frame: { ...ctx.frame, nesting } }, value, state);
  const isCertain = run.results.obligations.length === known && same(out.state.path, state.path);
  if (isCertain && isClosed(out.value)) return out.value;
  run.trail.undo(tried);
  return null;
}

function isClosed(value: Val): boolean {
  switch (value.kind) {
    case 'nil':
      return true;
    case 'bool':
    case 'int':
    case 'real':
    case 'rat':
    case 'sym':
      return symbolsIn([value.term]).length === 0;
    case 'range':
      return [value.from, value.to].every(end => end === null || isClosed(end));
    default:
      return false;
  }
}

/** Kinds of literals whose value never changes. */
const IMMUTABLE_LITERALS: ReadonlySet<LiteralValue['type']> = new Set([
  'integer',
  'float',
  'rational',
  'symbol',
  'true',
  'false',
  'nil',
]);

/** Whether the expression consists of plain literals, constants of such values (`following`: those on the way here) and calls on these. */
function isPlain(program: Program, expr: Expr, nesting: Nesting, following: readonly string[]): boolean {
  const isPart = (part: Expr | null): boolean => part === null || isPlain(program, part, nesting, following);
  switch (expr.kind) {
    case 'lit':
      return IMMUTABLE_LITERALS.has(expr.value.type);
    case 'const': {
      const found = findConstantExpr(program, nesting, expr);
      const { constant } = found ?? {};
      if (!found || !constant?.value || constant.isAssignedAgain || found.classInfo || following.includes(found.path))
        return false;
      return isPlain(program, constant.value, constant.nesting, [...following, found.path]);
    }
    case 'range':
      return isPart(expr.from) && isPart(expr.to);
    case 'call':
      if (expr.receiver === null || expr.block !== null) return false;
      return isPart(expr.receiver) && expr.args.every(arg => arg.type === 'positional' && isPart(arg.value));
    default:
      return false;
  }
}

type Ref = Val & { readonly kind: 'ref' };
const REGEXP: Type = nominal('Regexp');

/** The one object that the constant has referred to since before this method was called. */
function constantObject(ctx: Ctx, found: FoundConstant, value: Expr, expr: Const, state: State): Out | null {
  const { literal, frozen } = withoutFreeze(value);
  const className = classOfLiteral(literal);
  const type = objectType(ctx.frame.types.get(expr), className);
  if (className === null || type === null) return null;
  const object: Ref = makePreexistingObject(ctx, `const:${found.path}`, found.path, type, className);
  if (literal.kind === 'lit' && literal.value.type === 'regexp') noteRegexp(ctx, object, literal.value);
  if (!frozen) return { value: object, state };
  for (const fact of frozenContents(ctx, found, literal, object, state)) assume(ctx, state, fact);
  return { value: object, state: withFrozenObject(ctx, state, object) };
}

function withoutFreeze(value: Expr): { literal: Expr; frozen: boolean } {
  if (value.kind === 'call' && value.method === 'freeze' && value.receiver && value.args.length === 0)
    return { literal: value.receiver, frozen: true };
  const isFrozen =
    value.kind === 'lit' &&
    (value.value.type === 'regexp' || (value.value.type === 'string' && value.value.frozen === true));
  return { literal: value, frozen: isFrozen };
}

function classOfLiteral(literal: Expr): string | null {
  if (literal.kind === 'array') return 'Array';
  if (literal.kind === 'interpolate' && literal.as === 'string') return 'String';
  if (literal.kind === 'hash') return 'Hash';
  if (literal.kind === 'lit' && literal.value.type === 'regexp') return 'Regexp';
  return literal.kind === 'lit' && literal.value.type === 'string' ? 'String' : null;
}

function objectType(checked: Type | undefined, className: string | null): Type | null {
  if (className === 'String') return STRING;
  if (className === 'Regexp') return REGEXP;
  if (checked === undefined || isDynamic(checked) || classNameOf(checked) !== className) return null;
  return checked;
}

function frozenContents(ctx: Ctx, found: FoundConstant, literal: Expr, object: Ref, state: State): readonly Formula[] {
  if (literal.kind === 'lit' && literal.value.type === 'string')
    return [eq(textOf(ctx, state, object), text(literal.value.value))];
  if (literal.kind === 'array') return frozenElements(ctx, found, literal, object, state);
  if (literal.kind === 'hash')
    return frozenEntries(ctx, literal, object, state, value => plainValue(ctx, found, value, state));
  return [];
}

/** Plain values are known individually; other elements only by their type. */
function frozenElements(
  ctx: Ctx,
  found: FoundConstant,
  literal: Expr & { readonly kind: 'array' },
  array: Ref,
  state: State,
): readonly Formula[] {
  if (literal.elements.some(element => element.type !== 'positional')) return [];
  heapMap(ctx, state, ELEMENTS);
  const elements = elementsOf(ctx, state, array);
  const known = literal.elements.flatMap((element, index) => {
    const value = element.type === 'positional' ? plainValue(ctx, found, element.value, state) : null;
    const term = value && boxValue(value);
    return term ? [eq(select(elements, int(index)), term)] : [];
  });
  return [eq(lengthOf(ctx, state, array), int(literal.elements.length)), ...known];
}
