/** Code in a class body, where `self` is the class. Its assignments are the initial values of variables. */
import type { BodyWrite, Nesting } from '../../program/program';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { generaliseType, replaceSelf } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import { newOutput } from '../state/context';
import { EMPTY_ENV } from '../state/env';

/** Generalised, because other code reads the variable later. */
export function typeInClassBody(ctx: Ctx, { value, nesting }: BodyWrite): Type {
  if (value === null) return DYNAMIC;
  const inner = enterClassBody(ctx, nesting);
  return generaliseType(inner, replaceSelf(inner, inner.rules.expr(inner, EMPTY_ENV, value, null).type));
}

/** Silent: problems in class bodies are reported elsewhere. */
export function enterClassBody(ctx: Ctx, nesting: Nesting): Ctx {
  const selfType: Type = { kind: 'classOf', name: nesting[0] ?? 'Object' };
  const blank = { result: null, returns: [], declared: new Map(), assigned: new Map() };
  const frame = { ...ctx.frame, ...blank, method: null, nesting, selfType };
  const out = newOutput();
  return { ...ctx, frame, out, jumps: null, lambda: null, silent: true };
}
