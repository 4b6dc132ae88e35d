/** A name that some file has as a symbol or string may be defined by it, however many names are looked up. */
import assert from 'node:assert/strict';
import { createTestWorkspace } from '../../harness/workspace';

const COUNT = 150;

describe('names as data', () => {
  it('are looked for in all files, name by name and in the words of all files', async () => {
    const names = Array.from({ length: COUNT }, (_, n) => `Missing${n}`);
    const workspace = await createTestWorkspace();
    workspace.open('data.rb', "DATA_NAMES = [:Missing7, 'Missing140']\n");
    workspace.open(
      'main.rb',
      `require_relative 'data'\nclass Uses\n${names.map(name => `  def use_${name} = ${name}\n`).join('')}end\nputs Uses.new\n`,
    );
    const { problems } = workspace.snapshot.files.get('main.rb')!;
    const reported = problems.flatMap(({ level, args }) => (level === 'certain' ? [String(args.name)] : []));
    workspace.dispose();
    assert.equal(reported.length, COUNT - 2, reported.slice(0, 3).join(', '));
    assert.ok(!reported.includes('Missing7') && !reported.includes('Missing140'));
  });
});
