/** The subject of a case: evaluated once and bound to a local. */
import type { Span } from '../base/span';
import type { Expr, Var } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { assign, local, seq } from './build';
import type { LowerContext } from './context';
import { temporaryName } from './context';
import { lowerExpr } from './lowerExpr';
import { assignedNames } from './opaque';

export interface Subject {
  readonly name: string;
  /** Puts the evaluation of the subject, if necessary, before `chain`. */
  readonly around: (span: Span, chain: Expr) => Expr;
}

/** `readers`: the nodes that read the subject again; a local that they assign is copied first. */
export function bindSubject(ctx: LowerContext, node: SyntaxNode, readers: readonly SyntaxNode[]): Subject {
  const value = lowerExpr(ctx, node);
  if (value.kind === 'var' && value.scope === 'local') {
    const { name } = value;
    const isWritten = readers.some(reader => assignedNames(ctx.file.text, reader).includes(name));
    if (!isWritten) return { name, around: (_, chain) => chain };
  }
  const name = temporaryName(ctx);
  const binding = assign(value.span, local(value.span, name), value);
  return { name, around: (span, chain) => seq(span, [binding, chain]) };
}

/** Another read of the subject, at `span`. */
export function subjectVar(subject: Subject, span: Span): Var {
  return local(span, subject.name);
}
