/** `loupe mcp`: each tool, as a client of the protocol sees it; no tool changes a file or leaves the folder. */
import assert from 'node:assert';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CLI, SAFE, type Scratch, scratch, UNSAFE } from './loupe';

const LOOSE = `class Loose
  ##% (Integer x { x > 3 }) -> Integer r { r > 0 }
  def m(x) = x + 1

  def plain = 'a'.size + 1
end
`;

describe('loupe mcp', () => {
  let here: Scratch;
  let client: Client;
  const connect = async (...options: readonly string[]): Promise<Client> => {
    const connected = new Client({ name: 'test', version: '1' });
    const env = { PATH: process.env.PATH ?? '', LOUPE_CACHE_DIR: join(here.folder, '.cache') };
    const args = [CLI, 'mcp', ...options];
    const stderr = 'ignore';
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: here.folder, env, stderr });
    await connected.connect(transport);
    return connected;
  };
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly text: string }[];
    return `${isError ? 'error: ' : ''}${first?.text ?? ''}`;
  };
  before(async () => {
    here = scratch();
    here.write('watch.rb', UNSAFE);
    here.write('lib/clock.rb', SAFE);
    here.write('lib/loose.rb', LOOSE);
    symlinkSync('/etc', join(here.folder, 'outside'));
    client = await connect();
  });
  after(async () => {
    await client.close();
    here.remove();
  });

  it('lists its tools as read-only, with their arguments', async () => {
    const { tools } = await client.listTools();
    assert.deepStrictEqual(
      tools.map(({ name, inputSchema }) => `${name}(${Object.keys(inputSchema.properties ?? {}).join(', ')})`),
      [
        'check(paths)',
        'verify_snippet(source)',
        'counterexample(method)',
        'suggest_contract(method)',
        'try_contract(method, contract)',
        'type_of(path, line, column)',
        'explain(code)',
        'weakness(method)',
      ],
    );
    assert.ok(tools.every(tool => tool.annotations?.readOnlyHint === true));
  });

  it('check reports problems with a call that ran, and follows the files on disk', async () => {
    assert.match(await call('check'), /^watch\.rb:3:7 error LP4001 .*incr_sec\(59\) # => 60[^\n]*\n1 errors/);
    assert.match(await call('check', { paths: ['lib'] }), /^0 errors, 0 warnings; methods: 2 safe/);
    here.write('watch.rb', UNSAFE.replace('58', '59'));
    assert.match(await call('check'), /^0 errors/);
    here.write('watch.rb', UNSAFE);
  });

  it('verify_snippet is a program of its own', async () => {
    assert.match(await call('verify_snippet', { source: UNSAFE }), /^snippet\.rb:3:7 error LP4001/);
    assert.match(await call('verify_snippet', { source: 'class C\n  def (' }), /snippet\.rb:\d+:\d+ error LP1/);
    assert.match(await call('verify_snippet', { source: '1.no_such' }), /error LP5001/);
  });

  it('counterexample, type_of and explain answer about one thing', async () => {
    assert.match(
      await call('counterexample', { method: 'incr_sec' }),
      /^error: which one: Clock#incr_sec, Watch#incr_sec\?/,
    );
    assert.match(await call('counterexample', { method: 'Watch#incr_sec' }), /Watch\.new\.incr_sec\(59\) {2}# => 60/);
    assert.strictEqual(await call('type_of', { path: 'lib/loose.rb', line: 5, column: 19 }), "'a'.size: Integer");
    assert.match(await call('explain', { code: 'LP4001' }), /^# LP4001/);
    assert.match(await call('explain', { code: 'LP4O01' }), /^error: no problem is called "LP4O01"; did you mean/);
  });

  it('try_contract verifies a contract without writing it', async () => {
    const tried = await call('try_contract', {
      method: 'Watch#incr_sec',
      contract: '(Integer x { 0 <= x < 59 }) -> Integer r { 0 <= r < 60 }',
    });
    assert.match(tried, /^Watch#incr_sec: safe\n0 problems/);
    const wrong = await call('try_contract', { method: 'Loose#plain', contract: '() -> String' });
    assert.match(wrong, /^Loose#plain: type error/);
    assert.match(await call('counterexample', { method: 'Watch#incr_sec' }), /^Watch#incr_sec: unsafe/);
    assert.strictEqual(readFileSync(join(here.folder, 'watch.rb'), 'utf8'), UNSAFE);
  });

  it('suggest_contract offers what was verified; weakness names what is left open', async () => {
    assert.match(await call('suggest_contract', { method: 'Watch#incr_sec' }), /Add precondition|Require/);
    assert.match(await call('suggest_contract', { method: 'Loose#plain' }), /Add inferred signature: ##%/);
    assert.match(await call('suggest_contract', { method: 'Loose#plain' }), /proved|nothing/);
    assert.match(await call('weakness', { method: 'Loose#m' }), /still proved: 2 for 1/);
    assert.match(await call('weakness', { method: 'Loose#plain' }), /has no contract/);
  });

  it('stays inside of the folder and rejects wrong calls in words', async () => {
    for (const path of ['../x.rb', '/etc/passwd', 'outside/passwd'])
      assert.match(await call('type_of', { path, line: 1, column: 1 }), /^error: .* is outside of this folder$/);
    assert.match(
      await call('type_of', { path: 'watch.rb', line: 0, column: 1 }),
      /^error: `line` must be a number from 1/,
    );
    assert.match(await call('check', { paths: 3 }), /^error: `paths` must be a list of strings/);
    assert.match(await call('nothing'), /^error: no tool is called nothing/);
    assert.match(await call('counterexample', { method: 'gone' }), /^error: no method is called gone/);
    assert.deepStrictEqual(readdirSync(here.folder).sort(), ['.cache', 'lib', 'outside', 'watch.rb']);
  });

  it('runs nothing with --no-run, and reads the settings of --config', async () => {
    here.write('limited.yml', 'include: ["watch.rb"]\n');
    const other = await connect('--no-run', '--config', 'limited.yml');
    try {
      const { content } = await other.callTool({ name: 'check', arguments: {} });
      assert.match(
        JSON.stringify(content),
        /^[^|]*watch\.rb:3:7 warning LP4001 .*it did not run.*methods: 0 safe, 1 unsafe/,
      );
    } finally {
      await other.close();
    }
  });
});
