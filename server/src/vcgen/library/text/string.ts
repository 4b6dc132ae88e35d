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
import { isRegexp } from '../../fields/matchedText';
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
import type { Args, Send, Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { TEXT } from '../../state/heapKey';
import { heapMap } from '../../state/heapMaps';
import { classNameOf, makeUnionType, unionMembers } from '../../state/representation';
import { type State, withMap } from '../../state/state';
import { valueFromTerm } from '../../state/typeGuards';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { boolResult, integerResult, MANY, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { foundIn, isFound, positionFound } from './regexp';
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

const row = (names: string, arity: ModelRow['arity'], model: ModelOf<StringVal>): ModelRow<StringVal> => ({
  class: 'String',
  names,
  arity,
  model,
});

/** The receiver's text alone. */
const ofOne = (names: string, model: (ctx: Ctx, own: Formula, state: State) => Out): ModelRow<StringVal> =>
  row(names, 0, (ctx, { receiver }, state) => model(ctx, textOf(ctx, state, receiver), state));

/** The texts of two strings. */
const ofTwo = (names: string, model: OfTwo): ModelRow<StringVal> =>
  row(names, 1, (ctx, send, state) => {
    const [other] = send.args.positional;
    if (!other || !isString(other)) return null;
    return model(ctx, { ...send, a: textOf(ctx, state, send.receiver), b: textOf(ctx, state, other) }, state);
  });

interface TwoTexts extends Send<StringVal> {
  readonly a: Formula;
  readonly b: Formula;
}

type OfTwo = (ctx: Ctx, texts: TwoTexts, state: State) => Out | null;

const comparison = (names: string, compute: (a: Formula, b: Formula) => Formula): ModelRow<StringVal> =>
  ofTwo(names, (_, { a, b }, state) => boolResult(compute(a, b), state));

export const STRINGS: readonly ModelRow<StringVal>[] = [
  ofOne('size length', (_, own, state) => integerResult(textLength(own), state)),
  ofOne('empty?', (_, own, state) => boolResult(eq(own, text('')), state)),
  row('to_s to_str', 0, (_, { receiver }, state) => ({ value: receiver, state })),
  ofOne('dup', (ctx, own, state) => makeString(ctx, state, own)),
  row('clone', 0, (ctx, { receiver }, state) =>
    keepFrozenBit(ctx, makeString(ctx, state, textOf(ctx, state, receiver)), receiver),
  ),
  row('+@', 0, (ctx, { receiver, site }, state) =>
    unfrozenString(ctx, textOf(ctx, state, receiver), receiver, site, state),
  ),
  ofOne('intern to_sym', (_, own, state) => ({ value: { kind: 'sym', term: own }, state })),
  ofOne('chr', (ctx, own, state) => makeString(ctx, state, substringOf(own, int(0), int(1)))),
  ofOne('chop', (ctx, own, state) => makeString(ctx, state, chopText(own))),
  ofOne('chomp', (ctx, own, state) => makeString(ctx, state, chompText(own))),
  ofOne('to_i', (ctx, own, state) => integerResult(textToInteger(ctx, own), state)),
  row('clear', 0, (ctx, { receiver, site }, state) => writeString(ctx, receiver, text(''), site, state)),
  row('start_with? end_with?', [1, MANY], (ctx, { receiver, method, args }, state) => {
    const holds = matchesAnyEnd(ctx, method, textOf(ctx, state, receiver), args.positional, state);
    return holds && boolResult(holds, state);
  }),
  row('match?', 1, isFound),
  row('=~', 1, positionFound),
  row('[] slice', [1, 2], (ctx, { receiver, args }, state) => part(ctx, textOf(ctx, state, receiver), args, state)),
  row('*', 1, (ctx, { receiver, args }, state) => {
    const [times] = args.positional;
    return times?.kind === 'int' ? repeat(ctx, textOf(ctx, state, receiver), times.term, state) : null;
  }),
  row('index', 2, (ctx, { receiver, args }, state) => {
    const [wanted, from] = args.positional;
    return wanted && isString(wanted) && from?.kind === 'int'
      ? indexOfText(textOf(ctx, state, receiver), textOf(ctx, state, wanted), from.term, state)
      : null;
  }),
  row('insert', 2, insert),
  ofTwo('+', (ctx, { a, b }, state) => makeString(ctx, state, concatTexts(a, b))),
  ofTwo('<< concat', (ctx, { receiver, site, a, b }, state) =>
    writeString(ctx, receiver, concatTexts(a, b), site, state),
  ),
  ofTwo('prepend', (ctx, { receiver, site, a, b }, state) =>
    writeString(ctx, receiver, concatTexts(b, a), site, state),
  ),
  ofTwo('replace', (ctx, { receiver, site, b }, state) => writeString(ctx, receiver, b, site, state)),
  ofTwo('index', (_, { a, b }, state) => indexOfText(a, b, int(0), state)),
  ofTwo('<=>', (_, { a, b }, state) => integerResult(compareTexts(a, b), state)),
  comparison('include?', (a, b) => apply('str.contains', [a, b], BOOL_SORT)),
  comparison('<', (a, b) => apply('str.<', [a, b], BOOL_SORT)),
  comparison('<=', (a, b) => apply('str.<=', [a, b], BOOL_SORT)),
  comparison('>', (a, b) => apply('str.<', [b, a], BOOL_SORT)),
  comparison('>=', (a, b) => apply('str.<=', [b, a], BOOL_SORT)),
  ofTwo('delete_prefix', (ctx, { a, b }, state) => {
    const rest = substringOf(a, textLength(b), sub(textLength(a), textLength(b)));
    return makeString(ctx, state, ite(startsWith(a, b), rest, a));
  }),
  ofTwo('delete_suffix', (ctx, { a, b }, state) => removeSuffix(ctx, a, b, state)),
  ofTwo('chomp', (ctx, { a, b }, state) => (isPlainEnd(b) ? removeSuffix(ctx, a, b, state) : null)),
];

const find = modelOf(STRINGS);

export const stringModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'ref' || args.irregular || args.block || args.keywords.size > 0) return null;
  const [first] = args.positional;
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
  return find(ctx, { ...send, receiver }, state);
};

/** A compared value may be nil. */
function isStringOrNil(val: Val, method: string): val is Val & { readonly kind: 'boxed' } {
  if (val.kind !== 'boxed' || COMPARES.has(method)) return false;
  return unionMembers(val.type).every(member => member.kind === 'nil' || classNameOf(member) === 'String');
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '===', 'eql?', 'equal?', '<=>', '=~', 'chomp']);

/** `start_with?(a, b, …)`: true if any of them matches. */
function matchesAnyEnd(ctx: Ctx, method: string, own: Formula, ends: readonly Val[], state: State): Formula | null {
  const tests = ends.map(end =>
    method === 'start_with?' && isRegexp(end)
      ? foundIn(ctx, end, own, 'start')
      : affixTest(ctx, method, own, end, state),
  );
  return tests.every(each => each !== null) ? or(...tests) : null;
}

function insert(ctx: Ctx, { receiver, args, site }: Send<StringVal>, state: State): Out | null {
  const [index, other] = args.positional;
  if (index?.kind !== 'int' || !other || !isString(other)) return null;
  const { inRange, contents } = insertText(textOf(ctx, state, receiver), index.term, textOf(ctx, state, other));
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: inRange,
    place: placeOf(ctx, site),
    reason: { kind: 'index-within-string' },
    raises: 'IndexError',
  });
  return writeString(ctx, receiver, contents, site, on);
}

function removeSuffix(ctx: Ctx, a: Formula, b: Formula, state: State): Out {
  const rest = substringOf(a, int(0), sub(textLength(a), textLength(b)));
  return makeString(ctx, state, ite(endsWith(a, b), rest, a));
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

function repeat(ctx: Ctx, own: Formula, number: Formula, state: State): Out | null {
  const times = integer(number);
  if (times === null || times < 0n || times > MOST_COPIES) return null;
  const copies = Array.from({ length: Number(times) }, () => own);
  return makeString(
    ctx,
    state,
    copies.reduce<Formula>((all, each) => (all === EMPTY ? each : concatTexts(all, each)), EMPTY),
  );
}

/** `s[i]`, `s[i, n]`, `s[a..b]` */
function part(ctx: Ctx, own: Formula, { positional: [first, second] }: Args, state: State): Out | null {
  if (second)
    return first?.kind === 'int' && second.kind === 'int' ? slice(ctx, own, first.term, second.term, state) : null;
  const span = first?.kind === 'range' ? spanOf(own, first) : null;
  if (span) return slice(ctx, own, span.start, span.count, state);
  if (first?.kind !== 'int') return null;
  const { at, there } = characterAt(own, first.term);
  return orNil(ctx, there, substringOf(own, at, int(1)), state);
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
