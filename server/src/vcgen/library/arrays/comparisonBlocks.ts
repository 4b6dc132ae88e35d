/**
 * `sort { |a, b| b.size <=> a.size }`: a comparison of the same key of both elements orders by that key, ascending or
 * descending. Any other block need not be an order at all.
 */
import { partsOf } from '../../../ril/dataParts';
import type { Block, Expr, Param } from '../../../ril/ril';
import { effectsOfCode } from '../../analysis/effects';
import { findWrittenLocals, forEachExpr } from '../../analysis/writes';
import type { Run } from '../../state/context';
import type { Closure } from '../../state/value';

export interface Comparator {
  /** Computes the key of one element. */
  readonly key: Closure;
  readonly descending: boolean;
}

/** Null: it compares something else, or has other effects. */
export function findComparisonKey(run: Run, closure: Closure): Comparator | null {
  const { block } = closure;
  const [first, second, ...more] = block.params;
  const body = onlyOf(block.body);
  if (!first || !second || more.length > 0 || !isPlain(first) || !isPlain(second)) return null;
  if (closure.sends !== undefined || body.kind !== 'call' || body.method !== '<=>' || !body.receiver) return null;
  const [arg, ...others] = body.args;
  if (arg?.type !== 'positional' || others.length > 0 || body.block || body.safe) return null;
  const [left, right] = [body.receiver, arg.value];
  if (!onlyReads(run, closure, left) || !onlyReads(run, closure, right)) return null;
  const ascending = areMirrored(left, first.name!, right, second.name!);
  const descending = areMirrored(left, second.name!, right, first.name!);
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

/** Whether the block may be called any number of times without effect. */
function onlyReads(run: Run, closure: Closure, code: Expr): boolean {
  const effects = effectsOfCode(run, closure.frame.method, code);
  let leaves = findWrittenLocals(code).size > 0;
  forEachExpr(code, each => {
    if (each.kind === 'jump' || each.kind === 'yield' || each.kind === 'opaque') leaves = true;
  });
  return !leaves && effects.deterministic && effects.writes !== 'everything' && effects.writes.size === 0;
}

/** The right side is the left side with the other element, and neither side uses both. */
function areMirrored(left: Expr, ofLeft: string, right: Expr, ofRight: string): boolean {
  if (mentions(left, ofRight) || mentions(right, ofLeft) || !mentions(left, ofLeft)) return false;
  return areEqualBut(left, ofLeft, right, ofRight);
}

/** Whether the name occurs, as a local or otherwise. */
function mentions(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return part === name;
  return partsOf(part).some(each => mentions(each, name));
}

/** Equal wherever they are in the source, if one local is the other. */
function areEqualBut(a: unknown, local: string, b: unknown, other: string): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (isLocal(a, local)) return isLocal(b, other);
  const [ofA, ofB] = [withoutSpans(a), withoutSpans(b)];
  if (Object.keys(ofA).join() !== Object.keys(ofB).join()) return false;
  const parts = partsOf(ofB);
  return partsOf(ofA).every((part, i) => areEqualBut(part, local, parts[i], other));
}

function isLocal(part: object, name: string): boolean {
  return (
    'kind' in part &&
    part.kind === 'var' &&
    'scope' in part &&
    part.scope === 'local' &&
    'name' in part &&
    part.name === name
  );
}

const SPANS: ReadonlySet<string> = new Set(['span', 'nameSpan', 'methodSpan']);

function withoutSpans(node: object): object {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !SPANS.has(key)));
}
