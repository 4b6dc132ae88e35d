/** Subclasses and includers by name. */
import { LayeredMap } from './layeredMap';
import type { ClassInfo, Program } from './program';

/** For Program.descendants, from all classes. */
export function directDescendants(classes: Iterable<ClassInfo>): Map<string, readonly string[]> {
  const result = new Map<string, Set<string>>();
  const add = (above: string, below: string) => {
    const known = result.get(above);
    if (known) known.add(below);
    else result.set(above, new Set([below]));
  };
  for (const info of classes) {
    if (info.superclass !== null) add(info.superclass, info.name);
    for (const mixin of info.mixins) if (mixin.how !== 'extend') add(mixin.module, info.name);
  }
  return new Map([...result].map(([above, below]) => [above, [...below]]));
}

/** The descendants when some classes are added to a library: entries of the library come first. */
export function addedDescendants(classes: Iterable<ClassInfo>, library: Program): Program['descendants'] {
  const merged = new Map<string, readonly string[]>();
  for (const [name, below] of directDescendants(classes)) {
    merged.set(name, [...new Set([...(library.descendants.get(name) ?? []), ...below])]);
  }
  return new LayeredMap(merged, library.descendants);
}
