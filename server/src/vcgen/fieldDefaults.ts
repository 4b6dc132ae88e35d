/**
 * `@counts = Hash.new(0)`: the default of a hash that an object keeps to itself (ownContents.ts) is the one that it was made
 * with, if every body that sets the field makes it with the same number, text or truth value, and none replaces the whole.
 */
import { eq, implies, same } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { allDescendants, ancestors } from '../program/ancestors';
import type { Program } from '../program/program';
import type { Expr } from '../ril/ril';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { assume, type Ctx, type Run } from './context';
import { literalKey } from './hashTypes';
import { givenAwayBy } from './ownContents';
import { classNameOf, members } from './shape';
import type { State } from './state';
import { isTag, unboxed, type Val } from './value';
import { eachExpr } from './writes';

const known = new WeakMap<Run, Map<string, Formula | null>>();

/** Assumed where the field is read: what is in it then is such a hash, or nil. */
export function promiseFieldDefault(
  ctx: Ctx,
  state: State,
  object: Val & { readonly kind: 'ref' },
  field: string,
  type: Type,
  term: Formula,
): void {
  if (!members(type).some(member => classNameOf(member) === 'Hash')) return;
  const otherwise = defaultOfField(ctx.run, classNameOf(object.type) ?? 'Object', field);
  if (otherwise === null) return;
  const held = select(heapMap(ctx, state, '#default'), unboxed(term, 'ref'));
  assume(ctx, state, implies(isTag(term, 'ref'), eq(held, otherwise)));
}

function defaultOfField(run: Run, className: string, field: string): Formula | null {
  const fields = known.get(run) ?? new Map<string, Formula | null>();
  known.set(run, fields);
  const name = `${className}${field}`;
  const before = fields.get(name);
  if (before !== undefined) return before;
  const found = madeWith(run.input.program, className, field);
  fields.set(name, found);
  return found;
}

function madeWith(program: Program, className: string, field: string): Formula | null {
  const bodies = [...ancestors(program, className), ...allDescendants(program, className)].flatMap(name => {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') return [];
    return [...info.methods.values()].flatMap(method => (method.definition ? [method.definition.body] : []));
  });
  const defaults: (Formula | null)[] = [];
  for (const body of bodies)
    eachExpr(body, expr => {
      if (expr.kind === 'assign' && isField(expr.target, field)) defaults.push(defaultIn(expr.value));
      if (expr.kind === 'call' && expr.method === 'replace' && expr.receiver && mentionsField(expr.receiver, field))
        defaults.push(null);
    });
  const [first] = defaults;
  if (!first || defaults.some(each => each === null || !same(each, first))) return null;
  return givenAwayBy(program, className, field) === null ? first : null;
}

function mentionsField(expr: Expr, field: string): boolean {
  let found = false;
  eachExpr(expr, each => {
    if (isField(each, field)) found = true;
  });
  return found;
}

function isField(expr: Expr, field: string): boolean {
  return expr.kind === 'var' && expr.scope === 'instance' && expr.name === field;
}

/** `Hash.new(0)`; null: something else. */
function defaultIn(expr: Expr): Formula | null {
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
