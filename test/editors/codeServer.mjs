/** Starts code-server with a fresh profile, with or without the extension, and ends everything that it started. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeServer, run } from './tools.mjs';

export async function startCodeServer({ extensions, project, environment = {} }) {
  const home = mkdtempSync(join(tmpdir(), 'loupe-code-server-'));
  const profile = ['--user-data-dir', join(home, 'user'), '--extensions-dir', join(home, 'extensions')];
  const env = { ...process.env, ...environment, HOME: home };
  mkdirSync(join(home, 'user/User'), { recursive: true });
  const settings = {
    'workbench.startupEditor': 'none',
    'telemetry.telemetryLevel': 'off',
    'editor.minimap.enabled': false,
    'editor.fontFamily': 'DejaVu Sans Mono',
    'workbench.colorTheme': 'Default Light Modern',
    'security.workspace.trust.enabled': false,
    'editor.accessibilitySupport': 'off',
  };
  writeFileSync(join(home, 'user/User/settings.json'), JSON.stringify(settings));
  for (const extension of extensions)
    run(process.execPath, [codeServer, ...profile, '--install-extension', extension], { env });
  const port = await freePort();
  const options = [
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${port}`,
    '--disable-telemetry',
    '--disable-update-check',
  ];
  const server = spawn(process.execPath, [codeServer, ...profile, ...options, '--disable-workspace-trust', project], {
    env,
    stdio: 'ignore',
  });
  await untilHealthy(port);
  return {
    url: `http://127.0.0.1:${port}/?folder=${project}`,
    home,
    /** Running language servers. */
    languageServers: () => descendants(server.pid).filter(isLanguageServer),
    stop: async () => {
      const started = descendants(server.pid);
      server.kill();
      await pause(500);
      for (const pid of started) end(pid);
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
    processes: () => descendants(server.pid),
  };
}

function freePort() {
  return new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function untilHealthy(port) {
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error('code-server did not start');
}

/** Ids and command lines of the processes below one. */
function descendants(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // it has ended in the meantime
    }
  }
  const found = new Set([root]);
  for (let grew = true; grew; ) {
    const size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
    grew = found.size > size;
  }
  found.delete(root);
  return [...found];
}

function isLanguageServer(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('lsp.js');
  } catch {
    return false;
  }
}

function end(pid) {
  spawnSync('kill', [String(pid)]);
}
