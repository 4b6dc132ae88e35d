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
  type SetVal,
  withMembers,
} from '../../heap/sets';
import { makeString } from '../../heap/strings';
import { checkWrite } from '../../obligations/checkWrite';
import { flowInto } from '../../obligations/flowInto';
import type { Model, Send, Site } from '../../state/call';
import { type Ctx, freshSymbol, type Out, placeOf, taintPart } from '../../state/context';
import { keyTypeOf } from '../../state/hashTypes';
import { PRESENT } from '../../state/heapKey';
import type { State } from '../../state/state';
import { valueFromTerm } from '../../state/typeGuards';
import { type ArrayVal, BOXED_NIL, boxValue, VALUE_SORT, type Val } from '../../state/value';
import type { CallBlock } from '../arrays/forEachElement';
import { arrayIteration, iterateArray } from '../arrays/iteration';
import { addMember, removeMember, setType } from './newSet';
import { iterateMembersUnordered } from './unordered';

export const setModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (!isSet(receiver) || args.irregular || args.keywords.size > 0) return null;
  if (method === 'compare_by_identity') return compareByIdentity(ctx, receiver, site, state);
  const narrowed = { ...send, receiver };
  if (args.block) return overMembers(ctx, narrowed, state);
  const [first] = args.positional;
  if (!first) return whole(ctx, narrowed, state);
  if (TAKES.has(method)) for (const other of args.positional) requireElementTypes(ctx, receiver, other, site, state);
  if (args.positional.length > 1) return null;
  return isSet(first)
    ? (withSet(ctx, narrowed, first, state) ?? withOne(ctx, narrowed, first, state))
    : withOne(ctx, narrowed, first, state);
};

function whole(ctx: Ctx, send: Send<SetVal>, state: State): Out | null {
  const { receiver: set, method, site } = send;
  const parts = membersOf(ctx, state, set);
  switch (method) {
    case 'size':
    case 'length':
    case 'count':
      return { value: { kind: 'int', term: parts.size }, state };
    case 'empty?':
      return { value: { kind: 'bool', term: eq(parts.size, int(0)) }, state };
    case 'to_set':
      return { value: set, state };
    case 'dup':
    case 'clone': {
      noteContentsRead(ctx, state, set);
      const made = makeSet(ctx, state, set.type, parts);
      const like = method === 'clone' ? copyFrozenBit(ctx, made.state, set.term, made.object.term) : made.state;
      return { value: made.object, state: like };
    }
    case 'clear':
      return { value: set, state: writeMembers(ctx, set, NO_MEMBERS, site, state) };
    default:
      return overMembers(ctx, send, state);
  }
}

const TAKES: ReadonlySet<string> = new Set(['merge', 'replace']);
const ADDS: ReadonlySet<string> = new Set(['add', '<<', 'add?']);

function withOne(ctx: Ctx, { receiver: set, method, site }: Send<SetVal>, value: Val, state: State): Out | null {
  const key = keyTerm(ctx, state, value);
  if (key === null) return null;
  const there = holdsMember(ctx, state, set, key);
  const parts = membersOf(ctx, state, set);
  const orNil = (condition: Formula, s: State): Out => ({
    value: {
      kind: 'boxed',
      term: ite(condition, boxValue(set)!, BOXED_NIL),
      type: { kind: 'union', members: [set.type, { kind: 'nil' }] },
    },
    state: s,
  });
  if (ADDS.has(method))
    flowInto(ctx, state, {
      value,
      type: keyTypeOf(set.type),
      place: placeOf(ctx, site),
      subject: { kind: 'new-element' },
    });
  switch (method) {
    case 'include?':
    case 'member?':
    case '===':
      return { value: { kind: 'bool', term: there }, state };
    case 'add':
    case '<<':
      return { value: set, state: writeMembers(ctx, set, addMember(parts, key), site, markEscaped(state, value)) };
    case 'add?':
      return orNil(not(there), writeMembers(ctx, set, addMember(parts, key), site, markEscaped(state, value)));
    case 'delete':
      return { value: set, state: writeMembers(ctx, set, removeMember(parts, key), site, state) };
    case 'delete?':
      return orNil(there, writeMembers(ctx, set, removeMember(parts, key), site, state));
    default:
      return null;
  }
}

function writeMembers(ctx: Ctx, set: SetVal, parts: Members, site: Site, state: State): State {
  checkWrite(ctx, state, PRESENT, set.term, placeOf(ctx, site));
  return withMembers(ctx, touchObject(ctx, state, set.term), set, parts);
}

function withSet(ctx: Ctx, { receiver: a, method, site }: Send<SetVal>, b: SetVal, state: State): Out | null {
  noteContentsRead(ctx, state, b);
  const [x, y] = [membersOf(ctx, state, a), membersOf(ctx, state, b)];
  const isKnown = (set: SetVal, parts: Members): boolean =>
    knownMembers(parts) !== null || hasKeyModel(ctx, state, keyTypeOf(set.type));
  if (!isKnown(a, x) || !isKnown(b, y)) return null;
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case 'merge':
      return { value: a, state: writeMembers(ctx, a, uniteMembers(ctx, state, x, y), site, markEscaped(state, b)) };
    case '|':
    case '+':
    case 'union':
      return makeResultSet(ctx, a, uniteMembers(ctx, state, x, y), site, state);
    case '&':
    case 'intersection':
      return makeResultSet(ctx, a, combineSets(ctx, state, '&', x, y), site, state);
    case '-':
    case 'difference':
      return makeResultSet(ctx, a, without(ctx, state, x, y), site, state);
    case '^':
      return makeResultSet(ctx, a, combineSets(ctx, state, '^', x, y), site, state);
    case 'subset?':
    case '<=':
      return truth(isSubset(ctx, state, x, y));
    case 'superset?':
    case '>=':
      return truth(isSubset(ctx, state, y, x));
    case 'proper_subset?':
    case '<':
      return truth(and(isSubset(ctx, state, x, y), compare('<', x.size, y.size)));
    case 'proper_superset?':
    case '>':
      return truth(and(isSubset(ctx, state, y, x), compare('<', y.size, x.size)));
    case 'disjoint?':
      return truth(areDisjoint(ctx, x, y));
    case 'intersect?':
      return truth(not(areDisjoint(ctx, x, y)));
    case '==':
      return truth(and(eq(x.size, y.size), isSubset(ctx, state, x, y)));
    default:
      return null;
  }
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
  return knownMembers(b)?.reduce(addMember, a) ?? combineSets(ctx, state, '|', a, b);
}

function without(ctx: Ctx, state: State, a: Members, b: Members): Members {
  return knownMembers(b)?.reduce(removeMember, a) ?? combineSets(ctx, state, '-', a, b);
}

function makeResultSet(ctx: Ctx, like: SetVal, parts: Members, site: Site, state: State): Out {
  noteContentsRead(ctx, state, like);
  const out = makeSet(ctx, state, setType(ctx, site) ?? like.type, parts);
  return { value: out.object, state: out.state };
}

/** Iterators run over the list of elements, if it is known. */
function overMembers(ctx: Ctx, send: Send<SetVal>, state: State): Out | null {
  const { receiver: set, method, args, site } = send;
  noteContentsRead(ctx, state, set);
  const before = membersOf(ctx, state, set);
  const keys = knownMembers(before);
  if (keys === null && method === 'to_a' && !args.block) return inSomeOrder(ctx, set, before.size, site, state);
  if (keys === null && args.block)
    return iterateMembersUnordered(ctx, send, s => membersOf(ctx, s, set), keyTypeOf(set.type), state);
  if (keys === null || !OVER_ELEMENTS.has(method)) return null;
  let next = state;
  const items = keys.map(key => {
    const out = elementFor(ctx, set, key, next);
    next = out.state;
    return out.value;
  });
  const list = makeArray(ctx, next, items, nominal('Array', [keyTypeOf(set.type)]), site);
  if (method === 'to_a') return args.block ? null : list;
  const call: CallBlock = (values, s, breaks) => runBlock(ctx, { closure: args.block!, args: values, site, breaks }, s);
  const out = !args.block
    ? null
    : method === 'each'
      ? iterateArray(ctx, { ...send, receiver: list.value as ArrayVal }, list.state, call, set)
      : arrayIteration(ctx, { ...send, receiver: list.value }, list.state);
  if (out === null || membersOf(ctx, out.state, set).present !== before.present) return null;
  return out;
}

/** As many elements as the set has; their positions are unknown. */
function inSomeOrder(ctx: Ctx, set: SetVal, size: Formula, site: Site, state: State): Out | null {
  if (ctx.spec) return null;
  const list = makeArray(ctx, state, [], nominal('Array', [keyTypeOf(set.type)]), site);
  const elements = freshSymbol(ctx.run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  taintPart(ctx, elements, { kind: 'set-order' }, site);
  return { value: list.value, state: withContents(ctx, list.state, list.value as ArrayVal, elements, size) };
}

const OVER_ELEMENTS: ReadonlySet<string> = new Set(
  'each map all? any? none? sum count find detect reduce inject to_a'.split(' '),
);

function elementFor(ctx: Ctx, set: SetVal, key: Formula, state: State): Out {
  if (key.kind === 'apply' && key.operator === 'v-text')
    return markFrozenIf(true, ctx, makeString(ctx, state, key.args[0]!));
  return { value: valueFromTerm(key, keyTypeOf(set.type)), state };
}
