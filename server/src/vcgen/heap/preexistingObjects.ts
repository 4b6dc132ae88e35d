/** Objects that exist before a method is called, and that its text names: those of constants and regexp literals. */
import type { Span } from '../../base/span';
import { and, symbol, TRUE } from '../../logic/build';
import { select } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import { readRegexp } from '../../ril/regexp/readRegexp';
import { findCertainGroups } from '../../ril/regexpGroups';
import type { Lit } from '../../ril/ril';
import { nominal, type Type } from '../../types/type';
import { assumeAlways, type Ctx, ENTRY_ALLOCATION, type Out, placeOf } from '../state/context';
import { FROZEN } from '../state/heapKey';
import { baseSymbol, type State } from '../state/state';
import { hasExactClass, isAllocated } from '../state/typeGuards';
import type { Ref } from '../state/value';
import { withFrozen } from './frozen';

export function makePreexistingObject(ctx: Ctx, name: string, path: string, type: Type, className: string): Ref {
  const term = symbol(name, INT_SORT, { kind: 'constant', serial: 0, path });
  assumeAlways(ctx.run, and(isAllocated(term, ENTRY_ALLOCATION), hasExactClass(ctx.run, term, className)), true);
  return { kind: 'ref', term, type, exact: true };
}

/** The state in which it is known to have been frozen since before the method was called. */
export function withFrozenObject(ctx: Ctx, state: State, { term }: Ref): State {
  if (ctx.spec) return state;
  assumeAlways(ctx.run, select(baseSymbol(FROZEN, 0), term), true);
  return withFrozen(ctx, state, term, TRUE);
}

const REGEXP: Type = nominal('Regexp');

type RegexpLiteral = Extract<Lit['value'], { readonly type: 'regexp' }>;

/** What is known of the matches of a literal regexp. */
export function noteRegexp(ctx: Ctx, { term }: Ref, literal: RegexpLiteral): void {
  if (term.kind !== 'symbol') return;
  ctx.run.heapNotes.regexps.set(term.name, { certain: findCertainGroups(literal), read: readRegexp(literal) });
}

/** `/a+/`: one frozen Regexp for each place in the program. */
export function evaluateRegexp(ctx: Ctx, at: Span, literal: RegexpLiteral, state: State): Out {
  const { anchor, span } = placeOf(ctx, { span: at });
  const { value: source, flags } = literal;
  const object = makePreexistingObject(ctx, `regexp:${anchor}:${span.start}`, `/${source}/${flags}`, REGEXP, 'Regexp');
  noteRegexp(ctx, object, literal);
  return { value: object, state: withFrozenObject(ctx, state, object) };
}
