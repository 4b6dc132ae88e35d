/**
 * The classes that the object `self` may have, from the tests of it so far. Where only one is left, a new object of that class is a value of
 * the type `self`: `case self when Circle then Circle.new`.
 */
import { allDescendants } from '../../program/ancestors';
import { findConstantExpr } from '../../program/constants';
import type { Call } from '../../ril/ril';
import { nominal, type Type } from '../../types/type';
import type { Ctx } from '../state/context';
import { CLASS_OF_SELF, type Env, setFact } from '../state/env';

const MOST_CLASSES = 50;

/** Keeps the classes whose objects pass a test; `part` narrows a type by it. */
export function learnClassOfSelf(ctx: Ctx, env: Env, part: (type: Type) => Type): Env {
  const before = classesOfSelf(ctx, env);
  if (before === null) return env;
  const left = before.filter(name => mayPass(part(nominal(name)), name));
  const members = left.map((name): Type => ({ kind: 'classOf', name }));
  const [only] = members;
  return setFact(env, CLASS_OF_SELF, members.length === 1 && only ? only : { kind: 'union', members });
}

/** An object of exactly this class is not one of a class below it. */
function mayPass(part: Type, name: string): boolean {
  if (part.kind === 'nominal') return part.name === name;
  return part.kind !== 'bottom' && part.kind !== 'nil';
}

function classesOfSelf(ctx: Ctx, env: Env): readonly string[] | null {
  const known = env.facts.get(CLASS_OF_SELF);
  if (known !== undefined) {
    const members = known.kind === 'union' ? known.members : [known];
    return members.flatMap(member => (member.kind === 'classOf' ? [member.name] : []));
  }
  const { selfType } = ctx.frame;
  const info = selfType.kind === 'nominal' ? ctx.program.classes.get(selfType.name) : undefined;
  if (info?.kind !== 'class') return null;
  const below = allDescendants(ctx.program, info.name);
  return below.length > MOST_CLASSES ? null : [info.name, ...below];
}

/** `C.new` where `self` is a C and of no class below it. */
export function isNewOfOwnClass(ctx: Ctx, env: Env, { method, receiver }: Call): boolean {
  const known = env.facts.get(CLASS_OF_SELF);
  if (method !== 'new' || receiver?.kind !== 'const' || known?.kind !== 'classOf') return false;
  return findConstantExpr(ctx.program, ctx.frame.nesting, receiver)?.classInfo?.name === known.name;
}
