/** test/unconfirmed.json, with which fixtures are compared, lists methods with reasons. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { UNCONFIRMED } from '../../harness/unconfirmed';

const ROOT = join(__dirname, '..', '..', 'fixtures');

describe('unsafe fixtures that no run confirms', () => {
  for (const [name, entry] of Object.entries(UNCONFIRMED)) {
    it(name, () => {
      const [path, key] = name.split(': ');
      assert.ok(existsSync(join(ROOT, path!)), 'the fixture exists');
      assert.match(entry, /^(unreached-state|spec-too-weak|unconfirmed): \S.{10,}$/);
      const method = key!.split(/[#.]/).at(-1)!;
      assert.ok(readFileSync(join(ROOT, path!), 'utf8').includes(method), 'the method exists');
    });
  }
});
