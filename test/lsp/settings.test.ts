/**
 * Every setting is changed in a running session, over plain LSP, and has its effect; invalid values are reported once.
 */
import assert from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, SETTINGS_SCHEMA, type SettingSchema, type Settings } from '../../shared/src/settings';
import { type FakeSolver, fakeSolver } from '../harness/fakeSolver';
import type { TestClient } from './client';
import { BASE, has, messages, notifyConfigured, UNSAFE, useFolder } from './folder';
import { KNOWN, profileOfDynamic, ROWS } from './settingRows';

/** Visible in VS Code only. */
const OF_THE_CLIENT = ['gutter'];

/** These need an installed program, which is a script here. */
const NEEDS_SCRIPTS = ['solver', 'jobs', 'timeoutSeconds'];
/** These depend on the programs that the server finds. */
const NEEDS_PROCESS = [...NEEDS_SCRIPTS, 'ruby'];

const CAPABILITIES = {
  textDocument: { diagnostic: {} },
  workspace: { configuration: true, diagnostics: { refreshSupport: true } },
};

describe('settings in a session', () => {
  const { uri, write, startHere } = useFolder();
  let solver: FakeSolver;
  let scratch: string;
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'loupe-solver-'));
    solver = fakeSolver(scratch);
  });
  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  const start = (configuration: object, inProcess: boolean): Promise<TestClient> =>
    startHere({
      capabilities: CAPABILITIES,
      inProcess,
      configuration,
      environment: solver.environment,
      initializationOptions: { presence: true, trusted: true },
    });

  it('every setting has a row', () => {
    assert.deepStrictEqual(Object.keys(ROWS).sort(), Object.keys(SETTINGS_SCHEMA).sort());
  });

  for (const key of Object.keys(ROWS) as (keyof Settings)[]) {
    if (OF_THE_CLIENT.includes(key)) continue;
    it(key, async function () {
      if (NEEDS_SCRIPTS.includes(key) && process.platform === 'win32') this.skip();
      const row = ROWS[key];
      const configuration: Record<string, unknown> = { replay: false, audit: false, ...row.beside };
      write('lib/base.rb', BASE);
      write('known.json', JSON.stringify({ schema: 1, known: KNOWN }));
      write('.loupe/profile.json', await profileOfDynamic());
      const client = await start(configuration, !NEEDS_PROCESS.includes(key));
      const at = uri('sample.rb');
      await client.open(at, row.text);
      let version = 1;
      const type = (text: string): Promise<void> => client.change(at, ++version, [{ text }]);
      await row.try({ client, uri: at, solver, type }, () => {
        configuration[key] = row.value;
        return notifyConfigured(client);
      });
    });
  }

  it('one message lists all invalid settings, and the others are used', async () => {
    const wrong = Object.entries(SETTINGS_SCHEMA).map(([key, schema]) => [key, wrongFor(schema)]);
    const configuration: Record<string, unknown> = { ...Object.fromEntries(wrong), replay: false, noSuch: 1 };
    const client = await start(configuration, true);
    const at = uri('watch.rb');
    await client.open(at, UNSAFE);
    const look = async (): Promise<string> => {
      await client.request('workspace/executeCommand', { command: 'loupe.verifyFile', arguments: [at] });
      return JSON.stringify(await client.request('textDocument/diagnostic', { textDocument: { uri: at } }));
    };
    assert.match(await look(), /LP4001/);
    const said = messages(client).filter(each => each.includes('settings:'));
    assert.strictEqual(said.length, 1, said.join('\n'));
    for (const key of Object.keys(DEFAULT_SETTINGS).filter(each => each !== 'replay'))
      assert.ok(said[0]!.includes(`${key} takes`), `${key}: ${said[0]}`);
    assert.match(said[0]!, /no setting `noSuch`/);
    assert.ok(!said[0]!.includes('replay'), 'it fits');
  });

  it('each invalid value is reported at its place in .loupe.yml, and the others are used', async () => {
    write('.loupe.yml', 'replay: false\narrayBound: many\nseverity:\n  LP4001: hint\n  LP4002: loud\n');
    const client = await startHere({ inProcess: true });
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 4);
    const found = await client.published(uri('.loupe.yml'), has('LP0004'));
    assert.deepStrictEqual(
      found.map(each => each.range.start.line),
      [1, 4],
    );
  });
});

function wrongFor({ type }: SettingSchema): unknown {
  switch (type) {
    case 'strings':
      return [1];
    case 'severities':
    case 'levels':
      return 'loud';
    case 'remote-cache':
      return { remote: 7 };
    case 'string':
      return 'banana';
    case 'integer':
      return -1.5;
    case 'boolean':
      return 'yes';
    case 'optional-string':
      return 7;
  }
}
