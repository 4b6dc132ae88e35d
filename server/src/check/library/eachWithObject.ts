/**
 * `each_with_object({}) { |word, counts| counts[word] = 1 }`: the insertions in the block determine the type of the
 * fresh container. Found before the call is checked, by running the block silently until a fixed point.
 */
import type { Block, Call, Expr, Param } from '../../ril/ril';
import { equalTypes } from '../../types/equal';
import type { Type } from '../../types/type';
import { BOTTOM, nominal } from '../../types/type';
import { substituteSolutionInType } from '../../typing/instantiate';
import { fillEmptyLiterals, generaliseType, joinTwoTypes, resolveType } from '../../typing/typeOps';
import { bindTargets } from '../binding/destructure';
import type { Choice } from '../binding/overloads';
import { hasDefaultBlock, makeNestedContainerGrowable, markGrowing } from '../facts/nestedGrowth';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';

const MOST_ITERATIONS = 4;

/**
 * The arguments with the container's type after the block; null if it is not allocated here, or if nothing is inserted.
 */
export function growMemoObject(ctx: Ctx, call: Call, actuals: Actuals, choices: readonly Choice[]): Actuals | null {
  const [memo] = actuals.list;
  const block = call.block?.type === 'block' ? call.block.block : null;
  const use = block === null ? null : findMemo(choices);
  if (block === null || use === null || block.params.length !== 2) return null;
  if (memo?.kind !== 'positional' || memo.expr === null || actuals.list.length !== 1) return null;
  const start = freshContainer(ctx, memo.expr, memo.type);
  const [item, into] = [block.params[1 - use.position], block.params[use.position]];
  if (start === null || item === undefined || into === undefined || into.name === null || into.destructure !== null)
    return null;
  const filling: Filling = {
    block,
    item,
    element: use.element,
    name: into.name,
    made: memo.expr,
    folds: use.folds,
  };
  const type = fillContainer(ctx, actuals.env, filling, start);
  return { ...actuals, list: [{ ...memo, type: fillEmptyLiterals(type) }] };
}

function freshContainer(ctx: Ctx, expr: Expr, type: Type): Type | null {
  if ((expr.kind === 'array' && expr.elements.length === 0) || (expr.kind === 'hash' && expr.entries.length === 0))
    return generaliseType(ctx, type).kind === 'nominal' ? emptyOf(expr.kind) : null;
  const isNew = expr.kind === 'call' && expr.method === 'new' && expr.receiver?.kind === 'const';
  const plain = resolveType(ctx, type);
  if (!isNew || plain.kind !== 'nominal') return null;
  if (expr.block !== null) return makeNestedContainerGrowable(ctx, expr, plain) ?? plain;
  if (plain.name === 'Hash')
    return nominal(
      'Hash',
      plain.args.map(arg => (arg.kind === 'dynamic' ? BOTTOM : arg)),
    );
  return null;
}

function emptyOf(kind: 'array' | 'hash'): Type {
  return kind === 'array' ? nominal('Array', [BOTTOM]) : nominal('Hash', [BOTTOM, BOTTOM]);
}

interface Memo {
  /** Of the block's two parameters, the one that gets the memo. */
  readonly position: 0 | 1;
  /** What the other one gets. */
  readonly element: Type;
  /** `inject`: the result of one iteration is the memo of the next. */
  readonly folds: boolean;
}

/** The method returns its argument, or what the block makes of it, and passes it to the block: its signature says so. */
function findMemo(choices: readonly Choice[]): Memo | null {
  const [choice, ...others] = choices;
  const [chosen] = choice?.chosen ?? [];
  const block = chosen?.arm.block;
  if (others.length > 0 || !chosen || !block) return null;
  const [memo, ...more] = chosen.arm.params.map(({ type }) => type);
  const [first, second, ...rest] = block.type.params.map(({ type }) => type);
  if (memo?.kind !== 'variable' || more.length > 0 || !first || !second || rest.length > 0) return null;
  const isMemo = (type: Type): boolean => type.kind === 'variable' && type.name === memo.name;
  if (!isMemo(chosen.arm.result) || isMemo(first) === isMemo(second)) return null;
  const element = substituteSolutionInType(isMemo(first) ? second : first, chosen.match.bounds);
  return { position: isMemo(first) ? 0 : 1, element, folds: isMemo(block.type.result) };
}

interface Filling {
  readonly block: Block;
  readonly item: Param;
  readonly element: Type;
  /** The local that holds the container. */
  readonly name: string;
  /** The expression that allocates it. */
  readonly made: Expr;
  /** `inject`: the result of one iteration is the memo of the next. */
  readonly folds: boolean;
}

function fillContainer(ctx: Ctx, env: Env, filling: Filling, start: Type): Type {
  const silent: Ctx = { ...ctx, silent: true };
  const { block, name, folds } = filling;
  let type = start;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const bound = bindLocal(bindItem(silent, env, filling), name, type, true);
    const before = markGrowing(
      bound,
      name,
      makeNestedContainerGrowable(ctx, filling.made, start) !== null,
      hasDefaultBlock(filling.made),
    );
    const body = silent.rules.expr(silent, before, block.body, null);
    const held = body.env.growing.has(name) ? (body.env.locals.get(name) ?? type) : null;
    // It escapes or is bound to another value, so its element type is unknown.
    if (held === null) return start;
    const grown = joinTwoTypes(ctx, type, generaliseType(ctx, held));
    const all = folds ? joinTwoTypes(ctx, grown, generaliseType(ctx, body.type)) : grown;
    if (equalTypes(all, type)) return type;
    type = all;
  }
  return start;
}

function bindItem(ctx: Ctx, env: Env, { block, item, element }: Filling): Env {
  let now = env;
  for (const local of block.locals) now = bindLocal(now, local, BOTTOM);
  if (item.destructure !== null) return bindTargets(ctx, now, item.destructure, element);
  return item.name === null ? now : bindLocal(now, item.name, element);
}
