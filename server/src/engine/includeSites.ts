/** Adds the place where a class includes a module to problems with what the module assumes of the class. */
import type { Problem, RelatedPlace } from '../base/problem';
import { ancestors } from '../program/ancestors';
import { findInheritedAnnotations, type InheritedAnnotation } from '../program/inheritedAnnotations';
import type { MethodInfo, MixinSite, Program } from '../program/program';

const BROKEN_GUARANTEE = 'LP4012';
const VERBS: Readonly<Record<MixinSite['how'], string>> = {
  include: 'includes',
  extend: 'extends itself by',
  prepend: 'prepends',
};

export function withIncludeSites(
  program: Program,
  method: MethodInfo,
  problems: readonly Problem[],
): readonly Problem[] {
  if (!problems.some(each => each.code === BROKEN_GUARANTEE)) return problems;
  const inherited = findInheritedAnnotations(program, method).filter(
    annotation => annotation.kind === 'mixin-guarantee',
  );
  return problems.map(problem => {
    if (problem.code !== BROKEN_GUARANTEE) return problem;
    const own = inherited.filter(annotation => isClauseOf(problem, annotation));
    const sites = (own.length > 0 ? own : inherited).flatMap(({ from }) => sitesOf(program, method.owner, from.owner));
    return { ...problem, related: [...(problem.related ?? []), ...sites] };
  });
}

/** The broken clause belongs to the inherited annotation. */
function isClauseOf({ related = [] }: Problem, { from }: InheritedAnnotation): boolean {
  return (from.signature?.arms ?? []).some(arm => related.some(each => each.place.anchor === arm.place?.anchor));
}

function sitesOf(program: Program, owner: string, module: string): readonly RelatedPlace[] {
  return [...new Set([owner, ...ancestors(program, owner)])].flatMap(name =>
    (program.classes.get(name)?.mixins ?? []).flatMap(site =>
      site.module === module && site.place !== null
        ? [{ place: site.place, note: `${name} ${VERBS[site.how]} ${module} here` }]
        : [],
    ),
  );
}
