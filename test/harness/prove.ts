/**
 * Ruby source -> answers, without workers, judge or replay: runs vcgen/ and solve/ and calls Z3 synchronously in this
 * process.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check, checkRefinements } from '../../server/src/check/check';
import { buildProgram, readFile } from '../../server/src/engine/pipeline';
import { loadLibrary } from '../../server/src/parse/library';
import { showConstruct } from '../../server/src/problems/constructs';
import { methodByKey } from '../../server/src/program/lookup';
import type { MethodInfo, Program } from '../../server/src/program/program';
import type { Answer } from '../../server/src/proof/answer';
import type { MethodObligations } from '../../server/src/proof/obligation';
import type { Query, Reply } from '../../server/src/proof/query';
import { decode, encode } from '../../server/src/solve/solve';
import type { TypedClauses, TypedMethod } from '../../server/src/types/typedMethod';
import { vcgen } from '../../server/src/vcgen/vcgen';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { checkInput } from './checkInput';
import { rubyParser } from './rubyParser';

interface Z3Module {
  ccall(name: string, returns: string | null, types: readonly string[], args: readonly unknown[]): unknown;
}

export type Solver = (query: Query) => Reply;

/** One Z3 for a whole test file, with a fresh context per query, as in the product. */
export async function createSolver(rlimit = 3_000_000): Promise<Solver> {
  const init = createRequire(__filename)('z3-solver/build/z3-built.js') as (options: object) => Promise<Z3Module>;
  const z3 = await init({ print: () => {}, printErr: () => {} });
  const config = z3.ccall('Z3_mk_config', 'number', [], []);
  return query => {
    const context = z3.ccall('Z3_mk_context', 'number', ['number'], [config]);
    z3.ccall('set_noop_error_handler', null, ['number'], [context]);
    const run = (text: string): string =>
      (z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, text]) as string).trim();
    try {
      const loaded = run(`(set-option :rlimit ${rlimit})\n${query.text}\n(push 1)`);
      if (loaded.includes('(error')) return { status: 'error', message: loaded };
      const status = run('(check-sat)');
      const spent = Number(/\d+/.exec(run('(get-info :rlimit)'))?.[0] ?? 0);
      if (status === 'unsat') return { status, rlimit: spent };
      if (status === 'unknown') return { status, reason: run('(get-info :reason-unknown)'), rlimit: spent };
      if (status !== 'sat') return { status: 'error', message: status };
      for (const preference of query.preferences) {
        const said = run(`(push 1)(assert ${preference})`);
        if (said.includes('canceled')) break;
        if (said.includes('(error')) return { status: 'error', message: said };
        if (run('(check-sat)') !== 'sat') run('(pop 1)');
      }
      run('(check-sat)');
      return {
        status: 'sat',
        values: query.values.length > 0 ? run(`(get-value (${query.values.join(' ')}))`) : '',
        rlimit: spent,
      };
    } finally {
      z3.ccall('Z3_del_context', null, ['number'], [context]);
    }
  };
}

export interface Read {
  readonly program: Program;
  readonly problems: readonly string[];
  obligations(key: string): MethodObligations;
}

/** Ruby's library as the product loads it; null before the first build. */
export function coreLibrary(): Program | null {
  const path = join(__dirname, '../../dist/core.snapshot');
  return existsSync(path) ? loadLibrary(readFileSync(path)) : null;
}

export async function readRuby(
  source: string,
  library: Program | null = coreLibrary(),
  settings: Settings = DEFAULT_SETTINGS,
): Promise<Read> {
  const parser = await rubyParser;
  const document = parser.open('test.rb', source);
  const file = readFile(document.outline(), null);
  document.close();
  const { value: program, problems } = buildProgram([file], library);
  const typed = new Map<string, { typed: TypedMethod; clauses: TypedClauses } | null>();
  const input = checkInput(program, settings);
  const checked = (key: string): { typed: TypedMethod; clauses: TypedClauses } | null => {
    if (!typed.has(key)) {
      const info = methodByKey(program, key);
      typed.set(key, info && { typed: check(info, input), clauses: checkRefinements(info, input) });
    }
    return typed.get(key) ?? null;
  };
  return {
    program,
    problems: [...file.problems, ...problems].map(problem => problem.code),
    obligations: key => {
      const method = methodByKey(program, key) as MethodInfo;
      const found = checked(key)!;
      return vcgen({
        method,
        ...found,
        program,
        settings,
        typedOf: each => checked(each)?.typed ?? null,
        clausesOf: each => checked(each)?.clauses ?? null,
        summaries: input.summaries,
      });
    },
  };
}

export interface Proof {
  readonly obligations: MethodObligations;
  readonly answers: ReadonlyMap<string, Answer>;
}

export function prove(obligations: MethodObligations, solve: Solver): Proof {
  const asked = { ...obligations, obligations: obligations.obligations.filter(each => !each.trust) };
  return { obligations, answers: new Map(encode(asked).map(query => [query.id, decode(query, solve(query))])) };
}

/** `safe`, `unsafe(ids)`, `not-modelled(constructs)`, `undecided`, `vacuous` or `failed(message)`. */
export function summary(proof: Proof): string {
  const answers = [...proof.answers];
  const failed = answers.find(([, answer]) => answer.kind === 'failed');
  if (failed) return `failed(${failed[0]}: ${(failed[1] as { message: string }).message})`;
  const broken = answers
    .filter(([id, answer]) => answer.kind === 'refuted' && !id.startsWith('vacuity'))
    .map(([id]) => id);
  if (broken.length > 0) return `unsafe(${broken.join(', ')})`;
  if (answers.some(([id, answer]) => id.startsWith('vacuity') && answer.kind === 'proved')) return 'vacuous';
  const { notModelled } = proof.obligations;
  if (notModelled.length > 0)
    return `not-modelled(${notModelled.map(each => showConstruct(each.construct)).join('; ')})`;
  const unknown = answers.filter(([id, answer]) => answer.kind === 'unknown' && !id.startsWith('vacuity'));
  return unknown.length > 0 ? `undecided(${unknown.map(([id]) => id).join(', ')})` : 'safe';
}
