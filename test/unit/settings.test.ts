/** One schema of settings: package.json's contributions, the defaults and the documentation follow from it. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationProperties, DEFAULT_SETTINGS, SETTINGS_SCHEMA } from '../../shared/src/settings';

const manifest = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));

describe('settings', () => {
  it('package.json contributes exactly the schema', () => {
    assert.deepStrictEqual(
      manifest.contributes.configuration.properties,
      JSON.parse(JSON.stringify(configurationProperties())),
    );
  });

  it('every setting has a default and a description', () => {
    assert.deepStrictEqual(Object.keys(SETTINGS_SCHEMA).sort(), Object.keys(DEFAULT_SETTINGS).sort());
    for (const [key, { description }] of Object.entries(SETTINGS_SCHEMA)) assert.match(description, /\w.*\.$/, key);
  });

  it('every command of the client is contributed, and every contributed command is the client’s', () => {
    const source = readFileSync(join(__dirname, '..', '..', 'client', 'src', 'commands.ts'), 'utf8');
    const registered = [...source.matchAll(/add\('(loupe\.\w+)'/g)].map(match => match[1]).sort();
    const contributed = manifest.contributes.commands.map((each: { command: string }) => each.command).sort();
    assert.deepStrictEqual(registered, contributed);
  });
});
