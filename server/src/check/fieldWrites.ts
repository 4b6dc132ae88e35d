/**
 * A field without a `var_type`: the join of everything that the class (its ancestors and subclasses) writes to it. One
 * write of unknown type makes the whole unknown. Null: never written.
 */
import { allDescendants } from '../program/ancestors';
import type { ClassInfo, MethodInfo } from '../program/program';
import { startsOf } from '../program/starts';
import type { Expr, MultiAssign } from '../ril/ril';
import { walk } from '../ril/walk';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';
import { mayLookInto, newOutput, use } from './context';
import type { Env } from './env';
import { EMPTY_ENV } from './env';
import { generalised, hereSelf, joined, joinedAll } from './relations';
import { runMethod } from './run';
import { startType } from './starts';

const MOST_METHODS = 20;
const DEEPEST = 2;

export function fieldFromWrites(ctx: Ctx, className: string, field: string, singleton: boolean): Type | null {
  const key = `${className}${singleton ? '.' : '#'}${field}`;
  const known = ctx.memory.fields.get(key);
  if (known !== undefined) return known;
  if (ctx.memory.running.size > 0) return DYNAMIC;
  ctx.memory.running.add(key);
  const type = isWrittenElsewhere(ctx, className, field) ? DYNAMIC : joinedWrites(ctx, className, field, singleton);
  ctx.memory.running.delete(key);
  ctx.memory.fields.set(key, type);
  return type;
}

/** Writes in sight; others may be able to write it too. */
export function joinedWrites(ctx: Ctx, className: string, field: string, singleton: boolean): Type | null {
  const starts = singleton || field.startsWith('@@') ? startsOf(ctx.program, className, field) : [];
  let found =
    starts.length === 0
      ? null
      : joinedAll(
          ctx,
          starts.map(start => startType(ctx, start)),
        );
  const again: Rewrite[] = [];
  const writers = familyOf(ctx, className).flatMap(info => writersIn(info, field, singleton));
  if (writers.length > MOST_METHODS) return DYNAMIC;
  for (const method of writers) {
    const types = typesIn(ctx, method);
    if (types === null) return DYNAMIC;
    for (const value of writesOf(method, field)) {
      const type = value === null ? DYNAMIC : (types.get(value) ?? DYNAMIC);
      if (value !== null && type.kind === 'dynamic' && mentions(value, field)) again.push({ value, types });
      else found = found === null ? type : joined(ctx, found, type);
    }
  }
  return again.reduce((known, write) => (known === null ? DYNAMIC : rewritten(ctx, field, known, write)), found);
}

interface Rewrite {
  readonly value: Expr;
  readonly types: ReadonlyMap<Expr, Type>;
}

/** `@x = @x + 1`: what it gives where the field has the type of its other writes. */
function rewritten(ctx: Ctx, field: string, known: Type, { value, types }: Rewrite): Type {
  const locals = new Map<string, Type>();
  walk(value, expr => {
    if (expr.kind === 'var' && expr.scope === 'local') locals.set(expr.name, types.get(expr) ?? DYNAMIC);
    return true;
  });
  const env: Env = { ...EMPTY_ENV, locals, facts: new Map([[field, known]]) };
  const silent: Ctx = { ...ctx, out: { ...newOutput(), uses: ctx.out.uses }, silent: true };
  return joined(ctx, known, generalised(ctx, ctx.rules.expr(silent, env, value, null).type));
}

export function mentions(body: Expr, field: string): boolean {
  let found = false;
  walk(body, expr => {
    found ||= expr.kind === 'var' && expr.name === field;
    return !found;
  });
  return found;
}

/** Types of all expressions in a writer's body, as wide as others may see them; null: enough was looked at. */
export function typesIn(ctx: Ctx, method: MethodInfo): ReadonlyMap<Expr, Type> | null {
  use(ctx, { kind: 'body', key: method.key });
  const known = ctx.memory.writes.get(method.key);
  if (known !== undefined) return known;
  if (!mayLookInto(ctx, DEEPEST)) return null;
  const arm = method.signature?.arms[0] ?? null;
  const run = runMethod(ctx, method, { arm, self: null, assumed: new Map(), silent: true });
  const types = new Map(
    [...run.out.types].map(([expr, type]) => [expr, generalised(run.ctx, hereSelf(run.ctx, type))]),
  );
  ctx.memory.writes.set(method.key, types);
  return types;
}

/** Everything that shares the field. */
export function familyOf(ctx: Ctx, className: string): readonly ClassInfo[] {
  const names = new Set([...ctx.hierarchy.ancestors(className), className, ...allDescendants(ctx.program, className)]);
  return [...names].flatMap(name => {
    const info = ctx.program.classes.get(name);
    return info === undefined || (info.origin !== 'workspace' && name !== className) ? [] : [info];
  });
}

function writersIn(info: ClassInfo, field: string, singleton: boolean): readonly MethodInfo[] {
  const methods = field.startsWith('@@')
    ? [...info.methods.values(), ...info.singletonMethods.values()]
    : [...(singleton ? info.singletonMethods : info.methods).values()];
  return methods.filter(method => method.aliasOf === null && writesOf(method, field).length > 0);
}

/** The values written; null where the value is a part of something (multiple assignment, a pattern, rescue). */
function writesOf(method: MethodInfo, field: string): readonly (Expr | null)[] {
  const values: (Expr | null)[] = [];
  if (method.definition === null) return values;
  walk(method.definition.body, expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.name === field) values.push(expr.value);
    if (expr.kind === 'multiAssign') values.push(...partsWritten(expr, field));
    return true;
  });
  return values;
}

/** `@a, @b = x, y`: each its own value, where they stand side by side. */
function partsWritten({ targets, value }: MultiAssign, field: string): readonly (Expr | null)[] {
  const isPlain = value.kind === 'array' && targets.every(target => target.type === 'one');
  return targets.flatMap((target, i) => {
    if (!JSON.stringify(target).includes(`"name":"${field}"`)) return [];
    const part = isPlain && target.type === 'one' ? value.elements[i] : undefined;
    return [part?.type === 'positional' ? part.value : null];
  });
}

/** An attribute writer lets others write it, and so does reflection. */
function isWrittenElsewhere(ctx: Ctx, className: string, field: string): boolean {
  return familyOf(ctx, className).some(
    info =>
      info.dynamics.length > 0 ||
      [...info.methods.values()].some(
        method => method.synthetic?.type === 'attributeWriter' && method.synthetic.field === field,
      ),
  );
}
