/** Reads Ruby files from disk in a thread of its own and answers with what they declare; nothing is kept. */
import { parentPort, workerData } from 'node:worker_threads';
import { packed } from '../engine/packedFile';
import { readFile } from '../engine/pipeline';
import { createRubyParser, type RubyWasm } from '../parse/rubyParser';
import { diskFiles } from './files';
import type { ReadJob, ReadMessage } from './readProtocol';

async function main(): Promise<void> {
  const port = parentPort!;
  const parser = await createRubyParser(workerData as RubyWasm);
  const read = async (path: string): Promise<ReadMessage['files'][number]> => {
    const content = await diskFiles.read(path);
    if ('failure' in content) return { path, ...content };
    const document = parser.open(path, content.text);
    const reading = readFile(document.outline(), null);
    document.close();
    return { path, text: content.text, packed: packed(reading) };
  };
  port.on('message', async ({ paths }: ReadJob) => {
    const message: ReadMessage = { files: await Promise.all(paths.map(read)) };
    port.postMessage(message);
  });
}

void main();
