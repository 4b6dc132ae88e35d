/**
 * The playground in Chromium: served with the headers and without them, the first example is refuted and confirmed, its
 * correction is proved, and a hostile link is text. Pictures go where those of the other editors go.
 */
import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { chromium, playwright, run } from './tools.mjs';
import { FLAGS } from './vscode.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>\nsystem("id")\n';

/** A folder over HTTP, and what was requested. */
async function serve(folder, isIsolated) {
  const requested = [];
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    requested.push(name);
    const path = join(folder, name === '/' ? 'index.html' : name);
    if (!existsSync(path)) return response.writeHead(404).end();
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, ...(isIsolated ? HEADERS : {}) }).end(readFileSync(path));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, requested, stop: () => server.close() };
}

export async function tryPlayground({ repository, pictures }) {
  run('npm', ['run', 'playground'], { cwd: repository });
  const folder = join(repository, 'dist/playground');
  const { chromium: browserType } = createRequire(import.meta.url)(playwright);
  const browser = await browserType.launch({ executablePath: chromium(), args: FLAGS });
  const picture = (page, name) => page.screenshot({ path: join(pictures, `playground-${name}.png`) });
  try {
    await withPage({ browser, folder, isIsolated: true }, page => refuteAndProve(page, picture));
    await withPage({ browser, folder, isIsolated: false }, page => untilShown(page, '#details', /incr_sec\(59\)/));
    const code = deflateRawSync(HOSTILE).toString('base64url');
    await withPage({ browser, folder, isIsolated: true, fragment: `#code=${code}` }, (page, site) =>
      openHostile(page, site, picture),
    );
    for (const fragment of ['#code=AAAA', '#code=%00', `#${HOSTILE}`, `#code=${bomb()}`])
      await withPage({ browser, folder, isIsolated: true, fragment }, async (page, { requested }) => {
        await untilShown(page, '#banner', /The link cannot be read: /);
        assert.ok(!requested.includes('/server.js'), 'nothing starts by itself');
      });
  } finally {
    await browser.close();
  }
}

function bomb() {
  return deflateRawSync(Buffer.alloc(50_000_000)).toString('base64url');
}

async function withPage({ browser, folder, isIsolated, fragment = '' }, work) {
  const site = await serve(folder, isIsolated);
  const context = await browser.newContext({ viewport: { width: 1180, height: 680 }, deviceScaleFactor: 1.5 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('dialog', dialog => problems.push(`a dialog: ${dialog.message()}`));
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  try {
    await page.goto(site.url + fragment);
    await work(page, site);
    assert.deepStrictEqual(problems, []);
  } catch (error) {
    error.message += `\n${problems.join('\n')}`;
    throw error;
  } finally {
    await context.close();
    site.stop();
  }
}

async function refuteAndProve(page, picture) {
  await untilShown(page, '#details', /Fails in Ruby [\d.]+:\s+BrokenClock\.new\.incr_sec\(59\) {2}# => 60/);
  await untilShown(page, '.verdict.unsafe', /✗/);
  await page.locator('.cm-lintRange-error').first().hover();
  await untilShown(page, '.cm-tooltip', /60 breaks|incr_sec\(59\)/);
  await picture(page, 'refuted');
  await page.locator('#share').click();
  await untilShown(page, '#status', /Link copied/);
  assert.match(page.url(), /#code=[\w-]+$/);
  await replaceText(page, '58', '59');
  await untilShown(page, '.verdict.safe', /✓/);
  await untilShown(page, '#details', /✓ proved/);
  assert.strictEqual(await page.locator('.cm-lintRange-error').count(), 0);
  await picture(page, 'proved');
}

async function replaceText(page, before, after) {
  const line = page.locator('.cm-line', { hasText: `x == ${before}` });
  await line.click();
  await page.keyboard.press('End');
  for (let i = 0; i < before.length; i++) await page.keyboard.press('Backspace');
  await page.keyboard.type(after);
}

async function openHostile(page, { requested }, picture) {
  await untilShown(page, '#banner', /This code came with the link/);
  await untilShown(page, '.cm-content', /<script>alert\(2\)<\/script>/);
  await page.waitForTimeout(500);
  assert.ok(!requested.some(name => /server\.js|wasm/.test(name)), requested.join());
  await picture(page, 'link');
  await page.locator('#check').click();
  await untilShown(page, '#status', /✓ 0/);
}

async function untilShown(page, selector, pattern) {
  for (let i = 0; i < 600; i++) {
    // The service worker reloads the page.
    const texts = await page
      .locator(selector)
      .allInnerTexts()
      .catch(() => []);
    const text = texts.join('\n').replaceAll('\u00a0', ' ');
    if (pattern.test(text)) return;
    await page.waitForTimeout(200);
  }
  const shown = await page.locator('body').innerText();
  throw new Error(`${selector} never showed ${pattern}, but: ${shown}`);
}
