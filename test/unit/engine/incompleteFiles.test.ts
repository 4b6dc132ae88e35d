/**
 * Incomplete files: prefixes of every fixture and example go through parse, lower, annotations and resolve. `npm test`
 * takes a sample of each file's prefixes.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram, readFile } from '../../../server/src/engine/pipeline';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { Memos } from '../../../server/src/program/memos';
import { rubyParser } from '../../harness/rubyParser';
import { noteSample, sampleOf, stepFor } from '../../harness/sampling';

const ROOT = join(__dirname, '..', '..', '..');
/** Every line's end, and this many characters apart in between. */
const STRIDE = 37;
/** One of so many of these. */
const STEP = stepFor({ test: 32, trust: 10 });

function rubyFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.rb'))
    .map(name => join(folder, name))
    .sort();
}

function cuts(path: string, text: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; at++) if (at % STRIDE === 0 || text[at] === '\n') found.push(at);
  return sampleOf(found, STEP, path);
}

describe('prefixes', () => {
  noteSample('prefixes of each Ruby file', 1, STEP);
  let parser: RubyParser;
  before(async () => {
    parser = await rubyParser;
  });

  for (const path of [...rubyFiles('test/fixtures'), ...rubyFiles('examples')]) {
    it(`of ${path} are parsed without an exception`, () => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const document = parser.open(path, text);
      const memos = Memos.empty();
      let previous = readFile(document.outline(), null, memos);
      for (const at of [...cuts(path, text)].reverse()) {
        document.edit([{ start: at, end: document.text.length, text: '' }]);
        previous = readFile(document.outline(), previous.ril, memos);
        if (at % 5 === 0) assert.ok(buildProgram([previous], null).value.classes.size > 0);
      }
      document.close();
    });
  }
});
