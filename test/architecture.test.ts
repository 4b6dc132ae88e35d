/** The dependency rules of ARCHITECTURE.md hold, and each of them can fail. */
import assert from 'node:assert';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';

const root = join(__dirname, '..');
const rules: { forbidden: IForbiddenRuleType[]; options: object } =
  createRequire(__filename)('../.dependency-cruiser.cjs');

async function violations(baseDir: string): Promise<string[]> {
  const { cruise } = await import('dependency-cruiser');
  const result = await cruise(
    ['server/src', 'client', 'shared/src'],
    { ...rules.options, baseDir, validate: true, ruleSet: { forbidden: rules.forbidden } },
    {},
    {},
  );
  const { summary } = result.output as ICruiseResult;
  return summary.violations.map(violation => `${violation.rule.name}: ${violation.from} -> ${violation.to}`);
}

describe('architecture', () => {
  it('imports only from layers to the left', async () => {
    assert.deepStrictEqual(await violations(root), []);
  });

  it('unit tests lie in the folder of the layer that they test', () => {
    const layers = [...readdirSync(join(root, 'server', 'src')), 'client', 'shared', 'syntaxes', 'harness'];
    assert.deepStrictEqual(
      readdirSync(join(root, 'test', 'unit')).filter(name => !layers.includes(name)),
      [],
    );
  });

  const PACKAGES = [
    'vscode-languageserver',
    'vscode-languageclient',
    'z3-solver',
    'web-tree-sitter',
    '@ruby/wasm-wasi',
  ];

  /** Each entry is a file with one import against the rule, and the rule that must catch it. */
  const offences: readonly { file: string; text: string; rule: string }[] = [
    { file: 'server/src/vcgen/bad.ts', text: `import '../check/target';`, rule: 'vcgen-imports-left-only' },
    {
      file: 'server/src/types/bad.ts',
      text: `import type {} from '../engine/target';`,
      rule: 'types-imports-left-only',
    },
    { file: 'server/src/infer/bad.ts', text: `import '../check/target';`, rule: 'infer-imports-left-only' },
    { file: 'server/src/ide/bad.ts', text: `import '../host/target';`, rule: 'ide-imports-left-only' },
    { file: 'server/src/base/bad.ts', text: `import '../syntax/target';`, rule: 'base-imports-left-only' },
    { file: 'server/src/check/bad.ts', text: `import 'node:fs';`, rule: 'only-host-and-front-ends-use-the-system' },
    {
      file: 'server/src/ide/bad2.ts',
      text: `import 'vscode-languageserver';`,
      rule: 'vscode-languageserver-is-imported-by-its-layers-only',
    },
    { file: 'server/src/solve/bad.ts', text: `import 'z3-solver';`, rule: 'z3-solver-is-imported-by-its-layers-only' },
    {
      file: 'server/src/resolve/bad.ts',
      text: `import 'web-tree-sitter';`,
      rule: 'web-tree-sitter-is-imported-by-its-layers-only',
    },
    {
      file: 'server/src/judge/bad.ts',
      text: `import '@ruby/wasm-wasi';`,
      rule: 'embedded-ruby-is-imported-by-its-layers-only',
    },
    {
      file: 'server/src/lsp/bad.ts',
      text: `import 'vscode-languageclient';`,
      rule: 'vscode-languageclient-is-imported-by-its-layers-only',
    },
    { file: 'server/src/host/bad.ts', text: `import './bad';`, rule: 'no-circular-imports' },
    { file: 'server/src/host/bad3.ts', text: `import type {} from './bad3';`, rule: 'no-circular-imports' },
    { file: 'server/src/ril/ril.ts', text: `import './ril';`, rule: 'no-circular-imports-at-run-time' },
    { file: 'server/src/host/bad2.ts', text: `import './nowhere';`, rule: 'every-import-is-found' },
    { file: 'shared/src/bad.ts', text: `import '../../server/src/base/target';`, rule: 'shared-imports-nothing' },
    { file: 'client/src/bad.ts', text: `import '../../server/src/base/target';`, rule: 'client-is-thin' },
  ];

  it('each other rule has an offence that it must detect', () => {
    const tried = new Set(offences.map(({ rule }) => rule));
    const others = rules.forbidden.map(({ name }) => name!).filter(name => !name.endsWith('-imports-left-only'));
    assert.deepStrictEqual(
      others.filter(name => !tried.has(name)),
      [],
    );
  });

  it('each layer rule detects an import from the right', async () => {
    const leftOnly = rules.forbidden.filter(rule => rule.name?.endsWith('-imports-left-only'));
    const inside = leftOnly.filter(rule => rule.name!.split('-').length === 5);
    assert.ok(leftOnly.length > 40 && inside.length > 20, 'the rules are not found');
    const scratch = mkdtempSync(join(tmpdir(), 'loupe-architecture-'));
    try {
      for (const place of ['client', 'shared']) write(join(scratch, `${place}/src/good.ts`), 'export {};\n');
      const expected = leftOnly.flatMap(rule => {
        const from = foldersOf(rule.from?.path)[0]!;
        return foldersOf('to' in rule ? rule.to.path : undefined).map((to, index) => {
          // One target per offence: it must not be an offence itself.
          const name = `${rule.name!.replaceAll('-', '_')}_${index}`;
          write(join(scratch, to, `target_${name}.ts`), 'export const target = 1;\n');
          write(
            join(scratch, from, `bad_${name}.ts`),
            `import '${relative(from, join(to, `target_${name}`)).replace(/^(?!\.)/, './')}';\n`,
          );
          return `${rule.name}: ${from}/bad_${name}.ts -> ${to}/target_${name}.ts`;
        });
      });
      assert.deepStrictEqual((await violations(scratch)).sort(), expected.sort());
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });

  for (const offence of offences) {
    it(`detects ${offence.file}: ${offence.rule}`, async () => {
      const scratch = mkdtempSync(join(tmpdir(), 'loupe-architecture-'));
      try {
        for (const layer of ['check', 'engine', 'host', 'syntax', 'base']) {
          write(join(scratch, `server/src/${layer}/target.ts`), 'export const target = 1;\n');
        }
        for (const name of PACKAGES) {
          write(join(scratch, `node_modules/${name}/package.json`), `{ "name": "${name}", "main": "index.js" }`);
          write(join(scratch, `node_modules/${name}/index.js`), '');
        }
        for (const place of ['client', 'shared']) write(join(scratch, `${place}/src/good.ts`), 'export {};\n');
        write(join(scratch, offence.file), `${offence.text}\n`);
        const found = await violations(scratch);
        assert.deepStrictEqual(
          found.map(text => text.split(' ').slice(0, 2).join(' ')),
          [`${offence.rule}: ${offence.file}`],
        );
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    });
  }
});

/** The folders that a rule names: `^server/src/(a|b)/`, `^server/src/a/b/`, or the files of one, `^server/src/a/[^/]+$`. */
function foldersOf(path: string | readonly string[] | undefined): string[] {
  return [path ?? []].flat().flatMap(pattern => {
    const plain = (pattern as string).replace('^', '').replace('/[^/]+$', '/').replace(/\/$/, '');
    const names = /\((.*)\)/.exec(plain)?.[1]?.split('|');
    return names ? names.map(name => plain.replace(/\(.*\)/, name)) : [plain];
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
