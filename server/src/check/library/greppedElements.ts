/**
 * `list.grep(C)` iterates over the instances of C, `list.grep_v(C)` over the others, with and without a block;
 * `list.grep(/…/)` iterates over matchable elements: not numbers, nil, true or false.
 */
import { findConstantExpr } from '../../program/constants';
import { factsOf } from '../../program/libraryFacts';
import { findSingletonMethod } from '../../program/lookup';
import type { LibraryFacts } from '../../program/program';
import type { Expr } from '../../ril/ril';
import type { MethodType, Type } from '../../types/type';
import { instancePart, matchablePart, notInstancePart } from '../../typing/narrow';
import type { Sending } from '../state/call';
import type { Ctx } from '../state/context';

/** Which elements a method of Enumerable keeps. */
function findKeptElements({ program }: Ctx, { method }: Sending): LibraryFacts['keeps'] {
  return factsOf(program, 'Enumerable', method).keeps;
}

/** Returns null if the pattern does not narrow the elements. */
export function narrowGrepElement(ctx: Ctx, call: Sending, element: Type): Type | null {
  const [only] = call.args;
  const matching = findKeptElements(ctx, call) === 'matching';
  if (call.args.length !== 1 || only?.type !== 'positional') return null;
  const name = testedClass(ctx, only.value);
  // An object of unknown class that includes a module may still be a class, a number, anything.
  if (element.kind === 'dynamic' && name !== null && ctx.program.classes.get(name)?.kind === 'module') return null;
  if (name !== null) return matching ? instancePart(ctx, element, name) : notInstancePart(ctx, element, name);
  const isRegexp = only.value.kind === 'lit' && only.value.value.type === 'regexp';
  return isRegexp && matching ? matchablePart(ctx, element) : null;
}

/** The class that `pattern === x` tests, unless it redefines `===`. */
export function testedClass(ctx: Ctx, pattern: Expr): string | null {
  if (pattern.kind !== 'const') return null;
  const name = findConstantExpr(ctx.program, ctx.frame.nesting, pattern)?.classInfo?.name ?? null;
  return name !== null && findSingletonMethod(ctx.program, name, '===')?.origin !== 'workspace' ? name : null;
}

/** The block type of `grep`, with the narrowed element. */
export function narrowGrepBlock(ctx: Ctx, call: Sending, declared: MethodType): MethodType {
  const kept = findKeptElements(ctx, call);
  if (kept !== 'matching' && kept !== 'others') return declared;
  const [first, ...others] = declared.params;
  if (first === undefined) return declared;
  const part = narrowGrepElement(ctx, call, first.type);
  return part === null || part.kind === 'bottom'
    ? declared
    : { ...declared, params: [{ ...first, type: part }, ...others] };
}
