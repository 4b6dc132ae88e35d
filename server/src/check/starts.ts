/** Code that stands in a class body: there `self` is the class. What it writes to variables is what they start with. */
import type { BodyWrite, Nesting } from '../program/program';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';
import { newOutput } from './context';
import { EMPTY_ENV } from './env';
import { generalised, hereSelf } from './relations';

/** As wide as those see it who find it in the variable. */
export function startType(ctx: Ctx, { value, nesting }: BodyWrite): Type {
  if (value === null) return DYNAMIC;
  const inner = inClassBody(ctx, nesting);
  return generalised(inner, hereSelf(inner, inner.rules.expr(inner, EMPTY_ENV, value, null).type));
}

/** Silent: what is wrong there is said by those whose place it is. */
export function inClassBody(ctx: Ctx, nesting: Nesting): Ctx {
  const selfType: Type = { kind: 'classOf', name: nesting[0] ?? 'Object' };
  const blank = { result: null, returns: [], declared: new Map(), assigned: new Map() };
  const frame = { ...ctx.frame, ...blank, method: null, nesting, selfType };
  const out = { ...newOutput(), uses: ctx.out.uses };
  return { ...ctx, frame, out, jumps: null, lambda: null, silent: true };
}
