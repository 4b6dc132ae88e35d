/** Ruby's own library as a Program: RBS signatures from the built snapshot, our overlay (server/core) on top. */
import type { RubyParser } from '../parse/rubyParser';
import type { Program } from '../program/program';
import { resolve } from '../resolve/resolve';
import type { Host } from './host';
import { readFile } from './pipeline';

export async function loadLibrary(host: Host, parser: RubyParser): Promise<Program> {
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
