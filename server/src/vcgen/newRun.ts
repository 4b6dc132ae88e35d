/** A new run: no facts, no obligations. */

import { requireProcConformance } from './calls/blocks/procConformance';
import { requireElementConformance } from './calls/transfer/elementConformance';
import { requireFixedShapes } from './calls/transfer/fixedShapes';
import { dispatch } from './dispatch/dispatch';
import { positionalArgs } from './state/call';
import type { Run, VcgenInput } from './state/context';
import { newRunState } from './state/runState';
import { evaluate } from './syntax/evaluate';

export function newRun(input: VcgenInput): Run {
  return {
    ...newRunState(),
    input,
    rules: {
      requireFixedShapes,
      requireElementConformance,
      requireProcConformance,
      evaluate,
      send: (ctx, send, state) => dispatch(ctx, { ...send, args: positionalArgs(send.args.positional) }, state),
    },
  };
}
