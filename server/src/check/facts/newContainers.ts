/**
 * Containers that nothing else refers to: literals, `C.new`, and what a library method with the label `returns: :new`
 * returned. What is inserted into one may widen its type.
 */
import { factsOf } from '../../program/libraryFacts';
import { methodByKey } from '../../program/lookup';
import type { Call, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { className } from '../../typing/narrow';
import type { Ctx } from '../state/context';

/** The container was allocated by this expression, which was checked, so there are no aliases yet. */
export function isNewContainer(ctx: Ctx, value: Expr, type: Type): boolean {
  if (value.kind === 'array' || value.kind === 'hash') return true;
  if (value.kind !== 'call' || type.kind !== 'nominal' || !['Array', 'Hash', 'Set'].includes(type.name)) return false;
  return (value.method === 'new' && value.receiver?.kind === 'const') || returnsNew(ctx, value);
}

function returnsNew({ program, out }: Ctx, call: Call): boolean {
  const target = out.calls.get(call);
  if (!target || target.dynamic || target.candidates.length === 0) return false;
  return target.candidates.every(({ method }) => {
    const info = method === null ? null : methodByKey(program, method);
    if (info === null || info.origin === 'workspace') return false;
    return info.facts?.returns === 'new' || (!info.singleton && WITHOUT_PARTS.has(info.owner));
  });
}

/** Their values hold no other objects, so a container that one of their methods returns is new. */
const WITHOUT_PARTS: ReadonlySet<string> = new Set(['String', 'Symbol', 'Integer', 'Float']);

/** `[1].push('a')`, `words.map { … }.concat(others)`: the container that is filled has no aliases. */
export function fillsNewContainer(ctx: Ctx, call: Call, receiver: Type): boolean {
  const value = call.receiver;
  if (value?.kind === 'array' || value?.kind === 'hash') return true;
  const { stores } = factsOf(ctx.program, className(receiver) ?? '', call.method);
  return (stores === 'argument' || stores === 'contents') && value !== null && isNewContainer(ctx, value, receiver);
}
