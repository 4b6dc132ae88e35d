/** Which argument a parameter gets: Ruby's matching by position and by keyword, for signatures and definitions alike. */
import type { Args, Spread } from './arguments';
import type { Val } from './value';

export interface Named {
  readonly kind: string;
  readonly name: string | null;
}

/** Keywords that no parameter is named for: they are what `**` gets. */
export function otherKeywords(params: readonly Named[], args: Args): ReadonlyMap<string, Val> {
  const names = new Set(
    params.filter(param => param.kind === 'key' || param.kind === 'optionalKey').map(param => param.name),
  );
  return new Map([...args.keywords].filter(([name]) => !names.has(name)));
}

/** Every keyword given has a parameter of its name, or `**` takes it; else Ruby would make a hash of them. */
export function takesKeywords(params: readonly Named[], args: Args): boolean {
  return params.some(param => param.kind === 'keyRest') || otherKeywords(params, args).size === 0;
}

/**
 * Ruby's matching of positional arguments: required ones first, then posts from the end, optional ones with what is
 * left, a rest parameter with what is left then (it is not bound here). Null: wrong number (the checker's business).
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

/** What a rest parameter gets: those between the ones that others take. */
export function restOf(kinds: readonly string[], values: readonly Val[]): readonly Val[] {
  const taken = kinds.filter(kind => kind === 'required' || kind === 'post' || kind === 'optional').length;
  const from = kinds.filter(kind => kind === 'required' || kind === 'optional').length;
  return values.slice(from, from + Math.max(0, values.length - taken));
}

/** What is spread goes to a rest parameter whole: everything before and after it has an argument of its own. */
export function fillsRest(kinds: readonly string[], args: Args, spread: Spread): boolean {
  const before = kinds.filter(kind => kind === 'required' || kind === 'optional').length;
  const after = kinds.filter(kind => kind === 'post').length;
  return kinds.includes('rest') && spread.after === before && args.positional.length === before + after;
}
