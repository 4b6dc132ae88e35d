/** Iteration over consecutive integers: `times`, `upto`, `downto`, and the numbers of a range. */
import { add, compare, integer, sub } from '../../../logic/arithmetic';
import { int } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { runBlock } from '../../calls/blocks/blocks';
import { iterate } from '../../loops/iterate';
import { findInvariant, runWithInvariant } from '../../loops/loopInvariants';
import type { Send, Site } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';

export function iterateInteger(ctx: Ctx, send: Send, from: Formula, state: State): Out | null {
  const { method, args } = send;
  const [limit] = args.positional;
  const self: Val = { kind: 'int', term: from };
  switch (method) {
    case 'times':
      return countOver(ctx, send, { from: int(0), to: from, step: 1 }, state, self);
    case 'upto':
      return limit?.kind === 'int'
        ? countOver(ctx, send, { from, to: add(limit.term, int(1)), step: 1 }, state, self)
        : null;
    case 'downto':
      return limit?.kind === 'int'
        ? countOver(ctx, send, { from, to: sub(limit.term, int(1)), step: -1 }, state, self)
        : null;
    default:
      return null;
  }
}

/** Half-open: `to` is the first value that is not visited. */
export interface Span {
  readonly from: Formula;
  readonly to: Formula;
  readonly step: 1 | -1;
}

/** Calls the block for each number; the call returns its receiver. */
export function countOver(ctx: Ctx, { args, site }: Send, span: Span, state: State, result: Val): Out {
  const closure = args.block!;
  const breaks: ExitList = ctx.run.trail.list();
  const iteration = (value: Formula, s: State): State =>
    runBlock(ctx, { closure, args: [{ kind: 'int', term: value }], site, breaks }, s).state;
  const invariant = span.step === 1 ? findInvariant(closure.block.body) : null;
  const end = invariant
    ? runWithInvariant(ctx, state, site, {
        body: closure.block.body,
        invariant,
        from: span.from,
        to: span.to,
        params: closure.block.params,
        closure,
        byElement: null,
        iteration,
      })
    : iterateNumbers(ctx, span, site, state, { breaks, iteration, counter: closure.block.params[0]?.name ?? null });
  return joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
}

/** The body of a loop over integers; `counter` is the block's name for the integer. */
interface NumberLoop {
  readonly breaks: ExitList;
  readonly iteration: (value: Formula, state: State) => State;
  readonly counter?: string | null;
}

export function iterateNumbers(
  ctx: Ctx,
  span: Span,
  site: Site,
  state: State,
  { breaks, iteration, counter = null }: NumberLoop,
): State {
  const { settings } = ctx.run.input;
  const at = (k: Formula): Formula => (span.step === 1 ? add(span.from, k) : sub(span.from, k));
  return iterate(ctx, state, site, {
    gathers: [breaks],
    counted: true,
    counter: integer(span.from) === 0n ? counter : null,
    more: (k, s) => ({ condition: compare(span.step === 1 ? '<' : '>', at(k), span.to), state: s }),
    iteration: (k, s) => iteration(at(k), s),
    bound: settings.loopDepth,
    exactly: settings.unrolling,
    caveat: { type: 'loops', depth: settings.loopDepth },
  });
}
