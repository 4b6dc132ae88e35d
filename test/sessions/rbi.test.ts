/** RBI files are read as far as the program names what they declare, also after edits. */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace } from '../harness/workspace';

const PATH = 'sorbet/rbi/gems/paint@1.rbi';
const RBI = `class Paint
  sig { params(tone: Integer).returns(String) }
  def wash(tone); end

  sig do
    returns(Brush)
  end
  def brush; end
end
class Brush
  sig { returns(Integer) }
  def width; end
end
`;
const program = (body: string) => `class Wall
  extend T::Sig
  sig { params(paint: T.untyped).returns(Integer) }
  def size(paint) = 1
  sig { returns(Integer) }
  def area = ${body}
end
`;

function codes(workspace: Workspace, path = 'wall.rb'): readonly string[] {
  return (workspace.snapshot.files.get(path)?.problems ?? []).map(({ code }) => code);
}

describe('RBI files', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createTestWorkspace();
    workspace.setDisk(PATH, RBI);
    workspace.setDisk('other.rbi', 'class Other\n  def broken(\nend\n');
    workspace.open('wall.rb', program('1'));
  });
  afterEach(() => workspace.dispose());

  it('count as soon as the program names their classes and methods', () => {
    assert.deepEqual(codes(workspace), []);
    assert.equal(workspace.snapshot.files.has(PATH), false);
    workspace.open('wall.rb', program('Paint.new.wash(1)'));
    assert.deepEqual(codes(workspace), ['LP3001']);
    assert.equal(workspace.snapshot.files.has(PATH), true);
    workspace.open('wall.rb', program('Paint.new.brush.width'));
    assert.deepEqual(codes(workspace), []);
    workspace.open('wall.rb', program('Paint.new.brush.width.upcase'));
    assert.deepEqual(codes(workspace), ['LP3004']);
    workspace.open('wall.rb', program('Paint.new.rinse'));
    assert.deepEqual(codes(workspace), ['LP3004']);
  });

  it('are read again when they change, and not after they are removed', () => {
    workspace.open('wall.rb', program('Paint.new.wash(1)'));
    workspace.setDisk(PATH, RBI.replace('returns(String)', 'returns(Integer)'));
    assert.deepEqual(codes(workspace), []);
    workspace.remove(PATH);
    assert.equal(codes(workspace).includes('LP3001'), false);
  });

  it('say once that they have a syntax error, and only if they are used', () => {
    assert.equal(workspace.snapshot.files.has('other.rbi'), false);
    workspace.open('wall.rb', program('Other.new.broken(1)'));
    assert.deepEqual(codes(workspace, 'other.rbi'), ['LP1002']);
  });
});

describe('a thousand RBI files', () => {
  it('are parsed only if the program names a class of theirs', async () => {
    const workspace = await createTestWorkspace();
    try {
      const lines = Array.from({ length: 66 }, (_, i) => `  sig { returns(Integer) }\n  def m${i}; end\n`);
      for (let i = 0; i < 1000; i++)
        workspace.setDisk(`rbi/c${i}.rbi`, `class C${i} < Base${i % 5}\n${lines.join('\n')}end\n`);
      workspace.open('wall.rb', program('C7.new.m3'));
      assert.deepEqual(codes(workspace), []);
      const used = [...workspace.snapshot.files.keys()].filter(path => path.endsWith('.rbi'));
      assert.deepEqual(used, ['rbi/c7.rbi']);
    } finally {
      await workspace.dispose();
    }
  });
});
