/** One table of settings: package.json, the JSON schema, docs/settings.md and the defaults are derived from it. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { derivedFiles } from '../../../server/build/writeSettings';
import { parseConfig } from '../../../server/src/parse/config';
import { DEFAULT_SETTINGS, SETTINGS_SCHEMA } from '../../../shared/src/settings';
import { configFileSchema } from '../../../shared/src/settingsFormats';

const root = join(__dirname, '..', '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('settings', () => {
  for (const [path, content] of derivedFiles()) {
    it(`${path} is what \`npm run settings\` writes`, () => {
      assert.strictEqual(readFileSync(join(root, path), 'utf8'), content);
    });
  }

  it('every setting has a default that it accepts, and a description', () => {
    assert.deepStrictEqual(parseConfig('.loupe.yml', JSON.stringify(DEFAULT_SETTINGS)), {
      value: DEFAULT_SETTINGS,
      problems: [],
    });
    for (const [key, { description }] of Object.entries(SETTINGS_SCHEMA)) assert.match(description, /^[^\n|]+\.$/, key);
  });

  it('the JSON schema accepts exactly the values that .loupe.yml accepts', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(configFileSchema());
    const choices = Object.values(SETTINGS_SCHEMA).flatMap(({ choices }) => choices ?? []);
    const values = [
      ...choices,
      'other',
      0,
      1,
      -1,
      1.5,
      true,
      null,
      [],
      ['a'],
      [1],
      {},
      { LP4101: 'off' },
      { LP4101: 1 },
    ];
    for (const key of [...Object.keys(SETTINGS_SCHEMA), 'noSuchSetting']) {
      for (const value of values) {
        const accepted = parseConfig('.loupe.yml', JSON.stringify({ [key]: value })).problems.length === 0;
        assert.strictEqual(validate({ [key]: value }), accepted, `${key}: ${JSON.stringify(value)}`);
      }
    }
  });

  it('every command of the client is contributed, and every contributed command is the client’s', () => {
    const source = readFileSync(join(root, 'client', 'src', 'commands.ts'), 'utf8');
    const registered = [...source.matchAll(/add\('(loupe\.\w+)'/g)].map(match => match[1]).sort();
    const contributed = manifest.contributes.commands.map((each: { command: string }) => each.command).sort();
    assert.deepStrictEqual(registered, contributed);
  });
});
