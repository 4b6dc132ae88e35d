/**
 * `loupe audit`: runs every method that was proved safe in Ruby, on boundary and random inputs with contracts enabled.
 * A violation is a bug in Loupe and is reported as an error. `--inferred` runs methods without annotations instead, and
 * compares the runs with what is inferred about them.
 */
import type { Settings } from '../../../../shared/src/settings';
import type { Place } from '../../base/span';
import { auditMethod } from '../../engine/audits';
import type { RubyHost } from '../../engine/host';
import { lineIn, type Snapshot } from '../../engine/snapshot';
import { parametersWithSupply } from '../../engine/suppliedParams';
import { rubyAssets } from '../../host/assets';
import { createRubyHost } from '../../host/rubyHost';
import { auditInferred } from '../../ide/infer/auditInferred';
import type { AuditReport } from '../../judge/audit';
import { shortName } from '../../judge/verdictText';
import type { MethodInfo } from '../../program/program';
import type { ParamType } from '../../types/type';
import { budgetOf } from '../budget';
import { coloursFor } from '../output/colours';
import { chosenPrograms, findFiles, loadSettings, openSession, RUBIES, readSignatures } from '../session';
import { type CommandInput, type CommandSpec, type Io, numberOption, switchOption, textOption } from '../usage';

const INPUTS = 200;
/** For all inputs of one method. */
const TIMEOUT_MS = 60_000;

export const auditCommand: CommandSpec = {
  name: 'audit',
  operands: '[paths]',
  short: 'run proved methods on many inputs in Ruby',
  summary: 'Runs every method that was proved safe on many inputs in Ruby, to catch wrong proofs.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    inputs: {
      help: 'inputs per method that meet its precondition (default: 200)',
      value: { name: 'N', type: 'number', minimum: 1 },
    },
    inferred: {
      help: 'run methods without annotations instead, and compare the runs with their inferred types',
    },
    ruby: {
      help: 'Ruby that runs methods: the bundled sandbox, or the installed one',
      value: { name: 'WHICH', type: 'text', choices: RUBIES },
    },
    config: { help: 'read settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const settings = settingsOf(io, input);
    const session = await openSession(io, { settings, useCache: true });
    const ruby = createRubyHost({
      ruby: settings.ruby,
      ...rubyAssets(),
      root: io.cwd,
      timeoutMs: TIMEOUT_MS,
    });
    try {
      const { host, workspace } = session;
      await readSignatures(io, session, input.operands);
      await workspace.index(await findFiles(io, host, settings, input.operands), io.signal);
      io.untilSignal(() => workspace.update());
      const wanted = numberOption(input, 'inputs') ?? INPUTS;
      if (switchOption(input, 'inferred')) return await auditInference(io, ruby, workspace.snapshot, wanted);
      await workspace.verify({ budget: budgetOf(settings), signal: io.signal });
      return await auditAll(io, ruby, workspace.snapshot, wanted);
    } finally {
      await ruby.close();
      await session.close();
    }
  },
};

/** Reports about methods without annotation are not needed: only proofs are audited. */
function settingsOf(io: Io, input: CommandInput): Settings {
  const settings = loadSettings(io, textOption(input, 'config'), chosenPrograms(input));
  return { ...settings, infer: settings.infer === 'off' ? 'off' : 'show' };
}

async function auditAll(io: Io, ruby: RubyHost, snapshot: Snapshot, wanted: number): Promise<number> {
  const files = [...snapshot.files.values()];
  const methods = files.flatMap(file => file.methods).filter(method => method.verdict?.status === 'safe');
  const colours = coloursFor(io.outIsTerminal, io.environment);
  const texts = files.map(({ path, text }) => ({ path, text }));
  const lineOf = (place: Place): { line: number } | null => lineIn(snapshot, place);
  const paramsOf = (method: MethodInfo): readonly ParamType[] | null => parametersWithSupply(snapshot.inferred, method);
  const ctx = { ruby, program: snapshot.program, files: texts, lineOf, wanted, signal: io.signal, paramsOf };
  const counts = { held: 0, wrong: 0, open: 0 };
  for (const method of methods) {
    if (io.signal.aborted) break;
    const report = await auditMethod(ctx, method.info, method.verdict!);
    const outcome = outcomeOf(report);
    counts[outcome]++;
    const { status, mark } = MARKS[outcome];
    io.out(`${colours.verdict(status, mark)} ${method.info.key}  ${describeOutcome(report, wanted)}\n`);
  }
  const audited = counts.held + counts.wrong + counts.open;
  const notRun = counts.open > 0 ? `, ${counts.open} not run` : '';
  io.out(
    colours.strong(
      `${audited} proof${audited === 1 ? '' : 's'} audited: ${counts.held} held, ${counts.wrong} found to be wrong${notRun}.\n`,
    ),
  );
  return counts.wrong === 0 ? 0 : 1;
}

async function auditInference(io: Io, ruby: RubyHost, snapshot: Snapshot, wanted: number): Promise<number> {
  const colours = coloursFor(io.outIsTerminal, io.environment);
  const counts = { held: 0, wrong: 0, open: 0 };
  for await (const { key, report } of auditInferred(snapshot, { ruby, wanted, signal: io.signal })) {
    const { ran, contradictions, couldNotRun } = report;
    const outcome = contradictions.length > 0 ? 'wrong' : ran === 0 ? 'open' : 'held';
    counts[outcome]++;
    const { status, mark } = MARKS[outcome];
    const ofHeld = ran > 0 ? `holds on ${ran} inputs` : `not run: ${couldNotRun ?? 'no input could be built'}`;
    io.out(`${colours.verdict(status, mark)} ${shortName(key)}  ${contradictions.join('\n    ') || ofHeld}\n`);
  }
  const audited = counts.held + counts.wrong + counts.open;
  const notRun = counts.open > 0 ? `, ${counts.open} not run` : '';
  const methods = `${audited} inferred signature${audited === 1 ? '' : 's'}`;
  io.out(colours.strong(`${methods} audited: ${counts.held} held, ${counts.wrong} contradicted${notRun}.\n`));
  return counts.wrong === 0 ? 0 : 1;
}

const MARKS = {
  held: { status: 'safe', mark: '✓' },
  wrong: { status: 'unsafe', mark: '✗' },
  open: { status: 'undecided', mark: '?' },
} as const;

/** A proof that was not run is not confirmed. */
function outcomeOf({ findings, couldNotRun, ran }: AuditReport): keyof typeof MARKS {
  if (findings.some(finding => finding.kind === 'unsound')) return 'wrong';
  return couldNotRun !== null || (ran === 0 && findings.length === 0) ? 'open' : 'held';
}

function describeOutcome(report: AuditReport, wanted: number): string {
  if (report.couldNotRun !== null) return `not run: ${report.couldNotRun}`;
  const [first] = report.findings;
  if (first !== undefined) {
    const gap = first.kind === 'float-gap' ? ' (the proof is over reals)' : '';
    return `${first.call}: ${first.what}${gap}`;
  }
  if (report.ran >= wanted) return `holds on ${report.ran} inputs`;
  const excuse =
    report.assumptionsBroken.length > 0 ? `; in others ${report.assumptionsBroken.join(', ')} broke its contract` : '';
  if (report.ran > 0) return `holds on ${report.ran} inputs; no more were found that meet the precondition${excuse}`;
  return `not run: ${excuse === '' ? 'no input was found that meets the precondition' : `${report.assumptionsBroken.join(', ')} broke its contract, or has no body`}`;
}
