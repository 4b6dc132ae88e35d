/**
 * Profiles of dynamic features (seed 004) on small programs, each run and recorded in the embedded Ruby. `#> site:` and
 * `#> learned:` in a program say what is recorded and what Loupe then knows; no program has a diagnostic; and a
 * program whose dynamic calls are replaced by what Loupe derives has the same outcome (004, Theorem 1).
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deriveSource } from '../../server/src/hook/derive';
import { diagnosticsOf } from '../../server/src/ide/diagnostics';
import { parseProfile } from '../../server/src/parse/profile';
import { workspaceClasses } from '../../server/src/program/workspace';
import type { LearnedSite, Profile } from '../../shared/src/profile';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { type Scratch, scratch } from '../cli/loupe';
import { hostForTests, NEVER } from '../harness/rubyForTests';
import { rubyParser } from '../harness/rubyParser';
import { createTestWorkspace } from '../harness/workspace';

const FOLDER = join(__dirname, 'profiles');
const PROGRAMS = readdirSync(FOLDER)
  .filter(name => name.endsWith('.rb'))
  .map(name => ({ name: basename(name, '.rb'), text: readFileSync(join(FOLDER, name), 'utf8') }));

function expected(text: string, word: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^#> ${word}: (.*)$`, 'gm'))].map(([, line = '']) => line).sort();
}

function showSite({ method, category, kind, uses, nested }: LearnedSite): string {
  const receivers = [...new Set(uses.map(use => use.receiver))].sort();
  const values = [...new Set(uses.map(use => use.value))].sort();
  const inner = nested.length === 0 ? [] : [`nested: ${nested.join(' ')}`];
  return [method, category, ...receivers, ...(kind === 'eval' ? [values.length] : values), ...inner].join(' ');
}

function moduleOf(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** What the programs return, by name: each is evaluated, then run. */
async function outcomesOf(programs: readonly { readonly name: string; readonly text: string }[]): Promise<unknown> {
  const ruby = hostForTests();
  const words = JSON.stringify(programs.map(({ name, text }) => [moduleOf(name), text])).replace(/[\\']/g, '\\$&');
  const script = `require 'json'
    JSON.generate(JSON.parse('${words}').to_h do |name, text|
      TOPLEVEL_BINDING.eval(text, name)
      [name, Object.const_get(name).run.inspect]
    rescue Exception => e
      [name, "#{e.class}: #{e.message}"]
    end)`;
  try {
    const reply = await ruby.evaluate(script, [], NEVER);
    if (reply.kind === 'failed') throw new Error(reply.why);
    return JSON.parse(reply.text);
  } finally {
    await ruby.close();
  }
}

describe('profiles of dynamic calls', () => {
  let here: Scratch;
  let profile: Profile;
  const pathOf = (name: string): string => `lib/${name}.rb`;

  before(async () => {
    here = scratch();
    for (const { name, text } of PROGRAMS) {
      here.write(pathOf(name), text);
      const test = `require 'minitest/autorun'\nrequire '${name}'\nclass ${moduleOf(name)}Test < Minitest::Test\n  def test_run = refute_nil(${moduleOf(name)}.run)\nend\n`;
      here.write(`test/${name}_test.rb`, test);
    }
    const { status, out, err } = await here.loupe('learn');
    assert.equal(status, 0, out + err);
    assert.match(err, /dynamic sites understood\. loupe learn --show/);
    const read = parseProfile(readFileSync(join(here.folder, '.loupe/profile.json'), 'utf8'));
    assert.deepEqual(read.problems, []);
    assert.ok(read.profile);
    profile = read.profile;
  });
  after(() => here.remove());

  for (const { name, text } of PROGRAMS)
    it(`records the calls of ${name}`, () => {
      const sites = profile.sites.filter(site => site.path === pathOf(name));
      assert.deepEqual(sites.map(showSite).sort(), expected(text, 'site'));
    });

  it('declares what only the runs show, and reports nothing about it', async () => {
    const plain = await createTestWorkspace();
    const learned = await createTestWorkspace();
    learned.setProfile(profile, here.folder);
    for (const workspace of [plain, learned])
      for (const { name, text } of PROGRAMS) workspace.setDisk(join(here.folder, pathOf(name)), text);
    const { snapshot } = learned;
    for (const { name, text } of PROGRAMS) {
      const found = namesLearned(learned).filter(each => each.startsWith(`${moduleOf(name)}::`));
      const wanted = expected(text, 'learned').flatMap(line => (line === 'none' ? [] : line.split(' ')));
      assert.deepEqual(found, [...wanted].sort(), name);
      const path = join(here.folder, pathOf(name));
      assert.deepEqual(diagnosticsOf(snapshot, path, DEFAULT_SETTINGS), [], name);
    }
    assert.deepEqual(namesLearned(plain), []);
    await Promise.all([plain.dispose(), learned.dispose()]);
  });

  it('programs without their dynamic calls have the same outcome', async () => {
    const parser = await rubyParser;
    const derived = PROGRAMS.map(({ name, text }) => {
      const document = parser.open(pathOf(name), text);
      const sites = profile.sites.filter(site => site.path === pathOf(name));
      const source = deriveSource(document.outline(), sites);
      document.close();
      if (sites.length > 0 && sites.some(site => site.kind !== 'mixin')) assert.notEqual(source, text, name);
      return { name, text: source };
    });
    assert.deepEqual(await outcomesOf(derived), await outcomesOf(PROGRAMS));
  });

  it('a program that does something else than its runs did is recognised', async () => {
    const [program] = PROGRAMS.filter(({ name }) => name === 'send_names');
    assert.ok(program);
    const sites = profile.sites.filter(site => site.path === pathOf(program.name));
    const forged = sites.map(site => ({ ...site, uses: site.uses.slice(0, 1) }));
    const document = (await rubyParser).open('a.rb', program.text);
    const text = deriveSource(document.outline(), forged);
    document.close();
    assert.match(JSON.stringify(await outcomesOf([{ ...program, text }])), /NameError: not in the profile: zip=/);
  });
});

function namesLearned({ snapshot }: Awaited<ReturnType<typeof createTestWorkspace>>): readonly string[] {
  return [...workspaceClasses(snapshot.program)]
    .flatMap(({ name, methods, singletonMethods, constants }) => [
      ...[...methods.values()].filter(method => method.learned).map(method => `${name}#${method.name}`),
      ...[...singletonMethods.values()].filter(method => method.learned).map(method => `${name}.${method.name}`),
      ...[...constants.values()].filter(({ value, type }) => !value && !type).map(each => `${name}::${each.name}`),
    ])
    .sort();
}
