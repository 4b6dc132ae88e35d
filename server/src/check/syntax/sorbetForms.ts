/**
 * Sorbet's assertions: `T.let(e, T)` and `T.assert_type!(e, T)` require a value of the type, `T.cast(e, T)` trusts it,
 * `T.must(e)` removes nil, `T.bind(self, T)` changes what is known of self, `T.unsafe(e)` is %dyn, `T.absurd(e)` is never
 * reached.
 */
import { ancestors } from '../../program/ancestors';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import { BOTTOM, DYNAMIC, type Type } from '../../types/type';
import { isExprAssignable } from '../../typing/assignable';
import { membersOf, resolveType, withoutNil } from '../../typing/typeOps';
import { showExpected, showGot } from '../binding/callReports';
import { enumValuesLeft } from '../facts/enumValues';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { report } from '../state/report';
import { mayShareValue } from '../types/commonValues';
import { settleLiteral } from '../types/literals';
import { readForeignType } from '../types/typeStrings';

/** Null for another method of `T`, whose signature is used. */
export function checkSorbetForm(ctx: Ctx, env: Env, call: Call, expected: Type | null): Typed | null {
  const [first, second] = call.args;
  if (first?.type !== 'positional') return null;
  const type = second?.type === 'positional' ? second.value : null;
  switch (call.method) {
    case 'let':
    case 'assert_type!':
      return type && checkAssertion(ctx, env, call, first.value, type);
    case 'cast':
      return type && checkCast(ctx, env, call, first.value, type);
    case 'bind':
      return type && bindSelf(ctx, env, call, first.value, type);
    case 'must':
    case 'must_because':
      return noteNoCallees(ctx, call, removeNil(ctx, ctx.rules.expr(ctx, env, first.value, expected)));
    case 'unsafe':
      return noteNoCallees(ctx, call, { ...ctx.rules.expr(ctx, env, first.value, null), type: DYNAMIC });
    case 'reveal_type':
      return noteNoCallees(ctx, call, ctx.rules.expr(ctx, env, first.value, expected));
    case 'absurd':
      return checkAbsurd(ctx, env, call, first.value);
    default:
      return null;
  }
}

function noteNoCallees(ctx: Ctx, call: Call, typed: Typed): Typed {
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  return typed;
}

function removeNil(ctx: Ctx, { type, env }: Typed): Typed {
  return { type: withoutNil(ctx, type), env };
}

function checkAssertion(ctx: Ctx, env: Env, call: Call, subject: Expr, written: Expr): Typed {
  const type = readForeignType(ctx, written) ?? DYNAMIC;
  const value = ctx.rules.expr(ctx, env, subject, type);
  if (isExprAssignable(ctx, subject, value.type, type)) settleLiteral(ctx, subject, type);
  else if (value.env.reachable)
    report(ctx, 'LP3041', subject.span, {
      form: call.method,
      expected: showExpected(ctx, type),
      got: showGot(ctx, value.type, type),
    });
  return noteNoCallees(ctx, call, { type, env: value.env });
}

function checkCast(ctx: Ctx, env: Env, call: Call, subject: Expr, written: Expr): Typed {
  const type = readForeignType(ctx, written) ?? DYNAMIC;
  const value = ctx.rules.expr(ctx, env, subject, null);
  if (value.env.reachable && !mayShareValue(ctx, value.type, type))
    report(ctx, 'LP3039', call.span, { got: showType(value.type), expected: showType(type) });
  return noteNoCallees(ctx, call, { type, env: value.env });
}

/** Only `self` can be bound. Nothing that follows relies on the class of self. */
function bindSelf(ctx: Ctx, env: Env, call: Call, subject: Expr, written: Expr): Typed {
  const type = readForeignType(ctx, written) ?? DYNAMIC;
  const value = ctx.rules.expr(ctx, env, subject, null);
  return noteNoCallees(ctx, call, { type: subject.kind === 'self' ? type : DYNAMIC, env: value.env });
}

/** Every case is handled if nothing is left of the type of the value, or of the constants of its enum. */
function checkAbsurd(ctx: Ctx, env: Env, call: Call, subject: Expr): Typed {
  const value = ctx.rules.expr(ctx, env, subject, null);
  const left = membersOf(ctx, withoutNil(ctx, value.type));
  const only = left[0] && resolveType(ctx, left[0]);
  const values = left.length === 1 ? enumValuesLeft(ctx, value.env, subject) : null;
  if (value.env.reachable && only?.kind === 'nominal' && values !== null && values.length > 0)
    report(ctx, 'LP3042', call.span, { got: values.map(name => `${only.name}::${name}`).join(' or ') });
  else if (value.env.reachable && left.length > 0 && left.every(member => isLeftOver(ctx, member)))
    report(ctx, 'LP3042', call.span, { got: left.map(showType).join(' or ') });
  return noteNoCallees(ctx, call, { type: BOTTOM, env: value.env });
}

function isLeftOver(ctx: Ctx, type: Type): boolean {
  if (type.kind !== 'nominal') return false;
  const isOwn = (name: string): boolean => ctx.program.classes.get(name)?.origin === 'workspace';
  // The cases of a sealed class are its subclasses, which may all have been handled.
  if ((ctx.program.descendants.get(type.name) ?? []).some(isOwn)) return false;
  return !ancestors(ctx.program, type.name).includes('T::Enum');
}
