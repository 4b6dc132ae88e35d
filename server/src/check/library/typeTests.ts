/**
 * Library methods whose result says of what type a value is, as rows of a table: how `x.nil?`, `C === x`, `x == :a` and the
 * like narrow the type of x when they are truthy and when they are falsy.
 */
import { findConstantExpr } from '../../program/constants';
import { findMethod } from '../../program/lookup';
import type { Call, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import {
  instancePart,
  literalPart,
  mayHaveSubclasses,
  nilPart,
  nonNilPart,
  notInstancePart,
  notLiteralPart,
  notRespondingPart,
  respondingPart,
} from '../../typing/narrow';
import { literalOf } from '../binding/arguments';
import { type EnumValue, enumValueOf } from '../facts/enumValues';
import { isNeverReassigned } from '../facts/singleAssignment';
import type { Ctx } from '../state/context';

/** How the call narrows its subject. */
export interface Test {
  readonly subject: Expr;
  readonly yes: (type: Type) => Type;
  readonly no: ((type: Type) => Type) | null;
  /** The constant of an enum that the subject is compared with. */
  readonly value?: EnumValue;
  /** The test holds for all other constants. */
  readonly isOther?: true;
}

/** A method with one argument, or none. */
type TestRow = { readonly class: string; readonly names: string } & (
  | { readonly arity: 0; readonly test: (ctx: Ctx, receiver: Expr) => Test | null }
  | { readonly arity: 1; readonly test: (ctx: Ctx, receiver: Expr, argument: Expr) => Test | null }
);

const TESTS: readonly TestRow[] = [
  { class: 'Object', names: 'nil?', arity: 0, test: nilTest },
  { class: 'Object', names: 'present?', arity: 0, test: presenceTest },
  { class: 'Object', names: 'blank?', arity: 0, test: blankTest },
  {
    class: 'Object',
    names: 'is_a? kind_of?',
    arity: 1,
    test: (ctx, receiver, argument) => classTest(ctx, receiver, argument, true),
  },
  {
    class: 'Object',
    names: 'instance_of?',
    arity: 1,
    test: (ctx, receiver, argument) => classTest(ctx, receiver, argument, false),
  },
  { class: 'Object', names: 'respond_to?', arity: 1, test: respondTest },
  {
    class: 'Object',
    names: '===',
    arity: 1,
    test: (ctx, receiver, argument) =>
      classTest(ctx, argument, receiver, true) ??
      literalTest(ctx, argument, receiver, true) ??
      enumTest(ctx, argument, receiver),
  },
  { class: 'Object', names: '== eql? equal?', arity: 1, test: equalityTest },
  { class: 'Object', names: '!=', arity: 1, test: differenceTest },
];

/** Null: the call narrows no path. */
export function findTypeTest(ctx: Ctx, call: Call): Test | null {
  const receiver: Expr = call.receiver ?? { kind: 'self', span: call.span };
  const row = TESTS.find(({ names }) => names.split(' ').includes(call.method));
  if (!row) return null;
  if (row.arity === 0) return call.args.length > 0 ? null : row.test(ctx, receiver);
  const [first] = call.args;
  return first?.type === 'positional' && call.args.length === 1 ? row.test(ctx, receiver, first.value) : null;
}

function nilTest(ctx: Ctx, subject: Expr): Test {
  return { subject, yes: type => nilPart(ctx, type), no: type => nonNilPart(ctx, type) };
}

/** Active Support: a present value is neither nil nor false. */
function presenceTest(ctx: Ctx, subject: Expr): Test | null {
  const origin = findMethod(ctx.program, 'Object', 'present?')?.origin ?? 'workspace';
  return origin === 'workspace' ? null : { subject, yes: type => nonNilPart(ctx, type), no: type => type };
}

function blankTest(ctx: Ctx, subject: Expr): Test | null {
  const origin = findMethod(ctx.program, 'Object', 'blank?')?.origin ?? 'workspace';
  return origin === 'workspace' ? null : { subject, yes: type => type, no: type => nonNilPart(ctx, type) };
}

function equalityTest(ctx: Ctx, receiver: Expr, argument: Expr): Test | null {
  return (
    literalTest(ctx, receiver, argument, true) ??
    literalTest(ctx, argument, receiver, true) ??
    exactClassTest(ctx, receiver, argument) ??
    exactClassTest(ctx, argument, receiver) ??
    enumTest(ctx, receiver, argument) ??
    enumTest(ctx, argument, receiver)
  );
}

function differenceTest(ctx: Ctx, receiver: Expr, argument: Expr): Test | null {
  return (
    literalTest(ctx, receiver, argument, false) ??
    literalTest(ctx, argument, receiver, false) ??
    otherClassTest(exactClassTest(ctx, receiver, argument) ?? exactClassTest(ctx, argument, receiver)) ??
    otherValueTest(enumTest(ctx, receiver, argument) ?? enumTest(ctx, argument, receiver))
  );
}

/** `both`: a failed test narrows too. Not so for `x.class == C`, which an instance of a subclass fails, if there is one. */
function classTest(ctx: Ctx, subject: Expr, constant: Expr, both: boolean): Test | null {
  const own = ownClass(ctx, constant);
  if (own !== null) {
    const no = (type: Type): Type => notInstancePart(withoutImplicitNil(ctx, subject), type, own);
    return { subject, yes: type => instancePart(ctx, type, own), no: mayHaveSubclasses(ctx, own) ? null : no };
  }
  if (constant.kind !== 'const') return null;
  const name = findConstantExpr(ctx.program, ctx.frame.nesting, constant)?.classInfo?.name;
  if (name === undefined) return null;
  return {
    subject,
    yes: type => instancePart(ctx, type, name),
    no:
      both || !mayHaveSubclasses(ctx, name)
        ? type => notInstancePart(withoutImplicitNil(ctx, subject), type, name)
        : null,
  };
}

/**
 * The verifier requires arguments to be of their types, nil or not. So a parameter that is never assigned is only nil if
 * its type says so, in lenient mode too.
 */
export function withoutImplicitNil(ctx: Ctx, subject: Expr): Ctx {
  if (ctx.infers || ctx.settings.nil === 'strict' || subject.kind !== 'var' || !ctx.frame.params.has(subject.name))
    return ctx;
  return isNeverReassigned(ctx, subject.name) ? { ...ctx, settings: { ...ctx.settings, nil: 'strict' } } : ctx;
}

/**
 * `self.class`, and `self` in a method of the class itself, is this class or a subclass, so a value that is not an
 * instance of it may still be one of this class.
 */
function ownClass(ctx: Ctx, expr: Expr): string | null {
  const { selfType } = ctx.frame;
  if (expr.kind === 'self' && selfType.kind === 'classOf')
    return ctx.program.classes.get(selfType.name)?.kind === 'class' ? selfType.name : null;
  if (expr.kind !== 'call' || expr.method !== 'class' || expr.receiver?.kind !== 'self') return null;
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' || expr.args.length > 0) return null;
  // A single object may have been extended with the module, although its class does not include it.
  if (ctx.program.classes.get(self.name)?.kind !== 'class') return null;
  return findMethod(ctx.program, self.name, 'class')?.origin === 'workspace' ? null : self.name;
}

/** `x.class == C` */
function exactClassTest(ctx: Ctx, left: Expr, right: Expr): Test | null {
  if (left.kind !== 'call' || left.method !== 'class' || left.receiver === null || left.args.length > 0) return null;
  return classTest(ctx, left.receiver, right, false);
}

/** `x.class != C` */
function otherClassTest(same: Test | null): Test | null {
  return same && { subject: same.subject, yes: same.no ?? (type => type), no: same.yes };
}

/** The type stays; `T.absurd` requires all constants to be excluded. */
function enumTest(ctx: Ctx, subject: Expr, constant: Expr): Test | null {
  const value = enumValueOf(ctx, constant);
  return value && { subject, yes: type => type, no: type => type, value };
}

function otherValueTest(same: Test | null): Test | null {
  return same && { ...same, isOther: true };
}

function literalTest(ctx: Ctx, subject: Expr, value: Expr, equal: boolean): Test | null {
  const literal = literalOf(value);
  if (literal === null || (literal.kind !== 'nil' && literal.kind !== 'literal')) return null;
  const yes = (type: Type): Type => literalPart(ctx, type, literal);
  const no = (type: Type): Type => notLiteralPart(withoutImplicitNil(ctx, subject), type, literal);
  return equal ? { subject, yes, no } : { subject, yes: no, no: yes };
}

function respondTest(ctx: Ctx, subject: Expr, name: Expr): Test | null {
  if (name.kind !== 'lit' || name.value.type !== 'symbol') return null;
  const method = name.value.value;
  return { subject, yes: type => respondingPart(ctx, type, method), no: type => notRespondingPart(ctx, type, method) };
}
