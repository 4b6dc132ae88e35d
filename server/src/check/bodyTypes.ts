/** Type strings inside bodies: read by the engine's reader, class names resolved from where the body stands. */
import { resolveClassName } from '../program/constants';
import type { Expr, Lit } from '../ril/ril';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import { didYouMean } from './callReports';
import type { Ctx } from './context';
import { report } from './report';

/** Null: not a plain string, or nobody can read it here. */
export function readType(ctx: Ctx, expr: Expr): Type | null {
  if (!isString(expr) || ctx.readType === null) return null;
  const read = ctx.readType(expr, ctx.frame.anchor);
  if (!ctx.silent) for (const problem of read.problems) ctx.out.problems.push(problem);
  return read.value === null ? null : named(ctx, expr, read.value.type);
}

function isString(expr: Expr): expr is Lit {
  return expr.kind === 'lit' && expr.value.type === 'string';
}

function named(ctx: Ctx, at: Lit, type: Type): Type {
  const inner = (one: Type): Type => named(ctx, at, one);
  switch (type.kind) {
    case 'nominal':
    case 'classOf': {
      const name = resolveClassName(ctx.program, ctx.frame.nesting, type.name);
      if (name === null) return unknownName(ctx, at, type.name);
      return type.kind === 'classOf' ? { ...type, name } : { ...type, name, args: type.args.map(inner) };
    }
    case 'union':
    case 'intersection':
      return { ...type, members: type.members.map(inner) };
    case 'tuple':
      return { ...type, elements: type.elements.map(inner) };
    case 'nonNull':
      return { ...type, type: inner(type.type) };
    case 'refined':
      return { ...type, base: inner(type.base) };
    case 'finiteHash': {
      const entries = type.entries.map(entry => ({ ...entry, type: inner(entry.type) }));
      return { ...type, entries, rest: type.rest === null ? null : inner(type.rest) };
    }
    default:
      return type;
  }
}

function unknownName(ctx: Ctx, at: Lit, name: string): Type {
  report(ctx, 'LP3015', at.span, { name, hint: didYouMean(name, ctx.program.classes.keys()) });
  return DYNAMIC;
}
