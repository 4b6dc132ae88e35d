/** Construction of sets: `Set.new`, `Set.new(array)`, `Set[1, 2]`, `array.to_set`; adding and removing one element. */
import { add, sub } from '../../../logic/arithmetic';
import { FALSE, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select, store } from '../../../logic/maps';
import { ANY, nominal, type Type } from '../../../types/type';
import { elementType, isArray } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { keyTerm } from '../../heap/hashes';
import { isSet, type Members, makeSet, membersOf, NO_MEMBERS, type SetVal, withMembers } from '../../heap/sets';
import type { Args, Site } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import { checkedType } from '../../state/context';
import { isDynamic, makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, typeOf, type Val } from '../../state/value';
import { isComparableByEql } from '../arrays/distinct';
import { alwaysReturn, forEachElement } from '../arrays/forEachElement';

export function addMember({ present, size }: Members, key: Formula): Members {
  const there = select(present, key);
  return {
    present: there === TRUE ? present : store(present, key, TRUE),
    size: ite(there, size, add(size, int(1))),
  };
}

export function removeMember({ present, size }: Members, key: Formula): Members {
  const there = select(present, key);
  return {
    present: there === FALSE ? present : store(present, key, FALSE),
    size: ite(there, sub(size, int(1)), size),
  };
}

export function setType(ctx: Ctx, site: Site): Type | null {
  const checked = checkedType(ctx, site);
  const useful = checked?.kind === 'nominal' && checked.name === 'Set' && checked.args.length === 1;
  return useful && !isDynamic(checked.args[0]!) ? checked : null;
}

export function constructSet(ctx: Ctx, args: Args, site: Site, state: State): Out | null {
  const [source] = args.positional;
  if (args.block || args.irregular || args.keywords.size > 0 || args.positional.length > 1) return null;
  if (!source || source.kind === 'nil') return fresh(ctx, setType(ctx, site) ?? nominal('Set', [ANY]), state);
  if (isSet(source)) return fresh(ctx, setType(ctx, site) ?? source.type, state, membersOf(ctx, state, source));
  return isArray(source) ? makeSetOfArray(ctx, source, site, state) : null;
}

export function makeSetOfArray(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out | null {
  const element = elementType(array.type);
  if (!isComparableByEql(ctx, element, state)) return null;
  const empty = fresh(ctx, setType(ctx, site) ?? nominal('Set', [element]), markEscaped(state, array));
  const set = empty.value as SetVal;
  return forEachElement(ctx, array, site, empty.state, {
    visit: (value, _, s) => {
      const key = keyTerm(ctx, s, value);
      return key ? withMembers(ctx, s, set, addMember(membersOf(ctx, s, set), key)) : s;
    },
    result: alwaysReturn(set),
  });
}

/** `Set[…]`. */
export function makeSetLiteral(ctx: Ctx, values: readonly Val[], site: Site, state: State): Out | null {
  const keys = values.map(value => keyTerm(ctx, state, value));
  if (keys.some(key => key === null)) return null;
  const element = values.length === 0 ? ANY : makeUnionType(values.map(typeOf));
  const type = setType(ctx, site) ?? nominal('Set', [element]);
  const parts = (keys as readonly Formula[]).reduce(addMember, NO_MEMBERS);
  return fresh(ctx, type, markEscaped(state, ...values), parts);
}

function fresh(ctx: Ctx, type: Type, state: State, parts: Members = NO_MEMBERS): Out {
  const out = makeSet(ctx, state, type, parts);
  return { value: out.object, state: out.state };
}
