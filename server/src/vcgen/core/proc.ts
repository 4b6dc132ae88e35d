/** Procs and lambdas whose code is in sight: calling one runs its block where it was written. */
import { runBlock } from '../blocks';
import { exposeScopes } from '../exposed';
import type { Model } from './models';

const CALLS: ReadonlySet<string> = new Set(['call', '()', '[]', '===', 'yield']);

export const procModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind === 'proc' && method === 'binding') exposeScopes(ctx, receiver.closure.scope);
  if (receiver.kind !== 'proc' || !CALLS.has(method) || args.irregular || args.block) return null;
  return runBlock(ctx, receiver.closure, args.positional, state, site);
};
