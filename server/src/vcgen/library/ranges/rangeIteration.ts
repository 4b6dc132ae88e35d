/** Iterators over ranges of integers: `each`, `map`, `sum` and quantifiers. */
import { add, compare, sub } from '../../../logic/arithmetic';
import { FALSE, int, ite, not, TRUE } from '../../../logic/build';
import { ANY, nominal } from '../../../types/type';
import { runBlock } from '../../calls/blocks/blocks';
import { translateQuantifier } from '../../clauses/quantifiers';
import { makeArray } from '../../heap/arrays';
import { summarizeMap } from '../../loops/mapSummary';
import { type Args, positionalArgs, type Send, type Site } from '../../state/call';
import { type Ctx, checkedType, type Out } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import { type LocalKey, temporaryKey } from '../../state/localKey';
import { type State, withLocal } from '../../state/state';
import { type ArrayVal, isTruthy, type Val } from '../../state/value';
import type { Fold } from '../arrays/forEachElement';
import { countOver, iterateNumbers, type Span } from '../numbers/counting';
import { quantifierOf } from '../rows/quantifierOf';

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
