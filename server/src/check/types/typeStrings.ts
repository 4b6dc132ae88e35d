/** Type strings inside bodies: parsed by the engine's reader; class names are resolved in the scope of the body. */
import type { Span } from '../../base/span';
import { closest } from '../../base/spelling';
import { resolveClassName } from '../../program/constants';
import type { Expr, Lit } from '../../ril/ril';
import { mapNames, type NameMapper } from '../../types/mapNames';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import type { Ctx } from '../state/context';
import { report as reportAt } from '../state/report';

/** Returns null if it is not a plain string, or if there is no reader. */
export function readType(ctx: Ctx, expr: Expr): Type | null {
  if (!isString(expr) || ctx.readType === null) return null;
  if (expr.value.type === 'string' && expr.value.value.startsWith('#:')) return readForeignType(ctx, expr);
  const read = ctx.readType(expr, ctx.frame.anchor);
  if (!ctx.silent) for (const problem of read.problems) ctx.out.problems.push(problem);
  return resolveNames(ctx, expr, read.value.type);
}

/** A type of Sorbet or RBS. What it names and nothing declares is %dyn. */
export function readForeignType(ctx: Ctx, expr: Expr): Type | null {
  if (ctx.readType === null) return null;
  const read = ctx.readType(expr, ctx.frame.anchor);
  if (!ctx.silent) for (const problem of read.problems) ctx.out.problems.push(problem);
  const self = ctx.frame.selfType;
  const params = new Set(
    self.kind === 'nominal' || self.kind === 'classOf' ? ctx.hierarchy.typeParams(self.name).map(one => one.name) : [],
  );
  const mapper: NameMapper = {
    name: one => {
      if (one.kind === 'alias') return aliasNamed(ctx, one.name.replace(/^%/, ''), one.args);
      if (one.kind === 'nominal' && params.has(one.name)) return { kind: 'variable', name: one.name };
      const name = resolveClassName(ctx.program, ctx.frame.nesting, one.name);
      if (name !== null) return one.kind === 'classOf' ? { ...one, name } : { ...one, name };
      return aliasNamed(ctx, one.name, []);
    },
    within: () => mapper,
  };
  return mapNames(read.value.type, mapper, null);
}

/** `pair` in class Foo is `%Foo::pair`, or `%pair`. */
function aliasNamed(ctx: Ctx, name: string, args: readonly Type[]): Type {
  const scopes = [...ctx.frame.nesting.map(scope => `${scope}::`), ''];
  const alias = scopes.map(scope => `%${scope}${name.replace(/^::/, '')}`).find(each => isAlias(ctx, each));
  return alias === undefined ? DYNAMIC : { kind: 'alias', name: alias, args };
}

function isAlias(ctx: Ctx, name: string): boolean {
  return ctx.hierarchy.expandAlias(name, []) !== null;
}

function isString(expr: Expr): expr is Lit {
  return expr.kind === 'lit' && expr.value.type === 'string';
}

function resolveNames(ctx: Ctx, at: Lit, type: Type): Type {
  const reportName = (code: string, name: string, args: Readonly<Record<string, string | number>>): void =>
    reportAt(ctx, code, spanOfName(at, name), { name, ...args });
  const mapper: NameMapper = {
    name: one => {
      if (one.kind === 'alias') {
        if (ctx.hierarchy.expandAlias(one.name, one.args) !== null) return one;
        reportName('LP2503', one.name, { meant: closest(one.name, ctx.program.aliases.keys()) ?? '' });
        return DYNAMIC;
      }
      const name = resolveClassName(ctx.program, ctx.frame.nesting, one.name);
      if (name === null) {
        reportName('LP2502', one.name, { meant: closest(one.name, ctx.program.classes.keys()) ?? '' });
        return DYNAMIC;
      }
      if (one.kind === 'classOf') return { ...one, name };
      const allowed = ctx.hierarchy.typeParams(name).length;
      if (one.args.length > allowed) reportName('LP2504', one.name, { given: one.args.length, allowed });
      return { ...one, name, args: one.args.slice(0, allowed) };
    },
    within: () => mapper,
  };
  return mapNames(type, mapper, null);
}

/** The span of the name itself, if the string appears verbatim in the source. */
function spanOfName(at: Lit, name: string): Span {
  if (at.value.type !== 'string') return at.span;
  const [segment, ...others] = at.value.segments;
  const index = at.value.value.indexOf(name);
  if (segment === undefined || others.length > 0 || index < 0) return at.span;
  const start = segment.source + index - segment.at;
  return { start, end: start + name.length };
}
