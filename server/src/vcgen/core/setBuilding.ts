/** Sets that are made here: `Set.new`, `Set.new(array)`, `Set[1, 2]`, `array.to_set`; one element more, one less. */
import { add, sub } from '../../logic/arithmetic';
import { FALSE, int, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { ANY, nominal, type Type } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementType, isArray } from '../arrays';
import type { Ctx, Out } from '../context';
import { keyTerm } from '../hashes';
import { leak } from '../leak';
import { isSet, type Members, makeSet, membersOf, NO_MEMBERS, type SetVal, withMembers } from '../sets';
import { isDynamic, unionOf } from '../shape';
import type { State } from '../state';
import { typeOf, type Val } from '../value';
import { tellsApart } from './arrayDistinct';
import { each, giving } from './arrayRounds';

export function added({ present, size }: Members, key: Formula): Members {
  const there = select(present, key);
  return {
    present: there === TRUE ? present : store(present, key, TRUE),
    size: ite(there, size, add(size, int(1))),
  };
}

export function removed({ present, size }: Members, key: Formula): Members {
  const there = select(present, key);
  return {
    present: there === FALSE ? present : store(present, key, FALSE),
    size: ite(there, sub(size, int(1)), size),
  };
}

export function setType(ctx: Ctx, site: Site): Type | null {
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const useful = checked?.kind === 'nominal' && checked.name === 'Set' && checked.args.length === 1;
  return useful && !isDynamic(checked.args[0]!) ? checked : null;
}

export function constructSet(ctx: Ctx, args: Args, site: Site, state: State): Out | null {
  const [source] = args.positional;
  if (args.block || args.irregular || args.keywords.size > 0 || args.positional.length > 1) return null;
  if (!source || source.kind === 'nil') return fresh(ctx, setType(ctx, site) ?? nominal('Set', [ANY]), state);
  if (isSet(source)) return fresh(ctx, setType(ctx, site) ?? source.type, state, membersOf(ctx, state, source));
  return isArray(source) ? setOf(ctx, source, site, state) : null;
}

export function setOf(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out | null {
  const element = elementType(array.type);
  if (!tellsApart(ctx, element, state)) return null;
  const empty = fresh(ctx, setType(ctx, site) ?? nominal('Set', [element]), leak(state, array));
  const set = empty.value as SetVal;
  return each(
    ctx,
    array,
    site,
    empty.state,
    (value, _, s) => {
      const key = keyTerm(ctx, s, value);
      return key ? withMembers(ctx, s, set, added(membersOf(ctx, s, set), key)) : s;
    },
    giving(set),
  );
}

/** `Set[…]`. */
export function setLiteral(ctx: Ctx, values: readonly Val[], site: Site, state: State): Out | null {
  const keys = values.map(value => keyTerm(ctx, state, value));
  if (keys.some(key => key === null)) return null;
  const element = values.length === 0 ? ANY : unionOf(values.map(typeOf));
  const type = setType(ctx, site) ?? nominal('Set', [element]);
  const parts = (keys as readonly Formula[]).reduce(added, NO_MEMBERS);
  return fresh(ctx, type, leak(state, ...values), parts);
}

function fresh(ctx: Ctx, type: Type, state: State, parts: Members = NO_MEMBERS): Out {
  const out = makeSet(ctx, state, type, parts);
  return { value: out.object, state: out.state };
}
