/**
 * Sorbet's assertions, which sorbet-runtime checks when they run: a value flows into the type of `T.let`; `T.must` raises
 * for nil, `T.absurd` always. `T.cast` and `T.bind` are trusted, like RDL's casts.
 */
import { and, FALSE, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { isSorbetModule } from '../../program/sorbet';
import type { Call } from '../../ril/ril';
import { flowInto } from '../obligations/flowInto';
import { type Ctx, type Out, placeOf } from '../state/context';
import { type State, withPath } from '../state/state';
import { resolveTypeFor, valueFromTerm } from '../state/typeGuards';
import { isNil, NIL_VAL, typeOf } from '../state/value';
import { withCastType } from './casts';

/** Null: not one of these. */
export function evaluateSorbetForm(ctx: Ctx, call: Call, state: State): Out | null {
  const { program } = ctx.run.input;
  const [first] = call.args;
  const target = ctx.frame.calls.get(call);
  if (!isSorbetModule(program, call.receiver) || first?.type !== 'positional') return null;
  if (!target || target.dynamic || target.candidates.length > 0) return null;
  const out = ctx.run.rules.evaluate(ctx, first.value, state);
  const type = ctx.frame.types.get(call);
  const place = placeOf(ctx, call);
  switch (call.method) {
    case 'let':
    case 'assert_type!': {
      if (!type) return out;
      const wanted = resolveTypeFor(program, type, typeOf(ctx.frame.self));
      return {
        value: flowInto(ctx, out.state, { value: out.value, type: wanted, place, subject: { kind: 'value' } }),
        state: out.state,
      };
    }
    case 'cast':
    case 'bind': {
      if (!type) return out;
      const wanted = resolveTypeFor(program, type, typeOf(ctx.frame.self));
      return { value: withCastType(ctx, call, out, ctx.frame.types.get(first.value), wanted), state: out.state };
    }
    case 'must':
    case 'must_because': {
      const isMissing = isNil(out.value);
      const next = raiseTypeError(ctx, call, out.state, isMissing);
      const wanted = type && resolveTypeFor(program, type, typeOf(ctx.frame.self));
      const value = out.value.kind === 'boxed' && wanted ? valueFromTerm(out.value.term, wanted) : out.value;
      return { value, state: next };
    }
    case 'absurd':
      return { value: NIL_VAL, state: raiseTypeError(ctx, call, out.state, TRUE) };
    default:
      return out;
  }
}

/** The error is intended, as with `raise`: an exceptional exit where the condition holds. */
function raiseTypeError(ctx: Ctx, call: Call, state: State, when: Formula): State {
  if (when === FALSE) return state;
  const failed = withPath(state, and(state.path, when));
  ctx.sinks.raises.push({ value: NIL_VAL, state: failed, place: placeOf(ctx, call), exception: 'TypeError' });
  return withPath(state, and(state.path, not(when)));
}
