/**
 * A parameter and the name that its annotation gives to it, if both are the same: `type '(Integer x) -> …'` above
 * `def m(x)`. They are edited together. Other names are independent: the position decides which argument is meant.
 */
import { anchorPath, type Span, shift } from '../../base/span';
import { locate, type MethodSnapshot, type Snapshot } from '../../engine/snapshot';
import type { ParamType } from '../../types/type';
import { type Binder, bindersAround } from '../binders';
import { type LocalVariable, localsIn } from '../locals';

export interface LinkedParameter {
  readonly path: string;
  readonly name: string;
  /** Spans of the file. */
  readonly parameter: readonly LocalVariable['uses'][number][];
  readonly binders: readonly Binder[];
  /** Why it cannot be renamed; null: it can. */
  readonly fixed: string | null;
  readonly taken: ReadonlySet<string>;
}

/** The parameter at the offset, in the definition or in an annotation; null: none that is linked. */
export function linkedParameterAt(snapshot: Snapshot, path: string, offset: number): LinkedParameter | null {
  const isAt = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  for (const method of snapshot.files.get(path)?.methods ?? [])
    for (const linked of linkedParameters(snapshot, method, path)) {
      const { parameter, binders } = linked;
      const inAnnotation = binders.some(({ declared, uses }) => isAt(declared) || uses.some(isAt));
      if (inAnnotation || parameter.some(({ span }) => isAt(span))) return linked;
    }
  return null;
}

function linkedParameters(snapshot: Snapshot, { info }: MethodSnapshot, path: string): readonly LinkedParameter[] {
  const { definition, signature } = info;
  const at = definition === null ? undefined : snapshot.anchorAt(definition.anchor);
  if (definition === null || signature === null || at === undefined) return [];
  const locals = localsIn(definition);
  return definition.params.flatMap(({ name, span }, index): readonly LinkedParameter[] => {
    const local = locals.find(each => each.name === name && each.uses.some(use => contains(span, use.span)));
    const arms = signature.arms.filter(({ type }) => isNamed(type.params[index], name));
    const binders = arms.flatMap(({ place }) => bindersAt(snapshot, path, place, name));
    if (name === null || local === undefined || binders.length === 0) return [];
    const parameter = local.uses.map(use => ({ ...use, span: shift(use.span, at) }));
    const taken = new Set([...locals.map(each => each.name), ...binders.flatMap(({ others }) => [...others])]);
    taken.delete(name);
    return [{ path, name, parameter, binders, fixed: local.fixed, taken }];
  });
}

function isNamed(param: ParamType | undefined, name: string | null): boolean {
  return param !== undefined && param.name === name;
}

type Arm = NonNullable<MethodSnapshot['info']['signature']>['arms'][number];

function bindersAt(snapshot: Snapshot, path: string, place: Arm['place'], name: string | null): readonly Binder[] {
  const file = snapshot.files.get(path);
  const location = place === null || anchorPath(place.anchor) !== path ? null : locate(snapshot, place);
  if (location === null || file === undefined) return [];
  return bindersAround(snapshot, file, location.span.start)
    .filter(binder => binder.name === name)
    .slice(0, 1);
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
