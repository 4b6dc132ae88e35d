/** Generated programs, run and verified: reports what a run contradicts, and how much of them is proved at all. */

import type { Workspace } from '../../../server/src/engine/workspace';
import type { createRubyHost } from '../../../server/src/host/rubyHost';
import { showReason } from '../../../server/src/problems/obligations';
import type { Verdict } from '../../../server/src/proof/verdict';
import { sampled } from './chance';
import { inputsFor } from './inputs';
import { type GeneratedProgram, generateProgram } from './program';
import { type Run, runAll } from './runs';
import { FIELDS, PRELUDE, verifiedText } from './texts';

export interface Finding {
  /** `false-safe`: proved, but a run contradicts it. `wrong-model`: refuted for a pinned input that satisfies it. */
  readonly kind: 'false-safe' | 'wrong-model' | 'internal-error' | 'vacuous';
  readonly what: string;
  readonly trial: Trial;
}

export interface Trial {
  readonly program: GeneratedProgram;
  readonly runs: readonly Run[];
  /** The run that the witness denies. */
  readonly run: Run | null;
  readonly text: string;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** `plain safe` -> how many. */
  readonly counts: ReadonlyMap<string, number>;
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** Runs are short: longer arrays and more iterations would only cost time. */
export const SETTINGS = { arrayBound: 4, loopDepth: 4, unrolling: 6 };
const BUDGET = { rlimit: 150_000, timeoutMs: 5_000 };
const PATIENCE_MS = 25_000;
const RUNS = 24;
const OWN_ERRORS = new Set([
  'ZeroDivisionError',
  'NoMethodError',
  'TypeError',
  'FloatDomainError',
  'NoMatchingPatternError',
]);
const LARGEST = 1e9;

type Ruby = ReturnType<typeof createRubyHost>;

export async function makeTrials(
  ruby: Ruby,
  options: { seed: number; count: number; prefix?: string },
): Promise<readonly Trial[]> {
  let number = 0;
  const asked = sampled(chance => {
    const program = generateProgram(chance, `${options.prefix ?? 'P'}${number++}`);
    return { program, inputs: inputsFor(chance, [...program.params, ...FIELDS], RUNS), chosen: chance.below(RUNS) };
  }, options);
  const all = await runAll(ruby, asked);
  return asked.flatMap(({ program, chosen }, at) => {
    const runs = all[at];
    if (!runs) return [];
    return [trialOf(program, runs, chosen)];
  });
}

function trialOf(program: GeneratedProgram, runs: readonly Run[], chosen: number): Trial {
  const fine = runs.filter(run => run.result !== null && isSmall(run) && fits(program, run));
  const run = fine.length === 0 ? null : fine[chosen % fine.length]!;
  return {
    program,
    runs,
    run,
    text: verifiedText(
      program,
      run,
      runs.some(each => each.error !== null),
    ),
  };
}

function isSmall(run: Run): boolean {
  const numbers = JSON.stringify([run.result, run.after]).match(/-?\d+(\.\d+)?(e\+?\d+)?/g) ?? [];
  return numbers.every(text => Math.abs(Number(text)) < LARGEST && !/[.e]/.test(text));
}

/** Whether the result has the declared type (a field may hold a wrong value; then runs mean nothing). */
function fits({ result }: GeneratedProgram, run: Run): boolean {
  const value = run.result!.value;
  const list = (each: unknown): boolean => Array.isArray(each) && each.every(one => typeof one === 'number');
  const right =
    result === 'int'
      ? typeof value === 'number'
      : result === 'opt'
        ? value === null || typeof value === 'number'
        : result === 'arr'
          ? list(value)
          : typeof value === (result === 'bool' ? 'boolean' : 'string');
  return right && typeof run.after['@n'] === 'number' && list(run.after['@xs']);
}

export async function verifyTrials(workspace: Workspace, trials: readonly Trial[]): Promise<Outcome> {
  const path = 'generated.rb';
  workspace.open(path, PRELUDE + trials.map(each => each.text).join('\n'));
  await workspace.verify({ budget: BUDGET, signal: AbortSignal.timeout(PATIENCE_MS * trials.length) });
  const methods = workspace.snapshot.files.get(path)!.methods;
  const verdicts = new Map(
    methods.flatMap(({ info, verdict }) => (verdict ? [[info.key as string, verdict] as const] : [])),
  );
  workspace.remove(path);
  const counts = new Map<string, number>();
  const findings: Finding[] = [];
  for (const trial of trials)
    for (const copy of ['plain', 'witness', 'pinned'] as const) {
      const verdict = verdicts.get(`${trial.program.name}#${copy}`);
      if (!verdict) continue;
      const status = `${copy} ${verdict.status}`;
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const found = judge(trial, copy, verdict);
      if (found) findings.push({ ...found, trial });
    }
  return { findings, counts, verdicts };
}

/** A bounded proof says nothing about a longer run: reports what is still proved with larger bounds. */
export async function withoutBounds(wide: Workspace, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const kept: Finding[] = [];
  for (const finding of findings) {
    const again = finding.kind !== 'wrong-model' ? (await verifyTrials(wide, [finding.trial])).findings : [finding];
    kept.push(...again.filter(each => each.kind === finding.kind));
  }
  return kept;
}

function judge(trial: Trial, copy: 'plain' | 'witness' | 'pinned', verdict: Verdict): Omit<Finding, 'trial'> | null {
  const caveats = verdict.caveats.map(each => JSON.stringify(each)).join();
  if (verdict.status === 'internal-error') return { kind: 'internal-error', what: `${copy}: ${verdict.message}` };
  if (verdict.status === 'vacuous' && trial.run) return { kind: 'vacuous', what: copy };
  const post = verdict.obligations.filter(each => each.kind === 'postcondition');
  if (copy === 'witness') {
    const others = verdict.obligations.some(each => each.status === 'unsafe' && each.kind !== 'postcondition');
    const proved = post.length > 0 && post.every(each => each.status === 'safe');
    if (verdict.status === 'safe' || (proved && !others && verdict.status !== 'not-modelled'))
      return { kind: 'false-safe', what: `the run that was seen is impossible ${verdict.status} ${caveats}` };
  }
  if (copy === 'pinned' && verdict.status === 'unsafe' && !trial.program.helpers.join().includes('modular')) {
    const broken = verdict.obligations.filter(each => each.status === 'unsafe');
    return {
      kind: 'wrong-model',
      what: broken
        .map(each => `${each.kind} ${showReason(each.reason).required} ${each.clause?.text ?? ''}`)
        .join('; '),
    };
  }
  if (copy !== 'plain' || verdict.status !== 'safe' || verdict.caveats.some(each => each.type === 'assuming'))
    return null;
  const broken = trial.runs.map(run => brokenBy(trial, run, verdict)).find(each => each !== null);
  return broken ? { kind: 'false-safe', what: `${broken} ${caveats}` } : null;
}

function brokenBy({ program: { label } }: Trial, run: Run, { mayRaise }: Verdict): string | null {
  const input = JSON.stringify(run.input.values);
  if (run.error && ((OWN_ERRORS.has(run.error) && !mayRaise.includes(run.error)) || label.includes('raises: []')))
    return `${run.error} ${run.message} for ${input}`;
  const allowed = label.includes('self: [:@n, :@o]') ? ['@n', '@o'] : [];
  const written = run.changed.filter(each => !allowed.includes(each));
  if ((label.includes('modifies') || label.includes(':pure')) && written.length > 0)
    return `${written} changed for ${input}`;
  return null;
}
