/** `npm run settings`: writes the files that are generated from the table of settings (shared/src/settings.ts). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFileSchema, configurationSections, settingTables } from '../../shared/src/settingsFormats';

const root = join(__dirname, '..', '..');
const BEGIN = '<!-- settings: written by `npm run settings` -->';
const END = '<!-- end of settings -->';

/** Path relative to the repository, and the required contents of the file. */
export function derivedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', withConfiguration(read('package.json'))],
    ['schemas/loupe.schema.json', formatJson(configFileSchema())],
    ['docs/settings.md', withTable(read('docs/settings.md'))],
  ]);
}

function withConfiguration(source: string): string {
  const manifest = JSON.parse(source) as { contributes: { configuration: object } };
  manifest.contributes.configuration = configurationSections();
  return formatJson(manifest);
}

function withTable(source: string): string {
  const start = source.indexOf(BEGIN);
  const end = source.indexOf(END);
  if (start < 0 || end < start) throw new Error(`docs/settings.md has no place for the settings: ${BEGIN} … ${END}`);
  return `${source.slice(0, start)}${BEGIN}\n${settingTables()}\n${source.slice(end)}`;
}

function formatJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function writeDerivedFiles(): void {
  for (const [path, content] of derivedFiles()) writeFileSync(join(root, path), content);
}

if (require.main === module) writeDerivedFiles();
