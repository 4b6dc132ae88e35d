/** Constructors for RIL nodes that lowering introduces: nil, temporaries, calls that are not in the source. */
import type { Span } from '../base/span';
import type { Arg, Assign, BlockArg, Call, Const, Expr, Lit, LiteralValue, Seq, Var } from '../ril/ril';

export function lit(span: Span, value: LiteralValue): Lit {
  return { kind: 'lit', span, value };
}

/** The value of a missing expression. */
export function nilAt(offset: number): Lit {
  return lit({ start: offset, end: offset }, { type: 'nil' });
}

export function local(span: Span, name: string): Var {
  return { kind: 'var', span, scope: 'local', name };
}

export function rootConst(span: Span, name: string): Const {
  return { kind: 'const', span, scope: 'root', name };
}

export function assign(span: Span, target: Var | Const, value: Expr): Assign {
  return { kind: 'assign', span, target, value };
}

export function seq(span: Span, body: readonly Expr[]): Seq {
  return { kind: 'seq', span, body };
}

export function positional(value: Expr): Arg {
  return { type: 'positional', value };
}

interface CallParts {
  readonly span: Span;
  readonly receiver: Expr | null;
  readonly method: string;
  readonly methodSpan: Span;
  readonly args?: readonly Arg[];
  readonly block?: BlockArg | null;
  readonly safe?: boolean;
  readonly bare?: boolean;
  readonly madeBy?: Call['madeBy'];
}

export function call(parts: CallParts): Call {
  return {
    kind: 'call',
    span: parts.span,
    receiver: parts.receiver,
    method: parts.method,
    methodSpan: parts.methodSpan,
    args: parts.args ?? [],
    block: parts.block ?? null,
    safe: parts.safe ?? false,
    bare: parts.bare ?? false,
    madeBy: parts.madeBy ?? 'source',
  };
}

/** `!e`, for `unless` and `until`. */
export function negate(value: Expr): Call {
  const { span } = value;
  const methodSpan = { start: span.start, end: span.start };
  return call({ span, receiver: value, method: '!', methodSpan, madeBy: 'negation' });
}
