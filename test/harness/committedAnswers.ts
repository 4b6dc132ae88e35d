/**
 * Answers of the solver and outcomes of Ruby runs that the repository keeps for its tests: one file per fixture below
 * test/answers, one line per entry with a checksum. The key of an entry is the hash of everything that the answer depends
 * on (query, solver, budget; script, Ruby, its library), so an entry that is missing, damaged or out of date costs time
 * and nothing else. `LOUPE_ANSWERS` says what is done with them:
 *
 *   use     (the default) entries answer; what is missing is computed
 *   cold    nothing is answered from an entry; a computed answer that contradicts its entry is a difference
 *   update  as `use`, and the file is written anew with exactly the entries that were used
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hash } from '../../server/src/base/hash';
import type { AnswerCache, RubyHost } from '../../server/src/engine/host';
import { DiskCache } from '../../server/src/host/diskCache';
import type { HookRun } from '../../server/src/proof/hookRun';
import type { Reply } from '../../server/src/proof/query';
import type { ReplayResult } from '../../server/src/proof/replay';
import { replayLibrary } from './replayLibrary';

export type AnswerMode = 'use' | 'cold' | 'update';
export type Kept = Reply | ReplayResult | HookRun;

const FORMAT = 'kept 1';
const repository = join(__dirname, '..', '..');
const FOLDER = join(repository, 'test', 'answers');
/** What was solved on this machine: by an interrupted update, and by `npm run compare-queries`. */
export const SOLVED = join(repository, 'node_modules', '.cache', 'loupe-queries', 'answers');

export function answerMode(): AnswerMode {
  const mode = process.env.LOUPE_ANSWERS ?? 'use';
  if (mode !== 'use' && mode !== 'cold' && mode !== 'update') throw new Error(`LOUPE_ANSWERS is ${mode}`);
  return mode;
}

export class KeptAnswers {
  private readonly entries: ReadonlyMap<string, string>;
  private readonly used = new Map<string, string>();
  private readonly contradicted = new Map<string, string>();
  /** How many answers were computed because no entry has them. */
  missing = 0;

  /** `name`: of a fixture, or of a test that keeps its answers. */
  constructor(
    private readonly name: string,
    readonly mode: AnswerMode = answerMode(),
    private readonly folder: string = FOLDER,
  ) {
    this.entries = readEntries(this.file);
  }

  get file(): string {
    return join(this.folder, `${this.name}.txt`);
  }

  get<Answer extends Kept>(key: string): Answer | null {
    const body = this.mode === 'cold' ? undefined : this.entries.get(key);
    if (body === undefined) return null;
    this.used.set(key, body);
    return JSON.parse(body) as Answer;
  }

  /** Records a computed answer. */
  computed(key: string, answer: Kept): void {
    const body = JSON.stringify(answer);
    this.used.set(key, body);
    const kept = this.entries.get(key);
    if (kept === undefined) this.missing++;
    else if (!isSameAnswer(kept, body)) this.contradicted.set(key, `kept: ${kept}, computed: ${body}`);
  }

  /** Entries that a computed answer contradicts. */
  differences(): readonly string[] {
    return [...this.contradicted].map(([key, what]) => `the entry ${key} of ${this.file} is wrong: ${what}`);
  }

  save(): void {
    if (this.mode !== 'update') return;
    const lines = [...this.used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, body]) => lineOf(key, body));
    rmSync(this.file, { force: true });
    if (lines.length === 0) return;
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, `${lines.join('\n')}\n`);
  }
}

/**
 * What a verdict depends on must be the same. A solver that was started anew may count its work differently and choose another
 * model. A program that uses a clock, random numbers or hashes of objects returns other values in every run.
 */
function isSameAnswer(kept: string, computed: string): boolean {
  return kept === computed || decisionOf(JSON.parse(kept) as Kept) === decisionOf(JSON.parse(computed) as Kept);
}

function decisionOf(answer: Kept): string {
  if ('status' in answer) return answer.status;
  if (!('kind' in answer) || answer.kind !== 'ran') return JSON.stringify(answer);
  const { outcome, preconditionHeld, violated } = answer;
  const error = outcome.type === 'raised' ? outcome.className : null;
  return JSON.stringify([outcome.type, error, preconditionHeld, violated?.clause ?? null]);
}

export function lineOf(key: string, body: string): string {
  return `${key} ${checksumOf(key, body)} ${body}`;
}

function checksumOf(key: string, body: string): string {
  return hash(FORMAT, key, body).slice(0, 12);
}

/** A line that does not match its checksum is ignored. */
function readEntries(file: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  if (!existsSync(file)) return entries;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [key = '', checksum = ''] = line.split(' ', 2);
    const body = line.slice(key.length + checksum.length + 2);
    if (body !== '' && checksum === checksumOf(key, body)) entries.set(key, body);
  }
  return entries;
}

/**
 * Copies the kept answers into the folder of solved ones, unless they are there; its layout is that of the disk cache.
 */
export function seedAnswers(): void {
  const cache = new DiskCache(SOLVED);
  for (const [path] of filesBelow(FOLDER)) {
    for (const [key, body] of readEntries(join(FOLDER, path))) {
      const answer = JSON.parse(body) as Kept;
      if ('status' in answer && !cache.get(key)) cache.set(key, answer);
    }
  }
}

/** The cache of a workspace; `memory` is shared by the workspaces of one process. */
export function keptCache(kept: KeptAnswers, memory: AnswerCache): AnswerCache {
  return {
    get: key => {
      const known = kept.get<Reply>(key);
      if (known) return known;
      const computed = memory.get(key);
      if (computed) kept.computed(key, computed);
      return computed;
    },
    set: (key, reply) => {
      kept.computed(key, reply);
      memory.set(key, reply);
    },
    flush: async () => {},
  };
}

/** Replays and hooks that ran before in the same Ruby with the same library. Runs that failed or took too long are repeated. */
export function keptRuns(kept: KeptAnswers, ruby: RubyHost): RubyHost {
  return {
    ...ruby,
    replay: async (script, signal) => {
      const key = hash('replay', rubyFingerprint(), JSON.stringify(script));
      const known = kept.get<ReplayResult>(key);
      if (known) return known;
      const result = await ruby.replay(script, signal);
      if (result.kind === 'ran' && !result.timedOut) kept.computed(key, result);
      return result;
    },
    hooks: async (request, signal) => {
      const key = hash('hooks', rubyFingerprint(), JSON.stringify(request));
      const known = kept.get<HookRun>(key);
      if (known) return known;
      const run = await ruby.hooks(request, signal);
      if (run.excuse === null) kept.computed(key, run);
      return run;
    },
  };
}

let fingerprint: string | null = null;

/** Hash of the embedded Ruby and everything of Loupe that it loads. */
function rubyFingerprint(): string {
  fingerprint ??= hash(
    readFileSync(join(repository, 'node_modules/@ruby/3.4-wasm-wasi/package.json'), 'utf8'),
    ...replayLibrary(join(repository, 'server', 'ruby', 'lib')).flat(),
  );
  return fingerprint;
}

function filesBelow(folder: string): readonly (readonly [string, string])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => [path.slice(folder.length), readFileSync(path, 'utf8')] as const);
}
