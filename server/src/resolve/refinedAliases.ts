/**
 * `type_alias '%positive', 'Integer x { x > 0 }'`: an argument or result of that type has the refinement, as if it stood
 * there, under a name that means nothing else in the signature. A refined alias inside a type is the checker's to report.
 */
import type { MethodType, ParamType, Refinement, Type } from '../types/type';
import { unused } from './contractBinders';
import type { ResolveContext } from './draft';
import { innerNames, rename } from './renames';

type Refined = Extract<Type, { kind: 'refined' }>;

export function withRefinedAliases(ctx: ResolveContext, type: MethodType): MethodType {
  const taken = namesIn(type);
  const params = type.params.map(param => withRefinement(ctx, taken, param));
  const refined = type.resultRefinement === null ? refinedAlias(ctx, type.result) : null;
  const resultRefinement = refined && named(refined.refinement, type.resultName, taken);
  if (refined === null || resultRefinement === null) return { ...type, params };
  return { ...type, params, result: refined.base, resultName: resultRefinement.binder, resultRefinement };
}

function withRefinement(ctx: ResolveContext, taken: Set<string>, param: ParamType): ParamType {
  if (param.kind === 'rest' || param.kind === 'keyRest' || param.refinement !== null) return param;
  const refined = refinedAlias(ctx, param.type);
  const refinement = refined && named(refined.refinement, param.name, taken);
  return refined && refinement ? { ...param, name: refinement.binder, type: refined.base, refinement } : param;
}

/** Under this name, or one that nobody has (its text stays as it is written); null: a block inside of it has that name for something else. */
function named(refinement: Refinement, own: string | null, taken: Set<string>): Refinement | null {
  const from = refinement.binder;
  if (from === null) return refinement;
  const to = own ?? unused(from, taken);
  taken.add(to);
  if (from === to) return refinement;
  const inner = refinement.clauses.flatMap(clause => innerNames(clause.expr));
  if (inner.includes(from) || inner.includes(to)) return null;
  const renames = new Map([[from, to]]);
  const clauses = refinement.clauses.map(clause => ({ ...clause, expr: rename(clause.expr, renames) }));
  return { ...refinement, binder: to, clauses };
}

/** What a type that is nothing but the name of an alias means, if that is a refined type. */
export function refinedAlias(ctx: ResolveContext, type: Type, within: readonly string[] = []): Refined | null {
  if (type.kind === 'refined') return within.length === 0 ? null : type;
  if (type.kind !== 'alias' || within.includes(type.name)) return null;
  const meaning = ctx.aliases.get(type.name)?.type;
  return meaning === undefined ? null : refinedAlias(ctx, meaning, [...within, type.name]);
}

function namesIn({ params, resultName }: MethodType): Set<string> {
  const names = params.flatMap(param => [param.name, param.refinement?.binder]);
  return new Set([...names, resultName].filter((name): name is string => !!name));
}
