/** The page of the VS Code extension: media/extension.md with its pictures inside, because the page loads no files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const page = readFileSync(join(root, 'media/extension.md'), 'utf8');
const inline = path => `data:image/png;base64,${readFileSync(join(root, path)).toString('base64')}`;
writeFileSync(
  join(root, 'dist/extension.md'),
  page.replace(/\]\((docs\/images\/[\w-]+\.png)\)/g, (_, path) => `](${inline(path)})`),
);
