/** The context in which the names of one annotation are resolved; problems get the annotation's place. */
import type { ProblemArg } from '../base/problem';
import { anchorPath, type Span } from '../base/span';
import { closest } from '../base/spelling';
import type { Nesting, Program } from '../program/program';
import { CORE_ALIASES } from '../types/alias';
import type { WrittenType } from '../types/annotation';
import { ATTACHED_CLASS } from '../types/attachedClass';
import { DYNAMIC, nominal, type Type } from '../types/type';
import type { ResolveContext } from './draft';
import type { TypeNamesContext } from './typeNames';

export function typeNames(
  ctx: ResolveContext,
  view: Program,
  owner: string,
  nesting: Nesting,
  written: WrittenType,
): TypeNamesContext {
  return {
    program: view,
    nesting,
    instance: () => attachedClass(ctx, owner),
    variables: new Set(view.classes.get(owner)?.typeParams.map(param => param.name)),
    uses: ctx.uses.get(anchorPath(written.place.anchor)) ?? [],
    hasAlias: name => ctx.aliases.has(name) || ctx.library.aliases.has(name) || CORE_ALIASES.has(name),
    report: (found, { name, ...args }, span) => {
      const code = written.notation !== undefined && isOfLibrary(found, String(name)) ? 'LP2515' : found;
      if (code === 'LP2515' && isReported(ctx, name)) return;
      const around = span ?? written.place.span;
      const at = { anchor: written.place.anchor, span: findNameIn(written, around, String(name)) ?? around };
      ctx.problems.push({
        code,
        place: at,
        args: { ...args, name: name ?? '', ...suggestMeant(ctx, view, code, String(name)) },
      });
    },
  };
}

/** Other tools see libraries that are not visible here: their classes and aliases are unknown, not wrong. */
function isOfLibrary(code: string, name: string): boolean {
  return code === 'LP2502' || (code === 'LP2503' && name.includes('::'));
}

/** One information for each name. */
function isReported({ problems }: ResolveContext, name: ProblemArg | undefined): boolean {
  return problems.some(({ code, args }) => code === 'LP2515' && args.name === name);
}

/** A module is the class object of whatever it extends. */
function attachedClass(ctx: ResolveContext, owner: string): Type {
  if (ctx.classes.get(owner)?.kind === 'module') return DYNAMIC;
  return hasSubclass(ctx, owner) ? ATTACHED_CLASS : nominal(owner);
}

function hasSubclass(ctx: ResolveContext, owner: string): boolean {
  for (const draft of ctx.classes.values()) if (draft.superclass === owner) return true;
  return false;
}

/** The span of the name itself inside this span. */
function findNameIn({ text, segments }: WrittenType, around: Span, name: string): Span | null {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const { index } of text.matchAll(new RegExp(`(?<![\\w:%])${escaped}(?![\\w:])`, 'gu'))) {
    const segment = segments.find(each => each.at <= index && index + name.length <= each.at + each.length);
    const start = segment ? segment.source + index - segment.at : -1;
    if (around.start <= start && start + name.length <= around.end) return { start, end: start + name.length };
  }
  return null;
}

/** `meant` is empty if no name is close. */
function suggestMeant(ctx: ResolveContext, view: Program, code: string, name: string): { readonly meant: string } {
  if (code === 'LP2503') return { meant: closest(name, [...BUILT_IN, ...ctx.aliases.keys()]) ?? '' };
  if (code !== 'LP2502' && code !== 'LP2515') return { meant: '' };
  const last = name.split('::').pop()!;
  return { meant: FOREIGN[name] ?? closest(name, view.classes.keys()) ?? findByLastName(view, last) ?? '' };
}

const BUILT_IN: readonly string[] = ['%bool', '%any', '%bot', '%dyn', '%integer'];

/** Names in other languages and in other Ruby tools. */
const FOREIGN: Readonly<Record<string, string>> = {
  Any: '%any',
  Void: '%any',
  Untyped: '%dyn',
  Null: 'nil',
  Nil: 'nil',
  Self: 'self',
  True: 'true',
  False: 'false',
  None: 'nil',
  Int: 'Integer',
  Number: 'Numeric',
  Double: 'Float',
  Str: 'String',
  List: 'Array',
  Map: 'Hash',
  Dict: 'Hash',
};

/** `Inner` for a class that is only reachable as `Outer::Inner`. */
function findByLastName(view: Program, last: string): string | null {
  const found = [...view.classes.keys()].filter(name => name.endsWith(`::${last}`));
  return found.sort()[0] ?? null;
}
