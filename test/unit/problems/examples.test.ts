/** The examples on the pages of verdicts raise exactly the problems that they explain. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../../../server/src/engine/workspace';
import { createHost } from '../../../server/src/host/createHost';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';

const folder = join(__dirname, '..', '..', '..', 'server', 'problems');
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };

describe('examples of problem pages', () => {
  let workspace: Workspace;
  before(async () => {
    const host = createHost({
      settings: DEFAULT_SETTINGS,
      log,
      cache: 'memory',
      interactive: false,
      mayRun: false,
      root: null,
    });
    workspace = await Workspace.create(host, DEFAULT_SETTINGS);
  });
  after(() => workspace.dispose());

  const pages = readdirSync(folder).filter(name => /^LP(4|1900)/.test(name));
  for (const page of pages) {
    const example = /```ruby\n([\s\S]*?)```/.exec(readFileSync(join(folder, page), 'utf8'))?.[1];
    it(page, async () => {
      assert.ok(example, 'the page has an example');
      workspace.setDisk('example.rb', example);
      const budget = { rlimit: DEFAULT_SETTINGS.rlimit, timeoutMs: 60_000 };
      await workspace.verify({ budget, signal: new AbortController().signal });
      const codes = diagnosticsOf(workspace.snapshot, 'example.rb', DEFAULT_SETTINGS).map(each => each.code);
      assert.deepStrictEqual([...new Set(codes)], [page.replace('.md', '')]);
      workspace.remove('example.rb');
    });
  }
});
