/** Which values of a `T::Enum` an expression may still have after comparisons with its constants, for `T.absurd`. */
import { ancestors } from '../../program/ancestors';
import { findConstantExpr } from '../../program/constants';
import type { Program } from '../../program/program';
import type { Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import type { Ctx } from '../state/context';
import { type Env, setFact } from '../state/env';
import { pathOf } from './accessPath';

export interface EnumValue {
  readonly className: string;
  readonly name: string;
}

/** The constant of an enum that the expression names. */
export function enumValueOf(ctx: Ctx, expr: Expr): EnumValue | null {
  const found = expr.kind === 'const' ? findConstantExpr(ctx.program, ctx.frame.nesting, expr) : null;
  const at = found?.path.lastIndexOf('::') ?? -1;
  if (!found || at < 0 || found.classInfo !== null) return null;
  const value = { className: found.path.slice(0, at), name: found.path.slice(at + 2) };
  return valuesOf(ctx.program, value.className).includes(value.name) ? value : null;
}

function valuesOf(program: Program, className: string): readonly string[] {
  const info = program.classes.get(className);
  if (info === undefined || !ancestors(program, className).includes('T::Enum')) return [];
  return [...info.constants.values()].flatMap(({ name, value }) => {
    const isNew = value?.kind === 'call' && value.method === 'new' && (value.receiver ?? null) === null;
    return isNew ? [name] : [];
  });
}

export function learnEnumValue(ctx: Ctx, env: Env, subject: Expr, value: EnumValue, isEqual: boolean): Env {
  const path = pathOf(ctx, subject);
  if (path === null) return env;
  const source = env.links.get(path);
  const paths = source === undefined ? [path] : [path, source];
  return paths.reduce((now, one) => {
    const before = valuesLeft(now, one) ?? valuesOf(ctx.program, value.className);
    return setFact(now, keyOf(one), typeOf(before.filter(name => (name === value.name) === isEqual)));
  }, env);
}

/** The constants of the enum that the expression may be; null: nothing is known about it. */
export function enumValuesLeft(ctx: Ctx, env: Env, expr: Expr): readonly string[] | null {
  const path = pathOf(ctx, expr);
  return path === null ? null : valuesLeft(env, path);
}

function keyOf(path: string): string {
  return `${path}.%value`;
}

function valuesLeft(env: Env, path: string): readonly string[] | null {
  const known = env.facts.get(keyOf(path));
  if (known === undefined) return null;
  const names = (known.kind === 'union' ? known.members : [known]).map(member =>
    member.kind === 'literal' && member.value.type === 'symbol' ? member.value.value : null,
  );
  return names.every(name => name !== null) ? names : null;
}

function typeOf(names: readonly string[]): Type {
  const members = names.map((name): Type => ({ kind: 'literal', value: { type: 'symbol', value: name } }));
  const [only] = members;
  return members.length === 1 && only ? only : { kind: 'union', members };
}
