/** Active Support's extensions of core are known if Gemfile.lock contains it, and not otherwise. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSignatureFiles } from '../../server/src/host/signatureFiles';
import { messageOf } from '../../server/src/problems/catalogue';
import { showType } from '../../server/src/types/show';
import { createTestWorkspace } from '../harness/workspace';

const LOCK =
  'GEM\n  remote: https://example.org/\n  specs:\n    activesupport (7.1.3)\n\nDEPENDENCIES\n  activesupport\n';

/** Expression -> what a Rubyist expects. */
const EXPECTED: Readonly<Record<string, string>> = {
  'name.blank?': '%bool',
  'name.present?': '%bool',
  'name.presence': 'String or nil',
  "name.presence || 'none'": 'String',
  '3.days': 'ActiveSupport::Duration',
  '3.days.ago': 'Time',
  '2.hours.from_now': 'Time',
  '(1.day + 2.hours).to_i': 'Integer',
  'name.squish': 'String',
  'name.truncate(3)': 'String',
  'name.camelize': 'String',
  'name.underscore.pluralize': 'String',
  'name.in?(words)': '%bool',
  'words.second': 'String or nil',
  'words.in_groups_of(2, false)': 'Array<Array<String>>',
  'words.index_by(&:size)': 'Hash<Integer, String>',
  'words.index_with(&:size)': 'Hash<String, Integer>',
  'words.many?': '%bool',
  'words.to_sentence': 'String',
  'words.excluding(name)': 'Array<String>',
  'words.sum { |w| w.size }': 'Integer',
  'table.symbolize_keys': 'Hash<Symbol, Integer>',
  'table.except(name)': 'Hash<String, Integer>',
  'table.slice(name)': 'Hash<String, Integer>',
  'table.reverse_merge(table)': 'Hash<String, Integer>',
  'table.deep_symbolize_keys': 'Hash<Symbol, %dyn>',
  'Time.current.beginning_of_day': 'Time',
  '5.megabytes': 'Integer',
  'Array.wrap(words)': 'Array<String>',
  'name.try(:upcase)': '%dyn',
};

const RUBY = [
  'class Everyday',
  "  type '(String, Array<String>, Hash<String, Integer>) -> %any'",
  '  def everyday(name, words, table)',
  ...Object.keys(EXPECTED).map((code, i) => `    v${i} = ${code}`),
  '  end',
  '',
  "  type '(String or nil) -> Integer'",
  '  def size_of(name) = name.present? ? name.length : 0',
  'end',
  '',
].join('\n');

async function checked(root: string) {
  const workspace = await createTestWorkspace({ settings: { nil: 'strict' } });
  for (const { path, origin } of await findSignatureFiles(root))
    workspace.setSignatures(path, readFileSync(path, 'utf8'), origin);
  workspace.setDisk('everyday.rb', RUBY);
  const file = workspace.snapshot.files.get('everyday.rb')!;
  const types = file.methods.flatMap(({ typed }) =>
    [...(typed?.types ?? [])].flatMap(([expr, type]) =>
      expr.kind === 'assign' && expr.target.kind === 'var' ? [[expr.target.name, showType(type)] as const] : [],
    ),
  );
  const problems = file.problems.map(messageOf);
  await workspace.dispose();
  return { types: new Map(types), problems };
}

describe('Active Support', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'loupe-rails-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is known if Gemfile.lock contains it', async () => {
    writeFileSync(join(root, 'Gemfile.lock'), LOCK);
    const { types, problems } = await checked(root);
    assert.deepEqual(problems, []);
    const seen = Object.fromEntries(Object.keys(EXPECTED).map((code, i) => [code, types.get(`v${i}`)]));
    assert.deepEqual(seen, EXPECTED);
  });

  it('is unknown otherwise', async () => {
    const { problems } = await checked(root);
    assert.ok(
      problems.some(problem => /has no method `blank\?`/.test(problem)),
      problems.join('\n'),
    );
  });

  it('is overridden by a collection that contains it', async () => {
    writeFileSync(join(root, 'Gemfile.lock'), LOCK);
    const folder = join(root, '.gem_rbs_collection', 'activesupport', '7.0');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'all.rbs'), 'class Object\n  def blank?: () -> bool\nend\n');
    const found = await findSignatureFiles(root);
    assert.deepEqual(
      found.map(({ path }) => path),
      [join(folder, 'all.rbs')],
    );
  });
});
