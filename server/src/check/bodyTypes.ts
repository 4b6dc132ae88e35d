/** Type strings inside bodies: read by the engine's reader, class names resolved from where the body stands. */
import type { Span } from '../base/span';
import { closest } from '../base/spelling';
import { resolveClassName } from '../program/constants';
import type { Expr, Lit } from '../ril/ril';
import { mapNames, type NameMapper } from '../types/mapNames';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';
import { report as reportAt } from './report';

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
  const report = (code: string, name: string, args: Readonly<Record<string, string | number>>): void =>
    reportAt(ctx, code, nameIn(at, name), { name, ...args });
  const mapper: NameMapper = {
    name: one => {
      if (one.kind === 'alias') {
        if (ctx.hierarchy.expandAlias(one.name, one.args) !== null) return one;
        report('LP2503', one.name, { meant: closest(one.name, ctx.program.aliases.keys()) ?? '' });
        return DYNAMIC;
      }
      const name = resolveClassName(ctx.program, ctx.frame.nesting, one.name);
      if (name === null) {
        report('LP2502', one.name, { meant: closest(one.name, ctx.program.classes.keys()) ?? '' });
        return DYNAMIC;
      }
      if (one.kind === 'classOf') return { ...one, name };
      const allowed = ctx.hierarchy.typeParams(name).length;
      if (one.args.length > allowed) report('LP2504', one.name, { given: one.args.length, allowed });
      return { ...one, name, args: one.args.slice(0, allowed) };
    },
    within: () => mapper,
  };
  return mapNames(type, mapper, null);
}

/** The name itself, where the string stands in the source as it is. */
function nameIn(at: Lit, name: string): Span {
  if (at.value.type !== 'string') return at.span;
  const [segment, ...others] = at.value.segments;
  const index = at.value.value.indexOf(name);
  if (segment === undefined || others.length > 0 || index < 0) return at.span;
  const start = segment.source + index - segment.at;
  return { start, end: start + name.length };
}
