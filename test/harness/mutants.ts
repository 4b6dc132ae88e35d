/**
 * Every method that a fixture expects to be safe must have a refutable mutant: a small change of its body or contract.
 * A method without one says nothing, or hides a false proof. The fixtures are divided among the files of test/mutants,
 * which run in parallel. The mutant that was refuted last time is tried first: `refuted-N.json` names it, on this
 * machine (node_modules/.cache) or in the repository (test/mutants; `LOUPE_ANSWERS=update` writes it there).
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '../../server/src/base/hash';
import { Workspace } from '../../server/src/engine/workspace';
import { applyMutant, bodyMutants, type Mutant } from '../../server/src/ide/bodyMutants';
import { encode } from '../../server/src/solve/solve';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { answerMode } from './committedAnswers';
import { contractMutants, labelMutants } from './contractMutants';
import { createSolver, type Solver } from './prove';
import { type NamedFixture, type ProvedMethod, provedMethods, provingFixtures } from './provedMethods';
import { createTestHost } from './workspace';

const SHARDS = 4;

/** Minimum number of proved methods in the fixtures of a shard. */
const LEAST = 200;

/** A mutant that is hard to decide is skipped: there are others. */
const RLIMIT = 400_000;

const PAIRS = 'its mutants are undecided, not safe: they are about pairs in an unknown order';

const EACH = 'it has no postcondition; its callers are what is tested';
const NIL_ANYWAY = 'its mutants return nil, too, or are type errors';
const TYPES_ONLY = 'its contract has types only, and its mutants return values of that type or are type errors';

const ANYTHING = 'its contract promises nothing: the test is that it is not called unsafe';

/** `fixture key`: why no mutant can be refuted. */
const WITHOUT_MUTANTS: Readonly<Record<string, string>> = {
  'verify/hash_merging.rb HashMerging#added':
    'its mutants are undecided, not safe: the results of the block are in a list of unknown length',
  'verify/hash_pairs.rb HashPairs#found': PAIRS,
  'verify/hash_pairs.rb HashPairs#greatest': PAIRS,
  'verify/hash_pairs.rb HashPairs#ordered': PAIRS,
  'verify/prelude_cycle.rb CycledPair#each': EACH,
  'verify/library_constants.rb Holder#letter': 'its type promises nothing that a mutant breaks',
  'verify/library_constants.rb Holder#log': 'its type promises nothing that a mutant breaks',
  'verify/loops_general.rb Loops#table':
    'its mutants are undecided, not safe: a model under a quantifier is beyond the solver',
  'verify/last_match.rb LastMatch#maybe': TYPES_ONLY,
  'verify/last_match.rb LastMatch#none_before': NIL_ANYWAY,
  'verify/last_match.rb LastMatch#not_of_callee': TYPES_ONLY,
  'verify/last_match.rb LastMatch#own': NIL_ANYWAY,
  'verify/last_match.rb LastMatch#keep': TYPES_ONLY,
  'verify/last_match.rb LastMatch#run': TYPES_ONLY,
  'verify/regexps.rb Patterns#first_group': TYPES_ONLY,
  'verify/elements.rb Elements#sums': 'its mutants are undecided, not safe: they are about all elements of two arrays',
  'verify/enumerators.rb Enumerators#some_of_them':
    'its mutants are undecided, not safe: they count what blocks add to new arrays, iteration by iteration',
  'verify/passes.rb Passes#pairs': 'its mutants are undecided, not safe: they are about the sizes of all slices',
  'verify/frozen_keys.rb Keys#values':
    'its mutants are undecided within the limit here, not safe: each key is looked up again in its own hash',
  'verify/prelude_overridden.rb Pairs#each': EACH,
  'verify/prelude_min_by.rb LeastPair#each': EACH,
  'verify/prelude_minmax_by.rb MinmaxPair#each': EACH,
  'verify/prelude_one.rb OnePair#each': EACH,
  'rails/active_support.rb Everyday#named': 'its mutants are type errors: nil is strict in this fixture',
  'rails/active_support.rb Everyday#at_a': TYPES_ONLY,
  'rails/active_support.rb Everyday#recently': TYPES_ONLY,
  'rails/active_support.rb Everyday#tidy': TYPES_ONLY,
  'verify/initialize_calls.rb AfterSuper#initialize':
    'it has no postcondition; the test is that it is not called unsafe',
  'verify/equality_own.rb Single#each': EACH,
  'verify/impossible_branches.rb Branches#by_returns':
    'it has no postcondition; the test is that the last expression is not checked against the result type',
  'verify/constructor_types.rb Percent#initialize': ANYTHING,
  'verify/constructor_types.rb Price#initialize': ANYTHING,
  'verify/constructor_types.rb Label#initialize': ANYTHING,
  'verify/structs.rb ComparesStructs#unknown_member': ANYTHING,
  'verify/left_open.rb Holder#anything': ANYTHING,
  'verify/everyday.rb Everyday#output': 'it has no postcondition; the test is that it is not called unsafe',
};

/** Depends only on the fixture's name, so a new fixture moves no other. */
function shardOf({ name }: NamedFixture): number {
  return Number.parseInt(hash(name).slice(0, 6), 16) % SHARDS;
}

/** `fixture key` -> the mutant. */
type Refuted = Readonly<Record<string, string>>;

const IN_REPOSITORY = join(__dirname, '..', 'mutants');
const ON_THIS_MACHINE = join(__dirname, '..', '..', 'node_modules', '.cache', 'loupe-tests');

function readRefuted(shard: number): Refuted {
  const files = [IN_REPOSITORY, ON_THIS_MACHINE].map(folder => join(folder, `refuted-${shard}.json`));
  return Object.assign({}, ...files.filter(existsSync).map(file => JSON.parse(readFileSync(file, 'utf8'))));
}

function writeRefuted(folder: string, shard: number, refuted: Refuted): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `refuted-${shard}.json`), `${JSON.stringify(refuted, null, 2)}\n`);
}

/** The mutants in the order in which they are tried, each with a unique name. */
export function orderMutants(
  mutants: readonly Mutant[],
  first: string | undefined,
): readonly { readonly name: string; readonly mutant: Mutant }[] {
  const seen = new Map<string, number>();
  const named = mutants.map(mutant => {
    const number = (seen.get(mutant.what) ?? 0) + 1;
    seen.set(mutant.what, number);
    return { name: number === 1 ? mutant.what : `${mutant.what} (${number})`, mutant };
  });
  return [...named.filter(({ name }) => name === first), ...named.filter(({ name }) => name !== first)];
}

export function describeMutants(shard: number): void {
  describe(`every proof can fail (${shard + 1} of ${SHARDS})`, () => testMutants(shard));
}

function testMutants(shard: number): void {
  const fixtures = provingFixtures().filter(fixture => shardOf(fixture) === shard);
  const last = readRefuted(shard);
  const refuted: Record<string, string> = {};
  let solve: Solver;
  let workspace: Workspace;
  let proved = 0;

  before(async () => {
    solve = await createSolver(RLIMIT);
    workspace = await Workspace.create(createTestHost(), DEFAULT_SETTINGS);
  });
  after(async () => {
    await workspace.dispose();
    writeRefuted(ON_THIS_MACHINE, shard, { ...last, ...refuted });
    if (answerMode() === 'update') writeRefuted(IN_REPOSITORY, shard, refuted);
  });

  for (const fixture of fixtures) {
    it(fixture.name, async function () {
      this.timeout(0); // the duration of proofs is not tested
      workspace.configure({ ...DEFAULT_SETTINGS, ...fixture.settings } as Settings);
      for (const file of fixture.files) workspace.open(file.name, file.text);
      const methods = await provedMethods(workspace, fixture);
      const unrefuted = methods.flatMap(method => {
        const mutants = mutantsOf(method);
        if (mutants.length === 0 && method.syntax === null) return []; // an attribute: neither body nor contract
        proved++;
        const title = `${fixture.name} ${method.key}`;
        const found = orderMutants(mutants, last[title]).find(({ mutant }) => isRefuted(method, mutant));
        if (found) refuted[title] = found.name;
        return found ? [] : [`${method.key}: none of ${mutants.length} mutants is refuted`];
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
}

function mutantsOf({ text, syntax, types }: ProvedMethod): readonly Mutant[] {
  return [
    ...(syntax === null ? [] : bodyMutants(text, syntax)),
    ...types.flatMap(type => [...contractMutants(text, type), ...labelMutants(text, type)]),
  ];
}

function isExcused(fixture: NamedFixture, line: string): boolean {
  return `${fixture.name} ${line.slice(0, line.indexOf(':'))}` in WITHOUT_MUTANTS;
}
