/** `--changed-since`, `--staged` and `--shard`: what is reported, and that the verdicts are those of a whole check. */
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeNeeds, GIT } from '../harness/requirements';
import { SAFE, type Scratch, scratch, UNSAFE } from './loupe';

const PRICES = `class Prices
  ##% (Integer x { x >= 0 }) -> Integer r { r >= 0 }
  def self.net(x) = x
end
`;

const CART = `class Cart
  ##% (Integer x { x >= 0 }) -> Integer r { r >= 0 }
  def total(x) = Prices.net(x)
end
`;

/** Its callers rely on its contract, which it breaks. */
const BY_CONTRACT = `class Prices
  type '(Integer x { x >= 0 }) -> Integer r { r >= 0 }', modular: true
  def self.net(x) = x - 1
end
`;

/** Depends on what is cached. */
const EFFORT = new Set(['milliseconds', 'cached', 'queries', 'rlimit']);

/** Accepts less, so callers that were right are wrong now. */
const STRICTER = PRICES.replace('{ x >= 0 }', '{ x > 9 }');

describeNeeds(GIT, 'loupe check on a change', () => {
  let here: Scratch;
  const git = (...words: readonly string[]): void => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...words], { cwd: here.folder, encoding: 'utf8' });
    assert.strictEqual(status, 0, stderr);
  };
  const check = (...words: readonly string[]) => here.loupe('check', '--no-run', '--format', 'agent', ...words);
  const reported = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await check(...words)).out
      .split('\n')
      .flatMap(line => /^(\S+\.rb):\d+.* (LP\d+)/.exec(line)?.slice(1).join(' ') ?? []);

  beforeEach(() => {
    here = scratch();
    git('init', '--quiet', '--initial-branch=main');
    here.write('.gitignore', '.cache\n');
    here.write('prices.rb', PRICES);
    here.write('cart.rb', CART);
    here.write('old.rb', UNSAFE);
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
  });
  afterEach(() => here.remove());

  it('reports changed and new files and what breaks elsewhere, not what was broken before', async () => {
    assert.deepStrictEqual(await reported(), ['old.rb LP4001']);
    assert.deepStrictEqual(await reported('--changed-since', 'main'), []);
    here.write('prices.rb', STRICTER);
    here.write('größe.rb', UNSAFE.replace('Watch', 'New'));
    assert.deepStrictEqual(await reported('--changed-since', 'HEAD'), ['cart.rb LP4002', 'größe.rb LP4001']);
    git('add', 'prices.rb');
    git('commit', '--quiet', '-m', 'second');
    assert.deepStrictEqual(await reported('--changed-since', 'HEAD'), ['größe.rb LP4001']);
    assert.deepStrictEqual(await reported('--changed-since', 'HEAD~1'), ['cart.rb LP4002', 'größe.rb LP4001']);
  });

  it('reports what a deleted file breaks', async () => {
    rmSync(join(here.folder, 'prices.rb'));
    assert.deepStrictEqual(
      await reported('--changed-since', 'HEAD'),
      (await reported()).filter(line => line.startsWith('cart.rb')),
    );
  });

  it('checks staged contents, not those of the work tree', async () => {
    here.write('cart.rb', CART.replace('Prices.net(x)', 'Prices.net(x) - 1'));
    git('add', 'cart.rb');
    here.write('cart.rb', CART);
    here.write('untracked.rb', UNSAFE.replace('Watch', 'New'));
    assert.deepStrictEqual(await reported('--staged'), ['cart.rb LP4001']);
    git('checkout', '--quiet', '--force', 'HEAD', '--', 'cart.rb');
    assert.deepStrictEqual(await reported('--staged'), []);
  });

  it('explains what git cannot determine', async () => {
    const failure = async (...words: readonly string[]) => {
      const { status, err } = await check(...words);
      return [status, err];
    };
    assert.deepStrictEqual(await failure('--changed-since', 'gone'), [
      2,
      'loupe: --changed-since: unknown revision: gone\n',
    ]);
    assert.deepStrictEqual(await failure('--changed-since', '--output=x'), [
      2,
      'loupe: --changed-since: unknown revision: --output=x\n',
    ]);
    rmSync(join(here.folder, '.git'), { recursive: true });
    const words = 'this folder is not in a git repository';
    assert.deepStrictEqual(await failure('--staged'), [2, `loupe: --staged: ${words}\n`]);
  });
});

describe('loupe check --shard', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
  });
  afterEach(() => here.remove());

  it('reports in all parts together what a whole check reports', async () => {
    here.write('prices.rb', BY_CONTRACT);
    here.write('cart.rb', CART);
    for (let i = 0; i < 6; i++) here.write(`lib/clock${i}.rb`, SAFE.replace('Clock', `Clock${i}`));
    const files = async (...words: readonly string[]): Promise<readonly { readonly path: string }[]> =>
      JSON.parse((await here.loupe('check', '--no-run', '--format', 'json', ...words)).out, (key, value) =>
        EFFORT.has(key) ? 0 : value,
      ).files;
    const parts = [await files('--shard', '1/3'), await files('--shard', '2/3'), await files('--shard', '3/3')];
    assert.ok(parts.every(part => part.length < 8));
    const together = parts.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
    assert.deepStrictEqual(together, await files());
    assert.match(JSON.stringify(together), /assuming Prices\.net, which is unsafe/);
  });

  it('rejects what is not a part', async () => {
    for (const part of ['0/2', '3/2', '1', 'x/y']) {
      const { status, err } = await here.loupe('check', '--shard', part);
      assert.deepStrictEqual(
        [status, err],
        [2, `loupe: --shard is K/N with K from 1 to N, as in 2/4, not "${part}"\n`],
      );
    }
  });
});
