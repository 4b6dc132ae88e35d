/** The initial context of a resolution. */
import type { AnchorId } from '../base/span';
import type { Program } from '../program/program';
import type { RilFile } from '../ril/declarations';
import type { Annotation, UseAnnotation } from '../types/annotation';
import type { ResolveContext } from './draft';
import { nameClasses } from './nameClasses';

export interface ResolveInput {
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
}

/** `isKnown`: does a class of that name exist besides those that the files declare? */
export function contextFor(
  files: readonly ResolveInput[],
  library: Program,
  isKnown: (className: string) => boolean,
): ResolveContext {
  return {
    library,
    classes: new Map(),
    aliases: new Map(),
    uses: new Map(files.flatMap(usesIn)),
    globals: new Map(library.globals),
    typecheckLabels: new Set(),
    verifyLabels: new Set(),
    problems: [],
    annotations: groupByAnchor(files.flatMap(file => file.annotations)),
    names: nameClasses(
      files.map(file => file.ril.declarations),
      isKnown,
    ),
    links: [],
    attached: new Map(),
    topLevelNames: new Set(),
    elsewhere: [],
    hostExtensions: new Map(),
    includedBlocks: new Map(),
    changedConstants: new Set(),
    later: [],
    makers: {
      reading: null,
      classesOf: new Map(),
      contributed: new Map(),
      openings: new Map(),
      hosts: new Set(),
      inherited: new Set(),
    },
  };
}

/** `# @rbs use` is about the types of its file. */
function usesIn({ ril, annotations }: ResolveInput): readonly (readonly [string, UseAnnotation['uses']])[] {
  const uses = annotations.flatMap(one => (one.kind === 'use' ? one.uses : []));
  return uses.length > 0 ? [[ril.path, uses]] : [];
}

function groupByAnchor(annotations: readonly Annotation[]): ReadonlyMap<AnchorId, readonly Annotation[]> {
  const result = new Map<AnchorId, Annotation[]>();
  for (const annotation of annotations) {
    const list = result.get(annotation.anchor);
    if (list) list.push(annotation);
    else result.set(annotation.anchor, [annotation]);
  }
  return result;
}
