/** Every guarantee of the editor and the command line has tests, and every feature has a row. */
import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../server/src/cli/run';
import { FEATURES as SERVER_FEATURES } from '../server/src/lsp/features';
import { COMMAND_LINE, FEATURES, type Guarantee } from './harness/guarantees';

const parts = (rows: Readonly<Record<string, readonly Guarantee[]>>): readonly string[] =>
  Object.values(rows).flatMap(row => row.map(({ part }) => part));

/** A test title, a key in a table of tests, or (for scripts that drive editors) a part of the script. */
function isIn(text: string, file: string, title: string): boolean {
  if (file.endsWith('.mjs')) return text.includes(title);
  return (
    ["it('", 'it(`', "describe('"].some(start => text.includes(`${start}${title}`)) || text.includes(`\n  ${title}: {`)
  );
}

describe('guarantees', () => {
  for (const [area, rows] of Object.entries({ editor: FEATURES, 'command line': COMMAND_LINE })) {
    for (const [row, guarantees] of Object.entries(rows)) {
      it(`${area}: ${row}`, () => {
        assert.ok(guarantees.length > 0, 'no test shows it');
        for (const { part, file, title } of guarantees) {
          const path = join(__dirname, file);
          assert.ok(existsSync(path), `${part}: there is no ${file}`);
          assert.ok(isIn(readFileSync(path, 'utf8'), file, title), `${part}: no test "${title}" in ${file}`);
        }
      });
    }
  }

  it('every capability of the server has a row', () => {
    const client = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };
    const capabilities = SERVER_FEATURES.flatMap(feature => Object.keys(feature.capabilities(client)));
    assert.ok(capabilities.length > 10);
    assert.deepStrictEqual(
      capabilities.filter(name => !parts(FEATURES).includes(name)),
      [],
    );
  });

  it('every command of the extension has a row', () => {
    const manifest = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as {
      contributes: { commands: readonly { command: string }[] };
    };
    const commands = manifest.contributes.commands.map(each => each.command);
    assert.deepStrictEqual(
      commands.filter(name => !parts(FEATURES).includes(name)),
      [],
    );
  });

  it('every command and every option of the command line has a row', () => {
    const missing = COMMANDS.flatMap(({ name, options }) => {
      const row = (COMMAND_LINE[name] ?? []).map(({ part }) => part);
      return row.length === 0 ? [name] : Object.keys(options).filter(option => !row.includes(`--${option}`));
    });
    assert.deepStrictEqual(missing, []);
  });
});
