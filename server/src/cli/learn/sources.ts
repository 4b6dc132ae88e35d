/** The workspace files that `loupe learn` records: those of the settings, without tests. */
import { relative, sep } from 'node:path';
import type { Settings } from '../../../../shared/src/settings';
import { type Recording, recordFiles, type SourceFile } from '../../engine/learn/recordFiles';
import { isTestFile } from '../../engine/learn/testFiles';
import { assetPath } from '../../host/assets';
import { diskFiles } from '../../host/files';
import { createRubyParser } from '../../parse/rubyParser';
import type { RecordingGap } from '../../problems/learn';
import type { Io } from '../usage';

/** Test files that can be loaded one by one: not those of RSpec and Cucumber, which need their own runner. */
export async function findTests(io: Io, settings: Settings): Promise<readonly string[]> {
  const { paths } = await diskFiles.list(io.cwd, settings.include, settings.exclude);
  return paths
    .map(full => relative(io.cwd, full).split(sep).join('/'))
    .filter(path => /(^|\/)(test_[^/]*|[^/]*_test)\.rb$/.test(path) && !/(^|\/)test_helper\.rb$/.test(path))
    .sort();
}

/** `nonce` distinguishes the traces of this run from others. */
export async function recordWorkspace(io: Io, settings: Settings, nonce: string, values = false): Promise<Recording> {
  const sources: SourceFile[] = [];
  const gaps: RecordingGap[] = [];
  for (const full of (await diskFiles.list(io.cwd, settings.include, settings.exclude)).paths) {
    const path = relative(io.cwd, full).split(sep).join('/');
    // The list of files is one path per line.
    if (isTestFile(path) || /[\r\n\t]/.test(path)) continue;
    const content = await diskFiles.read(full);
    if ('text' in content) sources.push({ path, text: content.text });
    else gaps.push({ kind: 'unreadable', path, why: content.detail });
  }
  const parser = await createRubyParser({
    runtime: assetPath('web-tree-sitter.wasm'),
    language: assetPath('tree-sitter-ruby.wasm'),
  });
  const recording = recordFiles(parser, sources, nonce, values);
  return { ...recording, gaps: [...gaps, ...recording.gaps] };
}

/** `--keep-texts`: evaluated sources are stored as they are, with all their strings. */
export function keepSources(recording: Recording): Recording {
  return { ...recording, redact: source => source };
}
