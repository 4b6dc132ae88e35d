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

/** Wrong models of core methods. */
export const PLANTS: readonly Plant[] = [
  {
    file: 'vcgen/library/numbers/arithmetic.ts',
    right: "number(ite(compare('>=', a, zero), a, neg(a)), state)",
    wrong: 'number(a, state)',
  },
  {
    file: 'vcgen/library/numbers/integer.ts',
    right: 'integerResult(divideChecked(ctx, send, b, state).remainder, state)',
    wrong: 'integerResult(sub(divideChecked(ctx, send, b, state).remainder, b), state)',
  },
  {
    file: 'vcgen/library/arrays/array.ts',
    right: "row('pop', 0, pop),",
    wrong:
      "row('pop', 0, (ctx, { receiver }, state) => ({ value: readElement(ctx, state, receiver, int(0)), state })),",
  },
];

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
                planted.add(each);
                return applyPlant(source, each);
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

/** The source with the wrong code in place of the right one, which must occur exactly once. */
export function applyPlant(source: string, { file, right, wrong }: Plant): string {
  if (source.split(right).length !== 2) throw new Error(`${file}: not once: ${right}`);
  return source.replace(right, () => wrong);
}
