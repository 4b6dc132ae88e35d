/** A call whose target is unknown. */

import type { Construct } from '../../../problems/constructs';
import { havocHeap } from '../../fields/havoc';
import { forgetLastMatch } from '../../fields/lastMatch';
import { markEscaped } from '../../heap/escape';
import type { Send } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, taintFor } from '../../state/context';
import type { State } from '../../state/state';
import { havocAfterUnknownBlock } from '../blocks/blockToContract';

/** The callee is unknown: it may have changed everything that it can reach. */
export function runUnknownCall(ctx: Ctx, what: Construct, { receiver, args, site }: Send, state: State): Out {
  const taint = taintFor(ctx, what, site);
  const left = havocHeap(ctx, markEscaped(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
  const next = forgetLastMatch(ctx, ctx.frame, left);
  return { value: makeUnmodelled(ctx, what, site), state: havocAfterUnknownBlock(ctx, what, args.block, site, next) };
}
