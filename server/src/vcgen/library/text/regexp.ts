/** Whether a literal regexp is found in a text, if that is known exactly. Everything else is left to signatures. */
import { apply, int, ite } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT, TEXT_SORT } from '../../../logic/sorts';
import { INTEGER, NIL } from '../../../types/type';
import { isRegexp, knownRegexp, searchedText } from '../../fields/matchedText';
import { isFoundIn } from '../../heap/regexpLanguage';
import type { Send } from '../../state/call';
import type { Ctx, Model, Out } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { argumentAt, boolResult, type ModelOf, type ModelRow, modelOf } from '../rows/rows';

type RegexpVal = Val & { readonly kind: 'ref' };

const row = (names: string, model: ModelOf<RegexpVal>): ModelRow<RegexpVal> => ({
  class: 'Regexp',
  names,
  arity: 1,
  model,
});

export const REGEXPS: readonly ModelRow<RegexpVal>[] = [row('match? ===', isFound), row('=~', positionFound)];

const find = modelOf(REGEXPS);

export const regexpModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  if (receiver.kind !== 'ref' || args.irregular || args.block || args.keywords.size > 0) return null;
  return find(ctx, { ...send, receiver }, state);
};

/** Whether the regexp is found in the text; null: not known exactly. */
export function foundIn(ctx: Ctx, regexp: Val, text: Formula, from: 'anywhere' | 'start'): Formula | null {
  const read = knownRegexp(ctx, regexp)?.read;
  if (!read) return null;
  const { holds, exact } = isFoundIn(read, from, text);
  return exact ? holds : null;
}

/** The regexp may be the receiver or the argument. */
function found(ctx: Ctx, send: Send, state: State): { readonly text: Formula; readonly holds: Formula } | null {
  const other = argumentAt(send, 0);
  const [regexp, subject] = isRegexp(send.receiver) ? [send.receiver, other] : [other, send.receiver];
  const text = searchedText(ctx, subject, state);
  const holds = text && foundIn(ctx, regexp, text, 'anywhere');
  return text && holds && { text, holds };
}

export function isFound(ctx: Ctx, send: Send, state: State): Out | null {
  const search = found(ctx, send, state);
  return search && boolResult(search.holds, state);
}

/** In code, its signature and what is known of the match say more. */
export function positionFound(ctx: Ctx, send: Send, state: State): Out | null {
  const search = ctx.spec ? found(ctx, send, state) : null;
  if (!search) return null;
  ctx.run.hypotheses.functions.set(POSITION, { name: POSITION, params: [TEXT_SORT, INT_SORT], result: INT_SORT });
  const regexp = isRegexp(send.receiver) ? send.receiver : argumentAt(send, 0);
  const at = apply(POSITION, [search.text, isRegexp(regexp) ? regexp.term : int(0)], INT_SORT);
  const term = ite(search.holds, boxValue({ kind: 'int', term: at })!, BOXED_NIL);
  return { value: { kind: 'boxed', term, type: makeUnionType([INTEGER, NIL]) }, state };
}

const POSITION = 'regexp-position';
