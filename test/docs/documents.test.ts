/** Documents are consistent: links resolve, every decision record is in the index, the architecture is short. */
import assert from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const records = readdirSync(join(root, 'docs', 'adr')).filter(name => /^\d{4}-/.test(name));
const pages = [
  ...readdirSync(root).filter(name => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name.replaceAll('\\', '/')}`),
];

describe('documents', () => {
  for (const page of pages) {
    it(`${page}: links to files and headings exist`, () => {
      const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1]!);
      const local = links.filter(link => !/^[a-z]+:/.test(link));
      assert.deepStrictEqual(
        local.filter(link => !leadsSomewhere(page, link)),
        [],
      );
    });
  }

  it('every decision record has a row in the index, and every row a record', () => {
    const listed = [...read('docs/adr/README.md').matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)].map(match => match[1]!);
    assert.deepStrictEqual([...listed].sort(), [...records].sort());
  });

  for (const record of records) {
    it(`${record} has a status, a context, a decision and consequences`, () => {
      const text = read(`docs/adr/${record}`);
      assert.ok(text.startsWith(`# ${record.slice(0, 4)}. `), 'the title begins with its number');
      assert.match(text, /^Status: .+\n[\s\S]*^## Context\n[\s\S]*^## Decision\n[\s\S]*^## Consequences\n/m);
      assert.ok(text.split('\n').length <= 60, 'one page');
    });
  }

  it('ARCHITECTURE.md has at most 200 lines', () => {
    assert.ok(read('ARCHITECTURE.md').trimEnd().split('\n').length <= 200);
  });
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** GitHub's anchors of headings. */
function headingsOf(page: string): readonly string[] {
  const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map(match => match[1]!);
  return headings.map(heading =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
