/**
 * An edit in a large workspace takes as many steps as in a small one. A step is a write to a map or set, or an
 * iteration over one, anywhere in the program: no clock is used, and no code has to count itself.
 */
import assert from 'node:assert/strict';
import { Workspace } from '../../server/src/engine/workspace';
import { MemoryCache } from '../../server/src/host/memoryCache';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const BUDGET = { rlimit: SETTINGS.rlimit, timeoutMs: 600_000 };
const EDITED = 'part_0000.rb';
const SMALL = 10;
const LARGE = 100;

/** A module with an abstract method, a class that includes it, and a subclass; calls across files are by contract. */
function fileText(n: number): string {
  return `module Near${n}
  type '() -> Integer r { r >= 0 }'
  def distance; end
end
class Part${n}
  extend Near${n}
  type '() -> Integer r { r >= 0 }'
  def self.distance = ${n}

  type '(Integer x { x >= 0 }) -> Integer r { r >= 0 }'
  def up${n}(x) = x + 1

  type '(Integer x { x >= 0 }) -> Integer r { r >= 0 }'
  def twice${n}(x) = up${n}(x) + up${n}(x)
end
class Below${n} < Part${n}
  def up${n}(x) = x + 2
end
`;
}

describe('the cost of an edit', function () {
  this.timeout(300_000);
  const host = createTestHost();
  after(() => host.solver.close());

  it('does not grow with the workspace', async () => {
    const small = await costs(SMALL);
    const large = await costs(LARGE);
    assert.ok(Object.values(small).every(steps => steps > 0));
    assert.deepEqual(large, small);
  });

  async function costs(files: number): Promise<Readonly<Record<string, number>>> {
    const workspace = await Workspace.create({ ...host, cache: new MemoryCache() }, SETTINGS);
    for (let n = 0; n < files; n++) workspace.setDisk(`part_${String(n).padStart(4, '0')}.rb`, fileText(n));
    let text = fileText(0);
    workspace.open(EDITED, text);
    const verify = (paths?: readonly string[]): Promise<void> =>
      workspace.verify({ budget: BUDGET, signal: new AbortController().signal, ...(paths ? { paths } : {}) });
    await verify();
    assert.ok([...workspace.snapshot.files.values()].every(file => file.methods.every(each => each.state === 'done')));
    const edit = (old: string, next: string): void => {
      const start = text.indexOf(old);
      workspace.edit(EDITED, [{ start, end: start + old.length, text: next }]);
      text = text.replace(old, next);
      void workspace.snapshot.files.get(EDITED);
    };
    edit('x + 1', '1 + x'); // indexes are built on first use
    await verify([EDITED]);
    const { wholes } = workspace.holdings;
    const result = {
      body: await stepsOf(async () => edit('1 + x', 'x + 3')),
      verdict: await stepsOf(() => verify([EDITED])),
      shown: await stepsOf(async () => void workspace.snapshot.files.get(EDITED)),
      comment: await stepsOf(async () => edit('class Below', '# A comment.\nclass Below')),
      contract: await stepsOf(async () => edit('Integer r { r >= 0 }', 'Integer r { r > 0 }')),
      verdictOfContract: await stepsOf(() => verify([EDITED])),
    };
    assert.equal(workspace.holdings.wholes, wholes);
    return result;
  }
});

/** Counts while `work` runs: `new Map(entries)` and spreading use these methods too. */
async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  const restore: (() => void)[] = [];
  const replace = (owner: object, name: PropertyKey, make: (original: never) => unknown): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { ...descriptor, value: make(descriptor.value as never) });
    restore.push(() => Object.defineProperty(owner, name, descriptor));
  };
  for (const [owner, write] of [
    [Map.prototype, 'set'],
    [Set.prototype, 'add'],
  ] as const) {
    replace(
      owner,
      write,
      (original: (...args: unknown[]) => unknown) =>
        function (this: unknown, ...args: unknown[]) {
          steps++;
          return original.apply(this, args);
        },
    );
    for (const name of ['keys', 'values', 'entries', Symbol.iterator]) {
      replace(
        owner,
        name,
        (original: (this: unknown) => IterableIterator<unknown>) =>
          function (this: unknown) {
            return counted(original.call(this), () => steps++);
          },
      );
    }
  }
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return steps;
}

function* counted(each: IterableIterator<unknown>, step: () => void): IterableIterator<unknown> {
  for (const value of each) {
    step();
    yield value;
  }
}
