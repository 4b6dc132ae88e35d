/** Names in labels: existing exceptions, and frame owners that the type names. */
import { closest } from '../base/spelling';
import { resolveClassName } from '../program/constants';
import type { Nesting, Program } from '../program/program';
import type { MethodAnnotation } from '../types/annotation';
import type { ResolveContext } from './draft';

export function checkLabels(ctx: ResolveContext, view: Program, annotation: MethodAnnotation, nesting: Nesting): void {
  const { labels, type, place } = annotation;
  for (const name of labels.raises ?? []) {
    if (resolveClassName(view, nesting, name) !== null) continue;
    const args = { name, meant: closest(name, view.classes.keys()) ?? '' };
    ctx.problems.push({ code: 'LP2502', place, args });
  }
  const names = ['self', ...type.params.flatMap(param => [param.name, param.refinement?.binder])];
  const known = new Set(names.filter(name => name !== null && name !== undefined));
  for (const entry of [...(labels.modifies ?? []), ...(labels.protects ?? [])]) {
    // Globals and class variables have no owner here; `'@log': :contents` is the contents of a field.
    if (known.has(entry.owner) || /^(\$|@@)/.test(entry.field) || /^@[\p{L}_]/u.test(entry.owner)) continue;
    const args = { owner: entry.owner, known: [...known].map(name => `\`${name}\``).join(', ') };
    ctx.problems.push({ code: 'LP2507', place: entry.place, args });
  }
}
