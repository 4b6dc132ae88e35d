/**
 * The default value of a hash that an object owns (ownedContainers.ts), found in the methods of its class.
 * - `@counts = Hash.new(0)`: if every body that sets the field allocates it with the same number, string or truth value, and
 *   none replaces the whole, that is its default.
 * - `{}` or `Hash.new` alone: there is no default, so every value found was stored.
 */
import { eq, implies, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { allDescendants, ancestors } from '../../program/ancestors';
import { MemoKey, memoOf } from '../../program/memos';
import type { Program } from '../../program/program';
import type { Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { findEscapeOfField } from '../analysis/ownedContainers';
import { forEachExpr } from '../analysis/writes';
import { assume, type Ctx, type FieldRead } from '../state/context';
import { literalKey } from '../state/hashTypes';
import { DEFAULT } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, unionMembers } from '../state/representation';
import type { State } from '../state/state';
import { BOXED_NIL, isTag, unboxTerm } from '../state/value';

const DEFAULTS = new MemoKey(() => new Map<string, Formula | null>());

/** Assumes the default where the field is read; its value is then such a hash, or nil. */
export function assumeFieldDefault(ctx: Ctx, state: State, { object, field, term }: FieldRead, type: Type): void {
  if (!unionMembers(type).some(member => classNameOf(member) === 'Hash')) return;
  const otherwise = defaultOfField(ctx.run.input.program, classNameOf(object.type) ?? 'Object', field.id);
  if (otherwise === null) return;
  const held = select(heapMap(ctx, state, DEFAULT), unboxTerm(term, 'ref'));
  assume(ctx, state, implies(isTag(term, 'ref'), eq(held, otherwise)));
}

function defaultOfField(program: Program, className: string, field: string): Formula | null {
  const fields = memoOf(program, DEFAULTS);
  const name = `${className}${field}`;
  const before = fields.get(name);
  if (before !== undefined) return before;
  const found = findFieldDefault(program, className, field);
  fields.set(name, found);
  return found;
}

function findFieldDefault(program: Program, className: string, field: string): Formula | null {
  const bodies = [...ancestors(program, className), ...allDescendants(program, className)].flatMap(name => {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') return [];
    return [...info.methods.values()].flatMap(method => (method.definition ? [method.definition.body()] : []));
  });
  const defaults: (Formula | null)[] = [];
  for (const body of bodies)
    forEachExpr(body, expr => {
      if (expr.kind === 'assign' && isField(expr.target, field)) defaults.push(findDefault(expr.value));
      if (expr.kind === 'call' && expr.method === 'replace' && expr.receiver && mentionsField(expr.receiver, field))
        defaults.push(null);
    });
  const [first] = defaults;
  if (!first || defaults.some(each => each === null || !same(each, first))) return null;
  return findEscapeOfField(program, className, field) === null ? first : null;
}

function mentionsField(expr: Expr, field: string): boolean {
  let found = false;
  forEachExpr(expr, each => {
    if (isField(each, field)) found = true;
  });
  return found;
}

/** `Hash.new(0)`; null: something else. */
function findDefault(expr: Expr): Formula | null {
  if (expr.kind !== 'call' || expr.method !== 'new' || expr.block || expr.args.length !== 1) return null;
  if (expr.receiver?.kind !== 'const' || expr.receiver.name !== 'Hash' || expr.receiver.scope !== null) return null;
  const [arg] = expr.args;
  if (arg?.type !== 'positional' || arg.value.kind !== 'lit') return null;
  const { value } = arg.value;
  switch (value.type) {
    case 'integer':
    case 'symbol':
      return literalKey({ type: value.type, value: value.value });
    case 'true':
    case 'false':
      return literalKey({ type: value.type });
    default:
      return null;
  }
}

/** `term`: the value of the field. */
export function assumeNoDefault(
  ctx: Ctx,
  state: State,
  className: string,
  { field, term }: FieldRead,
  type: Type,
): void {
  if (!unionMembers(type).some(member => classNameOf(member) === 'Hash')) return;
  if (!hasNoDefault(ctx.run.input.program, className, field.id)) return;
  const value = select(heapMap(ctx, state, DEFAULT), unboxTerm(term, 'ref'));
  assume(ctx, state, implies(isTag(term, 'ref'), eq(value, BOXED_NIL)));
}

const WITHOUT_DEFAULT = new MemoKey(() => new Map<string, boolean>());

function hasNoDefault(program: Program, className: string, field: string): boolean {
  const memo = memoOf(program, WITHOUT_DEFAULT);
  const key = `${className}${field}`;
  const found =
    memo.get(key) ??
    (isCreatedWithoutDefault(program, className, field) && findEscapeOfField(program, className, field) === null);
  memo.set(key, found);
  return found;
}

function isCreatedWithoutDefault(program: Program, className: string, field: string): boolean {
  let [bare, made] = [true, 0];
  for (const name of [...ancestors(program, className), ...allDescendants(program, className)]) {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') continue;
    for (const { definition } of info.methods.values())
      if (definition)
        forEachExpr(definition.body(), expr => {
          if (expr.kind === 'call' && expr.method === 'replace' && isField(expr.receiver, field)) bare = false;
          if (expr.kind !== 'assign' || !isField(expr.target, field)) return;
          made++;
          if (!isWithoutDefault(expr.value)) bare = false;
        });
  }
  return bare && made > 0;
}

function isField(expr: Expr | null, field: string): boolean {
  return expr?.kind === 'var' && expr.scope === 'instance' && expr.name === field;
}

function isWithoutDefault(value: Expr): boolean {
  if (value.kind === 'hash') return true;
  if (value.kind === 'lit') return value.value.type === 'nil';
  if (value.kind !== 'call' || value.method !== 'new' || value.args.length > 0 || value.block) return false;
  return value.receiver?.kind === 'const' && value.receiver.name === 'Hash' && value.receiver.scope === null;
}
