/**
 * Annotations that were read from the lines a hook made -> the same, standing at the call that made them: every place
 * and every span in them is the call's, so that whatever is said about them is said there.
 */
import type { Problem } from '../base/problem';
import type { Place } from '../base/span';
import type { Annotation } from '../types/annotation';

/** `origin`: the call, as it is shown: `belongs_to :folder`. */
export function relocate(annotation: Annotation, call: Place, origin: string, builtIn: boolean): Annotation {
  const moved = movedTo(annotation, call) as Annotation;
  return moved.kind === 'method' ? { ...moved, origin, ...(builtIn && { builtIn }) } : moved;
}

export function relocateProblem(problem: Problem, call: Place): Problem {
  const { related: _, ...rest } = problem;
  return { ...rest, place: call };
}

function movedTo(node: unknown, call: Place): unknown {
  if (Array.isArray(node)) return node.map(each => movedTo(each, call));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, moved(key, value, call)]));
}

function moved(key: string, value: unknown, call: Place): unknown {
  if (key === 'anchor') return call.anchor;
  if (key === 'segments') return [];
  if ((key === 'span' || key.endsWith('Span')) && value !== null) return call.span;
  return movedTo(value, call);
}
