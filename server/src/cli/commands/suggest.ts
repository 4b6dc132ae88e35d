/** `loupe suggest FILE[:LINE]`, `loupe suggest Class#method`: contracts that are proved before they are printed. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { anchorPath } from '../../base/span';
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { describeSuggestion, editFor, saysMoreThanTypes, suggestFor } from '../../ide/suggest';
import { methodByKey } from '../../program/lookup';
import { budgetOf } from '../budget';
import { writeFiles } from '../infer/writeFiles';
import { findFiles, loadSettings, openSession, readSignatures, type Session, shownPath } from '../session';
import { type CommandSpec, type Io, switchOption, textOption, UsageError } from '../usage';

export const suggestCommand: CommandSpec = {
  name: 'suggest',
  operands: 'FILE|FILE:LINE|Class#method',
  short: 'find contracts that can be proved',
  summary: 'Finds contracts of methods: what they need, and what can be proved of their results.',
  minOperands: 1,
  maxOperands: 1,
  options: {
    write: { help: 'write the contracts into the files' },
    config: { help: 'read settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const settings = loadSettings(io, textOption(input, 'config'));
    const session = await openSession(io, { settings, useCache: true });
    try {
      const { workspace, host } = session;
      const described = new Set((await readSignatures(io, session, [])).map(({ path }) => path));
      const listed = (await findFiles(io, host, settings, [])).filter(path => !described.has(path));
      const [wanted = ''] = input.operands;
      const file = fileOf(io, wanted);
      await workspace.index(file === null ? listed : [...new Set([...listed, file.path])], io.signal);
      const methods = methodsOf(workspace.snapshot, wanted, file);
      const paths = [...new Set(methods.map(({ location }) => location.path))];
      await workspace.verify({ paths, budget: budgetOf(settings), signal: io.signal });
      return await suggestAll(io, session, { settings, methods, isWriting: switchOption(input, 'write') });
    } finally {
      await session.close();
    }
  },
};

interface WantedFile {
  readonly path: string;
  /** From 1; null: all of its methods. */
  readonly line: number | null;
}

function fileOf(io: Io, operand: string): WantedFile | null {
  const whole = resolve(io.cwd, operand);
  if (existsSync(whole)) return { path: whole, line: null };
  const match = /^(.+):(\d+)$/.exec(operand);
  const path = match?.[1] === undefined ? null : resolve(io.cwd, match[1]);
  return path !== null && existsSync(path) ? { path, line: Number(match?.[2]) } : null;
}

function methodsOf(snapshot: Snapshot, wanted: string, file: WantedFile | null): readonly MethodSnapshot[] {
  const found = file === null ? findMethodNamed(snapshot, wanted) : inFile(snapshot, file);
  if (found.length > 0) return found;
  throw new UsageError(
    file === null ? `there is no file and no method "${wanted}"` : `there is no method with a body at ${wanted}`,
  );
}

/** Only the file of the method is looked at. */
function findMethodNamed({ program, files }: Snapshot, wanted: string): readonly MethodSnapshot[] {
  const method = methodByKey(program, wanted) ?? methodByKey(program, `#${wanted}`);
  const file = method?.definition && files.get(anchorPath(method.definition.anchor));
  return file ? file.methods.filter(({ info }) => info.key === method.key) : [];
}

function inFile(snapshot: Snapshot, { path, line }: WantedFile): readonly MethodSnapshot[] {
  const file = snapshot.files.get(path);
  const methods = (file?.methods ?? []).filter(({ info }) => info.definition !== null);
  if (!file || line === null) return methods;
  const lineOf = (offset: number): number => file.lines.position(offset).line + 1;
  return methods.filter(({ location: { span } }) => lineOf(span.start) <= line && line <= lineOf(span.end)).slice(-1);
}

interface Wanted {
  readonly settings: ReturnType<typeof loadSettings>;
  readonly methods: readonly MethodSnapshot[];
  readonly isWriting: boolean;
}

/** Written contracts are the starting point of those that follow. */
async function suggestAll(io: Io, { workspace }: Session, { settings, methods, isWriting }: Wanted): Promise<number> {
  const before = new Map<string, string>();
  const trial = { workspace, settings, signal: io.signal };
  for (const { info } of methods) {
    const method = findAgain(workspace.snapshot, info.key);
    if (!method || io.signal.aborted) break;
    const suggestion = await suggestFor(trial, method);
    const { line } = workspace.snapshot.files
      .get(method.location.path)
      ?.lines.position(method.nameLocation.span.start) ?? {
      line: 0,
    };
    io.out(`${shownPath(io, method.location.path)}:${line + 1}: ${info.key}\n`);
    for (const text of describeSuggestion(suggestion)) io.out(`  ${text}\n`);
    if (!isWriting || suggestion.kind === 'stuck' || !saysMoreThanTypes(suggestion)) continue;
    if (editFor(trial, suggestion) === null) continue;
    const { path } = suggestion;
    const known = before.get(path) ?? workspace.snapshot.sources.get(path)?.text ?? '';
    before.set(path, known);
    workspace.setDisk(path, suggestion.text);
  }
  if (io.signal.aborted) return 1;
  const planned = [...before].map(([path, expected]) => ({
    path,
    expected,
    text: workspace.snapshot.sources.get(path)?.text ?? expected,
  }));
  const refusal = writeFiles(planned);
  if (refusal !== null) io.err(`loupe: ${refusal}; nothing was written\n`);
  else for (const { path } of planned) io.out(`wrote ${shownPath(io, path)}\n`);
  return refusal === null ? 0 : 1;
}

function findAgain(snapshot: Snapshot, key: string): MethodSnapshot | undefined {
  return findMethodNamed(snapshot, key)[0];
}
