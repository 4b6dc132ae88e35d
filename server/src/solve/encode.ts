/**
 * One obligation as SMT-LIB: pruned to the goal's cone of influence (entry conditions always stay), with symbols and
 * functions numbered in order of appearance, without positions. Renaming locals, moving code or editing comments leaves
 * the query unchanged.
 */

import { and, FALSE, not, TRUE } from '../logic/build';
import type { DatatypeDeclaration, Formula, FunctionDeclaration, Signature, Sort } from '../logic/formula';
import { printFormula, printTogether, type Rename } from '../logic/print';
import { printSort } from '../logic/sorts';
import { children, coneOfInfluence, freeSymbols, visit } from '../logic/symbols';
import type { Obligation, Watched } from '../proof/obligation';
import type { Query } from '../proof/query';
import { abstractProducts } from './abstractProducts';
import type { QueryParts } from './portable';
import { preferencesFor } from './preferences';

/** A larger watched term would not help the reader of a counterexample. */
const LARGEST_WATCHED = 600;

export function encodeObligation(
  obligation: Obligation,
  signature: Signature,
  symbolsOf: (formula: Formula) => ReadonlySet<string>,
  lastly: (parts: QueryParts) => QueryParts = parts => parts,
): Query {
  const path = obligation.hypotheses.slice(-1);
  const roots = [obligation.goal, ...path, ...obligation.entryHypotheses];
  if (obligation.kind === 'vacuity' && !obligation.exactly) return encodeVacuity(obligation, signature, lastly);
  const hypotheses = coneOfInfluence(roots, obligation.hypotheses, symbolsOf).filter(each => each !== TRUE);
  const body = [...hypotheses, not(obligation.goal)];
  if (and(...body) === FALSE) return decidedQuery(obligation.id);
  const watched = selectWatched(obligation.watched, body);
  const { text, names, ...simplified } = printFormulas(
    lastly({ formulas: body, signature }),
    watched.map(each => each.term),
  );
  const values = watched.map(each => printFormula(each.term, names.rename));
  return {
    id: obligation.id,
    text,
    ...simplified,
    values,
    watchedIds: watched.map(each => each.id),
    preferences: preferencesFor(watched, values).filter(wish => namesOnlyDeclared(wish, text)),
  };
}

/** Tests only whether the assumptions are satisfiable; the model is not used. */
function encodeVacuity(obligation: Obligation, signature: Signature, lastly: (parts: QueryParts) => QueryParts): Query {
  const hypotheses = obligation.hypotheses.filter(each => each !== TRUE);
  const { formulas, functions } = abstractProducts([...hypotheses, not(obligation.goal)]);
  if (and(...formulas) === FALSE) return decidedQuery(obligation.id);
  const wider: Signature = { ...signature, functions: [...signature.functions, ...functions] };
  const { names: _, ...printed } = printFormulas(lastly({ formulas, signature: wider }), []);
  return { id: obligation.id, ...printed, values: [], watchedIds: [], preferences: [] };
}

/** Declarations and one assertion of all formulas. `beside`: further terms whose symbols are declared as well. */
function printFormulas(
  { formulas, signature }: QueryParts,
  beside: readonly Formula[],
): Pick<Query, 'text' | 'decided'> & { readonly names: Names } {
  const names = numberNames([...formulas, ...beside], signature);
  const assertion = printTogether(
    formulas,
    texts => (texts.length === 1 ? texts[0]! : `(and ${texts.join('\n')})`),
    names.rename,
  );
  const lines = [...declarations([...formulas, ...beside], signature, names), `(assert ${assertion})`];
  return { text: lines.join('\n'), names, ...decidedBySimplification(and(...formulas)) };
}

export function decidedBySimplification(formula: Formula): Pick<Query, 'decided'> {
  if (formula === FALSE) return { decided: 'unsat' };
  return formula === TRUE ? { decided: 'sat' } : {};
}

/** Nothing to query: the path is infeasible, or simplification has proved the goal. */
function decidedQuery(id: string): Query {
  return { id, text: '(assert false)', decided: 'unsat', values: [], watchedIds: [], preferences: [] };
}

/**
 * Arguments and the receiver are always watched; other terms, including fields, only if the query mentions all their
 * symbols.
 */
function selectWatched(watched: readonly Watched[], body: readonly Formula[]): readonly Watched[] {
  const reached = freeSymbols(body);
  const seen = new Set<string>();
  return watched.filter(each => {
    if (seen.has(each.id) || nodeCount(each.term) > LARGEST_WATCHED) return false;
    seen.add(each.id);
    return isEntry(each) || [...freeSymbols([each.term])].every(name => reached.has(name));
  });
}

function isEntry(watched: Watched): boolean {
  return watched.role.type === 'param' || watched.role.type === 'self';
}

function nodeCount(term: Formula): number {
  let count = 0;
  visit([term], () => count++);
  return count;
}

/** A preference for a class that the query does not name cannot be expressed in it. */
function namesOnlyDeclared(wish: string, text: string): boolean {
  return (wish.match(/\|c:[^|]*\|/g) ?? []).every(name => text.includes(name));
}

interface Names {
  readonly rename: Rename;
  readonly symbols: ReadonlyMap<string, Sort>;
  readonly functions: readonly FunctionDeclaration[];
}

export function numberNames(roots: readonly Formula[], signature: Signature): Names {
  const declared = new Map(signature.functions.map(each => [each.name, each]));
  const renamed = new Map<string, string>();
  const symbols = new Map<string, Sort>();
  const functions: FunctionDeclaration[] = [];
  visit(roots, node => {
    if (node.kind === 'symbol' && !symbols.has(node.name)) {
      symbols.set(node.name, node.sort);
      renamed.set(node.name, `x${symbols.size}`);
    }
    const declaration = node.kind === 'apply' ? declared.get(node.operator) : undefined;
    if (declaration && !renamed.has(declaration.name)) {
      functions.push(declaration);
      renamed.set(declaration.name, `f${functions.length}`);
    }
  });
  return { rename: name => renamed.get(name) ?? quoteName(name), symbols, functions };
}

/** Class names become constructors. SMT-LIB requires quotes around anything but simple symbols. */
function quoteName(name: string): string {
  return /^c:/.test(name) ? `|${name}|` : name;
}

export function declarations(roots: readonly Formula[], signature: Signature, names: Names): string[] {
  const used = usedNames(roots, names);
  return [
    ...signature.datatypes.flatMap(datatype => declareDatatype(datatype, used)),
    ...[...names.symbols].map(([name, sort]) => `(declare-const ${names.rename(name)} ${printSort(sort)})`),
    ...names.functions.map(
      each =>
        `(declare-fun ${names.rename(each.name)} (${each.params.map(printSort).join(' ')}) ${printSort(each.result)})`,
    ),
  ];
}

interface Used {
  readonly sorts: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
}

function usedNames(roots: readonly Formula[], names: Names): Used {
  const sorts = new Set<string>();
  const operators = new Set<string>();
  const sort = (each: Sort): void => {
    if (each.kind === 'named') sorts.add(each.name);
    if (each.kind === 'array') {
      sort(each.index);
      sort(each.element);
    }
  };
  visit(roots, node => {
    sort(node.sort);
    if (node.kind === 'apply') operators.add(node.operator);
    for (const child of children(node)) sort(child.sort);
  });
  for (const each of names.functions) [...each.params, each.result].forEach(sort);
  if (sorts.has('Value')) sorts.add('Class');
  return { sorts, operators };
}

/**
 * Constructors that every query declares: the unknown class, and all kinds of values except string keys and rationals.
 */
function isAlwaysDeclared(datatype: DatatypeDeclaration, name: string): boolean {
  return datatype.name === 'Class' ? name === 'c-other' : name !== 'v-text' && name !== 'v-rat';
}

/** The query constructs it, tests for it or selects from it. */
function isNamed(name: string, { operators }: Used): boolean {
  return operators.has(name) || operators.has(`${name}-of`) || operators.has(`(_ is ${name})`);
}

/** Declares only the classes that the query names, so that an unrelated class does not change the query. */
function declareDatatype(datatype: DatatypeDeclaration, used: Used): string[] {
  if (!used.sorts.has(datatype.name)) return [];
  const kept = datatype.constructors.filter(each => isAlwaysDeclared(datatype, each.name) || isNamed(each.name, used));
  const constructors = kept.map(each => {
    const fields = each.fields.map(field => ` (${field.name} ${printSort(field.sort)})`).join('');
    return `(${quoteName(each.name)}${fields})`;
  });
  return [`(declare-datatypes ((${datatype.name} 0)) ((${constructors.join(' ')})))`];
}
