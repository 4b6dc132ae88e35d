/**
 * One Z3 in one worker thread, called synchronously: SMT-LIB in, reply out. Every query runs in a fresh context, so its
 * reply depends only on the query and the budget. The pool handles timeouts and crashes.
 */
import { parentPort, workerData } from 'node:worker_threads';
import initZ3, { type Z3Module } from 'z3-solver/build/z3-built.js';
import { type Budget, hasLanguages, type Query, type Reply } from '../proof/query';
import type { Z3Job, Z3Message, Z3WorkerData } from './z3Protocol';

const WARM_UP =
  '(declare-datatypes ((O 0)) (((N) (S (v Int)))))(declare-const o O)(declare-const a (Array Int Int))(declare-const i Int)' +
  '(push 1)(assert (and ((_ is S) o) (> (select (store a i (v o)) 0) i)))(check-sat)(get-value (i))(pop 1)';

/** Minimising a counterexample is optional, so each step has a small budget. */
const PREFERENCE_RLIMIT = 100_000;

interface Solver {
  readonly z3: Z3Module;
  readonly config: number;
}

class Context {
  readonly pointer: number;
  constructor(private readonly solver: Solver) {
    this.pointer = solver.z3.ccall('Z3_mk_context', 'number', ['number'], [solver.config]) as number;
    solver.z3.ccall('set_noop_error_handler', null, ['number'], [this.pointer]);
  }
  run(text: string): string {
    return (
      this.solver.z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [this.pointer, text]) as string
    ).trim();
  }
  close(): void {
    this.solver.z3.ccall('Z3_del_context', null, ['number'], [this.pointer]);
  }
}

async function start(data: Z3WorkerData, post: (message: Z3Message) => void): Promise<Solver> {
  const z3 = await initZ3({
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(data.module, imports);
      done(instance, data.module);
      return instance.exports;
    },
  });
  z3.ccall('Z3_global_param_set', null, ['string', 'string'], ['memory_high_watermark_mb', String(data.memoryMb)]);
  const config = z3.ccall('Z3_mk_config', 'number', [], []) as number;
  const solver = { z3, config };
  const context = new Context(solver);
  context.run(WARM_UP);
  context.close();
  post({ type: 'ready', version: z3.ccall('Z3_get_full_version', 'string', [], []) as string });
  return solver;
}

/** Tries the incremental core first (fast on integers, arrays, quantifiers), then the tactics of a one-shot check. */
function solve(solver: Solver, query: Query, budget: Budget): Reply {
  const proof = hasLanguages(query) ? attempt(solver, query, budget, false) : null;
  if (proof?.status === 'unsat') return proof;
  const first = attempt(solver, query, budget, true);
  if (first.status !== 'unknown' || resourcesSpent(first.reason)) return first;
  const second = attempt(solver, query, budget, false);
  return second.status === 'unknown' ? first : second;
}

function attempt(solver: Solver, query: Query, budget: Budget, incremental: boolean): Reply {
  const context = new Context(solver);
  try {
    const loaded = context.run(
      `(set-option :rlimit ${budget.rlimit})\n${query.text}\n${incremental ? '(push 1)' : ''}`,
    );
    if (loaded.includes('(error')) return failureReply(loaded);
    const status = context.run('(check-sat)');
    const rlimit = numberIn(context.run('(get-info :rlimit)'));
    switch (status) {
      case 'unsat':
        return { status: 'unsat', rlimit };
      case 'sat':
        return incremental && query.preferences.length > 0
          ? (readPreferredModel(context, query, budget, rlimit) ??
              attempt(solver, dropPreferences(query), budget, true))
          : read(context, query, rlimit);
      case 'unknown':
        return { status: 'unknown', reason: context.run('(get-info :reason-unknown)'), rlimit };
      default:
        return failureReply(status);
    }
  } finally {
    context.close();
  }
}

/** Reading the model is not limited: paths of unrolled loops are long terms. */
function read(context: Context, query: Query, rlimit: number): Reply {
  if (query.values.length === 0) return { status: 'sat', values: '', rlimit };
  const values = context.run(`(set-option :rlimit 0)\n(get-value (${query.values.join(' ')}))`);
  return values.includes('(error "line') ? failureReply(values) : { status: 'sat', values, rlimit };
}

/** Null: the solver lost the model while it tried preferences, or could not read it. */
function readPreferredModel(context: Context, query: Query, budget: Budget, rlimit: number): Reply | null {
  const reply = shrink(context, query, budget) ? read(context, query, rlimit) : null;
  return reply?.status === 'sat' ? reply : null;
}

/** The query without preferences. */
function dropPreferences(query: Query): Query {
  return { ...query, preferences: [] };
}

/** Keeps each preference that leaves the query satisfiable. False: the solver lost the model. */
function shrink(context: Context, query: Query, budget: Budget): boolean {
  context.run(`(set-option :rlimit ${PREFERENCE_RLIMIT})`);
  for (const preference of query.preferences) {
    context.run(`(push 1)(assert ${preference})`);
    if (context.run('(check-sat)') !== 'sat') context.run('(pop 1)');
  }
  context.run(`(set-option :rlimit ${budget.rlimit})`);
  return context.run('(check-sat)') === 'sat';
}

/** The solver reports an error if it reaches the limit while reading the query; that is a limit, not a failure. */
function failureReply(message: string): Reply {
  return resourcesSpent(message) ? { status: 'unknown', reason: message, rlimit: 0 } : { status: 'error', message };
}

function resourcesSpent(reason: string): boolean {
  return /canceled|resource|rlimit|max\. memory/.test(reason);
}

function numberIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

async function main(): Promise<void> {
  const port = parentPort!;
  const post = (message: Z3Message): void => port.postMessage(message);
  const solver = await start(workerData as Z3WorkerData, post);
  port.on('message', (job: Z3Job) => {
    try {
      const reply = solve(solver, job.query, job.budget);
      const allocated = solver.z3.ccall('Z3_get_estimated_alloc_size', 'number', [], []);
      post({ type: 'reply', id: job.id, reply, allocatedMb: Number(allocated) / 1e6 });
    } catch (error) {
      post({
        type: 'crashed',
        id: job.id,
        message: String(error instanceof Error ? error.message : error).slice(0, 200),
      });
    }
  });
}

void main();
