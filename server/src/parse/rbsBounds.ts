/**
 * Type arguments in RBS signatures that their parameters' bounds do not take. Only classes that the library tells all of
 * are judged here: those of the workspace may be more in its Ruby files than in its RBS.
 */
import type { Problem } from '../base/problem';
import { hierarchyOf } from '../program/hierarchy';
import type { MethodInfo, Program } from '../program/program';
import { brokenBoundsOfMethod } from '../types/bounds';
import { showType } from '../types/show';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import type { RbsClassDraft } from './rbsDraft';

export function boundProblems(program: Program, drafts: Iterable<RbsClassDraft>): readonly Problem[] {
  if (![...program.classes.values()].some(info => info.typeParams.some(param => param.bound !== null))) return [];
  return [...drafts].flatMap(draft =>
    [...draft.methods.values(), ...draft.singletonMethods.values()].flatMap(method => ofMethod(program, method)),
  );
}

function ofMethod(program: Program, method: MethodInfo): readonly Problem[] {
  const { place } = method;
  if (place === null || method.aliasOf !== null) return [];
  const hierarchy = hierarchyOf(program);
  const around = hierarchy.typeParams(method.owner);
  const fits = (given: Type, bound: Type): boolean => mayBeMore(program, given) || isSubtype(given, bound, hierarchy);
  return (method.signature?.arms ?? []).flatMap(({ type }) =>
    brokenBoundsOfMethod({ ...type, typeParams: [...around, ...type.typeParams] }, hierarchy, fits).map(
      ({ className, param, bound, given, span }) => ({
        code: 'LP2514',
        place: { anchor: place.anchor, span: span ?? place.span },
        args: { name: className, param, bound: showType(bound), given: showType(given) },
      }),
    ),
  );
}

/** Something in it is a class that Ruby files may tell more of. */
function mayBeMore(program: Program, type: Type): boolean {
  switch (type.kind) {
    case 'nominal':
      return program.classes.get(type.name)?.origin === 'workspace' || type.args.some(arg => mayBeMore(program, arg));
    case 'classOf':
      return program.classes.get(type.name)?.origin === 'workspace';
    case 'union':
    case 'intersection':
      return type.members.some(member => mayBeMore(program, member));
    default:
      return false;
  }
}
