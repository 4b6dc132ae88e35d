/**
 * Declared variance is sound: a covariant type parameter occurs only in output positions of public methods, a
 * contravariant one only in input positions.
 */
import type { Problem } from '../../base/problem';
import type { ClassInfo, MethodInfo, SignatureArm } from '../../program/program';
import type { Hierarchy } from '../../types/hierarchy';
import type { MethodType, Type } from '../../types/type';

type Way = 'out' | 'in' | 'both';

const TURNED: Readonly<Record<Way, Way>> = { out: 'in', in: 'out', both: 'both' };
const CALLED = { out: 'covariant', in: 'contravariant' } as const;

export function findVarianceProblems(info: ClassInfo, hierarchy: Hierarchy): readonly Problem[] {
  const limited = info.typeParams.filter(param => param.variance !== 'invariant');
  if (limited.length === 0) return [];
  return [...info.methods.values()].filter(isPublic).flatMap(method =>
    (method.signature?.arms ?? []).flatMap(arm =>
      limited.flatMap(({ name, variance }) => {
        if (variance === 'invariant') return [];
        const wrong = findOccurrences(hierarchy, arm, name).find(({ way }) => way !== variance);
        if (wrong === undefined || arm.place === null) return [];
        const place = { anchor: arm.place.anchor, span: wrong.span ?? arm.place.span };
        return [{ code: 'LP3036', place, args: { name, variance: CALLED[variance], where: wrong.where } }];
      }),
    ),
  );
}

/** Constructors are exempt: they are never called through a supertype of the instance. */
function isPublic(method: MethodInfo): boolean {
  return method.visibility !== 'private' && method.name !== 'initialize' && method.origin === 'workspace';
}

interface Found {
  readonly way: Way;
  readonly where: 'argument' | 'result';
  readonly span: MethodType['resultSpan'];
}

function findOccurrences(hierarchy: Hierarchy, { type }: SignatureArm, name: string): readonly Found[] {
  const found: Found[] = [];
  for (const param of type.params)
    for (const way of positionsInType(hierarchy, param.type, name, 'in'))
      found.push({ way, where: 'argument', span: param.span });
  if (type.block)
    for (const way of positionsInMethod(hierarchy, type.block.type, name, 'in'))
      found.push({ way, where: 'argument', span: null });
  for (const way of positionsInType(hierarchy, type.result, name, 'out'))
    found.push({ way, where: 'result', span: type.resultSpan });
  return found;
}

function positionsInMethod(hierarchy: Hierarchy, method: MethodType, name: string, way: Way): readonly Way[] {
  return [
    ...method.params.flatMap(param => positionsInType(hierarchy, param.type, name, TURNED[way])),
    ...positionsInType(hierarchy, method.result, name, way),
  ];
}

/** The positions in which the variable occurs in the type, which is itself in position `way`. */
function positionsInType(hierarchy: Hierarchy, type: Type, name: string, way: Way): readonly Way[] {
  const go = (part: Type): readonly Way[] => positionsInType(hierarchy, part, name, way);
  switch (type.kind) {
    case 'variable':
      return type.name === name ? [way] : [];
    case 'nominal': {
      const params = hierarchy.typeParams(type.name);
      return type.args.flatMap((arg, i) =>
        positionsInType(hierarchy, arg, name, composeVariance(params[i]?.variance, way)),
      );
    }
    case 'union':
    case 'intersection':
      return type.members.flatMap(go);
    case 'tuple':
      return type.elements.flatMap(go);
    case 'finiteHash':
      return [...type.entries.map(entry => entry.type), ...(type.rest ? [type.rest] : [])].flatMap(go);
    case 'nonNull':
      return go(type.type);
    case 'refined':
      return go(type.base);
    case 'proc':
      return positionsInMethod(hierarchy, type.method, name, way);
    default:
      return [];
  }
}

function composeVariance(variance: string | undefined, way: Way): Way {
  if (variance === 'out') return way;
  return variance === 'in' ? TURNED[way] : 'both';
}
