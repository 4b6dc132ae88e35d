import type { ClassInfo } from './program';

/** Subclasses and includers by name, for Program.descendants. */
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
