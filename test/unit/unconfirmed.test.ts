/** Fixtures that are unsafe and say that no run confirms it are listed in test/unconfirmed.json, each with its reason. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { readFixture, readMarks } from '../harness/marks';

const ROOT = join(__dirname, '..', 'fixtures');
const LISTED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(__dirname, '..', 'unconfirmed.json'), 'utf8'),
);
const listedFiles = new Set(Object.keys(LISTED).map(name => name.slice(0, name.indexOf(': '))));

describe('unsafe fixtures that no run confirms', () => {
  it('are there, and have a reason', () => {
    for (const path of listedFiles) assert.ok(existsSync(join(ROOT, path)), path);
    for (const [name, reason] of Object.entries(LISTED)) assert.ok(reason.length > 10, name);
  });

  it('are listed where their marks say so', () => {
    const all = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(each => each.endsWith('.rb'));
    const open = all
      .map(each => each.split(sep).join('/'))
      .filter(path => {
        const fixture = readFixture(path, readFileSync(join(ROOT, path), 'utf8'));
        const marks = fixture.files.flatMap(file => readMarks(file.text));
        return (
          fixture.run &&
          marks.some(mark => mark.kind === 'verdict' && mark.cause !== null && mark.cause !== 'confirmed')
        );
      });
    assert.deepEqual(
      open.filter(path => !listedFiles.has(path)),
      [],
    );
  });
});
