/**
 * Ruby's library as a Program: RBS signatures with our overlay (server/core) on top, from the built snapshot. If that
 * is missing, the overlay alone.
 */
import type { RubyParser } from '../parse/rubyParser';
import { Memos } from '../program/memos';
import type { Program } from '../program/program';
import { resolve } from '../resolve/resolve';
import type { Host } from './host';
import { readFile } from './pipeline';

export async function loadLibrary(host: Host, parser: RubyParser): Promise<Program> {
  const library = await host.assets.coreLibrary();
  // Other workspaces may share the library: memos belong to one of them.
  if (library) return { ...library, memos: Memos.empty() };
  const overlay = await host.assets.coreOverlay();
  const files = overlay.map(({ path, text }) => {
    const document = parser.open(path, text);
    const reading = readFile(document.outline(), null);
    document.close();
    for (const problem of reading.problems) host.log.error(`${path}: ${problem.code} ${JSON.stringify(problem.args)}`);
    return reading;
  });
  return resolve(files, null).value;
}
