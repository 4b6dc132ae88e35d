/**
 * `loupe audit`: every method that was proved safe runs in Ruby on boundary and random inputs, with its contracts on.
 * A violation is our bug, and it is said as loudly as one of the user's.
 */
import type { FileSnapshot, MethodSnapshot } from '../../engine/snapshot';
import { assetPath } from '../../host/assets';
import { createRubyHost, type RubyEvaluator } from '../../host/rubyHost';
import { type AuditReport, auditScript, readAudit } from '../../judge/audit';
import type { Program } from '../../program/program';
import { budgetOf } from '../budget';
import { coloursFor } from '../output/colours';
import { findFiles, loadSettings, openSession, readSignatures } from '../session';
import { type CommandSpec, type Io, numberOption } from '../usage';

export const auditCommand: CommandSpec = {
  name: 'audit',
  operands: '[paths]',
  summary: 'Runs every method that is proved safe on many inputs, in Ruby, to catch wrong proofs.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    inputs: {
      help: 'inputs per method that meet its precondition (default: 100)',
      value: { name: 'N', type: 'number' },
    },
    config: { help: 'settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const settings = loadSettings(io, (input.options.get('config') as string | undefined) ?? null);
    const session = await openSession(io, { settings, useCache: true });
    const ruby = createRubyHost({
      ruby: settings.ruby,
      workerFile: assetPath('rubyWorker.js'),
      wasmFile: assetPath('ruby+stdlib.wasm'),
      libraryFolder: assetPath('ruby'),
      root: io.cwd,
    });
    try {
      const { host, workspace } = session;
      await readSignatures(io, session, input.operands);
      for (const path of await findFiles(io, host, settings, input.operands)) {
        const content = await host.files.read(path);
        if ('text' in content) workspace.setDisk(path, content.text);
      }
      await workspace.verify({ budget: budgetOf(settings), signal: io.signal });
      const { files, program } = workspace.snapshot;
      return await auditAll(io, ruby, program, [...files.values()], numberOption(input, 'inputs') ?? 100);
    } finally {
      await ruby.close();
      await session.close();
    }
  },
};

async function auditAll(
  io: Io,
  ruby: RubyEvaluator,
  program: Program,
  files: readonly FileSnapshot[],
  wanted: number,
): Promise<number> {
  const methods = files.flatMap(file => file.methods).filter(method => method.verdict?.status === 'safe');
  const colours = coloursFor(io.outIsTerminal, io.environment);
  let wrong = 0;
  for (const method of methods) {
    const report = await auditOne(io, ruby, program, files, method, wanted);
    const unsound = report.findings.filter(finding => finding.kind === 'unsound');
    wrong += unsound.length > 0 ? 1 : 0;
    const status = unsound.length > 0 ? 'unsafe' : 'safe';
    io.out(`${colours.verdict(status, unsound.length > 0 ? '✗' : '✓')} ${method.info.key}  ${words(report)}\n`);
  }
  io.out(colours.strong(`${methods.length} proofs audited, ${wrong} found to be wrong.\n`));
  return wrong === 0 ? 0 : 1;
}

async function auditOne(
  io: Io,
  ruby: RubyEvaluator,
  program: Program,
  files: readonly FileSnapshot[],
  method: MethodSnapshot,
  wanted: number,
): Promise<AuditReport> {
  const verdict = method.verdict!;
  const texts = files.map(({ path, text }) => ({ path, text }));
  const script = auditScript({ program, method: method.info, verdict, files: texts, wanted });
  if (script === null) return nothing('no body to run');
  const reply = await ruby.evaluate(script.source, script.files, io.signal);
  return reply.kind === 'value' ? readAudit(reply.text, verdict) : nothing(reply.why);
}

function nothing(couldNotRun: string): AuditReport {
  return { tried: 0, ran: 0, findings: [], couldNotRun };
}

function words(report: AuditReport): string {
  if (report.couldNotRun !== null) return `not run: ${report.couldNotRun}`;
  const [first] = report.findings;
  if (first === undefined) return `holds on ${report.ran} inputs`;
  const gap = first.kind === 'float-gap' ? ' (the proof speaks of reals)' : '';
  return `${first.call}: ${first.what}${gap}`;
}
