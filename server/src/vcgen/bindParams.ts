/** Arguments as the locals of an inlined body. */
import type { Param } from '../ril/ril';
import { type Args, onlySpread } from './arguments';
import { arrayTypeFor, copyOf, makeArray } from './arrays';
import type { Ctx, Out } from './context';
import { keywordsAsHash } from './hashLiterals';
import { namedParams } from './hiddenParams';
import { assignPositional, fillsRest, otherKeywords, restOf, takesKeywords } from './positions';
import type { State } from './state';
import { type Closure, NIL_VAL, type Val } from './value';
import { assignLocal } from './variables';

/** Arguments as the locals of an inlined body; defaults are evaluated in it, in order. Null: not one by one. */
export function bindToParams(ctx: Ctx, state: State, declared: readonly Param[], args: Args): State | null {
  const params = namedParams(declared);
  const spread = onlySpread(args);
  const kinds = params.map(param => param.kind);
  if (args.irregular && !(spread && fillsRest(kinds, args, spread))) return null;
  if (!takesKeywords(params, args)) return null;
  const assigned = assignPositional(kinds, args.positional.length);
  if (!assigned) return null;
  let next = state;
  for (const [index, param] of params.entries()) {
    const position = assigned[index] ?? null;
    if (param.kind === 'rest') {
      const rest = restOf(kinds, args.positional);
      const made = spread ? copyOf(ctx, next, spread.array) : makeArray(ctx, next, rest, arrayTypeFor(rest), param);
      next = param.name ? assignLocal(ctx, made.state, param.name, made.value) : made.state;
      continue;
    }
    if (param.kind === 'keyRest') {
      const made = keywordsAsHash(ctx, { ...args, keywords: otherKeywords(params, args) }, next);
      if (!made) return null;
      next = param.name ? assignLocal(ctx, made.state, param.name, made.value) : made.state;
      continue;
    }
    const bound = bindOne(ctx, next, param, position === null ? null : args.positional[position]!, args);
    if (bound === null) return null;
    next = bound;
  }
  return next;
}

/** Too few or too many, a keyword that is missing or that nobody knows: Ruby raises. Of arguments that are listed one by one only. */
export function misfit(declared: readonly Param[], args: Args): boolean {
  const params = namedParams(declared);
  if (args.irregular !== null) return false;
  if (params.some(({ kind, name }) => kind === 'key' && !args.keywords.has(name ?? ''))) return true;
  const kinds = params.map(({ kind }) => kind);
  if (kinds.some(kind => kind === 'key' || kind === 'optionalKey') && !takesKeywords(params, args)) return true;
  return takesKeywords(params, args) && assignPositional(kinds, args.positional.length) === null;
}

/** A block with a name may outlive the call that a `break` in it would end: where that leads is then not known. */
function kept({ breaks: _, ...closure }: Closure): Closure {
  return closure;
}

function bindOne(ctx: Ctx, state: State, param: Param, given: Val | null, args: Args): State | null {
  const put = (out: Out): State => (param.name ? assignLocal(ctx, out.state, param.name, out.value) : out.state);
  const orDefault = (val: Val | null | undefined): Out =>
    val
      ? { value: val, state }
      : param.default
        ? ctx.run.rules.evaluate(ctx, param.default, state)
        : { value: NIL_VAL, state };
  switch (param.kind) {
    case 'required':
    case 'post':
      return param.destructure || given === null ? null : put({ value: given, state });
    case 'optional':
      return put(orDefault(given));
    case 'key': {
      const value = args.keywords.get(param.name ?? '');
      return value ? put({ value, state }) : null;
    }
    case 'optionalKey':
      return put(orDefault(args.keywords.get(param.name ?? '')));
    case 'block':
      return put({ value: args.block ? { kind: 'proc', closure: kept(args.block) } : NIL_VAL, state });
    case 'noKey':
      return state;
    default:
      return null;
  }
}
