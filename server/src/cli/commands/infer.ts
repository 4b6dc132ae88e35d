/**
 * `loupe infer`: the inferred signatures as RBS, or written beside or into the Ruby files. What is written by hand is
 * never replaced; `--check` only compares.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type InferRequest, planAnnotations, planRbs, type RubyFile } from '../infer/plan';
import { RUNTIME_FILE, showRuntimeSignatures } from '../infer/runtimeSignatures';
import { type PlannedFile, writeFiles } from '../infer/writeFiles';
import { findFiles, loadSettings, openSession, readSignatures, type Session, shownPath } from '../session';
import { type CommandInput, type CommandSpec, type Io, switchOption, textOption, UsageError } from '../usage';

const STYLES = ['rbs', 'comments', 'type', 'runtime'] as const;

export const inferCommand: CommandSpec = {
  name: 'infer',
  operands: '[paths]',
  short: 'print or write the signatures of methods without one',
  summary: 'Prints the inferred signatures of methods without annotation as RBS, or writes them.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    write: {
      help: "write sig/**/*.rbs, ##% comments above each def, type '…' calls, or .loupe/inferred for LOUPE=check,infer",
      value: { name: 'STYLE', type: 'text', choices: [...STYLES] },
    },
    update: { help: 'also replace what loupe infer wrote before' },
    'only-known': { help: 'leave out signatures of which a part is unknown' },
    only: {
      help: 'only types that runs and the checker prove, or of which runs have seen every path (loupe learn)',
      value: { name: 'WORD', type: 'text', choices: ['proved', 'complete'] },
    },
    check: { help: 'write nothing; exit status 1 if --write STYLE --update would change a file' },
    config: { help: 'read settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const settings = loadSettings(io, textOption(input, 'config'));
    const session = await openSession(io, { settings, useCache: true });
    try {
      const files = await readAll(io, session, input, settings);
      const request: InferRequest = {
        settings,
        onlyKnown: switchOption(input, 'only-known'),
        only: textOption(input, 'only') as InferRequest['only'],
        update: switchOption(input, 'update') || switchOption(input, 'check') || textOption(input, 'write') === null,
        cwd: io.cwd,
      };
      return runInfer(io, session, input, files, request);
    } finally {
      await session.close();
    }
  },
};

async function readAll(
  io: Io,
  session: Session,
  { operands }: CommandInput,
  settings: InferRequest['settings'],
): Promise<readonly RubyFile[]> {
  const { host, workspace } = session;
  await readSignatures(io, session, operands);
  const files: RubyFile[] = [];
  for (const path of await findFiles(io, host, settings, operands)) {
    if (io.signal.aborted) break;
    const content = await host.files.read(path);
    if ('text' in content) files.push({ path, text: content.text });
    else io.err(`loupe: cannot read ${shownPath(io, path)}\n`);
  }
  io.untilSignal(() => {
    for (const { path, text } of files) workspace.setDisk(path, text);
  });
  return files;
}

function runInfer(
  io: Io,
  { workspace }: Session,
  input: CommandInput,
  files: readonly RubyFile[],
  request: InferRequest,
): number {
  const style = textOption(input, 'write') ?? 'rbs';
  if (style === 'rbs') {
    const outside = files.find(({ path }) => relative(io.cwd, path).startsWith('..'));
    const isWriting = textOption(input, 'write') !== null || switchOption(input, 'check');
    if (isWriting && outside)
      throw new UsageError(`${outside.path} is not below this folder, so it has no place in sig/`);
    const { files: planned, kept, bodies } = io.untilSignal(() => planRbs(workspace, files, request));
    if (isWriting) return finish(io, input, planned, kept);
    for (const [path, body] of bodies) io.out(`# ${shownPath(io, path)}\n\n${body}\n`);
    return 0;
  }
  if (style === 'runtime') return finish(io, input, planRuntime(io, workspace), []);
  if (style === 'type') requireLibrary(files);
  const { files: planned, kept } = io.untilSignal(() =>
    planAnnotations(workspace, files, style === 'type' ? 'type' : 'comment', request),
  );
  return finish(io, input, planned, kept);
}

/** The file that the run-time library reads. It belongs to Loupe, so it is replaced. */
function planRuntime(io: Io, workspace: Session['workspace']): readonly PlannedFile[] {
  const path = join(io.cwd, RUNTIME_FILE);
  const expected = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const text = io.untilSignal(() => showRuntimeSignatures(workspace.snapshot));
  return text === expected ? [] : [{ path, expected, text }];
}

/** A call of `type` fails at run time unless the library is loaded. */
function requireLibrary(files: readonly RubyFile[]): void {
  if (!files.some(({ text }) => /^\s*require\s*\(?\s*['"](?:loupe|rdl)['"]/m.test(text)))
    throw new UsageError("--write type needs a file that requires 'loupe' or 'rdl'; --write comments needs none");
}

function finish(io: Io, input: CommandInput, planned: readonly PlannedFile[], kept: readonly string[]): number {
  for (const each of kept) io.err(`loupe: ${each}; left as it is\n`);
  if (switchOption(input, 'check')) {
    for (const { path } of planned) io.out(`${shownPath(io, path)} is out of date\n`);
    return planned.length === 0 ? 0 : 1;
  }
  const refusal = writeFiles(planned);
  if (refusal !== null) {
    io.err(`loupe: ${refusal}; nothing was written\n`);
    return 1;
  }
  for (const { path } of planned) io.out(`wrote ${shownPath(io, path)}\n`);
  if (planned.length === 0) io.out('nothing to write\n');
  return 0;
}
