/**
 * Clauses that might hold of a result: what its body says, the postconditions of callees, and how it compares with
 * parameters, sizes and literals. They are candidates; only those that are proved are offered.
 */
import { methodByKey } from '../../program/lookup';
import type { Call, Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { showExpr } from '../../types/showExpr';
import { entryClauses, type Type } from '../../types/type';
import type { MethodSnapshot, Snapshot } from '../snapshot';
import type { Contract, Slot } from './contractEdits';
import { bindersOf } from './preconditions';
import { call, integer, local, type Names, namesIn, namesOf, negate, substituteNames } from './terms';

/** Longer clauses would be correct but unreadable. */
const READABLE = 48;
/** Each costs a query in most passes. */
const MOST_CANDIDATES = 40;
const MOST_LITERALS = 5;
const MOST_SYMBOLS = 4;

export function proposePostconditions(snapshot: Snapshot, method: MethodSnapshot, contract: Contract): readonly Expr[] {
  const { definition } = method.info;
  if (definition === null) return [];
  const names = namesIn(definition, bindersOf(method.info, contract.arm.type));
  const result = local(contract.result.name);
  const candidates = [
    ...fromBody(definition.body(), names, result),
    ...fromCallees(snapshot, method, names, result),
    ...fromTypes(contract, result),
    ...fromLiterals(contract, definition.body(), result),
  ];
  const written = new Set((contract.result.refinement?.clauses ?? []).map(({ text }) => text));
  return [...new Map(candidates.map(proposal => [showExpr(proposal), proposal]))]
    .filter(([text]) => text.length <= READABLE && !written.has(text))
    .slice(0, MOST_CANDIDATES)
    .map(([, proposal]) => proposal)
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** Weak clauses first: one that fails is assumed by those that follow, and a strong one contradicts them all. */
const RANKS = ['>=', '<=', '!=', '!'];

function rankOf(clause: Expr): number {
  const rank = clause.kind === 'call' ? RANKS.indexOf(clause.method) : -1;
  return rank < 0 ? RANKS.length : rank;
}

/** `r == x + 1`, if the whole body is such an expression. */
function fromBody(body: Expr, names: Names, result: Expr): readonly Expr[] {
  const value = substituteNames(body, names);
  return value === null ? [] : [call(result, '==', value)];
}

/** The postconditions of the calls whose value is returned, with the arguments in place of their parameters. */
function fromCallees(snapshot: Snapshot, method: MethodSnapshot, names: Names, result: Expr): readonly Expr[] {
  const body = method.info.definition?.body();
  return (body ? findReturnedCalls(body) : []).flatMap(site =>
    (method.typed?.calls.get(site)?.candidates ?? []).flatMap(({ method: key }) => {
      const arms = (key === null ? null : methodByKey(snapshot.program, key))?.signature?.arms ?? [];
      return arms.flatMap(({ type }) => {
        const given = new Map<string, Expr>(type.resultName === null ? [] : [[type.resultName, result]]);
        for (const [i, { name }] of type.params.entries()) {
          const arg = site.args[i];
          const value = arg?.type === 'positional' ? substituteNames(arg.value, names) : null;
          if (name !== null && value !== null) given.set(name, value);
        }
        return (type.resultRefinement?.clauses ?? []).flatMap(clause => substituteNames(clause.expr, given) ?? []);
      });
    }),
  );
}

/** The calls in the positions of a body whose value is its result. */
function findReturnedCalls(expr: Expr): readonly Call[] {
  switch (expr.kind) {
    case 'call':
      return [expr];
    case 'seq':
      return expr.body.slice(-1).flatMap(findReturnedCalls);
    case 'if':
      return [...findReturnedCalls(expr.then), ...findReturnedCalls(expr.else)];
    default:
      return [];
  }
}

const COMPARISONS = ['==', '>', '<', '>=', '<='];

function fromTypes({ params, result: { type } }: Contract, result: Expr): readonly Expr[] {
  const kind = kindOf(type);
  const own = measureOf(kind, result);
  const signs = kind === 'number' ? ['>', '>=', '!=', '<='].map(sign => call(result, sign, integer(0))) : [];
  const filled = kind === 'container' ? [negate(call(result, 'empty?'))] : [];
  const present = kind === 'nilable' ? [negate(call(result, 'nil?'))] : [];
  const equal = params
    .filter(param => kindOf(param.type) === kind && kind === 'other')
    .map(({ name }) => call(result, '==', local(name)));
  const measured = own === null ? [] : params.flatMap(param => compareSizes(own, param));
  return [...signs, ...filled, ...present, ...measured, ...equal];
}

function compareSizes(own: Expr, { name, type }: Slot): readonly Expr[] {
  const other = measureOf(kindOf(type), local(name));
  return other === null ? [] : COMPARISONS.map(sign => call(own, sign, other));
}

type Kind = 'number' | 'container' | 'nilable' | 'symbol' | 'other';

function kindOf(type: Type): Kind {
  if (type.kind === 'refined') return kindOf(type.base);
  if (type.kind === 'tuple') return 'container';
  if (type.kind === 'literal') return type.value.type === 'symbol' ? 'symbol' : 'other';
  if (type.kind === 'union') {
    if (type.members.some(({ kind }) => kind === 'nil')) return 'nilable';
    return type.members.every(member => kindOf(member) === 'symbol') ? 'symbol' : 'other';
  }
  return type.kind === 'nominal' ? (KINDS[type.name] ?? 'other') : 'other';
}

/** Classes whose values are compared as numbers, or by their sizes. */
const KINDS: Readonly<Record<string, Kind>> = {
  Integer: 'number',
  Float: 'number',
  Rational: 'number',
  Array: 'container',
  Hash: 'container',
  Set: 'container',
  String: 'container',
  Symbol: 'symbol',
};

/** The number by which values of this kind are compared. */
function measureOf(kind: Kind, value: Expr): Expr | null {
  return kind === 'number' ? value : kind === 'container' ? call(value, 'size') : null;
}

/** Bounds by the integers of the body and of the contract; the symbols that a body mentions. */
function fromLiterals(contract: Contract, body: Expr, result: Expr): readonly Expr[] {
  const kind = kindOf(contract.result.type);
  if (kind === 'symbol') return fromSymbols(body, result);
  const own = measureOf(kind, result);
  if (own === null) return [];
  const inContract = entryClauses(contract.arm.type).flatMap(({ expr }) => [...integersIn(expr)]);
  const found = [...new Set([...inContract, ...integersIn(body)])]
    .filter(value => value !== 0n)
    .slice(0, MOST_LITERALS);
  return found.flatMap(value => ['>', '<', '>=', '<='].map(sign => call(own, sign, integer(value))));
}

function integersIn(expr: Expr): ReadonlySet<bigint> {
  const found = new Set<bigint>();
  walk(expr, each => {
    if (each.kind === 'lit' && each.value.type === 'integer') found.add(BigInt(each.value.value));
    return true;
  });
  return found;
}

function fromSymbols(body: Expr, result: Expr): readonly Expr[] {
  const found = new Map<string, Expr>();
  walk(body, each => {
    if (each.kind === 'lit' && each.value.type === 'symbol') found.set(each.value.value, each);
    return true;
  });
  const equal = [...found.values()].map(value => call(result, '==', value));
  if (equal.length === 0 || equal.length > MOST_SYMBOLS) return [];
  return [equal.reduce((left, right) => ({ kind: 'or', span: left.span, left, right }))];
}

/** Whether the clause is about the result. */
export function isAboutResult({ result }: Contract, clause: Expr): boolean {
  return namesOf(clause).has(result.name);
}
