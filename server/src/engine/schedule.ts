/**
 * The order of verification: the method being edited, then what is on screen, then its file, open files, and the rest
 * in a fixed order.
 */
import { anchorPath, contains, type Span, shift } from '../base/span';
import type { MethodInfo } from '../program/program';

export interface Focus {
  readonly path: string;
  /** The offsets of edits. */
  readonly offsets: readonly number[];
  /** The visible range, if the editor has reported it. */
  readonly visible: Span | null;
}

/** What the user is looking at. */
export class Attention {
  private now: Focus | null = null;

  get focus(): Focus | null {
    return this.now;
  }

  edited(path: string, offsets: readonly number[]): void {
    this.now = { path, offsets, visible: this.now?.path === path ? this.now.visible : null };
  }

  /** Sets the visible range of a file; the file that was edited last keeps its priority. */
  seen(path: string, visible: Span): void {
    if (this.now === null || this.now.path === path) this.now = { path, offsets: this.now?.offsets ?? [], visible };
  }
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
