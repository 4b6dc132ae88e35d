/** Two clones that share answers, as the command line is used in CI. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../server/src/cli/run';
import { type AnswerServer, startAnswerServer } from '../harness/answerServer';
import { describeNeeds, NGINX } from '../harness/requirements';
import { createIo, type Outcome, SAFE, UNSAFE } from './loupe';

interface Report {
  readonly files: readonly {
    readonly methods: readonly { verdict: string; queries: number; remoteAnswers: number; cached: boolean }[];
  }[];
}

describe('remote cache on the command line', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-clones-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A clone with a cache folder of its own. */
  async function loupe(clone: string, environment: Record<string, string>, ...words: string[]): Promise<Outcome> {
    const cwd = join(folder, clone);
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'safe.rb'), SAFE);
    writeFileSync(join(cwd, 'unsafe.rb'), UNSAFE);
    const { io, out, err } = createIo(cwd, {
      environment: { LOUPE_CACHE_DIR: join(folder, `${clone}-cache`), ...environment },
    });
    const status = await run(words, io);
    return { status, out: out(), err: err() };
  }

  const methodsIn = (out: string) => (JSON.parse(out) as Report).files.flatMap(file => file.methods);

  /** The second clone sends nothing to the solver but what it checks. */
  async function shareBetweenClones(url: string): Promise<void> {
    const writing = { LOUPE_CACHE_URL: url, LOUPE_CACHE_MODE: 'write', LOUPE_CACHE_TOKEN: 'token' };
    const first = await loupe('first', writing, 'check', '--no-run', '--format', 'json');
    assert.match(first.err, /^loupe: answers: 0 local, 0 remote, (\d+) missed, \1 written$/m);
    const signed = { LOUPE_CACHE_URL: url };
    const second = await loupe('second', signed, 'check', '--no-run', '--format', 'json');
    assert.match(second.err, /^loupe: answers: 0 local, \d+ remote( \(\d+ solved again\))?, 0 missed$/m);
    const checked = Number(/(\d+) solved again/.exec(second.err)?.[1] ?? 0);
    const [before, after] = [methodsIn(first.out), methodsIn(second.out)];
    assert.deepEqual(
      after.map(each => each.verdict),
      before.map(each => each.verdict),
    );
    assert.equal(
      after.reduce((sum, each) => sum + each.queries, 0),
      checked,
    );
    assert.ok(after.reduce((sum, each) => sum + each.remoteAnswers, 0) > 0);
    const explained = await loupe('second', signed, 'check', '--no-run', '--explain');
    assert.match(explained.out, /^ {6}\d+ answers? from the remote cache$/m);
  }

  describe('with a server of these tests', () => {
    let server: AnswerServer;
    before(async () => {
      server = await startAnswerServer();
    });
    after(() => server.close());

    it('two clones share answers', () => shareBetweenClones(server.url));

    it('is not chosen by a folder, and not used with --no-cache', async () => {
      server.requests.length = 0;
      await loupe('third', {}, 'check', '--no-run');
      writeFileSync(join(folder, 'third', '.loupe.yml'), `cache: { remote: "${server.url}", mode: read }\n`);
      const refused = await loupe('third', {}, 'check', '--no-run');
      assert.match(refused.err, /\.loupe\.yml sets `cache`, which only the user may set: use LOUPE_CACHE_URL/);
      await loupe('third', { LOUPE_CACHE_URL: server.url }, 'check', '--no-run', '--no-cache');
      assert.deepEqual(server.requests, []);
      await loupe('third', {}, 'check', '--no-run', '--no-cache', '--config', '.loupe.yml');
      await loupe('fourth', {}, 'check', '--no-run', '--config', join(folder, 'third', '.loupe.yml'));
      assert.ok(server.requests.length > 0, 'the user named the file');
    });

    it('a wrong URL is named, and nothing else changes', async () => {
      const { status, err } = await loupe('fifth', { LOUPE_CACHE_URL: 'cache.example.org' }, 'check', '--no-run');
      assert.equal(status, 0);
      assert.match(err, /^loupe: "cache\.example\.org" is not the http or https URL of a cache$/m);
    });
  });

  describeNeeds(NGINX, 'with nginx and WebDAV', () => {
    let nginx: ChildProcess;
    let home: string;
    let url: string;
    before(async function () {
      this.timeout(60_000);
      home = mkdtempSync(join(tmpdir(), 'loupe-nginx-'));
      const port = await findPort();
      mkdirSync(join(home, 'store'));
      writeFileSync(join(home, 'nginx.conf'), configuration(home, port));
      nginx = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
        stdio: 'ignore',
      });
      url = `http://127.0.0.1:${port}/loupe/`;
      while ((await fetch(url).catch(() => null)) === null) await new Promise(resolve => setTimeout(resolve, 50));
    });
    after(async () => {
      const ended = new Promise(resolve => nginx.on('exit', resolve));
      nginx.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    });

    it('two clones share answers', async () => {
      await shareBetweenClones(url);
      for (const name of readdirSync(join(home, 'store', 'loupe'))) assert.match(name, /^[0-9a-f]{64}$/);
    });

    it('who has no token cannot write', async () => {
      const { err } = await loupe('sixth', { LOUPE_CACHE_URL: url, LOUPE_CACHE_MODE: 'write' }, 'check', '--no-run');
      assert.match(err, /writing to the remote cache needs LOUPE_CACHE_TOKEN; it is only read/);
      const thief = { LOUPE_CACHE_URL: `${url}other/`, LOUPE_CACHE_MODE: 'write', LOUPE_CACHE_TOKEN: 'guessed' };
      const refused = await loupe('seventh', thief, 'check', '--no-run');
      assert.match(refused.err, /HTTP status 403\); nothing more is written to it/);
    });
  });
});

function findPort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** As docs/ci.md shows it, on the loopback interface. */
function configuration(home: string, port: number): string {
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${home}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  map "$request_method $http_authorization" $may {
    default 0;
    "~^(GET|HEAD) " 1;
    "PUT Bearer token" 1;
  }
  server {
    listen 127.0.0.1:${port};
    root ${home}/store;
    location /loupe/ {
      if ($may = 0) { return 403; }
      dav_methods PUT;
      create_full_put_path on;
      client_max_body_size 4m;
    }
  }
}
`;
}
