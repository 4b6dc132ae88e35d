/**
 * The lengths of tuples as they were when somebody handed them over: arguments on entry, results of calls, and what stood
 * in either (tuples.ts says why nothing else is known).
 */
import { compare, lt } from '../logic/arithmetic';
import { and, eq, implies, int, isApply, not, or, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { heapMap } from './bases';
import type { Ctx } from './context';
import { plain } from './shape';
import { baseSymbols, type State } from './state';
import { isTag, type Val } from './value';

/** The contents of all containers when something was handed over. */
export interface Handover {
  readonly elements: Formula;
  readonly length: Formula;
  readonly values: Formula;
  readonly present: Formula;
  readonly default: Formula;
}

/** Who handed a term over, and under which condition. */
type Givers = ReadonlyMap<Handover, Formula>;

export interface Given {
  readonly handed: Map<Formula | string, Handover>;
  readonly known: Map<Formula, Givers>;
}

const NOBODY: Givers = new Map();

export function handOver(ctx: Ctx, state: State, val: Val): void {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return;
  ctx.run.given.handed.set(nameOf(val.term), {
    elements: heapMap(ctx, state, '#elements'),
    length: heapMap(ctx, state, '#length'),
    values: heapMap(ctx, state, '#values'),
    present: heapMap(ctx, state, '#present'),
    default: heapMap(ctx, state, '#default'),
  });
}

function nameOf(term: Formula): Formula | string {
  return term.kind === 'symbol' ? term.name : term;
}

/** What was handed over as a tuple was as long as its type says. */
export function lengthAsGiven(ctx: Ctx, array: Val & { readonly kind: 'ref' }): Formula {
  const bare = plain(array.type);
  if (bare.kind !== 'tuple') return TRUE;
  const size = int(bare.elements.length);
  const facts = [...referenceFrom(ctx, array.term)].map(([then, when]) =>
    implies(when, eq(select(then.length, array.term), size)),
  );
  return and(...facts);
}

function referenceFrom(ctx: Ctx, term: Formula): Givers {
  const giver = ctx.run.given.handed.get(nameOf(term));
  if (giver) return new Map([[giver, TRUE]]);
  return isApply(term, 'v-ref-of') ? valueFrom(ctx, term.args[0]!) : NOBODY;
}

function valueFrom(ctx: Ctx, term: Formula): Givers {
  const { known, handed } = ctx.run.given;
  const before = known.get(term);
  if (before) return before;
  const giver = handed.get(nameOf(term));
  const found = giver
    ? new Map([[giver, isTag(term, 'ref')]])
    : isApply(term, 'ite')
      ? eitherOf(ctx, term)
      : partOf(ctx, term);
  known.set(term, found);
  return found;
}

function eitherOf(ctx: Ctx, term: Formula & { readonly kind: 'apply' }): Givers {
  const [condition, yes, no] = term.args as [Formula, Formula, Formula];
  const all = new Map<Handover, Formula>();
  for (const [when, givers] of [
    [condition, valueFrom(ctx, yes)],
    [not(condition), valueFrom(ctx, no)],
  ] as const)
    for (const [giver, under] of givers) all.set(giver, or(all.get(giver) ?? not(TRUE), and(when, under)));
  return all;
}

/** An element, a value or the default of a container that was handed over, if it is still what stood there then. */
function partOf(ctx: Ctx, term: Formula): Givers {
  if (!isApply(term, 'select')) return NOBODY;
  const [row, at] = term.args as [Formula, Formula];
  const all = new Map<Handover, Formula>();
  if (!isApply(row, 'select')) {
    if (!baseSymbols(row).some(name => name.startsWith('#default'))) return NOBODY;
    for (const [then, held] of referenceFrom(ctx, at))
      all.set(then, and(held, eq(term, select(then.default, at)), isTag(term, 'ref')));
    return all;
  }
  const holder = row.args[1]!;
  for (const [then, held] of referenceFrom(ctx, holder)) {
    const there = at.sort.kind === 'int' ? elementThen(then, holder, at, term) : entryThen(then, holder, at, term);
    all.set(then, and(held, there, isTag(term, 'ref')));
  }
  return all;
}

function elementThen(then: Handover, holder: Formula, at: Formula, term: Formula): Formula {
  const inside = and(compare('>=', at, int(0)), lt(at, select(then.length, holder)));
  return and(inside, eq(term, select(select(then.elements, holder), at)));
}

function entryThen(then: Handover, holder: Formula, key: Formula, term: Formula): Formula {
  return and(select(select(then.present, holder), key), eq(term, select(select(then.values, holder), key)));
}
