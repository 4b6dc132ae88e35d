/**
 * Calls of blocks that a method keeps (`def on(&handler) = @handlers << handler`), wherever they are made. In the closed world the
 * type of a `&` parameter names its method; only what is shown rests on it.
 */
import { callsProc } from '../../program/libraryFacts';
import type { MethodInfo } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { children, walk } from '../../ril/walk';
import type { Type } from '../../types/type';
import { NIL, UNTYPED_METHOD } from '../../types/type';
import { makeUnion, unionMembers } from '../../types/union';
import { resolveType } from '../../typing/typeOps';
import type { MethodRun } from '../run/run';
import { findTailExpressions } from '../run/tailExpressions';
import type { Ctx } from '../state/context';
import { typeOfYielded } from './outgoingCalls';
import { argumentsBy } from './passedBlocks';

export interface StoredCall {
  /** The key of the method that took the block. */
  readonly of: string;
  readonly args: readonly Type[];
  /** Something is done with what the block returns. */
  readonly isUsed: boolean;
}

/** The `&` parameter of a method whose visible blocks return this type. */
export function typeOfKeptBlock({ key, definition }: MethodInfo, result: Type): Type {
  const proc: Type = { kind: 'proc', method: { ...UNTYPED_METHOD, result }, of: key };
  const name = definition?.params.find(({ kind }) => kind === 'block')?.name ?? null;
  return definition && name !== null && isTested(definition.body(), name) ? makeUnion([proc, NIL]) : proc;
}

function isTested(body: Expr, name: string): boolean {
  let isFound = false;
  walk(body, expr => {
    const tested = testedBy(expr);
    isFound ||= tested?.kind === 'var' && tested.name === name;
    return !isFound;
  });
  return isFound;
}

function testedBy(expr: Expr): Expr | null {
  if (expr.kind === 'if') return expr.condition;
  if (expr.kind === 'and' || expr.kind === 'or') return expr.left;
  return expr.kind === 'call' && (expr.safe || expr.args.length === 0) ? expr.receiver : null;
}

export function findStoredCalls({ ctx, out }: MethodRun, body: Expr): readonly StoredCall[] {
  const found: StoredCall[] = [];
  let used: ReadonlySet<Expr> | null = null;
  for (const [expr, target] of out.calls) {
    if (expr.kind !== 'call') continue;
    const add = (keys: readonly string[], args: readonly Type[]): void => {
      used ??= keys.length > 0 ? findUsed(body) : null;
      for (const of of keys) found.push({ of, args, isUsed: used?.has(expr) ?? false });
    };
    if (expr.receiver !== null && callsProc(ctx.program, expr.method))
      add(storedIn(ctx, out.types.get(expr.receiver)), argumentsOf(ctx, expr));
    if (expr.block?.type !== 'pass' || expr.block.value === null) continue;
    const keys = storedIn(ctx, out.types.get(expr.block.value));
    if (keys.length > 0) for (const args of argumentsBy(ctx, target)) add(keys, args);
  }
  return found;
}

/** The methods whose blocks the value may be. */
function storedIn(ctx: Ctx, type: Type | undefined): readonly string[] {
  if (type === undefined) return [];
  return unionMembers(resolveType(ctx, type)).flatMap(member => (member.kind === 'proc' ? (member.of ?? []) : []));
}

function argumentsOf(ctx: Ctx, { args }: Call): readonly Type[] {
  const types = args.flatMap(arg => (arg.type === 'positional' ? [typeOfYielded(ctx, arg.value, ctx.out)] : []));
  return types.length < args.length ? [] : types;
}

/** The expressions whose values something takes. */
function findUsed(body: Expr): ReadonlySet<Expr> {
  const used = new Set<Expr>(findTailExpressions(body));
  walk(body, expr => {
    if (expr.kind === 'seq' || expr.kind === 'if') return true;
    for (const inner of children(expr)) used.add(inner);
    if (expr.kind === 'call' && expr.block?.type === 'block') used.delete(expr.block.block.body);
    return true;
  });
  return used;
}
