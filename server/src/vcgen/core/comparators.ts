/**
 * `sort { |a, b| b.size <=> a.size }`: a comparison of the same key of both elements is an order by that key, from the
 * least or from the greatest on. Any other block need not be an order at all.
 */
import type { Block, Expr, Param } from '../../ril/ril';
import type { Run } from '../context';
import { effectsOfCode } from '../effects';
import type { Closure } from '../value';
import { eachExpr, writtenLocals } from '../writes';

export interface Comparator {
  /** Gives the key of one element. */
  readonly key: Closure;
  readonly descending: boolean;
}

/** Null: it compares something else, or does more than that. */
export function comparatorOf(run: Run, closure: Closure): Comparator | null {
  const { block } = closure;
  const [first, second, ...more] = block.params;
  const body = onlyOf(block.body);
  if (!first || !second || more.length > 0 || !isPlain(first) || !isPlain(second)) return null;
  if (closure.sends !== undefined || body.kind !== 'call' || body.method !== '<=>' || !body.receiver) return null;
  const [arg, ...others] = body.args;
  if (arg?.type !== 'positional' || others.length > 0 || body.block || body.safe) return null;
  const [left, right] = [body.receiver, arg.value];
  if (!onlyReads(run, closure, left) || !onlyReads(run, closure, right)) return null;
  const ascending = mirrored(left, first.name!, right, second.name!);
  const descending = mirrored(left, second.name!, right, first.name!);
  if (!ascending && !descending) return null;
  const key: Block = { ...block, params: [ascending ? first : second], body: left };
  return { key: { ...closure, block: key }, descending: !ascending };
}

function onlyOf(expr: Expr): Expr {
  return expr.kind === 'seq' && expr.body.length === 1 ? onlyOf(expr.body[0]!) : expr;
}

function isPlain(param: Param): boolean {
  return param.kind === 'required' && param.destructure === null && param.name !== null;
}

/** It may be asked any number of times. */
function onlyReads(run: Run, closure: Closure, code: Expr): boolean {
  const effects = effectsOfCode(run, closure.frame.method, code);
  let leaves = writtenLocals(code).size > 0;
  eachExpr(code, each => {
    if (each.kind === 'jump' || each.kind === 'yield' || each.kind === 'opaque') leaves = true;
  });
  return !leaves && effects.deterministic && effects.writes !== 'everything' && effects.writes.size === 0;
}

/** The right side says of the one what the left says of the other, and neither speaks of both. */
function mirrored(left: Expr, ofLeft: string, right: Expr, ofRight: string): boolean {
  const [a, b] = [shown(left), shown(right)];
  if (mentions(a, ofRight) || mentions(b, ofLeft) || !mentions(a, ofLeft)) return false;
  return a.replaceAll(local(ofLeft), '?') === b.replaceAll(local(ofRight), '?');
}

function mentions(text: string, name: string): boolean {
  return text.includes(`"${name}"`);
}

function local(name: string): string {
  return `"scope":"local","name":"${name}"`;
}

/** Without places. */
function shown(expr: Expr): string {
  return JSON.stringify(expr, (key, value) => (/span$/i.test(key) ? undefined : value));
}
