/**
 * String: contents in the heap, the solver's string theory for what it decides well. Other methods are left to
 * signatures.
 */
import { compare, integer, sub } from '../../../logic/arithmetic';
import { and, apply, eq, int, ite, or, TRUE, text } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { store } from '../../../logic/maps';
import { BOOL_SORT } from '../../../logic/sorts';
import { STRING } from '../../../types/type';
import { copyFrozenBit, frozenTerm } from '../../heap/frozen';
import { touchObject } from '../../heap/objects';
import { makeString, textOf } from '../../heap/strings';
import {
  affixTest,
  characterAt,
  concatTexts,
  endsWith,
  isString,
  type StringVal,
  startsWith,
  substringOf,
  textLength,
} from '../../heap/stringTheory';
import { checkWrite } from '../../obligations/checkWrite';
import { requireNonNil } from '../../obligations/flowInto';
import { addObligation } from '../../obligations/obligations';
import type { Model, Send, Site } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { TEXT } from '../../state/heapKey';
import { heapMap } from '../../state/heapMaps';
import { classNameOf, makeUnionType, unionMembers } from '../../state/representation';
import { type State, withMap } from '../../state/state';
import { valueFromTerm } from '../../state/typeGuards';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import {
  chompText,
  chopText,
  compareTexts,
  indexOfText,
  insertText,
  isPlainEnd,
  spanOf,
  textToInteger,
} from './substrings';

export const stringModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'ref' || args.irregular || args.block || args.keywords.size > 0) return null;
  const own = textOf(ctx, state, receiver);
  const [first, second] = args.positional;
  if (first && args.positional.length === 1 && isStringOrNil(first, method)) {
    const there = requireNonNil(
      ctx,
      state,
      { value: first, place: placeOf(ctx, site), subject: { kind: 'operand', method } },
      'TypeError',
    );
    const known = { ...args, positional: [valueFromTerm(first.term, STRING)] };
    return stringModel(ctx, { ...send, args: known }, there);
  }
  const narrowed = { ...send, receiver };
  if (!first) return unary(ctx, own, narrowed, state);
  if (ENDS.has(method) && args.positional.every(isString))
    return { value: { kind: 'bool', term: withEnds(ctx, method, own, args.positional, state) }, state };
  if (second) return args.positional.length === 2 ? withTwo(ctx, narrowed, own, [first, second], state) : null;
  if (first.kind === 'range') {
    const span = method === '[]' || method === 'slice' ? spanOf(own, first) : null;
    return span && slice(ctx, own, span.start, span.count, state);
  }
  if (first.kind === 'int') return withNumber(ctx, own, method, first.term, state);
  return isString(first) ? binary(ctx, narrowed, own, textOf(ctx, state, first), state) : null;
};

/** A compared value may be nil. */
function isStringOrNil(val: Val, method: string): val is Val & { readonly kind: 'boxed' } {
  if (val.kind !== 'boxed' || COMPARES.has(method)) return false;
  return unionMembers(val.type).every(member => member.kind === 'nil' || classNameOf(member) === 'String');
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '===', 'eql?', 'equal?', '<=>', '=~', 'chomp']);

const ENDS: ReadonlySet<string> = new Set(['start_with?', 'end_with?']);

/** `start_with?(a, b, …)`: true if any of them matches. */
function withEnds(ctx: Ctx, method: string, own: Formula, ends: readonly Val[], state: State): Formula {
  return or(...ends.map(end => affixTest(ctx, method, own, end, state)!));
}

function withTwo(
  ctx: Ctx,
  { receiver, method, site }: Send<StringVal>,
  own: Formula,
  [first, second]: readonly [Val, Val],
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
      const { inRange, contents } = insertText(own, first.term, textOf(ctx, state, second));
      const place = placeOf(ctx, site);
      const on = addObligation(ctx, state, {
        kind: 'core-precondition',
        goal: inRange,
        place,
        reason: { kind: 'index-within-string' },
        raises: 'IndexError',
      });
      return writeString(ctx, receiver, contents, site, on);
    }
    default:
      return null;
  }
}

function unary(ctx: Ctx, own: Formula, { receiver, method, site }: Send<StringVal>, state: State): Out | null {
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
      return keepFrozenBit(ctx, makeString(ctx, state, own), receiver);
    case '+@':
      return unfrozenString(ctx, own, receiver, site, state);
    case 'intern':
    case 'to_sym':
      return { value: { kind: 'sym', term: own }, state };
    case 'chr':
      return makeString(ctx, state, substringOf(own, int(0), int(1)));
    case 'chop':
      return makeString(ctx, state, chopText(own));
    case 'chomp':
      return makeString(ctx, state, chompText(own));
    case 'to_i':
      return { value: { kind: 'int', term: textToInteger(ctx, own) }, state };
    case 'clear':
      return writeString(ctx, receiver, text(''), site, state);
    default:
      return null;
  }
}

function keepFrozenBit(ctx: Ctx, out: Out, original: StringVal): Out {
  if (out.value.kind !== 'ref') return out;
  return { value: out.value, state: copyFrozenBit(ctx, out.state, original.term, out.value.term) };
}

/** `+s` is s itself, unless it is frozen. */
function unfrozenString(ctx: Ctx, own: Formula, receiver: StringVal, site: Site, state: State): Out {
  const frozen = frozenTerm(ctx, state, receiver) ?? TRUE;
  const copy = (s: State): Out => makeString(ctx, s, own);
  return forkState(ctx, frozen, state, site, { yes: copy, no: s => ({ value: receiver, state: s }) });
}

const MOST_COPIES = 8n;

function withNumber(ctx: Ctx, own: Formula, method: string, number: Formula, state: State): Out | null {
  switch (method) {
    case '[]':
    case 'slice': {
      const { at, there } = characterAt(own, number);
      return orNil(ctx, there, substringOf(own, at, int(1)), state);
    }
    case '*': {
      const times = integer(number);
      if (times === null || times < 0n || times > MOST_COPIES) return null;
      const copies = Array.from({ length: Number(times) }, () => own);
      return makeString(
        ctx,
        state,
        copies.reduce<Formula>((all, each) => (all === EMPTY ? each : concatTexts(all, each)), EMPTY),
      );
    }
    default:
      return null;
  }
}

const EMPTY = text('');

/** `s[i, n]`: nil if the start is out of range or n is negative; a start one past the end gives ''. */
function slice(ctx: Ctx, own: Formula, index: Formula, count: Formula, state: State): Out {
  const { at } = characterAt(own, index);
  const reached = and(compare('>=', at, int(0)), compare('<=', at, textLength(own)), compare('>=', count, int(0)));
  return orNil(ctx, reached, substringOf(own, at, count), state);
}

function orNil(ctx: Ctx, there: Formula, contents: Formula, state: State): Out {
  const made = makeString(ctx, state, contents);
  if (there === TRUE) return made;
  const term = ite(there, boxValue(made.value)!, BOXED_NIL);
  return { value: { kind: 'boxed', term, type: makeUnionType([STRING, { kind: 'nil' }]) }, state: made.state };
}

function writeString(ctx: Ctx, receiver: StringVal, contents: Formula, site: Site, state: State): Out {
  checkWrite(ctx, state, TEXT, receiver.term, placeOf(ctx, site));
  const next = touchObject(ctx, state, receiver.term);
  return {
    value: receiver,
    state: withMap(next, TEXT, store(heapMap(ctx, next, TEXT), receiver.term, contents)),
  };
}

function binary(
  ctx: Ctx,
  { receiver, method, site }: Send<StringVal>,
  a: Formula,
  b: Formula,
  state: State,
): Out | null {
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case '+':
      return makeString(ctx, state, concatTexts(a, b));
    case '<<':
    case 'concat':
      return writeString(ctx, receiver, concatTexts(a, b), site, state);
    case 'prepend':
      return writeString(ctx, receiver, concatTexts(b, a), site, state);
    case 'replace':
      return writeString(ctx, receiver, b, site, state);
    case 'index':
      return indexOfText(a, b, int(0), state);
    case '<=>':
      return { value: { kind: 'int', term: compareTexts(a, b) }, state };
    case 'include?':
      return truth(apply('str.contains', [a, b], BOOL_SORT));
    case 'delete_prefix': {
      const rest = substringOf(a, textLength(b), sub(textLength(a), textLength(b)));
      return makeString(ctx, state, ite(startsWith(a, b), rest, a));
    }
    case 'chomp':
    case 'delete_suffix': {
      if (method === 'chomp' && !isPlainEnd(b)) return null;
      const rest = substringOf(a, int(0), sub(textLength(a), textLength(b)));
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
