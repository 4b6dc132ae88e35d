/**
 * The comparison with Ruby finds wrong signatures, labels and models, planted one by one. (For a wrong model, Ruby's
 * results are changed to those of the wrong model.)
 */
import assert from 'node:assert/strict';
import { findMethod } from '../../server/src/program/lookup';
import type { MethodInfo, SignatureArm } from '../../server/src/program/program';
import { INTEGER, NIL, STRING } from '../../server/src/types/type';
import { callsOfMethod } from '../harness/conformanceCalls';
import { claimsFor, showClaim } from '../harness/conformanceProgram';
import { inputsOf, ROWS } from '../harness/conformanceRows';
import { askRuby, type Case, type Shape } from '../harness/conformanceRuby';
import { tryCalls } from '../harness/conformanceTrials';
import { coreLibrary } from '../harness/prove';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../harness/workspace';

function planted(owner: string, name: string, change: (arm: SignatureArm) => SignatureArm): MethodInfo {
  const method = findMethod(coreLibrary()!, owner, name);
  assert.ok(method?.signature, `${owner}#${name} has a signature`);
  const arms = method.signature.arms.map(change);
  return { ...method, signature: { ...method.signature, arms } };
}

async function mistakesIn(method: MethodInfo): Promise<string> {
  const { broken } = await tryCalls(callsOfMethod(coreLibrary()!, method, method.owner));
  return broken.join('\n');
}

const withType = (arm: SignatureArm, type: Partial<SignatureArm['type']>): SignatureArm => ({
  ...arm,
  type: { ...arm.type, ...type },
});

const withLabels = (arm: SignatureArm, labels: Partial<SignatureArm['labels']>): SignatureArm => ({
  ...arm,
  labels: { ...arm.labels, ...labels },
});

describe('a planted mistake is found', () => {
  it('in the result of a signature', async () => {
    const wrong = planted('Integer', 'succ', arm => withType(arm, { result: STRING }));
    assert.match(await mistakesIn(wrong), /Integer#succ: result violates the signature/);
  });

  it('in the nilability of a signature', async () => {
    const wrong = planted('Array', 'first', arm =>
      withType(arm, arm.type.params.length === 0 ? { result: INTEGER } : {}),
    );
    assert.match(await mistakesIn(wrong), /Array#first: result violates the signature/);
  });

  it('in the parameters of a signature', async () => {
    const wrong = planted('Array', 'rotate', arm =>
      withType(arm, { params: arm.type.params.map(param => ({ ...param, type: STRING })) }),
    );
    assert.match(await mistakesIn(wrong), /Array#rotate: raises TypeError/);
  });

  it('in the arity of a signature', async () => {
    const wrong = planted('String', 'upcase', arm =>
      withType(arm, {
        params: [0, 1, 2].map(() => ({ kind: 'required', name: null, type: NIL, refinement: null, span: null })),
      }),
    );
    assert.match(await mistakesIn(wrong), /String#upcase: raises (ArgumentError|TypeError)/);
  });

  it('in a label: a pure method writes', async () => {
    const wrong = planted('Array', 'push', arm => withLabels(arm, { pure: true, modifies: null }));
    assert.match(await mistakesIn(wrong), /Array#push: changes something/);
  });

  it('in a label: a method with an empty frame writes', async () => {
    const wrong = planted('String', 'upcase!', arm => withLabels(arm, { modifies: [] }));
    assert.match(await mistakesIn(wrong), /String#upcase!: changes something/);
  });

  it('in a label: a pure method is not deterministic', async () => {
    const wrong = planted('Array', 'shuffle', arm => withLabels(arm, { pure: true }));
    assert.match(await mistakesIn(wrong), /Array#shuffle: does not repeat its answer/);
  });

  it('in a label: a method that must not raise raises', async () => {
    for (const [owner, error] of [
      ['Hash', 'KeyError'],
      ['Array', 'IndexError'],
    ] as const) {
      const wrong = planted(owner, 'fetch', arm => withLabels(arm, { raises: [] }));
      assert.match(await mistakesIn(wrong), new RegExp(`${owner}#fetch: raises ${error} though it is said not to`));
    }
  });

  // The mistakes of RTR's own models: division that truncates, `a[-2]` off by one, `pop` that returns the first
  // element.
  wrongModel('Integer#/', 'a./(b)', ([a, b]) => (BigInt(b!) === 0n ? null : String(BigInt(a!) / BigInt(b!))));
  wrongModel('Array#[]', 'a.[](b)', ([a, b]) => (Number(b) < 0 ? (itemsOf(a!).at(Number(b) - 1) ?? 'nil') : null));
  wrongModel('Array#pop', 'a.pop', ([a]) => itemsOf(a!)[0] ?? null);
});

/** `says` returns the result of the wrong model; null: that of Ruby. */
function wrongModel(method: string, code: string, says: (inputs: readonly string[]) => string | null): void {
  it(`in the model of ${method}`, async function () {
    this.timeout(120_000);
    const row = ROWS.find(
      one => one.method === method && one.code === code && one.pools.every(pool => pool.type !== 'Float'),
    );
    assert.ok(row, `${method} is among the rows as ${code}`);
    const [compared] = await askRuby([{ row, inputs: inputsOf(row).slice(0, 20) }]);
    const cases = compared!.cases.map(one => pretended(one, says(one.inputs.map(input => input.text))));
    const workspace = await createTestWorkspace();
    try {
      const claims = claimsFor({ row, cases }, 0);
      workspace.setDisk('claims.rb', claims.map(claim => claim.text).join('\n'));
      await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
      const methods = workspace.snapshot.files.get('claims.rb')?.methods ?? [];
      const statuses = new Map(methods.map(({ info, verdict }) => [info.name, verdict?.status]));
      const differs = claims.filter(claim => (statuses.get(claim.name) === 'safe') !== claim.truth);
      const told = differs.map(claim => showClaim(claim, statuses.get(claim.name)));
      assert.ok(told.length > 0, 'nothing differs from the wrong answers');
      for (const one of told) assert.ok(one.startsWith(`${method} `) && one.includes(code), one);
    } finally {
      await workspace.dispose();
    }
  });
}

function pretended(one: Case, text: string | null): Case {
  if (text === null || one.outcome.kind !== 'value') return one;
  const value: Shape = { text };
  return { ...one, outcome: { ...one.outcome, value } };
}

function itemsOf(list: string): readonly string[] {
  return list
    .slice(1, -1)
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}
