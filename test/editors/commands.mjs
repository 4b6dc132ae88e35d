/** Commands of the palette and gutter marks, as a user sees them in the page. */
import assert from 'node:assert';
import { join } from 'node:path';
import { command, openSample, untilText, withPage } from './vscode.mjs';

const EDITORS = '.monaco-editor .view-lines';
const MARKS = '.glyph-margin-widgets > div';

export async function tryCommands({ vsix, pictures }) {
  const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
  await withPage({ extensions: [vsix], environment: {} }, async (page, _, server) => {
    try {
      await openSample(page);
      await untilText(page, '.codelens-decoration', /✗ fails for .*incr_sec\(59\)[\s\S]*✓ proved/);
      await page.locator('.view-line', { hasText: 'x == 58' }).first().click();
      await verify(page, picture);
      await copyTest(page, picture);
      await showBeside(
        page,
        picture,
        'Show the Lambda-I of This Method',
        /define Clock#incr_sec[\s\S]*assume 0 <= x/,
        'lambda',
      );
      await showBeside(page, picture, 'Show the SMT-LIB of This Method', /declare-|assert/, 'smt');
      await showDetails(page, picture);
      await showOutput(page, picture);
      await restart(page, picture, server);
      await gutter(page, picture);
    } catch (error) {
      await picture(page, 'failed-commands');
      throw error;
    }
  });
}

async function verify(page, picture) {
  await command(page, 'Loupe: Verify This Method');
  await untilText(page, '.notifications-toasts', /Clock#incr_sec: ✗ fails for .*incr_sec\(59\)/);
  await picture(page, 'verify-method');
  await command(page, 'Notifications: Clear All Notifications');
}

async function copyTest(page, picture) {
  await command(page, 'Loupe: Copy Counterexample as a Test');
  await untilText(page, '.notifications-toasts', /Test copied/);
  await picture(page, 'copy-test');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /require_relative[\s\S]*x = 59[\s\S]*r < 60/);
  await command(page, 'Notifications: Clear All Notifications');
}

/** Opens a view to the side; driver.js looks at what it says. */
async function showDetails(page, picture) {
  await command(page, 'Loupe: Show Counterexample of This Method');
  await untilText(page, '.tabs-container', /Loupe: Clock#incr_sec/);
  await page.waitForTimeout(2000);
  await picture(page, 'counterexample');
  await command(page, 'View: Close Other Editor Groups');
  await page.waitForTimeout(500);
  await page.locator('.view-line', { hasText: 'x == 58' }).first().click();
}

/** Opens in an editor to the side; the cursor stays in the file. */
async function showBeside(page, picture, title, words, name) {
  await command(page, `Loupe: ${title}`);
  await untilText(page, EDITORS, words);
  await page.waitForTimeout(500);
  await picture(page, name);
  await command(page, 'View: Close Other Editor Groups');
  await page.waitForTimeout(500);
  await page.locator('.view-line', { hasText: 'x == 58' }).first().click();
}

/** The output panel shows the server's channel. */
async function showOutput(page, picture) {
  await command(page, 'Loupe: Show Output');
  await page.locator('.panel .monaco-select-box, .panel select').first().waitFor({ timeout: 30000 });
  const chosen = await page.evaluate(() =>
    [...document.querySelectorAll('.panel select')].map(each => each.selectedOptions[0]?.textContent).join(),
  );
  assert.match(chosen, /Loupe/);
  await page.waitForTimeout(2000);
  await picture(page, 'output');
  await command(page, 'View: Hide Panel');
}

/** A new process restores everything. */
async function restart(page, picture, server) {
  const [before] = server.languageServers();
  assert.ok(before, 'a server is running');
  await command(page, 'Loupe: Restart Server');
  for (let i = 0; i < 240 && (server.languageServers()[0] ?? before) === before; i++) await page.waitForTimeout(250);
  const after = server.languageServers();
  assert.ok(after.length === 1 && after[0] !== before, `${before} -> ${after.join()}`);
  await page.waitForSelector('.monaco-editor .squiggly-error', { state: 'attached', timeout: 120000 });
  await untilText(page, '.codelens-decoration', /✗ fails for .*incr_sec\(59\)[\s\S]*✓ proved/);
  await picture(page, 'restarted');
}

/**
 * One mark per method with a verdict. Turning off `loupe.gutter` cannot be tested here: this editor does not watch
 * files.
 */
async function gutter(page, picture) {
  for (let i = 0; i < 120 && (await page.locator(MARKS).count()) === 0; i++) await page.waitForTimeout(250);
  assert.ok((await page.locator(MARKS).count()) > 0, 'no marks');
  await picture(page, 'gutter');
}
