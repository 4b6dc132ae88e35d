/** The dependency rule of ARCHITECTURE.md holds, and the test that says so can fail. */
import assert from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';

const root = join(__dirname, '..');
const rules: { forbidden: IForbiddenRuleType[]; options: object } =
  createRequire(__filename)('../.dependency-cruiser.cjs');

async function violations(baseDir: string): Promise<string[]> {
  const { cruise } = await import('dependency-cruiser');
  const result = await cruise(
    ['server/src', 'client/src', 'shared/src'],
    { ...rules.options, baseDir, validate: true, ruleSet: { forbidden: rules.forbidden } },
    {},
    {},
  );
  const { summary } = result.output as ICruiseResult;
  return summary.violations.map(violation => `${violation.rule.name}: ${violation.from} -> ${violation.to}`);
}

describe('architecture', () => {
  it('imports go to the left only', async () => {
    assert.deepStrictEqual(await violations(root), []);
  });

  /** Each entry is a file with one import against the rule, and the rule that must catch it. */
  const offences: readonly { file: string; text: string; rule: string }[] = [
    { file: 'server/src/vcgen/bad.ts', text: `import '../check/target';`, rule: 'vcgen-imports-left-only' },
    {
      file: 'server/src/types/bad.ts',
      text: `import type {} from '../engine/target';`,
      rule: 'types-imports-left-only',
    },
    { file: 'server/src/ide/bad.ts', text: `import '../host/target';`, rule: 'ide-imports-left-only' },
    { file: 'server/src/base/bad.ts', text: `import '../syntax/target';`, rule: 'base-imports-left-only' },
    { file: 'server/src/check/bad.ts', text: `import 'node:fs';`, rule: 'the-outside-is-behind-host-and-faces' },
    {
      file: 'server/src/ide/bad2.ts',
      text: `import 'vscode-languageserver';`,
      rule: 'vscode-languageserver-is-known-to-its-rooms-only',
    },
    { file: 'server/src/solve/bad.ts', text: `import 'z3-solver';`, rule: 'z3-solver-is-known-to-its-rooms-only' },
    { file: 'shared/src/bad.ts', text: `import '../../server/src/base/target';`, rule: 'shared-imports-nothing' },
    { file: 'client/src/bad.ts', text: `import '../../server/src/base/target';`, rule: 'client-is-thin' },
  ];

  for (const offence of offences) {
    it(`notices ${offence.file}: ${offence.rule}`, async () => {
      const scratch = mkdtempSync(join(tmpdir(), 'loupe-architecture-'));
      try {
        for (const room of ['check', 'engine', 'host', 'syntax', 'base']) {
          write(join(scratch, `server/src/${room}/target.ts`), 'export const target = 1;\n');
        }
        for (const name of ['vscode-languageserver', 'z3-solver']) {
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

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
