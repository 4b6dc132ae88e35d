/** Set: contents in the heap, see sets.ts. What depends on the order of elements only where all of them are known. */
import { compare } from '../../logic/arithmetic';
import { and, eq, int, ite, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { arraySort, INT_SORT } from '../../logic/sorts';
import { nominal } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, makeArray, withContents } from '../arrays';
import { runBlock } from '../blocks';
import { type Ctx, fresh, type Out, placeOf, taintPart } from '../context';
import { flowInto } from '../flow';
import { frozenIf, frozenLike } from '../frozen';
import { byIdentity, keyTerm } from '../hashes';
import { keyTypeOf } from '../hashTypes';
import { leak } from '../leak';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import {
  areDisjoint,
  combined,
  holds,
  isSet,
  isSubset,
  knownMembers,
  type Members,
  makeSet,
  membersOf,
  NO_MEMBERS,
  type SetVal,
  withMembers,
} from '../sets';
import type { State } from '../state';
import { makeString } from '../strings';
import { fromTerm } from '../typing';
import { BOXED_NIL, boxed, VALUE_SORT, type Val } from '../value';
import { arrayIteration, roundsOver } from './arrayIteration';
import type { CallBlock } from './arrayRounds';
import type { Model } from './models';
import { added, removed, setType } from './setBuilding';
import { overSomeMembers } from './someOrder';

export const setModel: Model = (ctx, receiver, method, args, site, state) => {
  if (!isSet(receiver) || args.irregular || args.keywords.size > 0) return null;
  if (method === 'compare_by_identity') return byIdentity(ctx, receiver, site, state);
  if (args.block) return overMembers(ctx, receiver, method, args, site, state);
  const [first] = args.positional;
  if (!first) return whole(ctx, receiver, method, args, site, state);
  if (TAKES.has(method)) for (const other of args.positional) taken(ctx, receiver, other, site, state);
  if (args.positional.length > 1) return null;
  return isSet(first)
    ? (withSet(ctx, receiver, method, first, site, state) ?? withOne(ctx, receiver, method, first, site, state))
    : withOne(ctx, receiver, method, first, site, state);
};

function whole(ctx: Ctx, set: SetVal, method: string, args: Args, site: Site, state: State): Out | null {
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
      const made = makeSet(ctx, state, set.type, parts);
      const like = method === 'clone' ? frozenLike(ctx, made.state, set.term, made.object.term) : made.state;
      return { value: made.object, state: like };
    }
    case 'clear':
      return { value: set, state: written(ctx, set, NO_MEMBERS, site, state) };
    default:
      return overMembers(ctx, set, method, args, site, state);
  }
}

const TAKES: ReadonlySet<string> = new Set(['merge', 'replace']);
const ADDS: ReadonlySet<string> = new Set(['add', '<<', 'add?']);

function withOne(ctx: Ctx, set: SetVal, method: string, value: Val, site: Site, state: State): Out | null {
  const key = keyTerm(ctx, state, value);
  if (key === null) return null;
  const there = holds(ctx, state, set, key);
  const parts = membersOf(ctx, state, set);
  const orNil = (condition: Formula, s: State): Out => ({
    value: {
      kind: 'boxed',
      term: ite(condition, boxed(set)!, BOXED_NIL),
      type: { kind: 'union', members: [set.type, { kind: 'nil' }] },
    },
    state: s,
  });
  if (ADDS.has(method)) flowInto(ctx, state, value, keyTypeOf(set.type), placeOf(ctx, site), 'the new element');
  switch (method) {
    case 'include?':
    case 'member?':
    case '===':
      return { value: { kind: 'bool', term: there }, state };
    case 'add':
    case '<<':
      return { value: set, state: written(ctx, set, added(parts, key), site, leak(state, value)) };
    case 'add?':
      return orNil(not(there), written(ctx, set, added(parts, key), site, leak(state, value)));
    case 'delete':
      return { value: set, state: written(ctx, set, removed(parts, key), site, state) };
    case 'delete?':
      return orNil(there, written(ctx, set, removed(parts, key), site, state));
    default:
      return null;
  }
}

function written(ctx: Ctx, set: SetVal, parts: Members, site: Site, state: State): State {
  mayWrite(ctx, state, '#present', set.term, placeOf(ctx, site));
  return withMembers(ctx, touched(ctx, state, set.term), set, parts);
}

function withSet(ctx: Ctx, a: SetVal, method: string, b: SetVal, site: Site, state: State): Out | null {
  const [x, y] = [membersOf(ctx, state, a), membersOf(ctx, state, b)];
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case 'merge':
      return { value: a, state: written(ctx, a, united(ctx, state, x, y), site, leak(state, b)) };
    case '|':
    case '+':
    case 'union':
      return made(ctx, a, united(ctx, state, x, y), site, state);
    case '&':
    case 'intersection':
      return made(ctx, a, combined(ctx, state, '&', x, y), site, state);
    case '-':
    case 'difference':
      return made(ctx, a, without(ctx, state, x, y), site, state);
    case '^':
      return made(ctx, a, combined(ctx, state, '^', x, y), site, state);
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

/** What comes in as a whole is asked to hold what the set holds. */
function taken(ctx: Ctx, set: SetVal, other: Val, site: Site, state: State): void {
  const name = isSet(other) ? 'Set' : 'Array';
  flowInto(ctx, state, other, nominal(name, [keyTypeOf(set.type)]), placeOf(ctx, site), 'what is put in');
}

/** One by one where the elements of the other are known: then their number is too. */
function united(ctx: Ctx, state: State, a: Members, b: Members): Members {
  return knownMembers(b)?.reduce(added, a) ?? combined(ctx, state, '|', a, b);
}

function without(ctx: Ctx, state: State, a: Members, b: Members): Members {
  return knownMembers(b)?.reduce(removed, a) ?? combined(ctx, state, '-', a, b);
}

function made(ctx: Ctx, like: SetVal, parts: Members, site: Site, state: State): Out {
  const out = makeSet(ctx, state, setType(ctx, site) ?? like.type, parts);
  return { value: out.object, state: out.state };
}

/** Iterators go over the list of elements, where it is known. */
function overMembers(ctx: Ctx, set: SetVal, method: string, args: Args, site: Site, state: State): Out | null {
  const before = membersOf(ctx, state, set);
  const keys = knownMembers(before);
  if (keys === null && method === 'to_a' && !args.block) return inSomeOrder(ctx, set, before.size, site, state);
  if (keys === null && args.block)
    return overSomeMembers(ctx, set, s => membersOf(ctx, s, set), keyTypeOf(set.type), method, args, site, state);
  if (keys === null || !OVER_ELEMENTS.has(method)) return null;
  let next = state;
  const items = keys.map(key => {
    const out = elementFor(ctx, set, key, next);
    next = out.state;
    return out.value;
  });
  const list = makeArray(ctx, next, items, nominal('Array', [keyTypeOf(set.type)]), site);
  if (method === 'to_a') return args.block ? null : list;
  const call: CallBlock = (values, s, breaks) => runBlock(ctx, args.block!, values, s, site, breaks);
  const out = !args.block
    ? null
    : method === 'each'
      ? roundsOver(ctx, list.value as ArrayVal, method, args, site, list.state, call, set)
      : arrayIteration(ctx, list.value, method, args, site, list.state);
  if (out === null || membersOf(ctx, out.state, set).present !== before.present) return null;
  return out;
}

/** As many as there are; which stands where is not known. */
function inSomeOrder(ctx: Ctx, set: SetVal, size: Formula, site: Site, state: State): Out | null {
  if (ctx.spec) return null;
  const list = makeArray(ctx, state, [], nominal('Array', [keyTypeOf(set.type)]), site);
  const elements = fresh(ctx.run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  taintPart(ctx, elements, 'the order of a set', site);
  return { value: list.value, state: withContents(ctx, list.state, list.value as ArrayVal, elements, size) };
}

const OVER_ELEMENTS: ReadonlySet<string> = new Set(
  'each map all? any? none? sum count find detect reduce inject to_a'.split(' '),
);

function elementFor(ctx: Ctx, set: SetVal, key: Formula, state: State): Out {
  if (key.kind === 'apply' && key.operator === 'v-text')
    return frozenIf(true, ctx, makeString(ctx, state, key.args[0]!));
  return { value: fromTerm(key, keyTypeOf(set.type)), state };
}
