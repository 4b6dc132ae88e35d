/** The whole RBS 3 grammar, corner by corner: rbsGrammar.txt has snippets and below each what is made of it, or said. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRbs } from '../../server/src/parse/rbs';
import { programFromRbs } from '../../server/src/parse/rbsProgram';
import { messageOf } from '../../server/src/problems/catalogue';
import { bareCore } from '../../server/src/program/bareCore';
import { printClass } from '../../server/src/program/print';
import type { ClassInfo, MethodInfo } from '../../server/src/program/program';
import { coreLibrary } from '../harness/prove';

const SNIPPETS = readFileSync(join(__dirname, 'rbsGrammar.txt'), 'utf8')
  .split(/^---.*\n/m)
  .slice(1);

function own(methods: ReadonlyMap<string, MethodInfo>): ReadonlyMap<string, MethodInfo> {
  return new Map([...methods].filter(([, method]) => method.origin === 'workspace'));
}

/** What the snippet says of its classes (without what the library has of them), and what is said to it. */
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

/** Signatures that the gems of an installed Ruby bring; null: there is none. */
function installedSignatures(): readonly string[] | null {
  const list = 'puts Dir.glob(Gem.path.map { |path| "#{path}/gems/*/{sig,core,stdlib}/**/*.rbs" })';
  try {
    return execFileSync('ruby', ['-e', list], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n');
  } catch {
    return null;
  }
}

describe('rbs: the grammar', () => {
  it('is that of all signatures in reach', function () {
    const paths = installedSignatures()?.filter(path => path !== '') ?? null;
    if (paths === null) {
      console.log('      no Ruby is installed here: only the signatures that the library is made of are read');
      this.skip();
    }
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
