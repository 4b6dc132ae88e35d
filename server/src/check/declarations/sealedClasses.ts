/** Classes that inherit from or include what Sorbet's `final!` or `sealed!` closes. */
import type { Problem } from '../../base/problem';
import { anchorPath } from '../../base/span';
import type { ClassInfo, Program } from '../../program/program';

export function findSealedAncestors(info: ClassInfo, program: Program): readonly Problem[] {
  const [place] = info.places;
  if (info.origin !== 'workspace' || place === undefined) return [];
  const parents = [
    ...(info.superclass === null ? [] : [{ name: info.superclass, place }]),
    ...info.mixins.map(site => ({ name: site.module, place: site.place ?? place })),
  ];
  return parents.flatMap(({ name, place: at }): Problem[] => {
    const above = program.classes.get(name);
    const how = above?.restrictions?.find(
      one => one === 'final' || (one === 'sealed' && isElsewhere(above, anchorPath(at.anchor))),
    );
    return how === undefined ? [] : [{ code: 'LP3046', place: at, args: { above: name, how } }];
  });
}

function isElsewhere({ places }: ClassInfo, path: string): boolean {
  return places.every(place => anchorPath(place.anchor) !== path);
}
