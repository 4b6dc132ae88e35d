/** Procs and lambdas with visible code: calling one runs its block in its lexical scope. */
import { callsProc } from '../../../program/libraryFacts';
import { exposeLocalsOfScopes } from '../../analysis/capturedLocals';
import { runBlock } from '../../calls/blocks/blocks';
import type { Model } from '../../state/context';

export const procModel: Model = (ctx, { receiver, method, args, site }, state) => {
  if (receiver.kind === 'proc' && method === 'binding') exposeLocalsOfScopes(ctx, receiver.closure.scope);
  if (receiver.kind !== 'proc' || !callsProc(ctx.run.input.program, method) || args.irregular || args.block)
    return null;
  return runBlock(ctx, { closure: receiver.closure, args: args.positional, site }, state);
};
