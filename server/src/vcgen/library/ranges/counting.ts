/** Iterators over integers and ranges: `times`, `upto`, `downto`, `each`, `step`-less; and ranges' quantifiers. */
import { add, compare, integer, sub } from '../../../logic/arithmetic';
import { FALSE, int, ite, not, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { ANY, nominal } from '../../../types/type';
import { runBlock } from '../../calls/blocks/blocks';
import { translateQuantifier } from '../../clauses/quantifiers';
import { makeArray } from '../../heap/arrays';
import { iterate } from '../../loops/iterate';
import { findInvariant, runWithInvariant } from '../../loops/loopInvariants';
import { summarizeMap } from '../../loops/mapSummary';
import { type Args, positionalArgs, type Send, type Site } from '../../state/call';
import { type Ctx, checkedType, type ExitList, type Out } from '../../state/context';
import { forkState } from '../../state/fork';
import { joinExits } from '../../state/join';
import { type LocalKey, temporaryKey } from '../../state/localKey';
import { type State, withLocal } from '../../state/state';
import { type ArrayVal, isTruthy, type Val } from '../../state/value';
import type { Fold } from '../arrays/forEachElement';
import { quantifierOf } from '../enumerable/quantifierOf';

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
interface Span {
  readonly from: Formula;
  readonly to: Formula;
  readonly step: 1 | -1;
}

export function iterateRange(ctx: Ctx, send: Send<Val & { kind: 'range' }>, state: State): Out | null {
  const { receiver: range, method, args, site } = send;
  const { from, to } = range;
  if (from?.kind !== 'int' || to?.kind !== 'int' || !args.block) return null;
  const span: Span = { from: from.term, to: range.exclusive ? to.term : add(to.term, int(1)), step: 1 };
  const block = args.block;
  switch (method) {
    case 'each':
      return countOver(ctx, send, span, state, range);
    case 'all?':
    case 'any?':
    case 'none?': {
      const quantifier = ctx.spec && quantifierOf(ctx, 'Range', method);
      return (
        (quantifier &&
          translateQuantifier(ctx, quantifier, { from: span.from, to: span.to }, state, (inner, index, s) =>
            runBlock(inner, { closure: block, args: [{ kind: 'int', term: index }], site }, s),
          )) ??
        testNumbers(ctx, send, span, state)
      );
    }
    case 'map':
      return mapNumbers(ctx, span, args, site, state);
    case 'sum':
      return foldNumbers(ctx, send, span, state, {
        start: { kind: 'int', term: int(0) },
        step: (carried, value, s) =>
          ctx.run.rules.send(ctx, { ...send, receiver: carried, method: '+', args: positionalArgs([value]) }, s),
      });
    default:
      return null;
  }
}

/** Calls the block for each number; the call returns its receiver. */
function countOver(ctx: Ctx, { args, site }: Send, span: Span, state: State, result: Val): Out {
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

function iterateNumbers(
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

function newAccumulator(ctx: Ctx): LocalKey {
  return temporaryKey('carried', ++ctx.run.names.counter);
}

function foldNumbers(
  ctx: Ctx,
  { args, site }: Send,
  span: Span,
  state: State,
  { start, step: combine }: Fold<(carried: Val, value: Val, state: State) => Out>,
): Out {
  const name = newAccumulator(ctx);
  const breaks: ExitList = ctx.run.trail.list();
  const end = iterateNumbers(ctx, span, site, withLocal(state, name, start), {
    breaks,
    iteration: (value, s) => {
      const out = runBlock(ctx, { closure: args.block!, args: [{ kind: 'int', term: value }], site, breaks }, s);
      const next = combine(out.state.locals.get(name)!, out.value, out.state);
      return withLocal(next.state, name, next.value);
    },
  });
  return joinExits(ctx, [...breaks, { value: end.locals.get(name) ?? start, state: end }], site, end);
}

function testNumbers(ctx: Ctx, { method, args, site }: Send, span: Span, state: State): Out {
  const name = newAccumulator(ctx);
  const start: Val = { kind: 'bool', term: method === 'any?' ? FALSE : TRUE };
  const breaks: ExitList = ctx.run.trail.list();
  const end = iterateNumbers(ctx, span, site, withLocal(state, name, start), {
    breaks,
    iteration: (value, s) => {
      const sofar = s.locals.get(name)!;
      const undecided = method === 'any?' ? not(isTruthy(sofar)) : isTruthy(sofar);
      const out = forkState(ctx, undecided, s, site, {
        yes: open => {
          const tested = runBlock(ctx, { closure: args.block!, args: [{ kind: 'int', term: value }], site }, open);
          const holds = method === 'none?' ? not(isTruthy(tested.value)) : isTruthy(tested.value);
          return { value: { kind: 'bool', term: holds } as Val, state: tested.state };
        },
        no: done => ({ value: sofar, state: done }),
      });
      return withLocal(out.state, name, out.value);
    },
  });
  return { value: end.locals.get(name) ?? start, state: end };
}

function mapNumbers(ctx: Ctx, span: Span, args: Args, site: Site, state: State): Out {
  const checked = checkedType(ctx, site);
  const type = checked?.kind === 'nominal' && checked.name === 'Array' ? checked : nominal('Array', [ANY]);
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const breaks: ExitList = ctx.run.trail.list();
  const { settings } = ctx.run.input;
  const size = sub(span.to, span.from);
  const end = summarizeMap(ctx, made.state, site, {
    array: result,
    count: () => ite(compare('<', size, int(0)), int(0), size),
    element: (k, s) =>
      runBlock(ctx, { closure: args.block!, args: [{ kind: 'int', term: add(span.from, k) }], site, breaks }, s),
    iterations: {
      more: (k, s) => ({ condition: compare('<', add(span.from, k), span.to), state: s }),
      bound: settings.loopDepth,
      exactly: settings.unrolling,
      caveat: { type: 'loops', depth: settings.loopDepth },
      gathers: [breaks],
      counted: true,
    },
  });
  return joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
}
