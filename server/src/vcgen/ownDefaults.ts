/**
 * Hashes that an object keeps to itself have no default value where its class makes them by `{}` or `Hash.new` alone:
 * what is found in one was put there. Read off the bodies, like what is kept at all (ownContents.ts).
 */
import { eq, implies } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { allDescendants, ancestors } from '../program/ancestors';
import type { Program } from '../program/program';
import type { Expr } from '../ril/ril';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { assume, type Ctx } from './context';
import { givenAwayBy } from './ownContents';
import { classNameOf, members } from './shape';
import type { State } from './state';
import { BOXED_NIL, isTag, unboxed } from './value';
import { eachExpr } from './writes';

/** `term`: the value of the field. */
export function assumeNoDefault(
  ctx: Ctx,
  state: State,
  className: string,
  field: string,
  term: Formula,
  type: Type,
): void {
  if (!members(type).some(member => classNameOf(member) === 'Hash')) return;
  if (!hasNoDefault(ctx.run.input.program, className, field)) return;
  const value = select(heapMap(ctx, state, '#default'), unboxed(term, 'ref'));
  assume(ctx, state, implies(isTag(term, 'ref'), eq(value, BOXED_NIL)));
}

const known = new WeakMap<Program, Map<string, boolean>>();

function hasNoDefault(program: Program, className: string, field: string): boolean {
  const memo = known.get(program) ?? new Map<string, boolean>();
  known.set(program, memo);
  const key = `${className}${field}`;
  const found =
    memo.get(key) ?? (isMadeBare(program, className, field) && givenAwayBy(program, className, field) === null);
  memo.set(key, found);
  return found;
}

function isMadeBare(program: Program, className: string, field: string): boolean {
  let [bare, made] = [true, 0];
  for (const name of [...ancestors(program, className), ...allDescendants(program, className)]) {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') continue;
    for (const { definition } of info.methods.values())
      if (definition)
        eachExpr(definition.body, expr => {
          if (expr.kind === 'call' && expr.method === 'replace' && isField(expr.receiver, field)) bare = false;
          if (expr.kind !== 'assign' || !isField(expr.target, field)) return;
          made++;
          if (!isBare(expr.value)) bare = false;
        });
  }
  return bare && made > 0;
}

function isField(expr: Expr | null, field: string): boolean {
  return expr?.kind === 'var' && expr.scope === 'instance' && expr.name === field;
}

function isBare(value: Expr): boolean {
  if (value.kind === 'hash') return true;
  if (value.kind === 'lit') return value.value.type === 'nil';
  if (value.kind !== 'call' || value.method !== 'new' || value.args.length > 0 || value.block) return false;
  return value.receiver?.kind === 'const' && value.receiver.name === 'Hash' && value.receiver.scope === null;
}
