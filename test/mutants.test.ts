/**
 * Whatever a fixture expects to be safe must be able to be unsafe: for each such method, one small change of its body
 * (or of its contract) is refuted. A method for which there is none says nothing, or hides a false proof.
 */
import assert from 'node:assert/strict';
import { Workspace } from '../server/src/engine/workspace';
import { encode } from '../server/src/solve/solve';
import { DEFAULT_SETTINGS, type Settings } from '../shared/src/settings';
import { applyMutant, bodyMutants, contractMutants, labelMutants, type Mutant } from './harness/methodMutants';
import { createSolver, type Solver } from './harness/prove';
import { type NamedFixture, type ProvedMethod, provedMethods, provingFixtures } from './harness/provedMethods';
import { createTestHost } from './harness/workspace';

/** Methods that are proved in fixtures, at least. */
const LEAST = 250;

/** A mutant that is hard to decide is not needed: there are others. */
const RLIMIT = 400_000;

const PAIRS = 'its mutants are undecided, not safe: they speak of pairs in an order that is not known';

/** `fixture key`: why nothing can be refuted there. */
const WITHOUT_MUTANTS: Readonly<Record<string, string>> = {
  'verify/hash_merging.rb HashMerging#added':
    'its mutants are undecided, not safe: what the block gives stands in a list of unknown length',
  'verify/hash_pairs.rb HashPairs#found': PAIRS,
  'verify/hash_pairs.rb HashPairs#greatest': PAIRS,
  'verify/hash_pairs.rb HashPairs#ordered': PAIRS,
  'verify/loops_general.rb Loops#table':
    'its mutants are undecided, not safe: a model under a quantifier is beyond the solver',
  'verify/elements.rb Elements#sums': 'its mutants are undecided, not safe: they speak of all elements of two arrays',
  'verify/enumerators.rb Enumerators#some_of_them':
    'its mutants are undecided, not safe: they count what blocks put into new arrays, round by round',
  'verify/passes.rb Passes#pairs': 'its mutants are undecided, not safe: they speak of the sizes of all slices',
  'verify/initialize_calls.rb AfterSuper#initialize':
    'it promises nothing; that it is not called unsafe is what is tested',
  'verify/everyday.rb Everyday#output': 'it promises nothing; that it is not called unsafe is what is tested',
};

describe('every proof can fail', function () {
  this.timeout(0); // hundreds of proofs; how long they take is not what is tested
  const fixtures = provingFixtures();
  let solve: Solver;
  let workspace: Workspace;
  let proved = 0;

  before(async () => {
    solve = await createSolver(RLIMIT);
    workspace = await Workspace.create(createTestHost(), DEFAULT_SETTINGS);
  });
  after(() => workspace.dispose());

  for (const fixture of fixtures) {
    it(fixture.name, async () => {
      workspace.configure({ ...DEFAULT_SETTINGS, ...fixture.settings } as Settings);
      for (const file of fixture.files) workspace.open(file.name, file.text);
      const methods = await provedMethods(workspace, fixture);
      const unrefuted = methods.flatMap(method => {
        const mutants = mutantsOf(method);
        if (mutants.length === 0 && method.syntax === null) return []; // an attribute: neither body nor contract
        proved++;
        if (mutants.some(mutant => isRefuted(method, mutant))) return [];
        return [`${method.key}: none of ${mutants.length} mutants is refuted`];
      });
      for (const file of fixture.files) workspace.remove(file.name);
      assert.deepEqual(
        unrefuted.filter(line => !isExcused(fixture, line)),
        [],
      );
    });
  }

  it('there are enough of them', () => assert.ok(proved >= LEAST, `${proved} methods are proved in fixtures`));

  function isRefuted(method: ProvedMethod, mutant: Mutant): boolean {
    workspace.open(method.path, applyMutant(method.text, mutant));
    try {
      return (workspace.obligationsOf(method.key) ?? []).some(set => {
        const vacuity = new Set(set.obligations.flatMap(each => (each.kind === 'vacuity' ? [each.id] : [])));
        return encode(set).some(
          query => !vacuity.has(query.id) && solve({ ...query, values: [], preferences: [] }).status === 'sat',
        );
      });
    } finally {
      workspace.open(method.path, method.text);
    }
  }
});

function mutantsOf({ text, syntax, types }: ProvedMethod): readonly Mutant[] {
  return [
    ...(syntax === null ? [] : bodyMutants(text, syntax)),
    ...types.flatMap(type => [...contractMutants(text, type), ...labelMutants(text, type)]),
  ];
}

function isExcused(fixture: NamedFixture, line: string): boolean {
  return `${fixture.name} ${line.slice(0, line.indexOf(':'))}` in WITHOUT_MUTANTS;
}
