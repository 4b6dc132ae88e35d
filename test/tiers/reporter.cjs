/**
 * Mocha's dots, and at the end the files that took longest. Their times are kept (in node_modules/.cache), so that the
 * next run can start with the longest and `npm run test:fast` can choose. Nothing is asserted about them.
 */
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');
const { reporters, Runner } = require('mocha');

const root = join(__dirname, '..', '..');
const KEPT = join(root, 'node_modules', '.cache', 'loupe-tests', 'durations.json');
const SHOWN = 8;

class TierReporter extends reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const spent = new Map();
    const add = ({ file, duration }) => {
      if (file) spent.set(file, (spent.get(file) ?? 0) + (duration ?? 0));
    };
    runner.on(Runner.constants.EVENT_TEST_END, add);
    runner.on(Runner.constants.EVENT_HOOK_END, add);
    runner.once(Runner.constants.EVENT_RUN_END, () => report(spent));
  }
}

function report(spent) {
  const files = [...spent]
    .map(([file, ms]) => [relative(root, file).split(sep).join('/'), Math.round(ms / 100) / 10])
    .sort((a, b) => b[1] - a[1]);
  if (files.length > 1) {
    const longest = files.slice(0, SHOWN).map(([file, seconds]) => `${file} ${seconds} s`);
    console.log(`  longest files: ${longest.join(', ')}\n`);
  }
  mkdirSync(dirname(KEPT), { recursive: true });
  const kept = readKept();
  // The least that was seen: a busy machine must not make a file look long.
  for (const [file, seconds] of files) kept[file] = Math.min(kept[file] ?? seconds, seconds);
  writeFileSync(KEPT, JSON.stringify(kept, null, 1));
}

function readKept() {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch {
    return {};
  }
}

module.exports = TierReporter;
