/**
 * The examples of docs/verification.md have the verdicts in their `def` lines: `# safe, over reals`, `# unsafe,
 * confirmed: free text`. A first line `# key: value` is a setting of the example.
 */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../server/src/engine/workspace';
import { parseConfig } from '../../server/src/parse/config';
import type { Caveat } from '../../server/src/proof/obligation';
import type { Verdict } from '../../server/src/proof/verdict';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../harness/workspace';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'verification.md'), 'utf8');
const examples = [...page.matchAll(/```ruby\n([\s\S]*?)```/g)].map(match => match[1]!);

describe('examples of docs/verification.md', () => {
  const workspaces = new Map<string, Promise<Workspace>>();
  after(async () => {
    for (const workspace of workspaces.values()) await (await workspace).dispose();
  });

  /** Examples with the same settings share a workspace, one after the other. */
  function workspaceWith(setting: string): Promise<Workspace> {
    const settings = parseConfig('example', setting).value;
    const workspace = workspaces.get(setting) ?? createTestWorkspace({ settings, mayRun: true });
    workspaces.set(setting, workspace);
    return workspace;
  }

  for (const example of examples) {
    const name = /^(?:class|module) (\w+)/m.exec(example)?.[1] ?? 'example';
    it(name, async () => {
      const claimed = example
        .split('\n')
        .map(line => /^ +def .*? # (.*)$/.exec(line)?.[1]?.replace(/: .*/, '') ?? null);
      assert.ok(claimed.some(claim => claim !== null));
      const workspace = await workspaceWith(/^# (\w+: \w+)\n/.exec(example)?.[1] ?? '');
      workspace.setDisk('example.rb', example);
      await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
      const file = workspace.snapshot.files.get('example.rb')!;
      const verdicts = new Map(
        file.methods.map(each => [file.lines.position(each.nameLocation.span.start).line, each.verdict]),
      );
      const reported = claimed.map((claim, line) => (claim === null ? null : showVerdict(verdicts.get(line) ?? null)));
      assert.deepStrictEqual(reported, claimed);
      workspace.remove('example.rb');
    });
  }
});

function showVerdict(verdict: Verdict | null): string {
  if (verdict === null) return 'no verdict';
  const status = verdict.status.replace('-', ' ');
  if (verdict.status === 'safe') return [status, ...new Set(verdict.caveats.map(showCaveat))].join(', ');
  const cause = verdict.obligations.find(each => each.status === 'unsafe')?.cause;
  return cause ? `${status}, ${cause}` : status;
}

function showCaveat(caveat: Caveat): string {
  switch (caveat.type) {
    case 'arrays':
      return `up to arrays of ${caveat.bound}`;
    case 'loops':
      return `up to ${caveat.depth} loop iterations`;
    case 'recursion':
      return `up to ${caveat.depth} recursive calls`;
    case 'reals':
      return 'over reals';
    case 'bitvectors':
      return `for integers of ${caveat.width} bits`;
    case 'assuming':
      return `assuming ${caveat.what}`;
    case 'distinct':
      return `assuming ${caveat.names.join(' and ')} are not the same ${caveat.container}`;
  }
}
