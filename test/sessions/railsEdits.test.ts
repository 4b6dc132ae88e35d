/** An edited Rails workspace has the hook results of a fresh one. */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { messageOf } from '../../server/src/problems/catalogue';
import { printProgram } from '../../server/src/program/print';
import { editBetween, randomFrom } from '../harness/editedProgram';
import { createTestWorkspace } from '../harness/workspace';

const EDITS = 60;

const FILES: Readonly<Record<string, string>> = {
  'app/models/application_record.rb': 'class ApplicationRecord < ActiveRecord::Base\nend\n',
  'db/schema.rb': `ActiveRecord::Schema[7.1].define do
  create_table "folders" do |t|
    t.string "name"
    t.integer "size"
  end
  create_table "items" do |t|
    t.string "name", null: false, default: ""
    t.integer "status"
  end
end
`,
  'app/models/folder.rb': `class Folder < ApplicationRecord
  has_many :items
  enum :kind, { small: 0, large: 1 }
  type '() -> Integer r { r >= 0 }'
  def weight
    1
  end
end
`,
  'app/models/item.rb': `class Item < ApplicationRecord
  belongs_to :folder
  scope :recent, -> { order(:id) }
  type '(Folder f) -> Folder or nil r { r == f }'
  def move(f)
    self.folder = f
    folder
  end
end
`,
  'app/models/special_item.rb': `class SpecialItem < Item
  enum :status, [:new, :old]
  def special = name
end
`,
  'lib/plain.rb': `class Plain
  type '(Item) -> %bool'
  def new_one(item) = item.status.nil?
end
`,
};

/** Lines that may be added to a model. */
const LINES = [
  '  belongs_to :owner, class_name: "Folder"',
  '  enum :state, [:draft, :done]',
  '  scope :old, -> { order(:id) }',
  '  def name = "own"',
  '  def folder = nil',
  '  def self.recent = 1',
  '  def other(a) = a',
  "  type '(Integer) -> Integer'",
  '  self.table_name = "folders"',
  '  def self.enum(*) = nil',
  '  def status',
];

function stateOf(workspace: Workspace): string {
  const { snapshot } = workspace;
  const problems = [...snapshot.files.values()].flatMap(file =>
    file.problems.map(problem => `${file.path}: ${problem.code} ${messageOf(problem)}`),
  );
  return `${printProgram(snapshot.program)}\n${problems.sort().join('\n')}`;
}

async function started(files: ReadonlyMap<string, string>): Promise<Workspace> {
  const workspace = await createTestWorkspace();
  for (const [path, text] of files) workspace.setDisk(path, text);
  return workspace;
}

describe('a Rails workspace, edited', () => {
  it('costs no more than the edited classes', async () => {
    const files = new Map(Object.entries(FILES));
    const workspace = await started(files);
    void workspace.snapshot.program;
    const { wholes } = workspace.holdings;
    const path = 'app/models/item.rb';
    workspace.open(path, files.get(path)!);
    for (const [old, next] of [
      ['Folder f)', 'Folder g)'],
      ['  def move', '  def helper = 1\n  def move'],
    ]) {
      const start = files.get(path)!.indexOf(old!);
      files.set(path, files.get(path)!.replace(old!, next!));
      workspace.edit(path, [{ start, end: start + old!.length, text: next! }]);
      void workspace.snapshot.program;
    }
    const { wholes: now, parts } = workspace.holdings;
    const expected = await started(files);
    assert.equal(stateOf(workspace), stateOf(expected));
    assert.deepEqual({ wholes: now - wholes, parts }, { wholes: 0, parts: 2 });
  });

  it('has the results of a fresh check', async () => {
    const random = randomFrom(7);
    const some = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const files = new Map(Object.entries(FILES));
    const workspace = await started(files);
    for (const [path, text] of files) workspace.open(path, text);
    for (let i = 0; i < EDITS; i++) {
      const path = some([...files.keys()]);
      const before = files.get(path)!;
      const lines = before.split('\n');
      const at = 1 + Math.floor(random() * (lines.length - 1));
      if (random() < 0.4) lines.splice(at, 1);
      else lines.splice(at, 0, some(path.startsWith('app') ? LINES : lines));
      const after = random() < 0.15 ? FILES[path]! : lines.join('\n');
      files.set(path, after);
      workspace.edit(path, [editBetween(before, after)]);
      const expected = await started(files);
      assert.equal(stateOf(workspace), stateOf(expected), `edit ${i} of ${path}:\n${after}`);
    }
    assert.ok(workspace.holdings.parts > 5, JSON.stringify(workspace.holdings));
  });
});
