/**
 * A fake z3: it gives up on every query, hangs while a flag is set, and records whether it ever ran concurrently with
 * another instance.
 */
const fs = require('node:fs');

const folder = process.env.LOUPE_FAKE_SOLVER;
const has = flag => fs.existsSync(`${folder}/${flag}`);

function isAlive(pid) {
  try {
    return Number(pid) !== process.pid && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

function metAnother() {
  if (fs.readdirSync(`${folder}/runs`).some(isAlive)) fs.writeFileSync(`${folder}/met-another`, '');
  return has('met-another');
}

function answer(commands) {
  if (commands.includes('(check-sat)')) {
    if (has('hang') || (!metAnother() && has('wait-for-another'))) {
      setTimeout(() => answer(commands), 20);
      return;
    }
    console.log('unknown');
  }
  if (commands.includes(':rlimit)')) console.log('(:rlimit 1)');
  if (commands.includes(':reason-unknown')) console.log('(:reason-unknown "incomplete")');
  console.log('%%loupe%%');
}

function listen() {
  fs.writeFileSync(`${folder}/runs/${process.pid}`, '');
  let given = '';
  process.stdin.on('data', data => {
    given += String(data);
    const end = given.indexOf('(echo "%%loupe%%")');
    if (end < 0) return;
    const commands = given.slice(0, end);
    given = '';
    answer(commands);
  });
}

if (process.argv.includes('--version')) console.log('Z3 version 9.9.9');
else listen();
