/**
 * RBS inline's `x = [] #: Array[Integer]` and `f(x) #: as String`: the comment behind a statement gives the type of its
 * value. It becomes a cast whose type is the comment itself; parse/annotations reads it. `#: as T` is also read behind
 * the receiver of a call that continues on the next line, and behind an argument or an element. `#: self as T` above a
 * statement becomes a cast of `self`.
 */
import { matchAt } from '../base/matchAt';
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { call } from './build';
import { type LowerContext, spanOf } from './context';

/** A type begins like this; other comments are prose. */
const CAST =
  /[ \t]*(#:[ \t]+(?:as[ \t]+)?(?:[[({^:!?A-Z"']|(?:untyped|bool|nil|void|top|bot|self|instance|singleton|string|int)\b)[^\r\n]*)/y;

export function applyCommentCast(ctx: LowerContext, node: SyntaxNode, expr: Expr): Expr {
  const comment = matchAt(CAST, ctx.file.text, node.end);
  const text = comment?.[1]?.trimEnd();
  if (comment === null || text === undefined) return expr;
  const start = node.end + comment[0].indexOf('#');
  const type = literalOf(ctx, text, start);
  if (expr.kind !== 'assign') return takesCast(expr) ? cast(expr, type) : expr;
  return { ...expr, value: cast(expr.value, type) };
}

const SELF = /[ \t]*(#:[ \t]*self[ \t]+as[ \t]+\S[^\r\n]*)/y;
const COMMENT = /[ \t]*#/y;

/** `#: self as T` among the comment lines directly above a statement: what `self` is from there on. */
export function selfByComment(ctx: LowerContext, node: SyntaxNode): readonly Expr[] {
  const { text } = ctx.file;
  const above = text.lastIndexOf('\n', node.start - 1);
  if (text.slice(above + 1, node.start).trim() !== '') return [];
  for (let end = above; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const comment = matchAt(SELF, text, start);
    if (comment?.[1] !== undefined) {
      const at = start + comment[0].indexOf('#');
      const span = spanOf(ctx, { start: at, end: at + comment[1].length });
      return [cast({ kind: 'self', span }, literalOf(ctx, comment[1].trimEnd(), at))];
    }
    if (matchAt(COMMENT, text, start) === null) return [];
    end = start - 1;
  }
  return [];
}

/** A part of a statement that ends its line: `e #: as T` above `.m`, `e, #: as T` above the next argument. */
const CAST_OF_PART = /,?[ \t]*(#:[ \t]+as[ \t]+\S[^\r\n]*)/y;

export function applyPartCommentCast(ctx: LowerContext, node: SyntaxNode, expr: Expr): Expr {
  const comment = matchAt(CAST_OF_PART, ctx.file.text, node.end);
  const text = comment?.[1]?.trimEnd();
  if (comment === null || text === undefined) return expr;
  return cast(expr, literalOf(ctx, text, node.end + comment[0].indexOf('#')));
}

/** `:x, #: Integer` among the members of `Struct.new`. */
export function typeOfMember(ctx: LowerContext, node: SyntaxNode): Expr | null {
  const { text } = ctx.file;
  const at = text[node.end] === ',' ? node.end + 1 : node.end;
  const comment = matchAt(CAST, text, at);
  const written = comment?.[1]?.trimEnd();
  return comment && written !== undefined ? literalOf(ctx, written, at + comment[0].indexOf('#')) : null;
}

/** A definition has a type of its own, and so does `attr_reader`, whose comment is read with the class body. */
function takesCast(expr: Expr): boolean {
  if (expr.kind === 'call') return expr.receiver !== null || !/^(attr|private|public|protected)/.test(expr.method);
  return (
    expr.kind === 'var' || expr.kind === 'array' || expr.kind === 'hash' || expr.kind === 'if' || expr.kind === 'const'
  );
}

function literalOf(ctx: LowerContext, text: string, at: number): Expr {
  const span = spanOf(ctx, { start: at, end: at + text.length });
  const segments = [{ at: 0, length: text.length, source: span.start }];
  return { kind: 'lit', span, value: { type: 'string', value: text, segments } };
}

function cast(value: Expr, type: Expr): Expr {
  return call({
    span: value.span,
    receiver: value,
    method: 'type_cast',
    methodSpan: type.span,
    args: [{ type: 'positional', value: type }],
    madeBy: 'comment',
  });
}
