/**
 * A script or the body of a class -> the types of its expressions and the calls that it makes, for those who look and
 * for the signatures that are shown. Its reports come from inferUnit; nothing is reported here.
 */
import type { BodyUnit } from '../program/unit';
import type { Declaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { TypedBody, TypedDeclaration } from '../types/typedBody';
import { findOutgoingCalls } from './inference/outgoingCalls';
import { runBodyUnit } from './inferUnit';
import { type CheckInput, newContext } from './setup/newContext';
import type { Ctx } from './state/context';
import { MOST_STEPS } from './transferFunction';

export function typeBody(unit: BodyUnit, input: CheckInput): TypedBody {
  const ctx = runBodyUnit(newContext(input, MOST_STEPS), unit);
  return {
    key: unit.key,
    self: unit.self,
    declarations: unit.declarations.flatMap(each => typeDeclaration(ctx, each)),
  };
}

/** Spans inside are relative to the declaration. */
function typeDeclaration(ctx: Ctx, declaration: Declaration): readonly TypedDeclaration[] {
  const root = expressionOf(declaration);
  if (root === null) return [];
  const { types, calls } = ctx.out;
  const here: Ctx['out'] = { ...ctx.out, types: new Map(), calls: new Map() };
  walk(root, expr => {
    const type = types.get(expr);
    if (type !== undefined) here.types.set(expr, type);
    if (expr.kind === 'call' || expr.kind === 'super' || expr.kind === 'yield') {
      const target = calls.get(expr);
      if (target !== undefined) here.calls.set(expr, target);
    }
    return true;
  });
  const { anchor, at, span } = declaration;
  const outgoing = findOutgoingCalls({
    ctx: { ...ctx, frame: { ...ctx.frame, anchor } },
    out: { ...here, types },
  });
  return [{ anchor, at, span, types: here.types, calls: here.calls, outgoing }];
}

/** The code that runs where the declaration is; a definition's body is a unit of its own. */
function expressionOf(declaration: Declaration): Expr | null {
  switch (declaration.kind) {
    case 'statement':
      return declaration.expr;
    case 'constant':
      return declaration.value;
    case 'class':
      return declaration.superclass;
    case 'singleton':
      return declaration.target;
    default:
      return null;
  }
}
