/**
 * Refinements inside a type, as in `Array<Integer x { x > 0 }>`, are never proved. They are reported together with an
 * equivalent refinement of the whole value.
 */

import { showType } from '../../types/show';
import type { Refinement, Type } from '../../types/type';
import type { Ctx } from '../state/context';

export interface NestedRefinement {
  readonly refinement: Refinement;
  /** The equivalent refinement of the whole value; empty if there is none. */
  readonly instead: string;
  /** The refinement is part of an alias, so the suggestion does not apply here. */
  readonly ofAlias: boolean;
}

/** A refinement at the top of the type is not nested. */
export function findNestedRefinements(ctx: Pick<Ctx, 'hierarchy'>, type: Type): readonly NestedRefinement[] {
  const top = type.kind === 'refined' ? type.base : type;
  const found: NestedRefinement[] = [];
  collect(ctx, top, top, [], found);
  return found;
}

function collect(
  ctx: Pick<Ctx, 'hierarchy'>,
  whole: Type,
  type: Type,
  aliases: readonly string[],
  found: NestedRefinement[],
): void {
  const visit = (part: Type): void => collect(ctx, whole, part, aliases, found);
  switch (type.kind) {
    case 'refined':
      found.push({
        refinement: type.refinement,
        instead: aliases.length > 0 ? '' : suggestEquivalent(whole, type),
        ofAlias: aliases.length > 0,
      });
      visit(type.base);
      return;
    case 'alias': {
      const meaning = aliases.includes(type.name) ? null : ctx.hierarchy.expandAlias(type.name, type.args);
      if (meaning !== null) collect(ctx, whole, meaning, [...aliases, type.name], found);
      return;
    }
    case 'nominal':
      type.args.forEach(visit);
      return;
    case 'union':
    case 'intersection':
      type.members.forEach(visit);
      return;
    case 'nonNull':
      visit(type.type);
      return;
    case 'tuple':
      type.elements.forEach(visit);
      return;
    case 'finiteHash':
      for (const entry of type.entries) visit(entry.type);
      if (type.rest !== null) visit(type.rest);
      return;
    default:
      return;
  }
}

type Refined = Extract<Type, { kind: 'refined' }>;

function suggestEquivalent(whole: Type, part: Refined): string {
  const { binder, text } = part.refinement;
  const name = binder ?? 'x';
  const plain = showType(stripRefinements(whole));
  const said = text.trim();
  if (whole.kind === 'nominal' && whole.args.length === 1 && whole.args[0] === part)
    return `${plain} list { list.all? { |${name}| ${said} } }`;
  if (whole.kind === 'nominal' && whole.name === 'Hash' && whole.args.includes(part))
    return `${plain} h { h.${whole.args[0] === part ? 'keys' : 'values'}.all? { |${name}| ${said} } }`;
  if (
    whole.kind === 'union' &&
    whole.members.includes(part) &&
    whole.members.every(one => one === part || one.kind === 'nil')
  )
    return `${plain} ${name} { ${name}.nil? || ${said} }`;
  return '';
}

function stripRefinements(type: Type): Type {
  switch (type.kind) {
    case 'refined':
      return stripRefinements(type.base);
    case 'nominal':
      return { ...type, args: type.args.map(stripRefinements) };
    case 'union':
      return { ...type, members: type.members.map(stripRefinements) };
    default:
      return type;
  }
}
