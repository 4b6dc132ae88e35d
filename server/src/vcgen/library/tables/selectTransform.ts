/**
 * New hashes built from another one by a block: `select`, `filter`, `reject`, `transform_values`. Ruby iterates over a
 * copy, so changes to the hash by the block have no effect. If all entries are known, and up to a bound, entries are
 * added individually; for any number of entries the block's results are an array of their own, which defines the new
 * hash.
 */
import { compare, lt } from '../../../logic/arithmetic';
import { and, bound, forall, implies, int, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { INT_SORT } from '../../../logic/sorts';
import { ANY, nominal, type Type } from '../../../types/type';
import { runBlock } from '../../calls/blocks/blocks';
import { elementsOf, lengthOf, makeArray } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { knownEntries } from '../../heap/hashEntries';
import {
  type Contents,
  contentsOf,
  EMPTY,
  isHash,
  isKeyPresent,
  makeHash,
  makeMapByKey,
  putEntry,
  valueAt,
  withHash,
} from '../../heap/hashes';
import { assumeKeyType, type KeyForm, keyForm, keyValue } from '../../heap/hashKeys';
import { findInvariant } from '../../loops/loopInvariants';
import { summarizeMap } from '../../loops/mapSummary';
import { flowInto } from '../../obligations/flowInto';
import type { Send, Site } from '../../state/call';
import { assume, type Ctx, checkedType, freshSymbol, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { joinExits } from '../../state/join';
import { isDynamic } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, BOXED_NIL, boxValue, type HashVal, isTruthy, type Val } from '../../state/value';
import { alwaysReturn, forEachElement } from '../arrays/forEachElement';
import { type Listed, listKeysUnordered } from './unorderedIteration';

/** A hash built from the entries of another one: the old contents, the new type and the block. */
interface HashMaking {
  readonly before: Contents;
  readonly type: Type;
  readonly ask: CallKeyBlock;
}

/** Calls the block for one entry, as the hash was when the call began. */
type CallKeyBlock = (key: Formula, state: State, breaks: ExitList) => Out;

export function selectTransformModel(ctx: Ctx, send: Send<HashVal>, state: State): Out | null {
  const { receiver: hash, method, args, site } = send;
  const { block, positional } = args;
  if (!block || positional.length > 0 || ctx.spec || block.lambda) return null;
  if (findInvariant(block.block.body) !== null) return null;
  const ofValues = method === 'transform_values';
  const before = contentsOf(ctx, state, hash);
  const known = knownEntries(ctx, state, hash);
  const form = ofValues ? HIDDEN : keyForm(ctx, state, keyTypeOf(hash.type));
  if (form === null) return null;
  const callBlock: CallKeyBlock = (key, s, breaks) => {
    assumeKeyType(ctx, s, hash, key);
    isKeyPresent(ctx, state, hash, key); // assumes the types of its entries
    const value = valueAt(ctx, state, hash, key);
    const given = ofValues ? [value] : [keyValue(ctx, s, form, key), value];
    return runBlock(ctx, { closure: block, args: given, site, breaks }, s);
  };
  const type = resultType(ctx, hash, ofValues, site);
  const hashMaking = { before, type, ask: callBlock };
  if (known === null && ctx.run.input.loops?.kind === 'general') {
    const list = listKeysUnordered(ctx, before, ofValues ? HIDDEN.type : keyTypeOf(hash.type), site, state);
    return list && transformUnordered(ctx, send, list, hashMaking);
  }
  const list = known
    ? makeArray(
        ctx,
        state,
        known.map(entry => keyAsValue(entry.key)),
        nominal('Array', [ANY]),
        site,
      )
    : listKeysUnordered(ctx, before, ofValues ? HIDDEN.type : keyTypeOf(hash.type), site, state);
  if (list === null) return null;
  const array = 'array' in list ? list.array : (list.value as ArrayVal);
  return buildByIteration(ctx, send, array, hashMaking, markEscaped(list.state, hash));
}

/** Keys that the block does not receive. */
const HIDDEN: KeyForm = { type: nominal('Integer'), string: null };

function keyAsValue(term: Formula): Val {
  return { kind: 'boxed', term, type: ANY };
}

function resultType(ctx: Ctx, hash: HashVal, ofValues: boolean, site: Site): Type {
  const checked = checkedType(ctx, site);
  const useful = checked?.kind === 'nominal' && isHash({ ...hash, type: checked }) && checked.args.length === 2;
  if (useful && !checked.args.some(isDynamic)) return checked;
  return nominal('Hash', [keyTypeOf(hash.type), ofValues ? ANY : valueTypeOf(hash.type)]);
}

/** Each iteration adds its entry. */
function buildByIteration(
  ctx: Ctx,
  { method, site }: Send,
  keys: ArrayVal,
  { before, type, ask }: HashMaking,
  state: State,
): Out {
  const made = makeHash(ctx, state, type, EMPTY);
  const enter = (key: Formula, value: Formula, s: State): State =>
    withHash(ctx, s, made.object, putEntry(contentsOf(ctx, s, made.object), key, value));
  return forEachElement(ctx, keys, site, made.state, {
    visit: (element, _, s, breaks) => {
      const key = boxValue(element)!;
      const out = ask(key, s, breaks);
      if (method === 'transform_values') {
        const value = requireValueType(ctx, out, type, site);
        return enter(key, termFor(ctx, value, site), markEscaped(out.state, value));
      }
      const keep = method === 'reject' ? not(isTruthy(out.value)) : isTruthy(out.value);
      const kept = (on: State): Out => ({ value: made.object, state: enter(key, select(before.values, key), on) });
      return forkState(ctx, keep, out.state, site, { yes: kept, no: alwaysReturn(made.object) }).state;
    },
    result: alwaysReturn(made.object),
  });
}

/** The term to store; ranges and procs have none. */
export function termFor(ctx: Ctx, value: Val, site: Site): Formula {
  return boxValue(value) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-hash', value: value.kind }, site))!;
}

function requireValueType(ctx: Ctx, out: Out, type: Type, site: Site): Val {
  const value = valueTypeOf(type);
  return isDynamic(value)
    ? out.value
    : flowInto(ctx, out.state, {
        value: out.value,
        type: value,
        place: placeOf(ctx, site),
        subject: { kind: 'new-value' },
      });
}

/** The block's results for the keys are an array in the order of the keys. */
function transformUnordered(ctx: Ctx, { method, site }: Send, list: Listed, { before, type, ask }: HashMaking): Out {
  const ofValues = method === 'transform_values';
  const answers = makeArray(ctx, list.state, [], nominal('Array', [ofValues ? valueTypeOf(type) : ANY]), site);
  const array = answers.value as ArrayVal;
  const breaks: ExitList = ctx.run.trail.list();
  const { settings } = ctx.run.input;
  const end = summarizeMap(ctx, answers.state, site, {
    array,
    count: () => list.size,
    element: (k, s) => ask(select(list.elements, k), s, breaks),
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, list.array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  const all = elementsOf(ctx, end, array);
  const answer = (key: Formula): Formula => select(all, list.place(key));
  const parts = ofValues
    ? { ...before, values: makeMapByKey(ctx, answer), default: BOXED_NIL }
    : keepEntries(ctx, list, before, { answers: all, rejects: method === 'reject' }, end);
  const made = makeHash(ctx, end, type, parts);
  return joinExits(ctx, [...breaks, { value: made.object, state: made.state }], site, made.state);
}

/** The block's results by index, and whether a truthy result drops the entry. */
interface KeepAnswers {
  readonly answers: Formula;
  readonly rejects: boolean;
}

/** Those whose result is truthy (falsy); their number is between none and all, and known in these two cases. */
function keepEntries(
  ctx: Ctx,
  list: Listed,
  before: Contents,
  { answers, rejects }: KeepAnswers,
  state: State,
): Contents {
  const keeps = (index: Formula): Formula => {
    const holds = isTruthy({ kind: 'boxed', term: select(answers, index), type: ANY });
    return rejects ? not(holds) : holds;
  };
  const size = freshSymbol(ctx.run, 'kept', INT_SORT);
  const within = (index: Formula): Formula => and(compare('<=', int(0), index), lt(index, list.size));
  const [some, other] = [freshSymbol(ctx.run, 'some', INT_SORT), freshSymbol(ctx.run, 'other', INT_SORT)];
  assume(ctx, state, and(compare('<=', int(0), size), compare('<=', size, list.size)));
  assume(ctx, state, implies(compare('>', size, int(0)), and(within(some), keeps(some))));
  assume(ctx, state, implies(lt(size, list.size), and(within(other), not(keeps(other)))));
  const name = `i${ctx.run.names.quantifiers++}`;
  const i = bound(name, INT_SORT);
  const counts = and(implies(keeps(i), compare('>', size, int(0))), implies(not(keeps(i)), lt(size, list.size)));
  assume(ctx, state, forall([{ name, sort: INT_SORT }], implies(within(i), counts), [[select(answers, i)]]));
  const present = makeMapByKey(ctx, key => and(select(before.present, key), keeps(list.place(key))));
  return { present, values: before.values, size, default: BOXED_NIL };
}
