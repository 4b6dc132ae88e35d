/**
 * Symbolic evaluation of RIL: expression and state in, value and state out; returns, raises and jumps go to the sinks.
 * One rule per kind of node, each in the file of its family. This file only dispatches.
 */

import { unreachable } from '../../base/result';
import { and, not } from '../../logic/build';
import { BOOL_SORT } from '../../logic/sorts';
import { type Construct, showConstruct } from '../../problems/constructs';
import { bindsSelf } from '../../program/sorbet';
import type { Expr } from '../../ril/ril';
import { havocHeap } from '../fields/havoc';
import { forgetLastMatch } from '../fields/lastMatch';
import { assignLocal, evaluateVariable } from '../fields/variables';
import { evaluateHash } from '../heap/hashLiterals';
import { noteFactsAt } from '../obligations/knownFacts';
import type { Ctx, Out } from '../state/context';
import { freshSymbol, makeUnmodelled, noteStep, placeOf, taintFor } from '../state/context';
import { isDead, type State, withPath } from '../state/state';
import { TooLarge } from '../state/tooLarge';
import { NIL_VAL } from '../state/value';
import { evaluateArray, evaluateInterpolate, evaluateRange } from './aggregates';
import { evaluateAssign } from './assign';
import { evaluateCall, evaluateSuper, evaluateYield } from './calls';
import { evaluateAnd, evaluateIf, evaluateOr } from './conditionals';
import { evaluateConstant } from './constants';
import { evaluateDefined } from './definedCheck';
import { evaluateEnsure, evaluateRescue } from './exceptions';
import { evaluateJump } from './jumps';
import { evaluateLiteral } from './literals';
import { evaluateWhile } from './loops';
import { evaluateMultiAssign } from './multiAssign';
import { evaluateMatch } from './patterns';

/** A limit on runaway inlining: far above what a method of normal size needs. */
const MOST_STEPS = 3_000;

export function evaluate(ctx: Ctx, expr: Expr, state: State): Out {
  const { edges } = ctx.run.hypotheses;
  const before = edges.length;
  const mark = ctx.run.trail.mark();
  const out = evaluateKind(ctx, expr, state);
  if (edges.length === before) return out;
  const found = edges.all.slice(before);
  ctx.run.trail.undo(mark, [edges]);
  return { value: out.value, state: withPath(out.state, and(out.state.path, ...found)) };
}

function evaluateKind(ctx: Ctx, expr: Expr, state: State): Out {
  if (isDead(state)) return { value: NIL_VAL, state };
  if (++ctx.run.fuel.steps.value > MOST_STEPS) throw new TooLarge();
  if (ctx.run.input.lookAt !== undefined) noteFactsAt(ctx, expr, state, ctx.run.input.lookAt);
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
      return evaluateSeq(ctx, expr.body, state);
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
      return havocUnknownEffect(ctx, { kind: 'nested-definition' }, expr, state);
    case 'opaque':
      return havocUnknownEffect(ctx, { kind: 'opaque', code: expr.code }, expr, state, expr.assigns);
    default:
      return unreachable(expr);
  }
}

function evaluateSeq(ctx: Ctx, body: readonly Expr[], state: State): Out {
  let out: Out = { value: NIL_VAL, state };
  let here = ctx;
  for (const each of body) {
    out = evaluate(here, each, out.state);
    if (bindsSelf(ctx.run.input.program, each)) here = { ...here, frame: { ...here.frame, self: out.value } };
  }
  return out;
}

/** Not modelled, and it may have any effect: havocs the heap and the locals that it may assign. */
function havocUnknownEffect(
  ctx: Ctx,
  construct: Construct,
  expr: Expr,
  state: State,
  assigns: readonly string[] = [],
): Out {
  const taint = taintFor(ctx, construct, expr);
  noteStep(ctx, { operation: 'not-modelled', text: showConstruct(construct) });
  const left = havocHeap(ctx, { ...state, fresh: [], apart: [] }, { taint });
  let next = forgetLastMatch(ctx, ctx.frame, left);
  for (const name of assigns) next = assignLocal(ctx, next, name, makeUnmodelled(ctx, construct, expr));
  return { value: makeUnmodelled(ctx, construct, expr), state: taintAllExits(ctx, taint, next, expr) };
}

/** It may also have left the method: the code after it, and every result, depends on it. */
function taintAllExits(ctx: Ctx, taint: number, state: State, expr: Expr): State {
  const stays = freshSymbol(ctx.run, 'stays', BOOL_SORT);
  if (stays.kind === 'symbol') ctx.run.results.taints.set(stays.name, taint);
  ctx.sinks.returns.push({
    value: makeUnmodelled(ctx, ctx.run.results.notModelled.all[taint]!.construct, expr),
    state: withPath(state, and(state.path, not(stays))),
    place: placeOf(ctx, expr),
    exception: null,
  });
  return withPath(state, and(state.path, stays));
}
