/** A call of which nobody knows what it runs. */
import type { Args, Site } from './arguments';
import { afterUnknownBlock } from './blocksByContract';
import { type Ctx, notModelled, type Out, taintFor } from './context';
import { havoc } from './havoc';
import { leak } from './leak';
import type { State } from './state';
import type { Val } from './value';

/** Nothing is known of what runs: it may have changed everything that it can reach. */
export function unknownCall(ctx: Ctx, what: string, receiver: Val, args: Args, site: Site, state: State): Out {
  const taint = taintFor(ctx, what, site);
  const next = havoc(ctx, leak(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
  return { value: notModelled(ctx, what, site), state: afterUnknownBlock(ctx, what, args.block, site, next) };
}
