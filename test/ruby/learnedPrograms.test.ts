/**
 * Programs of the kind that Rubydust (seed 002) was tried on, each with tests that run in the embedded Ruby. `#> NAME TYPE`
 * above a method is the type that is learned of it, `#> conflict: …` what is listed at the end; nothing else is listed.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Conflict } from '../../server/src/engine/learn/conflicts';
import { recordFiles } from '../../server/src/engine/learn/recordFiles';
import { type LearnReport, reportProfile } from '../../server/src/engine/learn/report';
import type { Workspace } from '../../server/src/engine/workspace';
import { parseProfile } from '../../server/src/parse/profile';
import { type Scratch, scratch } from '../cli/loupe';
import { rubyParser } from '../harness/rubyParser';
import { createTestWorkspace } from '../harness/workspace';

const FOLDER = join(__dirname, 'learned');
const PROGRAMS = readdirSync(FOLDER).map(name => {
  const [program = '', tests = ''] = readFileSync(join(FOLDER, name), 'utf8').split('#! tests\n');
  return { name: basename(name, '.rb'), program, tests };
});

describe('types learned of whole programs', () => {
  let here: Scratch;
  let report: LearnReport;
  let workspace: Workspace;

  before(async () => {
    here = scratch();
    for (const { name, program, tests } of PROGRAMS) {
      here.write(`lib/${name}.rb`, program);
      here.write(`test/${name}_test.rb`, `require 'minitest/autorun'\nrequire '${name}'\n${tests}`);
    }
    const { status, out, err } = await here.loupe('learn');
    assert.equal(status, 0, out + err);
    const { profile } = parseProfile(readFileSync(join(here.folder, '.loupe/profile.json'), 'utf8'));
    assert.ok(profile);
    workspace = await createTestWorkspace();
    const sources = PROGRAMS.map(({ name, program }) => ({ path: `lib/${name}.rb`, text: program }));
    for (const { path, text } of sources) workspace.setDisk(join(here.folder, path), text);
    for (const { name, tests } of PROGRAMS) workspace.setDisk(join(here.folder, `test/${name}_test.rb`), tests);
    workspace.setProfile(profile, here.folder);
    const recording = recordFiles(await rubyParser, sources, '');
    const calls = new Map<Conflict, string>();
    const program = { snapshot: workspace.snapshot, calls, refinements: new Map() };
    report = reportProfile(profile, recording, () => true, program);
  });
  after(async () => {
    here.remove();
    await workspace.dispose();
  });

  for (const { name, program } of PROGRAMS)
    it(name, () => {
      const path = `lib/${name}.rb`;
      const methods = report.methods.filter(method => method.path === path);
      const conflicts = report.conflicts.filter(conflict => conflict.path === path);
      const found = [
        ...methods.map(method => `${method.name} ${method.type} · ${method.word}`),
        ...conflicts.map(({ about, lower, upper }) => `conflict: ${about} is ${lower}, not ${upper}`),
      ];
      const expected = [...program.matchAll(/^ *#> (.*)$/gm)].map(([, line = '']) => line);
      assert.deepEqual(found.sort(), expected.sort());
    });
});
