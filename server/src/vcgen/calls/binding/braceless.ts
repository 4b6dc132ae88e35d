/** Keywords passed to a method without keyword parameters (`start(at: 3)` for `def start(opts = {})`): Ruby passes them as one hash. */
import type { MethodInfo } from '../../../program/program';
import { collectsKeywords, isKeywordParam } from '../../../types/keywordsAsHash';
import { keywordsAsHash } from '../../heap/hashLiterals';
import type { Args, Send } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { State } from '../../state/state';

/** Null: there are no such keywords, or they are not modelled. */
export function callWithBracelessHash(
  ctx: Ctx,
  { args, site }: Send,
  { definition, signature }: MethodInfo,
  state: State,
  call: (args: Args, state: State) => Out,
): Out | null {
  if (args.keywords.size === 0 || args.irregular !== null || ctx.spec) return null;
  if (!definition || !collectsKeywords(definition.params)) return null;
  if (signature?.arms.some(arm => arm.type.anyArgs || arm.type.params.some(isKeywordParam))) return null;
  const hash = keywordsAsHash(ctx, args, state);
  if (!hash) return null;
  const positional = [...args.positional, hash.value];
  return call({ ...args, positional, keywords: new Map(), sites: [...args.sites, site] }, hash.state);
}
