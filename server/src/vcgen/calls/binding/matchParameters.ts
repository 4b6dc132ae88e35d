/**
 * Which argument a parameter receives: Ruby's matching by position and by keyword, for signatures and definitions
 * alike.
 */

import type { Args, Splat } from '../../state/call';
import type { Val } from '../../state/value';

export interface Named {
  readonly kind: string;
  readonly name: string | null;
}

/** Keywords without a parameter of their name: `**` takes them. */
export function unmatchedKeywords(params: readonly Named[], args: Args): ReadonlyMap<string, Val> {
  const names = new Set(
    params.filter(param => param.kind === 'key' || param.kind === 'optionalKey').map(param => param.name),
  );
  return new Map([...args.keywords].filter(([name]) => !names.has(name)));
}

/** Every keyword argument has a parameter of its name, or `**` takes it; else Ruby would pass them as a hash. */
export function acceptsKeywords(params: readonly Named[], args: Args): boolean {
  return params.some(param => param.kind === 'keyRest') || unmatchedKeywords(params, args).size === 0;
}

/**
 * Ruby's matching of positional arguments: required ones first, then posts from the end, then optional ones, then a
 * rest parameter (which is not bound here). Null: wrong number (the checker reports it).
 */
export function assignPositional(kinds: readonly string[], count: number): readonly (number | null)[] | null {
  const before = kinds.filter(kind => kind === 'required').length;
  const after = kinds.filter(kind => kind === 'post').length;
  const optional = kinds.filter(kind => kind === 'optional').length;
  const extra = count - before - after;
  const remaining = Math.max(0, extra - optional);
  if (extra < 0 || (remaining > 0 && !kinds.includes('rest'))) return null;
  let next = 0;
  let spare = extra;
  return kinds.map(kind => {
    if (kind === 'rest') next += remaining;
    if (kind === 'required' || kind === 'post') return next++;
    if (kind === 'optional' && spare > 0) {
      spare--;
      return next++;
    }
    return null;
  });
}

/** The arguments of a rest parameter: those that no other parameter takes. */
export function restArguments(kinds: readonly string[], values: readonly Val[]): readonly Val[] {
  const taken = kinds.filter(kind => kind === 'required' || kind === 'post' || kind === 'optional').length;
  const from = kinds.filter(kind => kind === 'required' || kind === 'optional').length;
  return values.slice(from, from + Math.max(0, values.length - taken));
}

/** Whether the splat goes to a rest parameter as a whole: every parameter before and after it has its own argument. */
export function fillsRest(kinds: readonly string[], args: Args, spread: Splat): boolean {
  const before = kinds.filter(kind => kind === 'required' || kind === 'optional').length;
  const after = kinds.filter(kind => kind === 'post').length;
  return kinds.includes('rest') && spread.after === before && args.positional.length === before + after;
}
