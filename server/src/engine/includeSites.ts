/** Where a class took on what a module assumes of it: shown beside what breaks that. */
import type { Problem, RelatedPlace } from '../base/problem';
import { ancestors } from '../program/ancestors';
import { type Debt, debtsOf } from '../program/debts';
import type { MethodInfo, MixinSite, Program } from '../program/program';

const BROKEN_GUARANTEE = 'LP4012';
const WORDS: Readonly<Record<MixinSite['how'], string>> = {
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
  const debts = debtsOf(program, method).filter(debt => debt.kind === 'mixin-guarantee');
  return problems.map(problem => {
    if (problem.code !== BROKEN_GUARANTEE) return problem;
    const own = debts.filter(debt => isDemandedBy(problem, debt));
    const sites = (own.length > 0 ? own : debts).flatMap(({ from }) => sitesOf(program, method.owner, from.owner));
    return { ...problem, related: [...(problem.related ?? []), ...sites] };
  });
}

/** The clause that is broken stands in the annotation that is owed. */
function isDemandedBy({ related = [] }: Problem, { from }: Debt): boolean {
  return (from.signature?.arms ?? []).some(arm => related.some(each => each.place.anchor === arm.place?.anchor));
}

function sitesOf(program: Program, owner: string, module: string): readonly RelatedPlace[] {
  return [...new Set([owner, ...ancestors(program, owner)])].flatMap(name =>
    (program.classes.get(name)?.mixins ?? []).flatMap(site =>
      site.module === module && site.place !== null
        ? [{ place: site.place, note: `${name} ${WORDS[site.how]} ${module} here` }]
        : [],
    ),
  );
}
