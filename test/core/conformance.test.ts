/**
 * The models agree with Ruby: each modelled method with at least 50 inputs (or all there are), boundaries first; value,
 * exception class and mutation. Loupe must prove what Ruby does, and must not prove the contrary. Ruby runs all inputs; Loupe
 * proves those of a sample of the rows, or of all in full.
 */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { modelledMethods } from '../../server/src/vcgen/library/registry';
import { INPUTS_PER_METHOD } from '../harness/conformanceInputs';
import { type Claim, claimsFor, isWritten, showClaim } from '../harness/conformanceProgram';
import { classesFor, inputsOf, ROWS } from '../harness/conformanceRows';
import { askRuby, type Compared } from '../harness/conformanceRuby';
import { sampleByName } from '../harness/sampling';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../harness/workspace';

/** Known differences by the row's code, with the reason. This list only shrinks. */
const DIVERGENCES: ReadonlyMap<string, string> = new Map([
  ['a.[](b) # huge', 'an index that no machine word holds raises RangeError; the model says nil'],
  ['a.at(b) # huge', 'an index that no machine word holds raises RangeError; the model says nil'],
]);

/** True, but not proved for some inputs. False claims must not be proved there, either. */
const UNPROVED: ReadonlyMap<string, string> = new Map([
  ...['grep', 'grep_v'].map((name): [string, string] => [
    `Bag.new(a, b, c).${name}(1..2).size`,
    'a range that is either an argument or nil; alone it is modelled',
  ]),
  ['a.intersect?(b)', 'several pairs of arrays in one question are not modelled; each alone is'],
  ['g = a.group_by { |x| x % 2 }[b]\ng ? g.size : 3', 'arrays of three unknown elements, by three keys: undecided'],
]);

/** What a block does to a literal `[]`, whose type is the empty tuple, is not modelled; nor do other sets compare with `Set.new([])`. */
const UNPROVED_OF_EMPTY = /^a\.(map!|collect!|select!|filter!|reject!|keep_if|delete_if) |^Set\.new\(a\)\./;

/** Methods with fewer inputs: both truth values, and unrolled numbers of iterations. */
const FINITE = new Set(['NilClass#&', 'NilClass#|', 'Integer#times']);

/** Models that are compared only as methods of another class: Enumerable's as those of arrays. This number only falls. */
const MOST_ELSEWHERE = 23;

/** Rows that are verified together. */
const TOGETHER = 20;

/** Methods of the annotation language. */
const NOT_RUBY = new Set(['type_cast', 'instantiate!', 'var_type']);

/** Methods of objects with fields, which core values lack, of hashes by identity, and output: fixtures run them. */
const RUN_BY_FIXTURES = new Set([
  'puts',
  'print',
  'p',
  'pp',
  'instance_variable_get',
  'instance_variable_set',
  'remove_instance_variable',
  'compare_by_identity',
]);

/** Every method in the registry that Ruby has. */
function modelsOfRuby(): readonly string[] {
  return [...modelledMethods()].filter(key => {
    const name = key.slice(key.indexOf('#') + 1);
    return !NOT_RUBY.has(name) && !RUN_BY_FIXTURES.has(name);
  });
}

describe('models of core methods', () => {
  const verdicts = new Map<string, string>();
  const claims: Claim[] = [];
  let compared: readonly Compared[] = [];
  let proving: readonly Compared[] = [];

  before(async function () {
    this.timeout(0); // about 10,000 inputs
    compared = await askRuby(ROWS.map(row => ({ row, inputs: inputsOf(row) })));
    proving = sampleByName(
      'rows of the conformance of models',
      compared,
      { trust: 8 },
      ({ row }) => row.method + row.code,
    );
    const workspace = await createTestWorkspace();
    try {
      const all = proving.map(claimsFor);
      for (let i = 0; i < all.length; i += TOGETHER) await prove(workspace, all.slice(i, i + TOGETHER).flat());
    } finally {
      await workspace.dispose();
    }
  });

  /** A few rows at a time: earlier rows do not help later ones. */
  async function prove(workspace: Workspace, some: readonly Claim[]): Promise<void> {
    const text = some.map(claim => claim.text).join('\n');
    workspace.setDisk('claims.rb', `${classesFor(text)}\n${text}`);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    for (const { info, verdict } of workspace.snapshot.files.get('claims.rb')?.methods ?? [])
      verdicts.set(info.name, verdict?.status ?? 'none');
    workspace.remove('claims.rb');
    claims.push(...some);
  }

  it('are all compared', () => {
    const covered = new Set(ROWS.map(row => row.method));
    const names = new Set(ROWS.map(row => row.method.slice(row.method.indexOf('#') + 1)));
    const elsewhere = modelsOfRuby().filter(key => !covered.has(key));
    assert.deepEqual(
      elsewhere.filter(key => !names.has(key.slice(key.indexOf('#') + 1))),
      [],
    );
    assert.ok(elsewhere.length <= MOST_ELSEWHERE, `${elsewhere.length}: ${elsewhere.join(' ')}`);
  });

  it('are each compared for enough inputs', () => {
    const inputs = new Map<string, number>();
    for (const { row, cases } of compared) inputs.set(row.method, (inputs.get(row.method) ?? 0) + cases.length);
    const few = [...inputs].filter(([method, count]) => count < INPUTS_PER_METHOD && !FINITE.has(method));
    assert.deepEqual(few, []);
    const asked = new Set(claims.filter(claim => claim.truth).flatMap(claim => claim.cases));
    const forgotten = proving.flatMap(({ row, cases }) =>
      cases.flatMap(one => (asked.has(one) || !isWritten(one) ? [] : [row.code])),
    );
    assert.deepEqual(forgotten, [], 'inputs that no claim covers');
  });

  it('prove what Ruby does', () => {
    const missed = claims.filter(
      claim => claim.truth && verdicts.get(claim.name) !== 'safe' && !isKnown(claim) && !isUnproved(claim),
    );
    assert.deepEqual(missed.map(shown), []);
  });

  it('do not prove what Ruby does not do', () => {
    const wrong = claims.filter(claim => !claim.truth && verdicts.get(claim.name) === 'safe' && !isKnown(claim));
    assert.deepEqual(wrong.map(shown), []);
    assert.deepEqual(
      claims.filter(claim => !verdicts.has(claim.name)).map(claim => claim.name),
      [],
    );
  });

  it('differ only as listed', () => {
    const wrong = claims.filter(claim => (verdicts.get(claim.name) === 'safe') !== claim.truth);
    const codes = new Set(wrong.map(claim => claim.row.code));
    const tried = new Set(proving.map(({ row }) => row.code));
    assert.deepEqual(
      [...DIVERGENCES.keys()].filter(code => tried.has(code) && !codes.has(code)),
      [],
    );
  });

  function isKnown(claim: Claim): boolean {
    return DIVERGENCES.has(claim.row.code);
  }

  function isUnproved({ row, cases }: Claim): boolean {
    if (UNPROVED.has(row.code)) return true;
    return UNPROVED_OF_EMPTY.test(row.code) && cases.every(({ inputs }) => inputs[0]?.text === '[]');
  }

  function shown(claim: Claim): string {
    return showClaim(claim, verdicts.get(claim.name));
  }
});
