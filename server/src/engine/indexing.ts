/** Reads many files from disk: in the host's reader threads, and here what those leave out. */
import type { FileOnDisk, Host, ReadFailure } from './host';
import type { PackedFile } from './incremental/packedFile';
import type { ParseCache } from './parseCache';
import type { Signatures } from './signatures';
import type { SourceFile, Sources } from './sources';

export type Failures = ReadonlyMap<string, { readonly failure: ReadFailure; readonly detail: string }>;

export interface Indexed {
  readonly files: readonly SourceFile[];
  readonly signatures: readonly { readonly path: string; readonly text: string }[];
  readonly failures: Failures;
}

/** What the files are read into. */
interface Reading {
  readonly sources: Sources;
  readonly signatures: Signatures;
  /** What earlier starts have read; null: nothing is kept. */
  readonly readings: ParseCache | null;
}

export async function readAll(
  host: Host,
  reading: Reading,
  paths: readonly string[],
  signal: AbortSignal,
  report: (done: number) => void,
): Promise<Indexed> {
  const { sources, readings } = reading;
  const files = new Map<string, SourceFile>();
  const signatures: { path: string; text: string }[] = [];
  const failures = new Map<string, { readonly failure: ReadFailure; readonly detail: string }>();
  const fresh = new Map<string, PackedFile | null>();
  const isSignature = (path: string): boolean => reading.signatures.isSignatureFile(path);
  const done = (): void => report(files.size + signatures.length + failures.size);
  const ruby = paths.filter(path => !isSignature(path));
  const unknown: string[] = [];
  for (const path of ruby) {
    if (signal.aborted) break;
    const known = await readKept(host, reading, path);
    if (known === null) unknown.push(path);
    else files.set(path, known);
    if (known !== null) done();
  }
  const left = await host.readers.readAll(
    unknown,
    file => {
      if ('failure' in file) failures.set(file.path, file);
      else {
        files.set(file.path, unpackSafely(sources, file));
        if (readings) fresh.set(file.path, file.packed);
      }
      done();
    },
    signal,
  );
  for (const path of [...left, ...paths.filter(isSignature)]) {
    if (signal.aborted) break;
    const content = await host.files.read(path);
    if ('failure' in content) failures.set(path, content);
    else if (isSignature(path)) signatures.push({ path, text: content.text });
    else {
      files.set(path, sources.read(path, content.text));
      if (readings) fresh.set(path, null);
    }
    done();
  }
  // Threads finish in any order; all that follows goes through the files in the same order each time.
  const inOrder = paths.flatMap(path => files.get(path) ?? []);
  if (readings) keepFresh(reading, readings, inOrder, fresh);
  return { files: inOrder, signatures, failures };
}

/** The file as an earlier start has read it; null: it has not, or the file was another. */
async function readKept(host: Host, { sources, readings }: Reading, path: string): Promise<SourceFile | null> {
  if (!readings?.mayKnow(path)) return null;
  const content = await host.files.read(path);
  const packed = 'text' in content ? readings.find(path, content.text) : null;
  return 'text' in content && packed ? unpackSafely(sources, { path, text: content.text, packed }) : null;
}

/** Keeps for the next start what was parsed now. */
function keepFresh(
  { sources }: Reading,
  readings: ParseCache,
  files: readonly SourceFile[],
  fresh: ReadonlyMap<string, PackedFile | null>,
): void {
  for (const file of files) {
    const known = fresh.get(file.path);
    const packed = known === null ? sources.pack(file) : known;
    if (packed) readings.keep(file.path, file.text, packed);
  }
  if (files.length > 1) readings.close();
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
