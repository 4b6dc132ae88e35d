/**
 * Preconditions that would make a failed obligation hold: computed from the code where possible, otherwise proposed from
 * the values of the counterexample. Each is verified before it is offered.
 */
import { contains } from '../../base/span';
import { innermostReason } from '../../problems/reason';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { showValue } from '../../proof/showValue';
import type { ObligationVerdict } from '../../proof/verdict';
import type { Call, Expr } from '../../ril/ril';
import { children, walk } from '../../ril/walk';
import { isKeywordParam } from '../../types/keywordsAsHash';
import { showExpr } from '../../types/showExpr';
import { entryClauses, type MethodType } from '../../types/type';
import type { MethodSnapshot, Snapshot } from '../snapshot';
import { call, integer, local, type Names, namesIn, negate, simplifyComparison, substituteNames } from './terms';

/** Longer clauses would be correct but unreadable. */
const READABLE = 48;

/** Maps parameters of the `def` to their names in the annotation (or to themselves if it has none). */
export function bindersOf({ definition }: MethodInfo, type: MethodType): ReadonlyMap<string, string> {
  const params = (definition?.params ?? []).filter(param => param.kind !== 'block' && param.name !== null);
  const named = new Set(params.filter(param => isKeywordParam(param)).map(param => param.name!));
  const positional = type.params.filter(param => !isKeywordParam(param));
  const binders = new Map<string, string>();
  let at = 0;
  for (const { name } of params) {
    if (named.has(name!)) binders.set(name!, name!);
    else binders.set(name!, positional[at++]?.name ?? name!);
  }
  return binders;
}

export function proposePreconditions(
  snapshot: Snapshot,
  method: MethodSnapshot,
  obligation: ObligationVerdict,
  binders: ReadonlyMap<string, string>,
): readonly Expr[] {
  const { definition } = method.info;
  if (definition === null) return [];
  const names = namesIn(definition, binders);
  const exact = exactPrecondition(snapshot, method, obligation, names);
  const tidy = exact && simplifyComparison(exact);
  const short = tidy !== null && showExpr(tidy).length <= READABLE && !hasBranches(tidy);
  const fromValues = proposeFromValues(obligation, binders);
  return tidy === null ? fromValues : short ? [tidy, ...fromValues] : [...fromValues, tidy];
}

export function hasBranches(expr: Expr): boolean {
  return expr.kind === 'if' || children(expr).some(hasBranches);
}

function exactPrecondition(
  snapshot: Snapshot,
  method: MethodSnapshot,
  obligation: ObligationVerdict,
  names: Names,
): Expr | null {
  const site = callAt(method, obligation);
  switch (obligation.kind) {
    case 'core-precondition': {
      const divisor = requiresNonzeroDivisor(obligation) ? argument(site, 0) : null;
      const value = divisor && substituteNames(divisor, names);
      return value && call(value, '!=', integer(0));
    }
    case 'non-nil': {
      const value = site?.receiver ? substituteNames(site.receiver, names) : null;
      return value && negate(call(value, 'nil?'));
    }
    case 'precondition':
      return site && calleeClause(snapshot, method, site, obligation, names);
    case 'postcondition':
      return ownClause(method, obligation, names);
    default:
      return null;
  }
}

function requiresNonzeroDivisor({ reason }: ObligationVerdict): boolean {
  const { kind } = innermostReason(reason);
  return kind === 'nonzero-divisor' || kind === 'nonzero-float-divisor';
}

function callAt({ info }: MethodSnapshot, { place }: ObligationVerdict): Call | null {
  const { definition } = info;
  if (definition === null || definition.anchor !== place.anchor) return null;
  let found: Call | null = null;
  walk(definition.body(), expr => {
    if (expr.kind === 'call' && expr.span.start === place.span.start && expr.span.end === place.span.end)
      found ??= expr;
    return contains(expr.span, place.span.start);
  });
  return found;
}

function argument(site: Call | null, index: number): Expr | null {
  const arg = site?.args[index];
  return arg?.type === 'positional' ? arg.value : null;
}

/** The callee's clause with the arguments substituted. */
function calleeClause(
  snapshot: Snapshot,
  method: MethodSnapshot,
  site: Call,
  obligation: ObligationVerdict,
  names: Names,
): Expr | null {
  for (const candidate of method.typed?.calls.get(site)?.candidates ?? []) {
    const info = candidate.method === null ? null : methodByKey(snapshot.program, candidate.method);
    for (const { type } of info?.signature?.arms ?? []) {
      const given = new Map<string, Expr>();
      for (const [i, param] of type.params.entries()) {
        const value = argument(site, i);
        const known = value && substituteNames(value, names);
        if (param.name !== null && known) given.set(param.name, known);
      }
      const clauses = entryClauses(type);
      const clause = clauses.find(each => each.text === obligation.clause?.text);
      if (clause) return substituteNames(clause.expr, given);
    }
  }
  return null;
}

/** The result's clause with the body substituted for the result. */
function ownClause({ info }: MethodSnapshot, obligation: ObligationVerdict, names: Names): Expr | null {
  const body = info.definition && substituteNames(info.definition.body(), names);
  for (const { type } of info.signature?.arms ?? []) {
    const refinement = type.resultRefinement;
    const clause = refinement?.clauses.find(each => each.text === obligation.clause?.text);
    if (!clause || !body) continue;
    const given = new Map<string, Expr>([...names.values()].flatMap(toBinder));
    if (type.resultName !== null) given.set(type.resultName, body);
    return substituteNames(clause.expr, given);
  }
  return null;
}

function toBinder(expr: Expr): readonly (readonly [string, Expr])[] {
  return expr.kind === 'var' ? [[expr.name, expr]] : [];
}

/** Candidates from the failing values, weakest first. Fields count as names too. */
function proposeFromValues(obligation: ObligationVerdict, binders: ReadonlyMap<string, string>): readonly Expr[] {
  const example = obligation.counterexample;
  if (example === null) return [];
  const values = new Map<string, string>();
  for (const { name, value } of [...example.args, ...example.bindings]) {
    const binder = name.startsWith('@') ? name : binders.get(name);
    if (binder !== undefined) values.set(binder, showValue(value));
  }
  return clausesFromValues(values);
}

function clausesFromValues(values: ReadonlyMap<string, string>): readonly Expr[] {
  const single = [...values].flatMap(([name, value]) => clausesAbout(variable(name), value));
  const integers = [...values].filter(([, value]) => /^-?\d+$/.test(value)).map(([name]) => name);
  const pairs = integers.flatMap((a, i) => integers.slice(i + 1).map(b => [variable(a), variable(b)] as const));
  const compared = pairs.flatMap(([a, b]) => ['<=', '>=', '<', '>', '!='].map(method => call(a, method, b)));
  return [...single, ...compared];
}

function clausesAbout(name: Expr, value: string): readonly Expr[] {
  if (value === 'nil') return [negate(call(name, 'nil?'))];
  if (value === '[]' || value === '""' || value === '{}') return [negate(call(name, 'empty?'))];
  if (!/^-?\d+$/.test(value)) return [];
  const seen = integer(BigInt(value));
  const around = ['!=', '>', '<'].map(method => call(name, method, seen));
  const aboutZero = value === '0' ? [] : ['!=', '>=', '>'].map(method => call(name, method, integer(0)));
  return [...around, ...aboutZero];
}

function variable(name: string): Expr {
  return name.startsWith('@') ? { kind: 'var', span: { start: 0, end: 0 }, scope: 'instance', name } : local(name);
}
