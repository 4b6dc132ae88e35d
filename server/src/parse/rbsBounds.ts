/**
 * Reports type arguments in RBS signatures that violate the bounds of their parameters. Only library classes are judged
 * here: a workspace class may have more in its Ruby files than in its RBS.
 */
import type { Problem } from '../base/problem';
import { hierarchyOf } from '../program/hierarchy';
import type { MethodInfo, Program } from '../program/program';
import { findBrokenBoundsOfMethod } from '../types/bounds';
import { showType } from '../types/show';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import type { RbsClassDraft } from './rbsDraft';

export function findBoundProblems(program: Program, drafts: Iterable<RbsClassDraft>): readonly Problem[] {
  if (![...program.classes.values()].some(info => info.typeParams.some(param => param.bound !== null))) return [];
  return [...drafts].flatMap(draft =>
    [...draft.methods.values(), ...draft.singletonMethods.values()].flatMap(method =>
      findBoundProblemsOf(program, method),
    ),
  );
}

function findBoundProblemsOf(program: Program, method: MethodInfo): readonly Problem[] {
  const { place } = method;
  if (place === null || method.aliasOf !== null) return [];
  const hierarchy = hierarchyOf(program);
  const around = hierarchy.typeParams(method.owner);
  const fits = (given: Type, bound: Type): boolean =>
    mayBeExtendedByRuby(program, given) || isSubtype(given, bound, hierarchy);
  return (method.signature?.arms ?? []).flatMap(({ type }) =>
    findBrokenBoundsOfMethod({ ...type, typeParams: [...around, ...type.typeParams] }, hierarchy, fits).map(
      ({ className, param, bound, given, span }) => ({
        code: 'LP2514',
        place: { anchor: place.anchor, span: span ?? place.span },
        args: { name: className, param, bound: showType(bound), given: showType(given) },
      }),
    ),
  );
}

/** The type mentions a class that Ruby files may extend. */
function mayBeExtendedByRuby(program: Program, type: Type): boolean {
  switch (type.kind) {
    case 'nominal':
      return (
        program.classes.get(type.name)?.origin === 'workspace' ||
        type.args.some(arg => mayBeExtendedByRuby(program, arg))
      );
    case 'classOf':
      return program.classes.get(type.name)?.origin === 'workspace';
    case 'union':
    case 'intersection':
      return type.members.some(member => mayBeExtendedByRuby(program, member));
    default:
      return false;
  }
}
