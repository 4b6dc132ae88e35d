/**
 * LOUPE=check: the files in `enforced/` run in the embedded Ruby and in an installed one. `try { … }` writes a value,
 * or the message of an exception; the comment `#>` below states it (`here`: the line above it).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itNeeds, RUBY } from '../harness/requirements';
import { hostForTests, NEVER } from '../harness/rubyForTests';

const FOLDER = join(__dirname, 'enforced');
const LIBRARY = join(__dirname, '..', '..', 'server', 'ruby', 'lib');

/** Ruby versions quote names in messages differently. */
const PRELUDE = `$said = []
def try
  $said << yield.inspect
rescue StandardError => e
  $said << e.message.lines.first.strip.gsub(/['\`](\\S+)'/, '\\1').sub('nil:NilClass', 'nil').gsub(%r{[^ (]*/}, '')
end; `;

describe('contracts at run time', () => {
  const host = hostForTests();
  after(() => host.close());

  for (const name of readdirSync(FOLDER).sort()) {
    const path = join(FOLDER, name);
    const text = readFileSync(path, 'utf8');
    const expected = text.split('\n').flatMap((line, at) => {
      const said = /^ *#> (.*)$/.exec(line)?.[1];
      return said === undefined ? [] : [said.replace(/:here\)$/, `:${at})`)];
    });

    it(`${name} in the embedded Ruby`, async () => {
      const source = `require 'loupe/check'; ${PRELUDE} load '/workspace/${name}'; JSON.generate($said)`;
      const reply = await host.evaluate(source, [{ path: `/${name}`, text }], NEVER);
      assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : '');
      assert.deepEqual(JSON.parse(reply.text), expected);
    });

    itNeeds(RUBY, `${name} in an installed Ruby`, async () => {
      const source = `require 'json'; ${PRELUDE} load ARGV[0]; print JSON.generate($said)`;
      const env = { ...process.env, LOUPE: 'check' };
      const said = execFileSync('ruby', ['-I', LIBRARY, '-r', 'loupe', '-e', source, path], { encoding: 'utf8', env });
      assert.deepEqual(JSON.parse(said), expected);
    });
  }
});
