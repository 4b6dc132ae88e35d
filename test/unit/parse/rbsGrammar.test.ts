/** The whole RBS 3 grammar: rbsGrammar.txt has snippets, each followed by its declarations or problems. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRbs } from '../../../server/src/parse/rbs';
import { programFromRbs } from '../../../server/src/parse/rbsProgram';
import { messageOf } from '../../../server/src/problems/catalogue';
import { bareCore } from '../../../server/src/program/bareCore';
import { printClass } from '../../../server/src/program/print';
import type { ClassInfo, MethodInfo } from '../../../server/src/program/program';
import { coreLibrary } from '../../harness/prove';
import { itNeeds, RUBY } from '../../harness/requirements';

const SNIPPETS = readFileSync(join(__dirname, 'rbsGrammar.txt'), 'utf8')
  .split(/^---.*\n/m)
  .slice(1);

function own(methods: ReadonlyMap<string, MethodInfo>): ReadonlyMap<string, MethodInfo> {
  return new Map([...methods].filter(([, method]) => method.origin === 'workspace'));
}

/** The declarations of the snippet (without those of the library), and its problems. */
function made(text: string): readonly string[] {
  const { value: file, problems } = parseRbs('sig.rbs', text);
  const library = coreLibrary() ?? bareCore();
  const built = programFromRbs([file], { library, origin: () => 'workspace', places: true });
  const told = [...problems, ...built.problems].map(problem => `! ${messageOf(problem)}`);
  const names = new Set(
    file.declarations.flatMap(one =>
      one.kind === 'class' || one.kind === 'module' ? [one.name.replace(/^::/, '')] : [],
    ),
  );
  const shown = [...names].flatMap(name => {
    const info = built.value.classes.get(name);
    if (!info) return [];
    const mine: ClassInfo = { ...info, methods: own(info.methods), singletonMethods: own(info.singletonMethods) };
    return printClass(mine)
      .split('\n')
      .map(line => line.trim());
  });
  return [...told, ...shown.filter(line => line !== '')];
}

/** Signatures of the gems of an installed Ruby. */
function installedSignatures(): readonly string[] {
  const list = 'puts Dir.glob(Gem.path.map { |path| "#{path}/gems/*/{sig,core,stdlib}/**/*.rbs" })';
  return execFileSync('ruby', ['-e', list], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split('\n');
}

describe('rbs: the grammar', () => {
  itNeeds(RUBY, 'accepts all available signatures', async () => {
    const paths = installedSignatures().filter(path => path !== '');
    const broken = paths.filter(path => parseRbs(path, readFileSync(path, 'utf8')).problems.length > 0);
    assert.deepEqual(broken, []);
    console.log(`      ${paths.length} files of installed gems`);
  });

  for (const [i, snippet] of SNIPPETS.entries()) {
    const lines = snippet.split('\n').filter(line => line !== '');
    const text = lines.filter(line => !line.startsWith('#=> ')).join('\n');
    it(`${i + 1}: ${text.split('\n')[0]}`, () => {
      assert.deepEqual(
        made(text),
        lines.filter(line => line.startsWith('#=> ')).map(line => line.slice(4)),
      );
    });
  }
});
