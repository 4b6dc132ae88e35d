/**
 * Moves annotations that were read from the lines of a hook to the call that created them: every place and span becomes
 * the call's, so that problems are reported there.
 */
import type { Problem } from '../base/problem';
import type { Place } from '../base/span';
import { mapParts } from '../ril/dataParts';
import type { Annotation } from '../types/annotation';

/** `origin`: the call as shown: `belongs_to :folder`. */
export function relocate(annotation: Annotation, call: Place, origin: string, builtIn: boolean): Annotation {
  const moved = moveTo(annotation, call) as Annotation;
  return moved.kind === 'method' ? { ...moved, origin, ...(builtIn && { builtIn }) } : moved;
}

export function relocateProblem(problem: Problem, call: Place): Problem {
  const { related: _, ...rest } = problem;
  return { ...rest, place: call };
}

function moveTo(node: unknown, call: Place): unknown {
  if (Array.isArray(node)) return node.map(each => moveTo(each, call));
  if (typeof node !== 'object' || node === null) return node;
  return mapParts(node, (part, key) => moveValue(key, part, call));
}

function moveValue(key: string, value: unknown, call: Place): unknown {
  if (key === 'anchor') return call.anchor;
  if (key === 'segments') return [];
  if ((key === 'span' || key.endsWith('Span')) && value !== null) return call.span;
  return moveTo(value, call);
}
