/** Reads Ruby files from disk in a thread and returns their declarations. Keeps no state. */
import { parentPort, workerData } from 'node:worker_threads';
import { packFile } from '../engine/incremental/packedFile';
import { readFile } from '../engine/pipeline';
import { createRubyParser, type RubyWasm } from '../parse/rubyParser';
import { Memos } from '../program/memos';
import { diskFiles } from './files';
import type { ReadJob, ReadMessage } from './readProtocol';

async function main(): Promise<void> {
  const port = parentPort!;
  const parser = await createRubyParser(workerData as RubyWasm);
  const read = async (path: string, withBodies: boolean): Promise<ReadMessage['files'][number]> => {
    const content = await diskFiles.read(path);
    if ('failure' in content) return { path, ...content };
    const document = parser.open(path, content.text);
    const memos = Memos.empty();
    const reading = readFile(document.outline(), null, memos);
    document.close();
    return { path, text: content.text, packed: packFile(reading, memos, withBodies) };
  };
  port.on('message', async ({ paths, withBodies }: ReadJob) => {
    const message: ReadMessage = { files: await Promise.all(paths.map(path => read(path, withBodies))) };
    port.postMessage(message);
  });
}

void main();
