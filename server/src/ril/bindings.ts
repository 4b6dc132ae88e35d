/** What multiple assignments, block parameters and patterns assign. Defaults, receivers and values are not searched. */
import type { Call, Const, MultiTarget, Param, Pattern, Var } from './ril';

/** `a, (b, *c), d.e = …`: a, b, c and the call of `e`. */
export function flattenTargets(targets: readonly MultiTarget[]): readonly (Var | Const | Call)[] {
  return targets.flatMap(target => {
    if (target.type === 'list') return flattenTargets(target.items);
    return target.target === null ? [] : [target.target];
  });
}

export function localsInTargets(targets: readonly MultiTarget[]): readonly string[] {
  return flattenTargets(targets).flatMap(target => (isLocal(target) ? [target.name] : []));
}

/** `a`, `(b, c)` */
export function localsOfParam({ name, destructure }: Param): readonly string[] {
  return [...(name === null ? [] : [name]), ...localsInTargets(destructure ?? [])];
}

export function localsInPattern(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'value':
      return [];
    case 'bind':
      return [pattern.name];
    case 'capture':
      return [pattern.name, ...localsInPattern(pattern.pattern)];
    case 'alternative':
      return pattern.alternatives.flatMap(localsInPattern);
    case 'array':
      return [...[...pattern.before, ...pattern.after].flatMap(localsInPattern), ...named(pattern.rest?.name)];
    case 'find':
      return [...pattern.middle.flatMap(localsInPattern), ...named(pattern.before), ...named(pattern.after)];
    case 'hash': {
      const entries = pattern.entries.flatMap(each => (each.pattern ? localsInPattern(each.pattern) : [each.key]));
      return [...entries, ...named(pattern.rest === 'nil' ? null : pattern.rest?.name)];
    }
  }
}

/** A hash pattern at any depth. */
export function hasHashPattern(pattern: Pattern): boolean {
  switch (pattern.type) {
    case 'hash':
      return true;
    case 'capture':
      return hasHashPattern(pattern.pattern);
    case 'alternative':
      return pattern.alternatives.some(hasHashPattern);
    case 'array':
      return [...pattern.before, ...pattern.after].some(hasHashPattern);
    case 'find':
      return pattern.middle.some(hasHashPattern);
    default:
      return false;
  }
}

function isLocal(target: Var | Const | Call): target is Var {
  return target.kind === 'var' && target.scope === 'local';
}

function named(name: string | null | undefined): readonly string[] {
  return name === null || name === undefined ? [] : [name];
}
