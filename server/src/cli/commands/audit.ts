/**
 * `loupe audit`: every method that was proved safe runs in Ruby on boundary and random inputs, with its contracts on.
 * A violation is our bug, and it is said as loudly as one of the user's.
 */
import type { Place } from '../../base/span';
import { auditMethod } from '../../engine/audits';
import type { RubyHost } from '../../engine/host';
import { lineIn, type Snapshot } from '../../engine/snapshot';
import { assetPath } from '../../host/assets';
import { createRubyHost } from '../../host/rubyHost';
import type { AuditReport } from '../../judge/audit';
import { budgetOf } from '../budget';
import { coloursFor } from '../output/colours';
import { findFiles, loadSettings, openSession, RUBIES, readSignatures } from '../session';
import { type CommandSpec, type Io, numberOption, textOption } from '../usage';

/** For all inputs of one method. */
const TIMEOUT_MS = 60_000;

export const auditCommand: CommandSpec = {
  name: 'audit',
  operands: '[paths]',
  summary: 'Runs every method that is proved safe on many inputs, in Ruby, to catch wrong proofs.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    inputs: {
      help: 'inputs per method that meet its precondition (default: 100)',
      value: { name: 'N', type: 'number', minimum: 1 },
    },
    ruby: {
      help: 'what runs methods: the built-in sandbox, or the installed Ruby',
      value: { name: 'WHICH', type: 'text', choices: RUBIES },
    },
    config: { help: 'settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const settings = loadSettings(io, textOption(input, 'config'), textOption(input, 'ruby'));
    const session = await openSession(io, { settings, useCache: true });
    const ruby = createRubyHost({
      ruby: settings.ruby,
      workerFile: assetPath('rubyWorker.js'),
      wasmFile: assetPath('ruby+stdlib.wasm'),
      libraryFolder: assetPath('ruby'),
      root: io.cwd,
      timeoutMs: TIMEOUT_MS,
    });
    try {
      const { host, workspace } = session;
      await readSignatures(io, session, input.operands);
      for (const path of await findFiles(io, host, settings, input.operands)) {
        const content = await host.files.read(path);
        if ('text' in content) workspace.setDisk(path, content.text);
      }
      await workspace.verify({ budget: budgetOf(settings), signal: io.signal });
      return await auditAll(io, ruby, workspace.snapshot, numberOption(input, 'inputs') ?? 100);
    } finally {
      await ruby.close();
      await session.close();
    }
  },
};

async function auditAll(io: Io, ruby: RubyHost, snapshot: Snapshot, wanted: number): Promise<number> {
  const files = [...snapshot.files.values()];
  const methods = files.flatMap(file => file.methods).filter(method => method.verdict?.status === 'safe');
  const colours = coloursFor(io.outIsTerminal, io.environment);
  const texts = files.map(({ path, text }) => ({ path, text }));
  const lineOf = (place: Place): { line: number } | null => lineIn(snapshot, place);
  const ctx = { ruby, program: snapshot.program, files: texts, lineOf, wanted, signal: io.signal };
  let wrong = 0;
  for (const method of methods) {
    const report = await auditMethod(ctx, method.info, method.verdict!);
    const unsound = report.findings.filter(finding => finding.kind === 'unsound');
    wrong += unsound.length > 0 ? 1 : 0;
    const status = unsound.length > 0 ? 'unsafe' : 'safe';
    io.out(`${colours.verdict(status, unsound.length > 0 ? '✗' : '✓')} ${method.info.key}  ${words(report)}\n`);
  }
  io.out(
    colours.strong(`${methods.length} proof${methods.length === 1 ? '' : 's'} audited, ${wrong} found to be wrong.\n`),
  );
  return wrong === 0 ? 0 : 1;
}

function words(report: AuditReport): string {
  if (report.couldNotRun !== null) return `not run: ${report.couldNotRun}`;
  const [first] = report.findings;
  if (first === undefined) return `holds on ${report.ran} inputs`;
  const gap = first.kind === 'float-gap' ? ' (the proof speaks of reals)' : '';
  return `${first.call}: ${first.what}${gap}`;
}
