/**
 * `loupe convert --to NOTATION`: the declared types of methods in another notation, as a diff; `--write` writes them. Only
 * what reads the same afterwards is converted; the rest is listed.
 */
import { existsSync } from 'node:fs';
import { convertFile, type LeftAlone } from '../../ide/convert/convertFile';
import { CONVERT_TARGETS, type ConvertTarget } from '../../ide/convert/writeDeclaration';
import { rbsPath } from '../infer/plan';
import { type PlannedFile, writeFiles } from '../infer/writeFiles';
import { findFiles, loadSettings, openSession, readSignatures, shownPath } from '../session';
import { type CommandSpec, switchOption, textOption, UsageError } from '../usage';

const REASONS: Readonly<Record<LeftAlone, string>> = {
  'not-expressible': 'the notation has no form for this type or its labels',
  'other-declaration': 'only types of methods are converted',
  several: 'it has several declarations',
  layout: 'it shares its lines with other code',
  'reads-differently': 'the notation would read differently',
};

export const convertCommand: CommandSpec = {
  name: 'convert',
  operands: '[paths]',
  short: 'translate types to RBS, Sorbet, RDL or comments',
  summary: 'Shows the declared types of methods in another notation, as a diff.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    to: {
      help: "files in sig/, #: comments, Sorbet sigs, type '…' calls or ##% comments",
      value: { name: 'NOTATION', type: 'text', choices: [...CONVERT_TARGETS] },
    },
    write: { help: 'write the files instead of printing a diff' },
    config: { help: 'read settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const target = textOption(input, 'to') as ConvertTarget | null;
    if (target === null) throw new UsageError(`choose a notation: --to ${CONVERT_TARGETS.join('|')}`);
    const settings = loadSettings(io, textOption(input, 'config'));
    const session = await openSession(io, { settings, useCache: true });
    try {
      await readSignatures(io, session, input.operands);
      const files = new Map<string, string>();
      for (const path of await findFiles(io, session.host, settings, input.operands)) {
        const content = await session.host.files.read(path);
        if ('text' in content) files.set(path, content.text);
        else io.err(`loupe: cannot read ${shownPath(io, path)}\n`);
      }
      io.untilSignal(() => {
        for (const [path, text] of files) session.workspace.setDisk(path, text);
      });
      const planned: PlannedFile[] = [];
      let [converted, left] = [0, 0];
      for (const [path, expected] of files) {
        if (io.signal.aborted) break;
        const home = rbsPath(io.cwd, path);
        if (target === 'rbs' && existsSync(home)) {
          io.err(`${shownPath(io, path)} is left as it is: ${shownPath(io, home)} exists\n`);
          continue;
        }
        const result = io.untilSignal(() => convertFile(session.workspace, path, target, home));
        converted += result.converted;
        if (result.signatures !== null) planned.push({ path: home, text: result.signatures, expected: null });
        left += result.left.length;
        if (result.text !== expected) planned.push({ path, text: result.text, expected });
        for (const { what, line, why } of result.left)
          io.err(`${shownPath(io, path)}:${line + 1}: ${what} is left as it is: ${REASONS[why]}\n`);
      }
      if (switchOption(input, 'write')) {
        const refusal = writeFiles(planned);
        if (refusal !== null) throw new UsageError(refusal);
      } else
        for (const { path, text, expected } of planned) io.out(showDiff(shownPath(io, path), expected ?? '', text));
      io.err(`${converted} converted, ${left} left as they are\n`);
      return 0;
    } finally {
      await session.close();
    }
  },
};

/** A unified diff without context. Conversions only exchange lines, so a search for the next common line suffices. */
function showDiff(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const out = [`--- ${path}`, `+++ ${path}`];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      i++;
      j++;
      continue;
    }
    const [endOld, endNow] = nextCommon(old, now, i, j);
    out.push(`@@ -${i + 1},${endOld - i} +${j + 1},${endNow - j} @@`);
    out.push(...old.slice(i, endOld).map(line => `-${line}`), ...now.slice(j, endNow).map(line => `+${line}`));
    [i, j] = [endOld, endNow];
  }
  return `${out.join('\n')}\n`;
}

/** The nearest pair of equal lines at or after these. */
function nextCommon(old: readonly string[], now: readonly string[], i: number, j: number): readonly [number, number] {
  const far = old.length - i + now.length - j;
  for (let distance = 1; distance <= far; distance++)
    for (let skip = 0; skip <= distance; skip++) {
      const [a, b] = [i + skip, j + distance - skip];
      if (a < old.length && b < now.length && old[a] === now[b] && old[a]?.trim() !== '') return [a, b];
    }
  return [old.length, now.length];
}
