/**
 * A method without a label is unknown and treated as the worst case: whichever single label of server/core is deleted, no
 * verdict becomes stronger. Tried on the methods of some fixtures that call a method of that name, with a sample of the
 * labels also in full; LOUPE_LABELS=all tries every label, which takes minutes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLabelled, UNKNOWN_FACTS } from '../../server/src/program/libraryFacts';
import { changedProgram } from '../../server/src/program/memos';
import type { LibraryFacts, MethodInfo, Program } from '../../server/src/program/program';
import type { Reply } from '../../server/src/proof/query';
import { readFixture } from '../harness/marks';
import { coreLibrary, createSolver, prove, type Read, readRuby, type Solver, summary } from '../harness/prove';
import { sampleByName } from '../harness/sampling';

/** They depend on what labels say of library methods. */
const FIXTURES = [
  'own_contents',
  'library_callbacks',
  'library_labels',
  'frozen_results',
  'frozen_keys',
  'old_contents',
];

/** One of so many labels is deleted. */
const SHARE = { trust: 100, full: process.env.LOUPE_LABELS === 'all' ? 1 : 50 };

interface Deletion {
  readonly info: MethodInfo;
  readonly word: keyof LibraryFacts | 'pure' | 'modifies';
}

function deletions(program: Program): readonly Deletion[] {
  return [...program.classes.values()].flatMap(({ methods, singletonMethods }) =>
    [...methods.values(), ...singletonMethods.values()].flatMap(info => {
      const words = Object.keys(UNKNOWN_FACTS) as (keyof LibraryFacts)[];
      const given = words.filter(word => info.facts && info.facts[word] !== UNKNOWN_FACTS[word]);
      const { pure, modifies } = info.signature?.labels ?? { pure: false, modifies: null };
      return [
        ...given.map(word => ({ info, word })),
        ...(pure ? [{ info, word: 'pure' as const }] : []),
        ...(modifies ? [{ info, word: 'modifies' as const }] : []),
      ];
    }),
  );
}

/** The library without one label. */
function without(program: Program, { info, word }: Deletion): Program {
  const owner = program.classes.get(info.owner)!;
  const removed = word === 'pure' ? { pure: false } : { modifies: null };
  const signature = info.signature && {
    ...info.signature,
    labels: { ...info.signature.labels, ...removed },
    arms: info.signature.arms.map(arm => ({ ...arm, labels: { ...arm.labels, ...removed } })),
  };
  const changed: MethodInfo =
    word === 'pure' || word === 'modifies'
      ? { ...info, signature }
      : { ...info, facts: { ...(info.facts ?? UNKNOWN_FACTS), [word]: UNKNOWN_FACTS[word] } };
  const table = info.singleton ? 'singletonMethods' : 'methods';
  const methods = new Map(owner[table]).set(info.name, changed);
  const classes = new Map(program.classes).set(info.owner, { ...owner, [table]: methods });
  return changedProgram(program, { classes });
}

/** Most queries do not depend on the deleted label. */
function remembering(solve: Solver): Solver {
  const replies = new Map<string, Reply>();
  return query => {
    const known = replies.get(query.text) ?? solve(query);
    replies.set(query.text, known);
    return known;
  };
}

/** The methods of the fixture that mention a name, by key. */
function callersOf(read: Read, source: string, name: string): readonly string[] {
  if (!source.includes(name)) return [];
  return [...read.program.classes.values()]
    .flatMap(({ methods, singletonMethods }) => [...methods.values(), ...singletonMethods.values()])
    .filter(({ origin, definition }) => origin === 'workspace' && definition !== null)
    .filter(({ definition }) => JSON.stringify(definition!.body()).includes(JSON.stringify(name)))
    .map(({ key }) => key);
}

function verdictOf(read: Read, key: string, solve: Solver): string {
  return summary(prove(read.obligations(key), solve));
}

describe('a method that runs code or changes definitions', () => {
  it('has no other label that says what it does', () => {
    const reflective = [...coreLibrary()!.classes.values()]
      .flatMap(({ methods, singletonMethods }) => [...methods.values(), ...singletonMethods.values()])
      .filter(({ facts }) => facts?.reflects === 'code' || facts?.reflects === 'definitions')
      // It writes nothing; what is done with the Binding is unknown.
      .filter(({ key }) => key !== 'Kernel#binding');
    const described = reflective.filter(
      info => isLabelled(info) || info.facts?.calls || info.facts?.repeats || info.facts?.touches,
    );
    assert.ok(reflective.length > 10);
    assert.deepEqual(
      described.map(({ key }) => key),
      [],
    );
  });
});

describe('a label that is deleted', () => {
  const library = coreLibrary()!;
  const all = deletions(library);
  let solve: Solver;

  before(async () => {
    solve = remembering(await createSolver());
  });

  for (const fixture of FIXTURES)
    it(`makes no verdict stronger: verify/${fixture}.rb`, async function () {
      this.timeout(0); // many labels
      const name = `verify/${fixture}.rb`;
      const { files } = readFixture(name, readFileSync(join(__dirname, '../fixtures', name), 'utf8'));
      const source = files.map(({ text }) => text).join('\n');
      const given = await readRuby(source, library);
      const verdicts = new Map<string, string>();
      const concerned = all.filter(({ info }) => callersOf(given, source, info.name).length > 0);
      const stronger: string[] = [];
      const nameOf = ({ info, word }: Deletion): string => `${info.key} ${word}`;
      for (const deletion of sampleByName(`labels deleted for ${name}`, concerned, SHARE, nameOf)) {
        const read = await readRuby(source, without(library, deletion));
        for (const key of callersOf(given, source, deletion.info.name)) {
          if (!verdicts.has(key)) verdicts.set(key, verdictOf(given, key, solve));
          const [before, now] = [verdicts.get(key), verdictOf(read, key, solve)];
          if (now === 'safe' && before !== 'safe')
            stronger.push(`${deletion.info.key} ${deletion.word}: ${key}, ${before}`);
        }
      }
      assert.deepEqual(stronger, []);
    });
});
