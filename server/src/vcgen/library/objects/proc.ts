/** Procs and lambdas with visible code: calling one runs its block in its lexical scope. */

import { exposeLocalsOfScopes } from '../../analysis/capturedLocals';
import { runBlock } from '../../calls/blocks/blocks';
import type { Model } from '../../state/call';

const CALLS: ReadonlySet<string> = new Set(['call', '()', '[]', '===', 'yield']);

export const procModel: Model = (ctx, { receiver, method, args, site }, state) => {
  if (receiver.kind === 'proc' && method === 'binding') exposeLocalsOfScopes(ctx, receiver.closure.scope);
  if (receiver.kind !== 'proc' || !CALLS.has(method) || args.irregular || args.block) return null;
  return runBlock(ctx, { closure: receiver.closure, args: args.positional, site }, state);
};
