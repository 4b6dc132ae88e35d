/**
 * Coverage as one HTML page without scripts or other files: a treemap of the folders, where the area of a file is the
 * number of its expressions and its colour the share that has a type, and a table of the folders.
 */
import { dirname } from 'node:path';
import { showCoverageCause } from '../../ide/coverage/causeText';
import { type FileCoverage, knownShare, type Share, totalOf } from '../../ide/coverage/coverage';
import type { FolderCoverage } from './folders';
import { layOut, type Rectangle } from './treemap';

const WIDTH = 960;
const HEIGHT = 480;

export function printCoverageHtml(folders: readonly FolderCoverage[], files: readonly FileCoverage[]): string {
  const [all] = folders;
  const causes = [...(all?.causes ?? [])].map(
    ([cause, n]) => `<tr><td class="n">${n}</td><td>${escapeHtml(showCoverageCause(cause))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Loupe: types of this program</title>
<style>
body { font: 14px system-ui, sans-serif; margin: 2em auto; max-width: ${WIDTH}px; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: 2px 10px; text-align: left } .n { text-align: right }
svg text { font-size: 11px; fill: #000; pointer-events: none } svg .folder { fill: none; stroke: #333; stroke-width: 2 }
svg .file { stroke: #fff }
</style></head><body>
<h1>Types of this program</h1>
<p>${files.length} files, ${all ? totalOf(all.expressions) : 0} expressions: ${all ? showShare(all.expressions) : ''}. ${all ? totalOf(all.signatures) : 0} signatures: ${all ? showShare(all.signatures) : ''}.</p>
${drawTreemap(files)}
<p>Each area is a file, as large as its code; red has no types, green has all. A frame is a folder.</p>
<table><tr><th>folder</th><th class="n">files</th><th class="n">expressions</th><th>shares</th><th class="n">signatures</th><th>shares</th></tr>
${folders.map(folderRow).join('\n')}
</table>
${causes.length > 0 ? `<h2>Causes of unknown types</h2><table>${causes.join('\n')}</table>` : ''}
</body></html>
`;
}

function folderRow({ path, files, expressions, signatures }: FolderCoverage): string {
  const cells = [
    `<td>${escapeHtml(path)}</td><td class="n">${files}</td>`,
    `<td class="n">${totalOf(expressions)}</td><td>${showShare(expressions)}</td>`,
    `<td class="n">${totalOf(signatures)}</td><td>${showShare(signatures)}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function showShare(share: Share): string {
  const total = totalOf(share);
  const percent = (n: number): string => (total === 0 ? '–' : `${Math.round((100 * n) / total)} %`);
  return `${percent(share.typed)} typed, ${percent(share.inferred)} inferred, ${percent(share.unknown)} unknown`;
}

function drawTreemap(files: readonly FileCoverage[]): string {
  const folders = new Map<string, FileCoverage[]>();
  for (const file of files) folders.set(dirname(file.path), [...(folders.get(dirname(file.path)) ?? []), file]);
  const weight = (inside: readonly FileCoverage[]): number => inside.reduce((sum, each) => sum + sizeOf(each), 0);
  const frame = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const areas = layOut([...folders], ([, inside]) => weight(inside), frame);
  const shapes = areas.map(({ item: [folder, inside], area }) => {
    const rectangles = layOut(inside, sizeOf, area).map(({ item, area: part }) => drawFile(item, part));
    return `${rectangles.join('')}<rect class="folder" ${showArea(area)}/>${drawLabel(folder, area)}`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="Treemap of the folders">${shapes.join('\n')}</svg>`;
}

/** A file without expressions is still visible. */
function sizeOf({ expressions }: FileCoverage): number {
  return Math.max(1, totalOf(expressions));
}

function drawFile({ path, expressions }: FileCoverage, area: Rectangle): string {
  const known = knownShare(expressions);
  const title = `${path}: ${showShare(expressions)}`;
  return `<rect class="file" ${showArea(area)} fill="hsl(${Math.round(120 * known)} 60% 65%)"><title>${escapeHtml(title)}</title></rect>`;
}

const LETTER = 6.5;

function drawLabel(folder: string, { x, y, width, height }: Rectangle): string {
  const room = Math.floor((width - 8) / LETTER);
  if (height < 16 || room < 3) return '';
  const text = folder.length <= room ? folder : `…${folder.slice(folder.length - room + 1)}`;
  return `<text x="${round(x + 4)}" y="${round(y + 13)}">${escapeHtml(text)}</text>`;
}

function showArea({ x, y, width, height }: Rectangle): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign);
}
