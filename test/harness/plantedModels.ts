/**
 * Builds the command line from sources with some changes: a model of a core method is wrong, and everything else is the
 * product.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { build } from 'esbuild';

export interface Plant {
  /** Below server/src. */
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
}

const ROOT = join(__dirname, '..', '..');

/** The path of the command line, in a folder to be removed. */
export async function buildWith(
  plants: readonly Plant[],
): Promise<{ readonly cli: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-planted-'));
  const planted = new Set<Plant>();
  const dist = join(ROOT, 'dist');
  for (const name of readdirSync(dist)) if (name !== 'cli.js') symlinkSync(join(dist, name), join(folder, name));
  await build({
    absWorkingDir: ROOT,
    entryPoints: { cli: 'server/src/cli/main.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    alias: { 'web-tree-sitter': join(ROOT, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
    define: { LOUPE_BUNDLED: 'true', LOUPE_VERSION: '"planted"' },
    logLevel: 'warning',
    plugins: [
      {
        name: 'plant',
        setup: ({ onLoad }) => {
          onLoad({ filter: /[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
            const here = plants.filter(each => path.split(sep).join('/').endsWith(`/server/src/${each.file}`));
            const text = here.reduce(
              (source, each) => {
                if (source.split(each.right).length !== 2) throw new Error(`${each.file}: not once: ${each.right}`);
                planted.add(each);
                return source.replace(each.right, () => each.wrong);
              },
              readFileSync(path, 'utf8'),
            );
            return { contents: text, loader: 'ts' };
          });
        },
      },
    ],
  });
  if (planted.size < plants.length) throw new Error('a file to be changed is not part of the product');
  return { cli: join(folder, 'cli.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
