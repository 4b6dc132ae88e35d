/** String: contents in the heap, the solver's text theory for what it decides well. Anything else is left to signatures. */
import { compare, integer, sub } from '../../logic/arithmetic';
import { and, apply, eq, int, ite, or, TRUE, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { store } from '../../logic/maps';
import { BOOL_SORT } from '../../logic/sorts';
import { STRING } from '../../types/type';
import type { Site } from '../arguments';
import { heapMap } from '../bases';
import { fork } from '../branch';
import { type Ctx, type Out, placeOf } from '../context';
import { demandNonNil } from '../flow';
import { frozenLike, frozenTerm } from '../frozen';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import { oblige } from '../obligations';
import { classNameOf, members, unionOf } from '../shape';
import { type State, withMap } from '../state';
import { makeString, textOf } from '../strings';
import { fromTerm } from '../typing';
import { BOXED_NIL, boxed, type Val } from '../value';
import type { Model } from './models';
import { asInteger, chomped, chopped, compared, indexOfText, inserted, isPlainEnd, spanOf } from './stringParts';
import {
  characterAt,
  endsWith,
  isString,
  joinedText,
  partOf,
  prefixed,
  type StringVal,
  startsWith,
  textLength,
} from './texts';

export const stringModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'ref' || args.irregular || args.block || args.keywords.size > 0) return null;
  const own = textOf(ctx, state, receiver);
  const [first, second] = args.positional;
  if (first && args.positional.length === 1 && isStringOrNil(first, method)) {
    const there = demandNonNil(ctx, state, first, placeOf(ctx, site), `the operand of ${method}`, 'TypeError');
    const known = { ...args, positional: [fromTerm(first.term, STRING)] };
    return stringModel(ctx, receiver, method, known, site, there);
  }
  if (!first) return unary(ctx, own, receiver, method, site, state);
  if (ENDS.has(method) && args.positional.every(isString))
    return { value: { kind: 'bool', term: withEnds(ctx, method, own, args.positional, state) }, state };
  if (second)
    return args.positional.length === 2 ? withTwo(ctx, receiver, method, own, [first, second], site, state) : null;
  if (first.kind === 'range') {
    const span = method === '[]' || method === 'slice' ? spanOf(own, first) : null;
    return span && slice(ctx, own, span.start, span.count, state);
  }
  if (first.kind === 'int') return withNumber(ctx, own, method, first.term, state);
  return isString(first) ? binary(ctx, receiver, method, own, textOf(ctx, state, first), site, state) : null;
};

/** What is compared may well be nil. */
function isStringOrNil(val: Val, method: string): val is Val & { readonly kind: 'boxed' } {
  if (val.kind !== 'boxed' || COMPARES.has(method)) return false;
  return members(val.type).every(member => member.kind === 'nil' || classNameOf(member) === 'String');
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '===', 'eql?', 'equal?', '<=>', '=~', 'chomp']);

const ENDS: ReadonlySet<string> = new Set(['start_with?', 'end_with?']);

/** `start_with?(a, b, …)`: any of them. */
function withEnds(ctx: Ctx, method: string, own: Formula, ends: readonly Val[], state: State): Formula {
  return or(...ends.map(end => prefixed(ctx, method, own, end, state)!));
}

function withTwo(
  ctx: Ctx,
  receiver: StringVal,
  method: string,
  own: Formula,
  [first, second]: readonly [Val, Val],
  site: Site,
  state: State,
): Out | null {
  switch (method) {
    case '[]':
    case 'slice':
      return first.kind === 'int' && second.kind === 'int' ? slice(ctx, own, first.term, second.term, state) : null;
    case 'index':
      return isString(first) && second.kind === 'int'
        ? indexOfText(own, textOf(ctx, state, first), second.term, state)
        : null;
    case 'insert': {
      if (first.kind !== 'int' || !isString(second)) return null;
      const { inRange, contents } = inserted(own, first.term, textOf(ctx, state, second));
      const about = 'the index is within the string';
      const place = placeOf(ctx, site);
      const on = oblige(ctx, state, { kind: 'core-precondition', goal: inRange, place, about, raises: 'IndexError' });
      return written(ctx, receiver, contents, site, on);
    }
    default:
      return null;
  }
}

function unary(ctx: Ctx, own: Formula, receiver: StringVal, method: string, site: Site, state: State): Out | null {
  switch (method) {
    case 'size':
    case 'length':
      return { value: { kind: 'int', term: textLength(own) }, state };
    case 'empty?':
      return { value: { kind: 'bool', term: eq(own, text('')) }, state };
    case 'to_s':
    case 'to_str':
      return { value: receiver, state };
    case 'dup':
      return makeString(ctx, state, own);
    case 'clone':
      return copied(ctx, makeString(ctx, state, own), receiver);
    case '+@':
      return unfrozenString(ctx, own, receiver, site, state);
    case 'intern':
    case 'to_sym':
      return { value: { kind: 'sym', term: own }, state };
    case 'chr':
      return makeString(ctx, state, partOf(own, int(0), int(1)));
    case 'chop':
      return makeString(ctx, state, chopped(own));
    case 'chomp':
      return makeString(ctx, state, chomped(own));
    case 'to_i':
      return { value: { kind: 'int', term: asInteger(ctx, own) }, state };
    case 'clear':
      return written(ctx, receiver, text(''), site, state);
    default:
      return null;
  }
}

function copied(ctx: Ctx, out: Out, original: StringVal): Out {
  if (out.value.kind !== 'ref') return out;
  return { value: out.value, state: frozenLike(ctx, out.state, original.term, out.value.term) };
}

/** `+s` is s itself, unless it is frozen. */
function unfrozenString(ctx: Ctx, own: Formula, receiver: StringVal, site: Site, state: State): Out {
  const frozen = frozenTerm(ctx, state, receiver) ?? TRUE;
  const copy = (s: State): Out => makeString(ctx, s, own);
  return fork(ctx, frozen, state, site, copy, s => ({ value: receiver, state: s }));
}

const MOST_COPIES = 8n;

function withNumber(ctx: Ctx, own: Formula, method: string, number: Formula, state: State): Out | null {
  switch (method) {
    case '[]':
    case 'slice': {
      const { at, there } = characterAt(own, number);
      return orNil(ctx, there, partOf(own, at, int(1)), state);
    }
    case '*': {
      const times = integer(number);
      if (times === null || times < 0n || times > MOST_COPIES) return null;
      const copies = Array.from({ length: Number(times) }, () => own);
      return makeString(
        ctx,
        state,
        copies.reduce<Formula>((all, each) => (all === EMPTY ? each : joinedText(all, each)), EMPTY),
      );
    }
    default:
      return null;
  }
}

const EMPTY = text('');

/** `s[i, n]`: nil where the start is out of reach or n is negative; one past the end gives ''. */
function slice(ctx: Ctx, own: Formula, index: Formula, count: Formula, state: State): Out {
  const { at } = characterAt(own, index);
  const reached = and(compare('>=', at, int(0)), compare('<=', at, textLength(own)), compare('>=', count, int(0)));
  return orNil(ctx, reached, partOf(own, at, count), state);
}

function orNil(ctx: Ctx, there: Formula, contents: Formula, state: State): Out {
  const made = makeString(ctx, state, contents);
  if (there === TRUE) return made;
  const term = ite(there, boxed(made.value)!, BOXED_NIL);
  return { value: { kind: 'boxed', term, type: unionOf([STRING, { kind: 'nil' }]) }, state: made.state };
}

function written(ctx: Ctx, receiver: StringVal, contents: Formula, site: Site, state: State): Out {
  mayWrite(ctx, state, '#text', receiver.term, placeOf(ctx, site));
  const next = touched(ctx, state, receiver.term);
  return {
    value: receiver,
    state: withMap(next, '#text', store(heapMap(ctx, next, '#text'), receiver.term, contents)),
  };
}

function binary(
  ctx: Ctx,
  receiver: StringVal,
  method: string,
  a: Formula,
  b: Formula,
  site: Site,
  state: State,
): Out | null {
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case '+':
      return makeString(ctx, state, joinedText(a, b));
    case '<<':
    case 'concat':
      return written(ctx, receiver, joinedText(a, b), site, state);
    case 'prepend':
      return written(ctx, receiver, joinedText(b, a), site, state);
    case 'replace':
      return written(ctx, receiver, b, site, state);
    case 'index':
      return indexOfText(a, b, int(0), state);
    case '<=>':
      return { value: { kind: 'int', term: compared(a, b) }, state };
    case 'include?':
      return truth(apply('str.contains', [a, b], BOOL_SORT));
    case 'delete_prefix': {
      const rest = partOf(a, textLength(b), sub(textLength(a), textLength(b)));
      return makeString(ctx, state, ite(startsWith(a, b), rest, a));
    }
    case 'chomp':
    case 'delete_suffix': {
      if (method === 'chomp' && !isPlainEnd(b)) return null;
      const rest = partOf(a, int(0), sub(textLength(a), textLength(b)));
      return makeString(ctx, state, ite(endsWith(a, b), rest, a));
    }
    case '<':
      return truth(apply('str.<', [a, b], BOOL_SORT));
    case '<=':
      return truth(apply('str.<=', [a, b], BOOL_SORT));
    case '>':
      return truth(apply('str.<', [b, a], BOOL_SORT));
    case '>=':
      return truth(apply('str.<=', [b, a], BOOL_SORT));
    default:
      return null;
  }
}
