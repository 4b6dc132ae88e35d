/** `loupe print profiled FILE`: the file with each dynamic call replaced by what runs showed it to do. */
import { relative, resolve, sep } from 'node:path';
import { deriveSource } from '../../hook/derive';
import { assetPath } from '../../host/assets';
import { diskFiles } from '../../host/files';
import { createRubyParser } from '../../parse/rubyParser';
import { type Io, UsageError } from '../usage';
import { loadProfile } from './storedProfile';

export async function printProfiled(io: Io, file: string): Promise<number> {
  const profile = loadProfile(io);
  if (profile === null) throw new UsageError('nothing was learned yet; run the tests with: loupe learn -- COMMAND');
  const full = resolve(io.cwd, file);
  const content = await diskFiles.read(full);
  if ('failure' in content) throw new UsageError(`${file}: ${content.detail}`);
  const parser = await createRubyParser({
    runtime: assetPath('web-tree-sitter.wasm'),
    language: assetPath('tree-sitter-ruby.wasm'),
  });
  const path = relative(io.cwd, full).split(sep).join('/');
  const document = parser.open(path, content.text);
  const sites = profile.sites.filter(site => site.path === path);
  io.out(deriveSource(document.outline(), sites));
  document.close();
  return 0;
}
