/** Iterators over integers and ranges: `times`, `upto`, `downto`, `each`, `step`-less; and ranges' quantifiers. */
import { add, compare, integer, sub } from '../../logic/arithmetic';
import { FALSE, int, ite, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { ANY, nominal } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, makeArray } from '../arrays';
import { runBlock } from '../blocks';
import { fork } from '../branch';
import type { Ctx, Exit, Out } from '../context';
import { collect } from '../general/collected';
import { invariantIn, withInvariant } from '../invariants';
import { iterate } from '../iterate';
import { joinExits } from '../join';
import { quantified } from '../quantifiers';
import { type State, withLocal } from '../state';
import { truthy, type Val } from '../value';

export function integerIteration(
  ctx: Ctx,
  from: Formula,
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const [limit] = args.positional;
  const self: Val = { kind: 'int', term: from };
  switch (method) {
    case 'times':
      return counting(ctx, { from: int(0), to: from, step: 1 }, args, site, state, self);
    case 'upto':
      return limit?.kind === 'int'
        ? counting(ctx, { from, to: add(limit.term, int(1)), step: 1 }, args, site, state, self)
        : null;
    case 'downto':
      return limit?.kind === 'int'
        ? counting(ctx, { from, to: sub(limit.term, int(1)), step: -1 }, args, site, state, self)
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

export function rangeIteration(
  ctx: Ctx,
  range: Val & { kind: 'range' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const { from, to } = range;
  if (from?.kind !== 'int' || to?.kind !== 'int' || !args.block) return null;
  const span: Span = { from: from.term, to: range.exclusive ? to.term : add(to.term, int(1)), step: 1 };
  const block = args.block;
  switch (method) {
    case 'each':
      return counting(ctx, span, args, site, state, range);
    case 'all?':
    case 'any?':
    case 'none?':
      return (
        (ctx.spec &&
          quantified(ctx, method, span.from, span.to, site, state, (inner, index, s) =>
            runBlock(inner, block, [{ kind: 'int', term: index }], s, site),
          )) ??
        testing(ctx, span, method, args, site, state)
      );
    case 'map':
      return mapping(ctx, span, args, site, state);
    case 'sum':
      return folding(ctx, span, { kind: 'int', term: int(0) }, args, site, state, (carried, value, s) =>
        ctx.run.rules.send(ctx, carried, '+', [value], site, s),
      );
    default:
      return null;
  }
}

/** The block for each number; the call returns its receiver. */
function counting(ctx: Ctx, span: Span, args: Args, site: Site, state: State, result: Val): Out {
  const closure = args.block!;
  const breaks: Exit[] = [];
  const round = (value: Formula, s: State): State =>
    runBlock(ctx, closure, [{ kind: 'int', term: value }], s, site, breaks).state;
  const invariant = span.step === 1 ? invariantIn(closure.block.body) : null;
  const end = invariant
    ? withInvariant(ctx, state, site, {
        body: closure.block.body,
        invariant,
        from: span.from,
        to: span.to,
        params: closure.block.params,
        closure,
        byElement: null,
        round,
      })
    : rounds(ctx, span, site, state, breaks, round, closure.block.params[0]?.name ?? null);
  return joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
}

function rounds(
  ctx: Ctx,
  span: Span,
  site: Site,
  state: State,
  breaks: Exit[],
  round: (value: Formula, state: State) => State,
  counter: string | null = null,
): State {
  const { settings } = ctx.run.input;
  const at = (k: Formula): Formula => (span.step === 1 ? add(span.from, k) : sub(span.from, k));
  return iterate(ctx, state, site, {
    gathers: [breaks],
    counted: true,
    counter: integer(span.from) === 0n ? counter : null,
    more: (k, s) => ({ condition: compare(span.step === 1 ? '<' : '>', at(k), span.to), state: s }),
    round: (k, s) => round(at(k), s),
    bound: settings.loopDepth,
    exactly: settings.unrolling,
    caveat: { type: 'loops', depth: settings.loopDepth },
  });
}

function carried(ctx: Ctx): string {
  ctx.run.counter++;
  return `carried/${ctx.run.counter}`;
}

function folding(
  ctx: Ctx,
  span: Span,
  start: Val,
  args: Args,
  site: Site,
  state: State,
  combine: (carried: Val, value: Val, state: State) => Out,
): Out {
  const name = carried(ctx);
  const breaks: Exit[] = [];
  const end = rounds(ctx, span, site, withLocal(state, name, start), breaks, (value, s) => {
    const out = runBlock(ctx, args.block!, [{ kind: 'int', term: value }], s, site, breaks);
    const next = combine(out.state.locals.get(name)!, out.value, out.state);
    return withLocal(next.state, name, next.value);
  });
  return joinExits(ctx, [...breaks, { value: end.locals.get(name) ?? start, state: end }], site, end);
}

function testing(ctx: Ctx, span: Span, method: string, args: Args, site: Site, state: State): Out {
  const name = carried(ctx);
  const start: Val = { kind: 'bool', term: method === 'any?' ? FALSE : TRUE };
  const breaks: Exit[] = [];
  const end = rounds(ctx, span, site, withLocal(state, name, start), breaks, (value, s) => {
    const sofar = s.locals.get(name)!;
    const undecided = method === 'any?' ? not(truthy(sofar)) : truthy(sofar);
    const out = fork(
      ctx,
      undecided,
      s,
      site,
      open => {
        const tested = runBlock(ctx, args.block!, [{ kind: 'int', term: value }], open, site);
        const holds = method === 'none?' ? not(truthy(tested.value)) : truthy(tested.value);
        return { value: { kind: 'bool', term: holds } as Val, state: tested.state };
      },
      done => ({ value: sofar, state: done }),
    );
    return withLocal(out.state, name, out.value);
  });
  return { value: end.locals.get(name) ?? start, state: end };
}

function mapping(ctx: Ctx, span: Span, args: Args, site: Site, state: State): Out {
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const type = checked?.kind === 'nominal' && checked.name === 'Array' ? checked : nominal('Array', [ANY]);
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const breaks: Exit[] = [];
  const { settings } = ctx.run.input;
  const size = sub(span.to, span.from);
  const end = collect(ctx, made.state, site, {
    array: result,
    count: () => ite(compare('<', size, int(0)), int(0), size),
    element: (k, s) => runBlock(ctx, args.block!, [{ kind: 'int', term: add(span.from, k) }], s, site, breaks),
    rounds: {
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
