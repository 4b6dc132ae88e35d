/** The context in which the names of one annotation are resolved; problems get the annotation's place. */
import type { Span } from '../base/span';
import { closest } from '../base/spelling';
import type { Nesting, Program } from '../program/program';
import { CORE_ALIASES } from '../types/alias';
import type { WrittenType } from '../types/annotation';
import type { ResolveContext } from './draft';
import type { TypeNamesContext } from './typeNames';

export function typeNames(
  ctx: ResolveContext,
  view: Program,
  owner: string,
  nesting: Nesting,
  { text, place }: WrittenType,
): TypeNamesContext {
  return {
    program: view,
    nesting,
    variables: new Set(view.classes.get(owner)?.typeParams.map(param => param.name)),
    hasAlias: name => ctx.aliases.has(name) || ctx.library.aliases.has(name) || CORE_ALIASES.has(name),
    report: (code, { name, ...args }, span) => {
      const around = span ?? place.span;
      const at = { anchor: place.anchor, span: nameIn(text, place.span, around, String(name)) ?? around };
      ctx.problems.push({
        code,
        place: at,
        args: { ...args, name: name ?? '', ...suggestion(ctx, view, code, String(name)) },
      });
    },
  };
}

/** The name itself, where the text stands in the source as it is (no escapes in it, all in one piece). */
function nameIn(text: string, whole: Span, around: Span, name: string): Span | null {
  if (whole.end - whole.start !== text.length) return null;
  const part = text.slice(around.start - whole.start, around.end - whole.start);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const at = part.search(new RegExp(`(?<![\\w:%])${escaped}(?![\\w:])`, 'u'));
  return at < 0 ? null : { start: around.start + at, end: around.start + at + name.length };
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
