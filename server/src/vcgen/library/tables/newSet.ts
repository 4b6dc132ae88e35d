import type { Formula } from '../../../logic/formula';
import { ANY, nominal, type Type } from '../../../types/type';
import { isArray } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { keyTerm } from '../../heap/hashes';
import { addMember, isSet, type Members, makeSet, membersOf, NO_MEMBERS, setType } from '../../heap/sets';
import type { Args, Site } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { typeOf, type Val } from '../../state/value';
import { makeSetOfArray } from '../arrays/arrayToSet';

export function constructSet(ctx: Ctx, args: Args, site: Site, state: State): Out | null {
  const [source] = args.positional;
  if (args.block || args.irregular || args.keywords.size > 0 || args.positional.length > 1) return null;
  if (!source || source.kind === 'nil') return fresh(ctx, setType(ctx, site) ?? nominal('Set', [ANY]), state);
  if (isSet(source)) return fresh(ctx, setType(ctx, site) ?? source.type, state, membersOf(ctx, state, source));
  return isArray(source) ? makeSetOfArray(ctx, source, site, state) : null;
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
