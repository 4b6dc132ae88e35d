/**
 * The packaged extension in real VS Code: queried through the public API inside the extension host, and seen in the
 * page with screenshots. And without the extension, where nothing may be seen.
 */
import assert from 'node:assert';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCodeServer } from './codeServer.mjs';
import { chromium, playwright } from './tools.mjs';

const SOURCE = join(import.meta.dirname, 'clock.rb');
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A folder with the sample, code-server on it, and a page. */
export async function withPage({ extensions, environment }, work) {
  const scratch = mkdtempSync(join(tmpdir(), 'loupe-project-'));
  const project = join(scratch, 'clock');
  mkdirSync(project);
  const file = join(project, 'clock.rb');
  copyFileSync(SOURCE, file);
  const server = await startCodeServer({
    extensions,
    project,
    environment: { ...environment, LOUPE_DRIVER_FILE: file },
  });
  const { chromium: browserType } = createRequire(import.meta.url)(playwright);
  const browser = await browserType.launch({ executablePath: chromium(), args: FLAGS });
  try {
    const context = await browser.newContext({ viewport: { width: 1180, height: 720 }, deviceScaleFactor: 1.5 });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(server.url, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('.monaco-workbench', { timeout: 90000 });
    return await work(page, file, server);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

export async function askInside({ vsix, driver }) {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-driver-'));
  const out = join(folder, 'result.json');
  try {
    const result = await withPage({ extensions: [vsix, driver], environment: { LOUPE_DRIVER_OUT: out } }, async () => {
      for (let i = 0; i < 1800 && !existsSync(out); i++) await pause(100);
      assert.ok(existsSync(out), 'the driver wrote no result');
      await pause(100);
      return JSON.parse(readFileSync(out, 'utf8'));
    });
    assert.ok(result.ok, JSON.stringify(result, null, 1));
    assert.match(result.unsafe.message, /is unsafe: the result 60 breaks `r < 60`/);
    assert.strictEqual(result.unsafe.severity, 0);
    assert.strictEqual(result.unsafe.line, 3);
    assert.match(result.hover, /incr_sec\(59\) {2}# => 60/);
    assert.ok(
      result.lenses.some(title => /^✗ fails for .*incr_sec\(59\)$/.test(title)),
      result.lenses.join(),
    );
    assert.ok(result.lensesAfter.length === 3 && result.lensesAfter.every(title => title.startsWith('✓ proved')));
    assert.ok(
      result.hints.some(label => label.includes('x = 59')),
      result.hints.join(),
    );
    assert.ok(result.tokens > 0);
    assert.ok(result.symbols.includes('Clock'));
    assert.ok(result.completions.includes('x'), result.completions.slice(0, 20).join());
    assert.ok(result.actions.some(title => title.startsWith('Ignore LP3006')));
    assert.ok(result.proofs.includes('Add precondition `x != 59` to incr_sec'), result.proofs.join());
    assert.ok(result.isPanel, 'the details are a view');
    assert.match(result.details, /^Clock#incr_sec: ✗ fails for .*incr_sec\(59\)[\s\S]*incr_sec\(59\) {2}# => 60/);
    assert.match(result.text, /^ {2}##% @ticks : Integer$/m);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function openSample(page) {
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'clock.rb' });
  await row.waitFor({ timeout: 90000 });
  await row.dblclick();
  await page.waitForSelector('.monaco-editor .view-line', { timeout: 30000 });
}

/** Late lenses and hints move lines: wait until two measurements agree. */
async function stableBox(page, selector) {
  let before = null;
  for (let i = 0; i < 80; i++) {
    const box = await page
      .locator(selector)
      .first()
      .boundingBox()
      .catch(() => null);
    if (before && box && before.x === box.x && before.y === box.y) return box;
    before = box;
    await page.waitForTimeout(250);
  }
  throw new Error(`${selector} keeps moving`);
}

const textOf = (page, selector) =>
  page
    .locator(selector)
    .allInnerTexts()
    .then(texts => texts.join('\n').replace(/\u00a0/g, ' '));

export async function untilText(page, selector, pattern) {
  for (let i = 0; i < 240; i++) {
    const text = await textOf(page, selector);
    if (pattern.test(text)) return text;
    await page.waitForTimeout(250);
  }
  throw new Error(`${selector} never showed ${pattern}, but: ${await textOf(page, selector)}`);
}

export async function lookAtIt({ vsix, pictures }) {
  mkdirSync(pictures, { recursive: true });
  const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
  await withPage({ extensions: [vsix], environment: {} }, async (page, file) => {
    try {
      await openSample(page);
      await page.waitForSelector('.monaco-editor .squiggly-error', { state: 'attached', timeout: 120000 });
      await untilText(page, '.codelens-decoration', /✗ fails for .*incr_sec\(59\)[\s\S]*✓ proved/);
      await untilText(page, '#loupe\\.status, [id*="loupe.status"]', /Loupe/);
      const box = await stableBox(page, '.monaco-editor .squiggly-error');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await untilText(page, '.monaco-hover:not(.hidden)', /Fails in Ruby[\s\S]*incr_sec\(59\)/);
      await page.waitForTimeout(600);
      await picture(page, 'hover');
      await page.keyboard.press('Escape');
      await page.mouse.move(5, 700);
      await quickFix(page, picture);
      await edit(page, picture);
      await testingView(page, picture);
      await page.keyboard.press('Control+S');
      for (let i = 0; i < 40 && !readFileSync(file, 'utf8').includes('x == 59'); i++) await page.waitForTimeout(100);
      assert.match(readFileSync(file, 'utf8'), /x == 59/);
    } catch (error) {
      await picture(page, 'failed');
      throw error;
    }
  });
}

/** As a new user: the walkthrough, its sample, and the results that it announces. */
export async function firstMinute({ vsix, pictures }) {
  mkdirSync(pictures, { recursive: true });
  const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
  await withPage({ extensions: [vsix], environment: {} }, async page => {
    try {
      await openSample(page); // a Ruby file activates the extension, as for a new user
      await untilText(page, '.codelens-decoration', /✗ fails/);
      await command(page, 'Loupe: Open Walkthrough');
      await untilText(page, '.gettingStartedContainer', /Get started with Loupe[\s\S]*Open the sample/);
      await page.waitForTimeout(800);
      await picture(page, 'walkthrough');
      await command(page, 'Loupe: Open Sample');
      await untilText(page, '.monaco-editor .view-lines', /Loupe in one minute/);
      await untilText(page, '.codelens-decoration', /✓ proved[\s\S]*✗ fails for .*broken_second\(59\)/);
      await page.waitForSelector('.monaco-editor .squiggly-error', { state: 'attached', timeout: 120000 });
      await picture(page, 'sample');
      await page.locator('.view-line', { hasText: '@count = 0' }).locator('span', { hasText: '@count' }).last().click();
      await page.keyboard.press('Control+.');
      await page
        .locator('.action-widget .monaco-list-row', { hasText: 'Declare @count' })
        .first()
        .waitFor({ timeout: 60000 });
      await page.keyboard.press('Enter');
      await untilText(page, '.monaco-editor .view-lines', /##% @count : Integer/);
      await untilText(page, '.codelens-decoration', /✓ proved[\s\S]*✗ fails for .*broken_second\(59\)[\s\S]*✓ proved/);
      await picture(page, 'sample-fixed');
    } catch (error) {
      await picture(page, 'failed-first-minute');
      throw error;
    }
  });
}

export async function command(page, title) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row').first().click();
}

async function quickFix(page, picture) {
  await page.locator('.view-line', { hasText: '@ticks = 1' }).locator('span', { hasText: '@ticks' }).last().click();
  await page.keyboard.press('Control+.');
  const action = page.locator('.action-widget .monaco-list-row', { hasText: 'Declare @ticks' });
  await action.first().waitFor({ timeout: 30000 });
  await picture(page, 'quick-fix');
  await page.keyboard.press('Enter');
  await untilText(page, '.monaco-editor .view-lines', /##% @ticks/);
}

/** While the edit is verified, the verdict is stale; then the new one appears and nothing of the old one remains. */
async function edit(page, picture) {
  await page.keyboard.press('Control+H');
  const find = page.locator('.find-widget .find-part textarea');
  await find.fill('58');
  await page.locator('.find-widget .replace-part textarea').fill('59');
  await page.keyboard.press('Control+Alt+Enter');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('.monaco-editor .squiggly-error') === null, null, {
    timeout: 60000,
  });
  await untilText(page, '.codelens-decoration', /✓ proved[\s\S]*✓ proved[\s\S]*✓ proved/);
  await picture(page, 'safe');
}

async function testingView(page, picture) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill('>Testing: Focus on Test Explorer View');
  await page.locator('.quick-input-list .monaco-list-row').first().click();
  await untilText(page, '.test-explorer', /clock\.rb/);
  await page.locator('.test-explorer .monaco-list-row', { hasText: 'clock.rb' }).first().click();
  await page.keyboard.press('ArrowRight');
  await untilText(page, '.test-explorer', /Clock#incr_sec/);
  await picture(page, 'testing');
}

/** Without the extension nothing is shown, so the checks above can fail. */
export async function lookWithoutIt() {
  await withPage({ extensions: [], environment: {} }, async page => {
    await openSample(page);
    await page.waitForTimeout(8000);
    assert.strictEqual(await page.locator('.monaco-editor .squiggly-error').count(), 0);
    assert.strictEqual(await page.locator('.codelens-decoration').count(), 0);
  });
}
