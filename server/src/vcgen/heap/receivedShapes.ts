/**
 * Lengths of tuples and keys of finite hashes when they were received: arguments on entry, results of calls, and elements
 * of either (fixedShapes.ts says why nothing else is known).
 */
import { compare, lt } from '../../logic/arithmetic';
import { and, eq, implies, int, isApply, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import type { Origin } from '../../logic/symbolOrigin';
import type { Ctx } from '../state/context';
import { hasDeclaredKeys } from '../state/hashTypes';
import { DEFAULT, ELEMENTS, LENGTH, PRESENT, SIZE, VALUES } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import type { ReceivedOrigins, ReceivedState } from '../state/received';
import { mentionsFixedShape, withoutAnnotations } from '../state/representation';
import { baseSymbols, type State } from '../state/state';
import { type HashVal, isTag, type Val } from '../state/value';

const NOBODY: ReceivedOrigins = new Map();

export function recordReceived(ctx: Ctx, state: State, val: Val): void {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return;
  ctx.run.heapNotes.received.handed.set(nameOf(val.term), {
    elements: heapMap(ctx, state, ELEMENTS),
    length: heapMap(ctx, state, LENGTH),
    values: heapMap(ctx, state, VALUES),
    present: heapMap(ctx, state, PRESENT),
    size: heapMap(ctx, state, SIZE),
    default: heapMap(ctx, state, DEFAULT),
  });
}

function nameOf(term: Formula): Formula | string {
  return term.kind === 'symbol' ? term.name : term;
}

/** An array received as a tuple had the length of its type. */
export function receivedTupleLength(ctx: Ctx, array: Val & { readonly kind: 'ref' }): Formula {
  const bare = withoutAnnotations(array.type);
  if (bare.kind !== 'tuple') return TRUE;
  const size = int(bare.elements.length);
  const facts = [...referenceFrom(ctx, array.term)].map(([then, when]) =>
    implies(when, eq(select(then.length, array.term), size)),
  );
  return and(...facts);
}

/** A hash received as a finite hash had its required keys, and no other keys if its type has no rest. */
export function receivedKeys(ctx: Ctx, hash: HashVal): Formula {
  const bare = withoutAnnotations(hash.type);
  if (bare.kind !== 'finiteHash' || !mentionsFixedShape(bare)) return TRUE;
  const facts = [...referenceFrom(ctx, hash.term)].map(([then, when]) => {
    const contents = { present: select(then.present, hash.term), size: select(then.size, hash.term) };
    return implies(when, hasDeclaredKeys(bare, contents));
  });
  return and(...facts);
}

function referenceFrom(ctx: Ctx, term: Formula): ReceivedOrigins {
  const giver = ctx.run.heapNotes.received.handed.get(nameOf(term));
  if (giver) return new Map([[giver, TRUE]]);
  return isApply(term, 'v-ref-of') ? valueFrom(ctx, term.args[0]!) : NOBODY;
}

function valueFrom(ctx: Ctx, term: Formula): ReceivedOrigins {
  const { known, handed } = ctx.run.heapNotes.received;
  const before = known.get(term);
  if (before) return before;
  const giver = handed.get(nameOf(term));
  const found = giver
    ? new Map([[giver, isTag(term, 'ref')]])
    : isApply(term, 'ite')
      ? joinBranchGivers(ctx, term)
      : giversOfPart(ctx, term);
  known.set(term, found);
  return found;
}

function joinBranchGivers(ctx: Ctx, term: Formula & { readonly kind: 'apply' }): ReceivedOrigins {
  const [condition, yes, no] = term.args as [Formula, Formula, Formula];
  const all = new Map<ReceivedState, Formula>();
  for (const [when, givers] of [
    [condition, valueFrom(ctx, yes)],
    [not(condition), valueFrom(ctx, no)],
  ] as const)
    for (const [giver, under] of givers) all.set(giver, or(all.get(giver) ?? not(TRUE), and(when, under)));
  return all;
}

/** An element, a value or the default of a received container, if it is unchanged since then. */
function giversOfPart(ctx: Ctx, term: Formula): ReceivedOrigins {
  if (!isApply(term, 'select')) return NOBODY;
  const [row, at] = term.args as [Formula, Formula];
  const all = new Map<ReceivedState, Formula>();
  if (!isApply(row, 'select')) {
    if (!baseSymbols(row).some(base => isOfDefaults(base.origin))) return NOBODY;
    for (const [then, held] of referenceFrom(ctx, at))
      all.set(then, and(held, eq(term, select(then.default, at)), isTag(term, 'ref')));
    return all;
  }
  const holder = row.args[1]!;
  for (const [then, held] of referenceFrom(ctx, holder)) {
    const there = at.sort.kind === 'int' ? wasElement(then, holder, at, term) : wasEntry(then, holder, at, term);
    all.set(then, and(held, there, isTag(term, 'ref')));
  }
  return all;
}

function isOfDefaults(origin: Origin): boolean {
  return (origin.kind === 'heap-map' || origin.kind === 'heap-cell') && origin.key === DEFAULT.id;
}

function wasElement(then: ReceivedState, holder: Formula, at: Formula, term: Formula): Formula {
  const inside = and(compare('>=', at, int(0)), lt(at, select(then.length, holder)));
  return and(inside, eq(term, select(select(then.elements, holder), at)));
}

function wasEntry(then: ReceivedState, holder: Formula, key: Formula, term: Formula): Formula {
  return and(select(select(then.present, holder), key), eq(term, select(select(then.values, holder), key)));
}
