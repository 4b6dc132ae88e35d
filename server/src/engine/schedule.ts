/** What comes first: the method being edited, then what is on screen, then its file, open files, and the rest in a fixed order. */
import { anchorPath, contains, type Span, shift } from '../base/span';
import type { MethodInfo } from '../program/program';

export interface Focus {
  readonly path: string;
  /** Where it was edited. */
  readonly offsets: readonly number[];
  /** What of it is on screen, as far as the editor has said. */
  readonly visible: Span | null;
}

export function filesInOrder(
  paths: readonly string[],
  focus: Focus | null,
  isOpen: (path: string) => boolean,
): readonly string[] {
  const rank = (path: string): number => (path === focus?.path ? 0 : isOpen(path) ? 1 : 2);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}

export function methodsInOrder(
  methods: readonly MethodInfo[],
  focus: Focus | null,
  anchorAt: (anchor: string) => number | undefined,
): readonly MethodInfo[] {
  const rank = (method: MethodInfo): number => {
    const definition = method.definition;
    if (!definition || !focus || anchorPath(definition.anchor) !== focus.path) return 3;
    const whole = shift(definition.span, anchorAt(definition.anchor) ?? definition.at);
    if (focus.offsets.some(offset => contains(whole, offset))) return 0;
    const { visible } = focus;
    return visible && whole.start < visible.end && visible.start < whole.end ? 1 : 2;
  };
  return methods
    .map((method, i) => ({ method, rank: rank(method), i }))
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map(each => each.method);
}
