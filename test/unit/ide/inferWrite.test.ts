/**
 * What `loupe infer` writes, over the programs of test/fixtures/infer and the examples: it is read without a problem, the
 * program has no problem that it did not have before, and inferring again with it adds nothing.
 */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planAnnotations, planRbs } from '../../../server/src/cli/infer/plan';
import type { Workspace } from '../../../server/src/engine/workspace';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { withoutGenerated } from '../../../server/src/ide/infer/generatedMark';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { inferPrograms } from '../../harness/inferPrograms';
import { sampleByName } from '../../harness/sampling';
import { createTestWorkspace } from '../../harness/workspace';

const PATH = '/program.rb';
const REQUEST = { settings: DEFAULT_SETTINGS, onlyKnown: false, only: null, update: true, cwd: '/' };
const SHARE = { test: 32, trust: 16 };
const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');

function programs(): readonly { readonly name: string; readonly text: string }[] {
  const examples = readdirSync(EXAMPLES)
    .filter(name => name.endsWith('.rb'))
    .map(name => ({ name, text: readFileSync(join(EXAMPLES, name), 'utf8') }));
  return [
    ...examples,
    ...sampleByName('programs that loupe infer writes into', inferPrograms(), SHARE, ({ name }) => name),
  ];
}

function problemsIn({ snapshot }: Workspace): readonly string[] {
  const all = [...snapshot.files.keys()].flatMap(path => diagnosticsOf(snapshot, path, DEFAULT_SETTINGS));
  return all.map(({ code, message }) => `${code} ${message}`).sort();
}

/** Problems of `after` that are not among those of `before`. */
function added(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...before];
  return after.filter(each => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

describe('loupe infer', function () {
  this.timeout(600_000);

  for (const style of ['comment', 'rbs'] as const) {
    it(`writes ${style === 'rbs' ? 'RBS' : 'comments'} that are read, checked and final`, async () => {
      const workspace = await createTestWorkspace();
      let written = 0;
      for (const { name, text } of programs()) {
        workspace.setDisk(PATH, text);
        const before = problemsIn(workspace);
        const infer = (now: string): string | null => {
          const files = [{ path: PATH, text: now }];
          if (style === 'rbs') return planRbs(workspace, files, REQUEST).bodies.get(PATH) ?? null;
          return planAnnotations(workspace, files, 'comment', REQUEST).files[0]?.text ?? null;
        };
        const output = infer(text);
        if (output === null) continue;
        written++;
        if (style === 'comment') assert.strictEqual(withoutGenerated(output), text, `${name}: not removed again`);
        workspace.setDisk(PATH, style === 'comment' ? output : text);
        if (style === 'rbs') workspace.setSignatures('/other.rbs', output, 'workspace');
        assert.deepStrictEqual(added(before, problemsIn(workspace)), [], `${name}:\n${output}`);
        workspace.remove('/other.rbs');
        const again = style === 'comment' ? infer(output) : infer(text);
        assert.strictEqual(again, style === 'comment' ? null : output, `${name}: another output the second time`);
        workspace.remove(PATH);
      }
      assert.ok(written > 10, `only ${written} programs with a signature`);
      await workspace.dispose();
    });
  }

  it('adds nothing to its own comments without --update', async () => {
    const workspace = await createTestWorkspace();
    const text = 'class A\n  def initialize(n) = @n = n\n  def n = @n\nend\n\nputs A.new(1).n\n';
    workspace.setDisk(PATH, text);
    const [first] = planAnnotations(workspace, [{ path: PATH, text }], 'comment', REQUEST).files;
    assert.match(first?.text ?? '', /##% \(Integer n\) -> self\n {2}def initialize/);
    assert.match(first?.text ?? '', /##% \(\) -> Integer\n {2}def n/);
    workspace.setDisk(PATH, first?.text ?? '');
    const files = [{ path: PATH, text: first?.text ?? '' }];
    assert.deepStrictEqual(planAnnotations(workspace, files, 'comment', { ...REQUEST, update: false }).files, []);
    await workspace.dispose();
  });
});
