/** Binds arguments to the locals of an inlined body. */
import type { Param } from '../../../ril/ril';
import { nameAnonymousParams } from '../../analysis/anonymousParams';
import { assignLocal } from '../../fields/variables';
import { arrayTypeFor, copyOf, makeArray } from '../../heap/arrays';
import { keywordsAsHash } from '../../heap/hashLiterals';
import { type Args, soleSplat } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { State } from '../../state/state';
import { type Closure, NIL_VAL, type Val } from '../../state/value';
import { acceptsKeywords, assignPositional, fillsRest, restArguments, unmatchedKeywords } from './matchParameters';

/**
 * Binds arguments to the locals of an inlined body; evaluates defaults in it, in order. Null: they cannot be matched.
 */
export function bindToParams(ctx: Ctx, state: State, declared: readonly Param[], args: Args): State | null {
  const params = nameAnonymousParams(declared);
  const spread = soleSplat(args);
  const kinds = params.map(param => param.kind);
  if (args.irregular && !(spread && fillsRest(kinds, args, spread))) return null;
  if (!acceptsKeywords(params, args)) return null;
  const assigned = assignPositional(kinds, args.positional.length);
  if (!assigned) return null;
  let next = state;
  for (const [index, param] of params.entries()) {
    const position = assigned[index] ?? null;
    if (param.kind === 'rest') {
      const rest = restArguments(kinds, args.positional);
      const made = spread ? copyOf(ctx, next, spread.array) : makeArray(ctx, next, rest, arrayTypeFor(rest), param);
      next = param.name ? assignLocal(ctx, made.state, param.name, made.value) : made.state;
      continue;
    }
    if (param.kind === 'keyRest') {
      const made = keywordsAsHash(ctx, { ...args, keywords: unmatchedKeywords(params, args) }, next);
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

/** Too few or too many arguments, a missing or unknown keyword: Ruby raises. Only for arguments listed individually. */
export function hasArityError(declared: readonly Param[], args: Args): boolean {
  const params = nameAnonymousParams(declared);
  if (args.irregular !== null) return false;
  if (params.some(({ kind, name }) => kind === 'key' && !args.keywords.has(name ?? ''))) return true;
  const kinds = params.map(({ kind }) => kind);
  if (kinds.some(kind => kind === 'key' || kind === 'optionalKey') && !acceptsKeywords(params, args)) return true;
  return acceptsKeywords(params, args) && assignPositional(kinds, args.positional.length) === null;
}

/** A named block may outlive the call that its `break` would end: the target of the `break` is then unknown. */
function withoutBreaks({ breaks: _, ...closure }: Closure): Closure {
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
      return put({ value: args.block ? { kind: 'proc', closure: withoutBreaks(args.block) } : NIL_VAL, state });
    case 'noKey':
      return state;
    default:
      return null;
  }
}
