/**
 * Reading RIL symbolically: expression and state in, value and state out; returns, raises and jumps go to the sinks.
 * One rule per kind of node, each in the file of its family. Purely a dispatcher.
 */
import { unreachable } from '../base/result';
import { and, not } from '../logic/build';
import { BOOL_SORT } from '../logic/sorts';
import type { Expr } from '../ril/ril';
import { evaluateArray, evaluateInterpolate, evaluateRange } from './aggregates';
import { evaluateAssign } from './assign';
import { evaluateAnd, evaluateIf, evaluateOr } from './branch';
import { evaluateCall, evaluateSuper, evaluateYield } from './calls';
import { evaluateConstant } from './constants';
import type { Ctx, Out } from './context';
import { fresh, note, notModelled, placeOf, taintFor } from './context';
import { evaluateDefined } from './definedness';
import { evaluateEnsure, evaluateRescue } from './exceptions';
import { evaluateHash } from './hashLiterals';
import { havoc } from './havoc';
import { evaluateJump } from './jumps';
import { evaluateLiteral } from './literals';
import { evaluateWhile } from './loops';
import { evaluateMultiAssign } from './multiAssign';
import { evaluateMatch } from './patterns';
import { isDead, type State, withPath } from './state';
import { TooLarge } from './tooLarge';
import { NIL_VAL } from './value';
import { assignLocal, evaluateVariable } from './variables';

/** A guard against runaway inlining: far above what a method of normal size needs. */
const MOST_STEPS = 3_000;

export function evaluate(ctx: Ctx, expr: Expr, state: State): Out {
  const { edges } = ctx.run;
  const before = edges.length;
  const out = evaluateKind(ctx, expr, state);
  if (edges.length === before) return out;
  return { value: out.value, state: withPath(out.state, and(out.state.path, ...edges.splice(before))) };
}

function evaluateKind(ctx: Ctx, expr: Expr, state: State): Out {
  if (isDead(state)) return { value: NIL_VAL, state };
  if (++ctx.run.steps > MOST_STEPS) throw new TooLarge();
  switch (expr.kind) {
    case 'lit':
      return evaluateLiteral(ctx, expr, state);
    // T-Self
    case 'self':
      return { value: ctx.frame.self, state };
    case 'var':
      return evaluateVariable(ctx, expr, state);
    case 'const':
      return evaluateConstant(ctx, expr, state);
    case 'assign':
      return evaluateAssign(ctx, expr, state);
    case 'multiAssign':
      return evaluateMultiAssign(ctx, expr, state);
    case 'call':
      return evaluateCall(ctx, expr, state);
    case 'super':
      return evaluateSuper(ctx, expr, state);
    case 'yield':
      return evaluateYield(ctx, expr, state);
    case 'if':
      return evaluateIf(ctx, expr, state);
    case 'and':
      return evaluateAnd(ctx, expr, state);
    case 'or':
      return evaluateOr(ctx, expr, state);
    // T-Seq
    case 'seq':
      return expr.body.reduce<Out>((out, each) => evaluate(ctx, each, out.state), { value: NIL_VAL, state });
    case 'while':
      return evaluateWhile(ctx, expr, state);
    case 'jump':
      return evaluateJump(ctx, expr, state);
    case 'rescue':
      return evaluateRescue(ctx, expr, state);
    case 'ensure':
      return evaluateEnsure(ctx, expr, state);
    case 'array':
      return evaluateArray(ctx, expr, state);
    case 'hash':
      return evaluateHash(ctx, expr, state);
    case 'range':
      return evaluateRange(ctx, expr, state);
    case 'interpolate':
      return evaluateInterpolate(ctx, expr, state);
    case 'lambda':
      return {
        value: { kind: 'proc', closure: { block: expr.block, frame: ctx.frame, scope: ctx.scope, lambda: true } },
        state,
      };
    case 'defined':
      return evaluateDefined(ctx, expr, state);
    case 'match':
      return evaluateMatch(ctx, expr, state);
    case 'define':
      return unknownEffect(ctx, 'a definition inside of a method', expr, state);
    case 'opaque':
      return unknownEffect(ctx, expr.construct, expr, state, expr.assigns);
    default:
      return unreachable(expr);
  }
}

/** Not modelled, and it may have done anything: the heap and the locals it may assign are unknown from here on. */
export function unknownEffect(
  ctx: Ctx,
  construct: string,
  expr: Expr,
  state: State,
  assigns: readonly string[] = [],
): Out {
  const taint = taintFor(ctx, construct, expr);
  note(ctx, { operation: 'not-modelled', text: construct });
  let next = havoc(ctx, { ...state, fresh: [], apart: [] }, { taint });
  for (const name of assigns) next = assignLocal(ctx, next, name, notModelled(ctx, construct, expr));
  return { value: notModelled(ctx, construct, expr), state: whereverItWent(ctx, taint, next, expr) };
}

/** It may have left the method as well: what follows, and every result, depends on it. */
function whereverItWent(ctx: Ctx, taint: number, state: State, expr: Expr): State {
  const stays = fresh(ctx.run, 'stays', BOOL_SORT);
  if (stays.kind === 'symbol') ctx.run.taints.set(stays.name, taint);
  ctx.sinks.returns.push({
    value: notModelled(ctx, ctx.run.notModelled[taint]!.construct, expr),
    state: withPath(state, and(state.path, not(stays))),
    place: placeOf(ctx, expr),
    exception: null,
  });
  return withPath(state, and(state.path, stays));
}
