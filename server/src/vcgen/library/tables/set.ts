/**
 * Set: contents in the heap, see sets.ts. Methods that depend on the order of elements only if all elements are known.
 */
import { compare } from '../../../logic/arithmetic';
import { and, eq, int, ite, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { arraySort, INT_SORT } from '../../../logic/sorts';
import { nominal } from '../../../types/type';
import { noteContentsRead } from '../../analysis/aliasedContainers';
import { runBlock } from '../../calls/blocks/blocks';
import { makeArray, withContents } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { copyFrozenBit, markFrozenIf } from '../../heap/frozen';
import { compareByIdentity, hasKeyModel, keyTerm } from '../../heap/hashes';
import { touchObject } from '../../heap/objects';
import {
  addMember,
  areDisjoint,
  combineSets,
  holdsMember,
  isSet,
  isSubset,
  knownMembers,
  type Members,
  makeSet,
  membersOf,
  NO_MEMBERS,
  removeMember,
  type SetVal,
  setType,
  withMembers,
} from '../../heap/sets';
import { makeString } from '../../heap/strings';
import { checkWrite } from '../../obligations/checkWrite';
import { flowInto } from '../../obligations/flowInto';
import type { Send, Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, freshSymbol, type Out, placeOf, taintPart } from '../../state/context';
import { keyTypeOf } from '../../state/hashTypes';
import { PRESENT } from '../../state/heapKey';
import type { State } from '../../state/state';
import { valueFromTerm } from '../../state/typeGuards';
import { type ArrayVal, BOXED_NIL, boxValue, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';
import type { CallBlock } from '../arrays/forEachElement';
import { arrayIteration, iterateArray } from '../arrays/iteration';
import { quantifierOf } from '../rows/quantifierOf';
import { argumentAt, boolResult, integerResult, MANY, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { iterateMembersUnordered, quantifyMembers } from './unorderedIteration';

const row = (names: string, arity: ModelRow['arity'], model: ModelOf<SetVal>): ModelRow<SetVal> => ({
  class: 'Set',
  names,
  arity,
  model,
});

/** One value that can be a member. */
const withMember = (names: string, model: MemberModel): ModelRow<SetVal> =>
  row(names, 1, (ctx, send, state) => {
    const value = argumentAt(send, 0);
    const key = keyTerm(ctx, state, value);
    if (key === null) return null;
    const there = holdsMember(ctx, state, send.receiver, key);
    return model(ctx, { ...send, value, key, there, parts: membersOf(ctx, state, send.receiver) }, state);
  });

interface MemberSend extends Send<SetVal> {
  readonly value: Val;
  readonly key: Formula;
  readonly there: Formula;
  readonly parts: Members;
}

type MemberModel = (ctx: Ctx, send: MemberSend, state: State) => Out;

/** Two sets whose members are known well enough. */
const withSet = (names: string, model: SetsModel): ModelRow<SetVal> =>
  row(names, 1, (ctx, send, state) => {
    const [other] = send.args.positional;
    if (!other || !isSet(other)) return null;
    noteContentsRead(ctx, state, other);
    const [x, y] = [membersOf(ctx, state, send.receiver), membersOf(ctx, state, other)];
    const isKnown = (set: SetVal, parts: Members): boolean =>
      knownMembers(parts) !== null || hasKeyModel(ctx, state, keyTypeOf(set.type));
    return isKnown(send.receiver, x) && isKnown(other, y) ? model(ctx, { ...send, other, x, y }, state) : null;
  });

interface SetsSend extends Send<SetVal> {
  readonly other: SetVal;
  readonly x: Members;
  readonly y: Members;
}

type SetsModel = (ctx: Ctx, send: SetsSend, state: State) => Out;

const compared = (names: string, compute: (ctx: Ctx, state: State, x: Members, y: Members) => Formula) =>
  withSet(names, (ctx, { x, y }, state) => boolResult(compute(ctx, state, x, y), state));

const combined = (names: string, compute: (ctx: Ctx, state: State, x: Members, y: Members) => Members) =>
  withSet(names, (ctx, { receiver, x, y, site }, state) =>
    makeResultSet(ctx, receiver, compute(ctx, state, x, y), site, state),
  );

export const SETS: readonly ModelRow<SetVal>[] = [
  row('compare_by_identity', [0, MANY], (ctx, { receiver, site }, state) =>
    compareByIdentity(ctx, receiver, site, state),
  ),
  row('size length count', 0, (ctx, { receiver }, state) => integerResult(membersOf(ctx, state, receiver).size, state)),
  row('empty?', 0, (ctx, { receiver }, state) => boolResult(eq(membersOf(ctx, state, receiver).size, int(0)), state)),
  row('to_set', 0, (_, { receiver }, state) => ({ value: receiver, state })),
  row('dup', 0, (ctx, { receiver }, state) => copySet(ctx, receiver, state)),
  row('clone', 0, (ctx, { receiver }, state) => {
    const made = copySet(ctx, receiver, state);
    return { ...made, state: copyFrozenBit(ctx, made.state, receiver.term, made.value.term) };
  }),
  row('clear', 0, (ctx, { receiver, site }, state) => ({
    value: receiver,
    state: writeMembers(ctx, receiver, NO_MEMBERS, site, state),
  })),
  withSet('merge', (ctx, { receiver, other, x, y, site }, state) => ({
    value: receiver,
    state: writeMembers(ctx, receiver, uniteMembers(ctx, state, x, y), site, markEscaped(state, other)),
  })),
  combined('| + union', uniteMembers),
  combined('& intersection', (ctx, state, x, y) => combineSets(ctx, state, 'inBoth', x, y)),
  combined('- difference', removeMembers),
  combined('^', (ctx, state, x, y) => combineSets(ctx, state, 'inOne', x, y)),
  compared('subset? <=', isSubset),
  compared('superset? >=', (ctx, state, x, y) => isSubset(ctx, state, y, x)),
  compared('proper_subset? <', (ctx, state, x, y) => and(isSubset(ctx, state, x, y), compare('<', x.size, y.size))),
  compared('proper_superset? >', (ctx, state, x, y) => and(isSubset(ctx, state, y, x), compare('<', y.size, x.size))),
  compared('disjoint?', (ctx, _, x, y) => areDisjoint(ctx, x, y)),
  compared('intersect?', (ctx, _, x, y) => not(areDisjoint(ctx, x, y))),
  compared('==', (ctx, state, x, y) => and(eq(x.size, y.size), isSubset(ctx, state, x, y))),
  withMember('include? member? ===', (_, { there }, state) => boolResult(there, state)),
  withMember('add <<', (ctx, send, state) => ({ value: send.receiver, state: addOne(ctx, send, state) })),
  withMember('add?', (ctx, send, state) => orNil(send, not(send.there), addOne(ctx, send, state))),
  withMember('delete', (ctx, send, state) => ({ value: send.receiver, state: removeOne(ctx, send, state) })),
  withMember('delete?', (ctx, send, state) => orNil(send, send.there, removeOne(ctx, send, state))),
  row('to_a', 0, toArray),
  {
    class: 'Set',
    names: 'each map all? any? none? sum count find detect reduce inject',
    arity: [0, MANY],
    block: 'required',
    model: overMembers,
  },
  // Without the list of members, only what does not depend on their order.
  {
    class: 'Set',
    names:
      'each_with_index each_with_object one? collect flat_map collect_concat filter_map ' +
      'find_index min_by max_by minmax_by sort_by partition group_by',
    arity: [0, MANY],
    block: 'required',
    model: iterateUnordered,
  },
];

const find = modelOf(SETS);

export const setModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (!isSet(receiver) || args.irregular || args.keywords.size > 0) return null;
  if (!args.block && TAKES.has(method))
    for (const other of args.positional) requireElementTypes(ctx, receiver, other, site, state);
  const out = find(ctx, { ...send, receiver }, state);
  // That no size is negative helps where there is no model, too.
  if (!out && !args.block && args.positional.length === 0) membersOf(ctx, state, receiver);
  return out;
};

const TAKES: ReadonlySet<string> = new Set(['merge', 'replace']);

function copySet(ctx: Ctx, set: SetVal, state: State) {
  noteContentsRead(ctx, state, set);
  const made = makeSet(ctx, state, set.type, membersOf(ctx, state, set));
  return { value: made.object, state: made.state };
}

function addOne(ctx: Ctx, { receiver: set, value, key, parts, site }: MemberSend, state: State): State {
  flowInto(ctx, state, {
    value,
    type: keyTypeOf(set.type),
    place: placeOf(ctx, site),
    subject: { kind: 'new-element' },
  });
  return writeMembers(ctx, set, addMember(parts, key), site, markEscaped(state, value));
}

function removeOne(ctx: Ctx, { receiver: set, key, parts, site }: MemberSend, state: State): State {
  return writeMembers(ctx, set, removeMember(parts, key), site, state);
}

function orNil({ receiver: set }: MemberSend, condition: Formula, state: State): Out {
  const term = ite(condition, boxValue(set)!, BOXED_NIL);
  return { value: { kind: 'boxed', term, type: { kind: 'union', members: [set.type, { kind: 'nil' }] } }, state };
}

function writeMembers(ctx: Ctx, set: SetVal, parts: Members, site: Site, state: State): State {
  checkWrite(ctx, state, PRESENT, set.term, placeOf(ctx, site));
  return withMembers(ctx, touchObject(ctx, state, set.term), set, parts);
}

/** Requires a container that is added as a whole to have the set's element type. */
function requireElementTypes(ctx: Ctx, set: SetVal, other: Val, site: Site, state: State): void {
  const name = isSet(other) ? 'Set' : 'Array';
  flowInto(ctx, state, {
    value: other,
    type: nominal(name, [keyTypeOf(set.type)]),
    place: placeOf(ctx, site),
    subject: { kind: 'inserted' },
  });
}

/** Known elements of the other set are added individually: then their number is known too. */
function uniteMembers(ctx: Ctx, state: State, a: Members, b: Members): Members {
  return knownMembers(b)?.reduce(addMember, a) ?? combineSets(ctx, state, 'inEither', a, b);
}

function removeMembers(ctx: Ctx, state: State, a: Members, b: Members): Members {
  return knownMembers(b)?.reduce(removeMember, a) ?? combineSets(ctx, state, 'inFirstAlone', a, b);
}

function makeResultSet(ctx: Ctx, like: SetVal, parts: Members, site: Site, state: State): Out {
  noteContentsRead(ctx, state, like);
  const out = makeSet(ctx, state, setType(ctx, site) ?? like.type, parts);
  return { value: out.object, state: out.state };
}

/** Iterators run over the list of elements, if it is known; otherwise over the elements in any order. */
function overMembers(ctx: Ctx, send: Send<SetVal>, state: State): Out | null {
  const { receiver: set, method, args, site } = send;
  const before = membersOf(ctx, state, set);
  const keys = knownMembers(before);
  const quantifier = ctx.spec && args.block ? quantifierOf(ctx, 'Set', method) : null;
  if (keys === null && quantifier)
    return quantifyMembers(ctx, quantifier, send, { present: before.present, element: keyTypeOf(set.type) }, state);
  if (keys === null) return args.block ? iterateUnordered(ctx, send, state) : null;
  noteContentsRead(ctx, state, set);
  const list = listMembers(ctx, set, keys, site, state);
  const call: CallBlock = (values, s, breaks) => runBlock(ctx, { closure: args.block!, args: values, site, breaks }, s);
  const out =
    method === 'each'
      ? iterateArray(ctx, { ...send, receiver: list.value as ArrayVal }, list.state, call, set)
      : arrayIteration(ctx, { ...send, receiver: list.value }, list.state);
  if (out === null || membersOf(ctx, out.state, set).present !== before.present) return null;
  return out;
}

/** Only if no list of the members is known. */
function iterateUnordered(ctx: Ctx, send: Send<SetVal>, state: State): Out | null {
  const { receiver: set } = send;
  noteContentsRead(ctx, state, set);
  if (knownMembers(membersOf(ctx, state, set)) !== null) return null;
  return iterateMembersUnordered(ctx, send, s => membersOf(ctx, s, set), keyTypeOf(set.type), state);
}

function toArray(ctx: Ctx, { receiver: set, site }: Send<SetVal>, state: State): Out | null {
  noteContentsRead(ctx, state, set);
  const { size, ...parts } = membersOf(ctx, state, set);
  const keys = knownMembers({ ...parts, size });
  return keys === null ? listInUnknownOrder(ctx, set, size, site, state) : listMembers(ctx, set, keys, site, state);
}

function listMembers(ctx: Ctx, set: SetVal, keys: readonly Formula[], site: Site, state: State): Out {
  let next = state;
  const items = keys.map(key => {
    const out = elementFor(ctx, set, key, next);
    next = out.state;
    return out.value;
  });
  return makeArray(ctx, next, items, nominal('Array', [keyTypeOf(set.type)]), site);
}

/** As many elements as the set has; their positions are unknown. */
function listInUnknownOrder(ctx: Ctx, set: SetVal, size: Formula, site: Site, state: State): Out | null {
  if (ctx.spec) return null;
  const list = makeArray(ctx, state, [], nominal('Array', [keyTypeOf(set.type)]), site);
  const elements = freshSymbol(ctx.run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  taintPart(ctx, elements, { kind: 'set-order' }, site);
  return { value: list.value, state: withContents(ctx, list.state, list.value as ArrayVal, elements, size) };
}

function elementFor(ctx: Ctx, set: SetVal, key: Formula, state: State): Out {
  if (key.kind === 'apply' && key.operator === 'v-text')
    return markFrozenIf(true, ctx, makeString(ctx, state, key.args[0]!));
  return { value: valueFromTerm(key, keyTypeOf(set.type)), state };
}
