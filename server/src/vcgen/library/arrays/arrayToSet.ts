/** `array.to_set`, `Set.new(array)`: the elements of an array, each once. */
import { nominal } from '../../../types/type';
import { elementType } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { keyTerm } from '../../heap/hashes';
import { addMember, makeSet, membersOf, NO_MEMBERS, setType, withMembers } from '../../heap/sets';
import type { Site } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { State } from '../../state/state';
import type { ArrayVal } from '../../state/value';
import { isComparableByEql } from './distinct';
import { alwaysReturn, forEachElement } from './forEachElement';

export function makeSetOfArray(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out | null {
  const element = elementType(array.type);
  if (!isComparableByEql(ctx, element, state)) return null;
  const type = setType(ctx, site) ?? nominal('Set', [element]);
  const empty = makeSet(ctx, markEscaped(state, array), type, NO_MEMBERS);
  const set = empty.object;
  return forEachElement(ctx, array, site, empty.state, {
    visit: (value, _, s) => {
      const key = keyTerm(ctx, s, value);
      return key ? withMembers(ctx, s, set, addMember(membersOf(ctx, s, set), key)) : s;
    },
    result: alwaysReturn(set),
  });
}
