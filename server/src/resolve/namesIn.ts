/** The context in which the names of one annotation are resolved; problems get the annotation's place. */
import type { Place } from '../base/span';
import { closest } from '../base/spelling';
import type { Nesting, Program } from '../program/program';
import { CORE_ALIASES } from '../types/alias';
import type { ResolveContext } from './draft';
import type { TypeNamesContext } from './typeNames';

export function typeNames(
  ctx: ResolveContext,
  view: Program,
  owner: string,
  nesting: Nesting,
  place: Place,
): TypeNamesContext {
  return {
    program: view,
    nesting,
    variables: new Set(view.classes.get(owner)?.typeParams.map(param => param.name)),
    hasAlias: name => ctx.aliases.has(name) || ctx.library.aliases.has(name) || CORE_ALIASES.has(name),
    report: (code, { name, ...args }, span) => {
      const at = { anchor: place.anchor, span: span ?? place.span };
      ctx.problems.push({
        code,
        place: at,
        args: { ...args, name: name ?? '', ...suggestion(ctx, view, code, String(name)) },
      });
    },
  };
}

/** `meant` is empty when nothing comes near. */
function suggestion(ctx: ResolveContext, view: Program, code: string, name: string): { readonly meant: string } {
  if (code === 'LP2503') return { meant: closest(name, [...ctx.aliases.keys(), ...ctx.library.aliases.keys()]) ?? '' };
  if (code !== 'LP2502') return { meant: '' };
  const last = name.split('::').pop()!;
  return { meant: closest(name, view.classes.keys()) ?? byLastName(view, last) ?? '' };
}

/** `Inner` for a class that is only reachable as `Outer::Inner`. */
function byLastName(view: Program, last: string): string | null {
  const found = [...view.classes.keys()].filter(name => name.endsWith(`::${last}`));
  return found.sort()[0] ?? null;
}
