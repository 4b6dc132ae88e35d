/** Reads many files from disk: in the host's reader threads, and here what those leave out. */
import type { FileOnDisk, Host, ReadFailure } from './host';
import type { Signatures } from './signatures';
import type { SourceFile, Sources } from './sources';

export type Failures = ReadonlyMap<string, { readonly failure: ReadFailure; readonly detail: string }>;

export interface Indexed {
  readonly files: readonly SourceFile[];
  readonly signatures: readonly { readonly path: string; readonly text: string }[];
  readonly failures: Failures;
}

export async function readAll(
  host: Host,
  { sources, signatures: known }: { readonly sources: Sources; readonly signatures: Signatures },
  paths: readonly string[],
  signal: AbortSignal,
  report: (done: number) => void,
): Promise<Indexed> {
  const files: SourceFile[] = [];
  const signatures: { path: string; text: string }[] = [];
  const failures = new Map<string, { readonly failure: ReadFailure; readonly detail: string }>();
  const isSignature = (path: string): boolean => known.isSignatureFile(path);
  const done = (): void => report(files.length + signatures.length + failures.size);
  const left = await host.readers.readAll(
    paths.filter(path => !isSignature(path)),
    file => {
      if ('failure' in file) failures.set(file.path, file);
      else files.push(unpackSafely(sources, file));
      done();
    },
    signal,
  );
  for (const path of [...left, ...paths.filter(isSignature)]) {
    if (signal.aborted) break;
    const content = await host.files.read(path);
    if ('failure' in content) failures.set(path, content);
    else if (isSignature(path)) signatures.push({ path, text: content.text });
    else files.push(sources.read(path, content.text));
    done();
  }
  return { files: inOrderOf(paths, files), signatures, failures };
}

/** Threads finish in any order; all that follows goes through the files in the same order each time. */
function inOrderOf(paths: readonly string[], files: readonly SourceFile[]): readonly SourceFile[] {
  const byPath = new Map(files.map(file => [file.path, file]));
  return paths.flatMap(path => byPath.get(path) ?? []);
}

type ReadFile = Extract<FileOnDisk, { readonly text: string }>;

/** Unpacks what a reader thread has parsed. If that fails, the file is parsed here, which reports what is wrong. */
function unpackSafely(sources: Sources, { path, text, packed }: ReadFile): SourceFile {
  try {
    return sources.unpack(path, text, packed);
  } catch {
    return sources.read(path, text);
  }
}
