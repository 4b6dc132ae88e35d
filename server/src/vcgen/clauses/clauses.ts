/**
 * Refinements as formulas. A clause is evaluated like code, but in spec mode: it must not write, its callees are pure or
 * inlined, and a partial operation (a nil receiver, a division by zero) makes the clause false instead of an obligation.
 */
import { and } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { MethodInfo, Nesting } from '../../program/program';
import type { StatedClause } from '../../proof/obligation';
import type { Expr } from '../../ril/ril';
import type { Clause, Refinement, Type } from '../../types/type';
import type { Ctx, Outcome } from '../state/context';
import type { Frame } from '../state/frame';
import { KeyMap } from '../state/keyedMap';
import { localKey } from '../state/localKey';
import type { State } from '../state/state';
import type { TrailList } from '../state/trail';
import { isTruthy, type Val } from '../state/value';

export interface ClauseFormula {
  readonly formula: Formula;
  readonly clause: StatedClause;
}

/** The binders of a clause, and the two states that it may refer to. */
export interface ClauseScope {
  readonly binders: ReadonlyMap<string, Val>;
  readonly self: Val;
  readonly owner: MethodInfo;
  readonly nesting: Nesting;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: Frame['calls'];
  readonly old: State | null;
  /** Absent: the clause does not concern a result. */
  readonly outcome?: Outcome;
}

export const NO_TYPES: ReadonlyMap<Expr, Type> = new Map();
export const NO_CALLS: Frame['calls'] = new Map();

export function translateRefinement(
  ctx: Ctx,
  state: State,
  refinement: Refinement,
  scope: ClauseScope,
): ClauseFormula[] {
  return refinement.clauses.map(clause => ({
    formula: clauseFormula(ctx, state, clause, scope),
    clause: { text: clause.text, place: clause.place, ...(clause.message && { message: clause.message }) },
  }));
}

function clauseFormula(ctx: Ctx, state: State, clause: Clause, scope: ClauseScope): Formula {
  const { run } = ctx;
  run.names.counter++;
  const id = run.names.counter;
  const wellDefined: TrailList<Formula> = run.trail.list();
  const frame: Frame = {
    id,
    method: scope.owner,
    anchor: clause.place.anchor,
    nesting: scope.nesting,
    self: scope.self,
    types: scope.types,
    calls: scope.calls,
    block: null,
    stack: ctx.frame.stack,
    callSite: ctx.frame.callSite,
    params: [],
    returns: run.trail.list(),
  };
  const inner: Ctx = {
    run,
    mode: ctx.mode,
    frame,
    sinks: {
      returns: run.trail.list(),
      raises: run.trail.list(),
      breaks: null,
      nexts: null,
      observed: false,
      caught: [],
    },
    scope: [id],
    spec: {
      wellDefined,
      old: scope.old && bind(scope.old, id, scope.binders),
      ...(scope.outcome && { outcome: { ...scope.outcome, frame: id } }),
    },
  };
  const out = run.rules.evaluate(inner, clause.expr, bind(state, id, scope.binders));
  return and(...wellDefined, isTruthy(out.value));
}

function bind(state: State, frame: number, binders: ReadonlyMap<string, Val>): State {
  const locals = new KeyMap(state.locals);
  for (const [name, val] of binders) locals.set(localKey(frame, name), val);
  return { ...state, locals };
}
