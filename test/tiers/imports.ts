/** Which TypeScript file imports which, at run time: imports of types alone change no behaviour. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import ts from 'typescript';

/** Paths below the root, with slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const FOLDERS = ['server', 'client', 'shared', 'test'];

export function readImports(root: string): ImportGraph {
  const files = FOLDERS.filter(folder => existsSync(join(root, folder))).flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(ts|mjs|cjs)$/.test(entry.name))
      .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  const known = new Set(files);
  return new Map(files.map(file => [file, importsOf(file, readFileSync(join(root, file), 'utf8'), known)]));
}

function importsOf(file: string, text: string, known: ReadonlySet<string>): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    if (!fileName.startsWith('.') || isOfTypes(text, pos)) return [];
    const path = normalize(join(dirname(file), fileName))
      .split(sep)
      .join('/');
    return [path, `${path}.ts`, `${path}/index.ts`].filter(each => known.has(each)).slice(0, 1);
  });
}

/** `import type { … } from '…'`: the source before the path, from the last `import` or `export`. */
function isOfTypes(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const start = Math.max(before.lastIndexOf('import '), before.lastIndexOf('export '));
  return start >= 0 && /^(import|export) type\b/.test(before.slice(start));
}
