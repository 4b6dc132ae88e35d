/** Formulas: simplification preserves meaning, printing stays linear, values are parsed. */
import assert from 'node:assert/strict';
import { add, compare, mul } from '../../../server/src/logic/arithmetic';
import {
  and,
  eq,
  FALSE,
  forall,
  implies,
  int,
  ite,
  not,
  or,
  real,
  symbol,
  TRUE,
} from '../../../server/src/logic/build';
import type { Formula, ModelValue } from '../../../server/src/logic/formula';
import { select, store } from '../../../server/src/logic/maps';
import { readValues } from '../../../server/src/logic/model';
import { equalTerms, printFormula, printText, TooLargeForQuery } from '../../../server/src/logic/print';
import { arraySort, BOOL_SORT, INT_SORT } from '../../../server/src/logic/sorts';
import { coneOfInfluence } from '../../../server/src/logic/symbols';

const p = symbol('p', BOOL_SORT);
const q = symbol('q', BOOL_SORT);
const x = symbol('x', INT_SORT);
const y = symbol('y', INT_SORT);

describe('logic', () => {
  it('gives up on a query that exceeds memory: terms with bound variables are not shared', () => {
    let doubled: Formula = { kind: 'bound', name: 'i', sort: INT_SORT };
    for (let level = 0; level < 40; level++) doubled = add(doubled, mul(doubled, doubled));
    assert.throws(() => printFormula(forall([{ name: 'i', sort: INT_SORT }], eq(doubled, x))), TooLargeForQuery);
  });

  it('compares shared terms without expanding them: as trees these have 2 to the 60 leaves', () => {
    const grown = (leaf: Formula): Formula => {
      let term = leaf;
      for (let level = 0; level < 60; level++) term = mul(term, term);
      return term;
    };
    assert.ok(equalTerms(grown(x), grown(symbol('x', INT_SORT))));
    assert.ok(!equalTerms(grown(x), grown(y)));
  });

  it('simplifies trivial terms', () => {
    assert.equal(and(p, TRUE), p);
    assert.equal(and(p, not(p)), FALSE);
    assert.equal(or(p, not(p)), TRUE);
    assert.equal(or(and(p, q), and(p, not(q))), p);
    assert.equal(implies(FALSE, p), TRUE);
    assert.equal(ite(p, x, x), x);
    assert.equal(ite(p, TRUE, FALSE), p);
    assert.equal(eq(add(x, int(1)), add(x, int(1))), TRUE);
    assert.equal(compare('<', int(2), int(3)), TRUE);
    assert.equal(printFormula(mul(int(6), int(-7))), '(- 42)');
  });

  it('does not equate different terms', () => {
    assert.notEqual(eq(x, y), TRUE);
    assert.notEqual(and(p, q), p);
    assert.notEqual(or(and(p, q), and(not(p), not(q))), TRUE);
  });

  it('reads a map through writes at obviously different indices, and no others', () => {
    const map = symbol('m', arraySort(INT_SORT, INT_SORT));
    assert.equal(select(store(map, x, y), x), y);
    assert.equal(printFormula(select(store(map, add(x, int(1)), y), add(x, int(2)))), '(select m (+ x 2))');
    assert.match(printFormula(select(store(map, x, int(1)), y)), /store/);
  });

  it('keeps decimals exact', () => {
    assert.equal(printFormula(real('273.15')), '(/ 5463.0 20.0)');
    assert.equal(printFormula(real('-1e-2')), '(- (/ 1.0 100.0))');
    assert.equal(printFormula(real('2')), '2.0');
  });

  it('prints a shared node once: the output grows with the DAG, not with the tree', () => {
    let term: Formula = x;
    for (let i = 0; i < 60; i++) term = add(term, mul(term, term));
    assert.ok(printFormula(term).length < 60 * 60);
  });

  it('escapes strings so that every solver reads them', () => {
    assert.equal(printText('a"\\é'), '"a""\\u{5c}\\u{e9}"');
  });

  it('prunes hypotheses outside the cone of influence, and keeps indirect ones', () => {
    const z = symbol('z', INT_SORT);
    const far = symbol('far', INT_SORT);
    const facts = [compare('<', x, y), compare('<', y, z), compare('<', far, int(3))];
    assert.deepEqual(coneOfInfluence([compare('<', x, int(9))], facts), facts.slice(0, 2));
  });

  it('reads values of every kind', () => {
    const reply =
      '((a (- 5)) (b true) (c (/ 1.0 3.0)) (d (v-int 7)) (e v-nil) (f "a""\\u{e9}") (g |c:A::B|) (h (let ((a!1 (- 2))) (v-int a!1))))';
    const expected: readonly ModelValue[] = [
      { kind: 'integer', value: '-5' },
      { kind: 'boolean', value: true },
      { kind: 'rational', numerator: '1', denominator: '3' },
      { kind: 'constructed', constructor: 'v-int', args: [{ kind: 'integer', value: '7' }] },
      { kind: 'constructed', constructor: 'v-nil', args: [] },
      { kind: 'text', value: 'a"é' },
      { kind: 'constructed', constructor: 'c:A::B', args: [] },
      { kind: 'constructed', constructor: 'v-int', args: [{ kind: 'integer', value: '-2' }] },
    ];
    assert.deepEqual(readValues(reply), expected);
    assert.doesNotThrow(() => readValues('((a (((('));
  });
});
