/**
 * Inference reports on programs without annotations: none where the program runs clean, and so many of the errors that a
 * run shows. The counts may only grow; they are those of all programs, so only `npm run test:trust -- --full` compares them. (The
 * fixtures compare the reports of each program exactly.)
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../../server/src/engine/workspace';
import { inferenceReports } from '../../harness/inferenceReports';
import { inferPrograms, UNSEEN, unseenPrograms } from '../../harness/inferPrograms';
import { rubyStdlib } from '../../harness/rubyStdlib';
import { IS_FULL, noteSample, sampleByName } from '../../harness/sampling';
import { createTestWorkspace } from '../../harness/workspace';

const LEAST = { types: 291, values: 6, mistakes: 8 };

const SHARE = { test: 12, trust: 3 };

/** Libraries that are complete in themselves; `npm run test:trust -- --full` takes all. */
const SAMPLE =
  /\/3\.4\.0\/(abbrev|cgi\/util|delegate|erb|find|forwardable|ipaddr|observer|open3|ostruct|pp|prettyprint|securerandom|set|shellwords|singleton|tempfile|time|timeout|tmpdir|tsort|un|uri|weakref)\b/;

describe('inference reports', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const reportsOf = (files: readonly { readonly path: string; readonly text: string }[]) => {
    for (const { path, text } of files) workspace.setDisk(path, text);
    const paths = files.map(({ path }) => path);
    const found = inferenceReports(workspace, paths);
    for (const path of paths) workspace.remove(path);
    return found;
  };

  it('are on lines that raise', () => {
    const found = { types: 0, values: 0, mistakes: 0, clean: 0 };
    const wrong: string[] = [];
    const all = [...inferPrograms(), ...UNSEEN.flatMap(unseenPrograms)];
    const programs = sampleByName('programs whose reports are counted', all, SHARE, ({ name }) => name);
    for (const { name, kind, text, raises } of programs) {
      const lines = new Set(raises.map(mark => mark.span.start.line));
      for (const { line, shown } of reportsOf([{ path: name, text }])) {
        if (lines.delete(line)) found[kind]++;
        else wrong.push(shown);
      }
    }
    assert.deepEqual(wrong, []);
    if (!IS_FULL) return;
    for (const kind of ['types', 'values', 'mistakes'] as const)
      assert.ok(found[kind] >= LEAST[kind], `${found[kind]} of ${kind} found, not ${LEAST[kind]}`);
  });

  it('say nothing about names that a hidden library may define, in any file loaded with it', () => {
    const files = [
      { path: 'hidden/tool.rb', text: "require 'paint_of_another_gem'\nrequire_relative 'screen'\n" },
      { path: 'hidden/support.rb', text: "require_relative 'screen'\n" },
      {
        path: 'hidden/screen.rb',
        text: 'module Cops\n  module Style\n    class Red < Style\n      def show = Paint("red", Brush::WIDE)\n    end\n  end\nend\nCops::Style::Red.new.show\n',
      },
    ];
    assert.deepEqual(reportsOf(files), []);
    const visible = files.map(file => ({ ...file, text: file.text.replace("require 'paint_of_another_gem'\n", '') }));
    assert.equal(reportsOf(visible).length, 3);
  });

  it('say nothing about constants of a file that only a computed `require` loads, if something loads a hidden library', () => {
    const files = [
      { path: 'computed/all.rb', text: 'Dir["cops/*.rb"].each { |path| require path }\n' },
      { path: 'computed/cops/one.rb', text: 'module Cops\n  module Own\n    class One < Cops\n    end\n  end\nend\n' },
      { path: 'computed/cops/two.rb', text: "require 'paint_of_another_gem'\n" },
    ];
    assert.deepEqual(reportsOf(files), []);
  });

  it('say nothing about constants of a file that a hidden library may load: a controller, a plugin', () => {
    const files = [
      { path: 'app/boot.rb', text: "require 'framework_of_another_gem'\n" },
      { path: 'app/shared.rb', text: 'SHARED = 1\n' },
      { path: 'app/page.rb', text: "require_relative 'shared'\nclass Page\n  def show = Frame::WIDE\nend\n" },
    ];
    assert.deepEqual(reportsOf(files), []);
    assert.equal(reportsOf(files.slice(1)).length, 1);
    const plugin = { path: 'app/plugin.rb', text: "require_relative 'page'\nPage.new.show\n" };
    assert.deepEqual(reportsOf([...files, plugin]), []);
  });

  it('are the same for scripts side by side, unless something loads a library that is not visible', () => {
    const scripts = [
      { path: 'side/one.rb', text: 'puts 5.upcase\n' },
      { path: 'side/two.rb', text: "puts 'a'.no_such_method\n" },
    ];
    assert.equal(reportsOf(scripts).length, 2);
    assert.deepEqual(reportsOf([...scripts, { path: 'side/app.rb', text: "require 'paint_of_another_gem'\n" }]), []);
  });

  it('say nothing about clean programs in one folder, which define the same names in different ways', () => {
    const loading = /\b(?:require|load|autoload)/;
    const clean = inferPrograms().filter(({ kind, text }) => kind === 'clean' && !loading.test(text));
    assert.ok(clean.length > 300);
    assert.deepEqual(
      reportsOf(clean.map(({ name, text }) => ({ path: name, text }))).map(({ shown }) => shown),
      [],
    );
  });

  it('say nothing about the examples and the library for Ruby', () => {
    for (const folder of ['examples', 'server/ruby']) {
      const root = join(__dirname, '../../..', folder);
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.rb'));
      const found = reportsOf(files.map(path => ({ path, text: readFileSync(join(root, path), 'utf8') })));
      assert.deepEqual(
        found.map(({ shown }) => shown),
        [],
      );
    }
  });

  it('say nothing about the standard library', async function () {
    this.timeout(1_800_000); // all of it takes minutes
    const all = await rubyStdlib();
    const files = IS_FULL ? all : all.filter(({ path }) => SAMPLE.test(path));
    noteSample('files of the standard library', files.length, all.length);
    assert.deepEqual(
      reportsOf(files).map(({ shown }) => shown),
      [],
    );
  });
});
