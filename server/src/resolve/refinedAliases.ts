/**
 * `type_alias '%positive', 'Integer x { x > 0 }'`: a parameter or result of that type gets the refinement as if it were
 * written there, under a binder that is unused in the signature. The checker reports a refined alias inside a type.
 */
import type { MethodType, ParamType, Refinement, Type } from '../types/type';
import { findUnusedName } from './contractBinders';
import type { ResolveContext } from './draft';
import { innerNames, rename } from './renameLocals';

type Refined = Extract<Type, { kind: 'refined' }>;

export function expandRefinedAliases(ctx: ResolveContext, type: MethodType): MethodType {
  const taken = namesIn(type);
  const params = type.params.map(param => addRefinement(ctx, taken, param));
  const refined = type.resultRefinement === null ? refinedAlias(ctx, type.result) : null;
  const resultRefinement = refined && renameBinder(refined.refinement, type.resultName, taken);
  if (refined === null || resultRefinement === null) return { ...type, params };
  return { ...type, params, result: refined.base, resultName: resultRefinement.binder, resultRefinement };
}

function addRefinement(ctx: ResolveContext, taken: Set<string>, param: ParamType): ParamType {
  if (param.kind === 'rest' || param.kind === 'keyRest' || param.refinement !== null) return param;
  const refined = refinedAlias(ctx, param.type);
  const refinement = refined && renameBinder(refined.refinement, param.name, taken);
  return refined && refinement ? { ...param, name: refinement.binder, type: refined.base, refinement } : param;
}

/**
 * Renames the binder to this name, or to an unused one (the source stays as written); null if a block inside the
 * refinement binds that name.
 */
function renameBinder(refinement: Refinement, own: string | null, taken: Set<string>): Refinement | null {
  const from = refinement.binder;
  if (from === null) return refinement;
  const to = own ?? findUnusedName(from, taken);
  taken.add(to);
  if (from === to) return refinement;
  const inner = refinement.clauses.flatMap(clause => innerNames(clause.expr));
  if (inner.includes(from) || inner.includes(to)) return null;
  const renames = new Map([[from, to]]);
  const clauses = refinement.clauses.map(clause => ({ ...clause, expr: rename(clause.expr, renames) }));
  return { ...refinement, binder: to, clauses };
}

/** The refined type that an alias stands for, if the type is just the name of an alias. */
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
