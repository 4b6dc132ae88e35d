/** Subclasses and includers by name. */
import { LayeredMap } from './layeredMap';
import type { ClassInfo, Program } from './program';

/** For Program.descendants, from all classes. */
export function directDescendants(classes: Iterable<ClassInfo>): Map<string, readonly string[]> {
  const result = new Map<string, string[]>();
  const add = (above: string, below: string) => {
    const list = result.get(above);
    if (!list) result.set(above, [below]);
    else if (!list.includes(below)) list.push(below);
  };
  for (const info of classes) {
    if (info.superclass !== null) add(info.superclass, info.name);
    for (const mixin of info.mixins) if (mixin.how !== 'extend') add(mixin.module, info.name);
  }
  return result;
}

/** The same when some classes are laid over a library: what the library knows stays, what they add comes behind. */
export function addedDescendants(classes: Iterable<ClassInfo>, library: Program): Program['descendants'] {
  const merged = new Map<string, readonly string[]>();
  for (const [name, below] of directDescendants(classes)) {
    merged.set(name, [...new Set([...(library.descendants.get(name) ?? []), ...below])]);
  }
  return new LayeredMap(merged, library.descendants);
}
