/** Every problem of annotations and settings has a page, and the page's example raises it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../../server/src/engine/workspace';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { lower } from '../../../server/src/lower/lower';
import { parseAnnotations } from '../../../server/src/parse/annotations';
import { parseConfig } from '../../../server/src/parse/config';
import { ANNOTATION_PROBLEMS } from '../../../server/src/problems/annotation';
import { CONFIG_PROBLEMS } from '../../../server/src/problems/config';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { rubyParser } from '../../harness/rubyParser';
import { createTestWorkspace } from '../../harness/workspace';

function pageOf(code: string): string {
  const path = join(__dirname, '../../../server/problems', `${code}.md`);
  assert(existsSync(path), `${code} has no page`);
  return readFileSync(path, 'utf8');
}

function exampleOf(page: string, language: string): string {
  const example = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(page)?.[1];
  assert(example !== undefined, 'the page has no example');
  return example;
}

describe('pages of annotation problems', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  /** Also what only the whole program shows, such as a claim about its hierarchy. */
  const problemsOfProgram = (code: string, text: string) => {
    workspace.isRuntimeLoaded = code !== 'LP2216';
    workspace.setDisk('page.rb', text);
    return diagnosticsOf(workspace.snapshot, 'page.rb', DEFAULT_SETTINGS);
  };

  for (const [code, { name }] of Object.entries(ANNOTATION_PROBLEMS)) {
    it(`${code} ${name}`, async () => {
      const page = pageOf(code);
      assert(page.startsWith(`# ${code}: `));
      // The page cannot show a hundred levels of nesting.
      const text = exampleOf(page, 'ruby').replace('((((((((((…', '('.repeat(500));
      const document = (await rubyParser).open('page.rb', text);
      const { problems } = parseAnnotations(lower(document.outline(), null));
      document.close();
      const codes = new Set([...problems, ...problemsOfProgram(code, text)].map(problem => problem.code));
      assert(codes.has(code), `the example raises ${[...codes].join(', ') || 'nothing'}`);
    });
  }
});

describe('pages of settings problems', () => {
  for (const [code, { name }] of Object.entries(CONFIG_PROBLEMS)) {
    it(`${code} ${name}`, () => {
      const { problems } = parseConfig('.loupe.yml', exampleOf(pageOf(code), 'yaml'));
      assert.deepEqual([...new Set(problems.map(problem => problem.code))], [code]);
    });
  }
});
