/**
 * A contract for a method: what it needs, so that nothing in it fails, and what can be proved of its result. Candidate clauses are
 * verified in a fork of the workspace, as for loops (houdini.ts): those that fail are dropped until all
 * others are proved together. Nothing that is not proved is returned.
 */
import type { LearnedValues } from '../../../../shared/src/profile';
import { applyEdit, type TextEdit } from '../../base/edit';
import { anchorPath } from '../../base/span';
import type { Reason } from '../../problems/reason';
import { methodByKey } from '../../program/lookup';
import type { Budget } from '../../proof/query';
import type { ObligationVerdict, Verdict } from '../../proof/verdict';
import type { Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import type { MethodKey } from '../../types/typedMethod';
import type { VerifyOptions } from '../checkInSlices';
import { locate, type MethodSnapshot, type Snapshot } from '../snapshot';
import { type Contract, contractOf, hasHole, slotFor, writeClauses } from './contractEdits';
import { guardPreconditions } from './guards';
import { observedClauses } from './observedClauses';
import { isAboutResult, proposePostconditions } from './postconditions';
import { bindersOf, proposePreconditions } from './preconditions';
import { removeImplied } from './removeImplied';
import type { ProvedContract, Refuted, Suggestion, WhyNot } from './suggestion';

/** A clause that fails is assumed by those after it, so contradicting ones fail one after the other. */
const MOST_PASSES = 24;
/** Preconditions to try for one obligation, and for all of them. */
const MOST_ALTERNATIVES = 14;
const MOST_TRIES = 40;

export interface SuggestRequest {
  readonly key: MethodKey;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** Inserts the contract to start from, for a method that has none. */
  readonly start: TextEdit | null;
  /** Numbers and sizes that runs showed. */
  readonly values?: LearnedValues | null;
}

/** A copy of the workspace, in which contracts are tried. */
interface TrialWorkspace {
  readonly snapshot: Snapshot;
  setDisk(path: string, text: string): void;
  verify(options: VerifyOptions): Promise<void>;
}

/** The workspace, as far as a search for contracts uses it. */
export interface ForkableWorkspace {
  readonly snapshot: Snapshot;
  fork(): TrialWorkspace;
}

export async function suggestContract(workspace: ForkableWorkspace, request: SuggestRequest): Promise<Suggestion> {
  const found = findMethod(workspace.snapshot, request.key);
  const file = found && workspace.snapshot.files.get(found.location.path);
  if (!found || !file) return { kind: 'stuck', why: { kind: 'no-contract' } };
  const path = contractPath(workspace.snapshot, found) ?? file.path;
  const source = workspace.snapshot.files.get(path)?.text ?? file.text;
  const search = new Search(workspace.fork(), request, path);
  return search.run(request.start === null ? source : applyEdit(source, request.start));
}

/** The file of the contract, which may be another one than that of the method. */
function contractPath(snapshot: Snapshot, { info }: MethodSnapshot): string | null {
  const place = info.signature?.arms[0]?.place;
  return (place && locate(snapshot, place)?.path) ?? null;
}

/** The method under a contract with some clauses. */
interface State {
  readonly snapshot: Snapshot;
  readonly method: MethodSnapshot;
  readonly verdict: Verdict;
}

/** The contract as written, without added clauses. */
interface Base {
  readonly snapshot: Snapshot;
  readonly contract: Contract;
}

class Search {
  private source = '';
  private base: Base | null = null;
  private tries = 0;
  private onlyHoles = false;
  private readonly reasons = new Map<Expr, Reason>();

  constructor(
    private readonly fork: TrialWorkspace,
    private readonly request: SuggestRequest,
    private readonly path: string,
  ) {}

  async run(source: string): Promise<Suggestion> {
    this.source = source;
    this.fork.setDisk(this.path, source);
    const { snapshot } = this.fork;
    const method = findMethod(snapshot, this.request.key);
    const contract = method && contractOf(method);
    if (!method || !contract) return giveUp({ kind: 'no-contract' });
    this.base = { snapshot, contract };
    this.onlyHoles = [...contract.params, contract.result].some(hasHole);
    const requires = await this.findPreconditions();
    if ('kind' in requires) return requires;
    return this.findPostconditions(requires, method, this.base);
  }

  /** What must hold on entry so that no obligation fails. */
  private async findPreconditions(): Promise<readonly Expr[] | Suggestion> {
    let clauses: readonly Expr[] = [];
    let state = await this.judge(clauses);
    while (state) {
      const why = findBlocker(state.verdict);
      if (why) return giveUp(why);
      const [failing] = openObligations(state.verdict);
      if (!failing) return this.dropUnneededClauses(clauses);
      const better = await this.tryPreconditions(state, failing, clauses);
      if (better === null) return giveUp(this.explainFailure(failing));
      ({ clauses, state } = better);
    }
    return giveUp({ kind: this.request.signal.aborted ? 'cancelled' : 'failed' });
  }

  private explainFailure({ reason, counterexample, status }: ObligationVerdict): WhyNot {
    if (this.request.signal.aborted) return { kind: 'cancelled' };
    const isOpen = !this.onlyHoles || (this.base?.contract.params.some(hasHole) ?? false);
    return { kind: 'fails', reason, call: counterexample?.call ?? null, isDecided: status === 'unsafe', isOpen };
  }

  /** Adds the first clause under which fewer obligations fail. */
  private async tryPreconditions(
    state: State,
    failing: ObligationVerdict,
    clauses: readonly Expr[],
  ): Promise<{ readonly clauses: readonly Expr[]; readonly state: State } | null> {
    const { snapshot, method } = state;
    const contract = contractOf(method);
    if (contract === null) return null;
    const binders = bindersOf(method.info, contract.arm.type);
    const known = new Set(clauses.map(showExpr));
    const proposals = [
      ...this.observed(method, contract),
      ...proposePreconditions(snapshot, method, failing, binders),
      ...guardPreconditions(method, binders),
    ].filter(clause => !isAboutResult(contract, clause) && this.fits(clause) && !known.has(showExpr(clause)));
    const distinct = [...new Map(proposals.map(clause => [showExpr(clause), clause])).values()];
    const open = openObligations(state.verdict).length;
    for (const clause of distinct.slice(0, MOST_ALTERNATIVES)) {
      if (this.tries++ >= MOST_TRIES || this.request.signal.aborted) return null;
      const next = await this.judge([...clauses, clause]);
      if (!next || findBlocker(next.verdict) || openObligations(next.verdict).length >= open) continue;
      this.reasons.set(clause, failing.reason);
      return { clauses: [...clauses, clause], state: next };
    }
    return null;
  }

  /** With holes, only these are filled. */
  private fits(clause: Expr): boolean {
    const slot = this.base && slotFor(this.base.contract, clause);
    return slot !== null && (!this.onlyHoles || hasHole(slot));
  }

  private async dropUnneededClauses(clauses: readonly Expr[]): Promise<readonly Expr[]> {
    let needed = clauses;
    for (const clause of clauses.length > 1 ? clauses : []) {
      const rest = needed.filter(each => each !== clause);
      if ((await this.judge(rest))?.verdict.status === 'safe') needed = rest;
    }
    return needed;
  }

  /** Houdini: verifies all candidates at once and drops those that fail, until none fails. */
  private async findPostconditions(
    requires: readonly Expr[],
    method: MethodSnapshot,
    { snapshot, contract }: Base,
  ): Promise<Suggestion> {
    const seen = this.observed(method, contract);
    const held = seen.filter(each => isAboutResult(contract, each));
    const proposals = [...held, ...proposePostconditions(snapshot, method, contract)].filter(each => this.fits(each));
    const candidates = [...new Map(proposals.map(each => [showExpr(each), each])).values()];
    const heldTexts = new Set(held.map(showExpr));
    const refuted: Refuted[] = [];
    let proved: readonly Expr[] = candidates;
    for (let pass = 0; proved.length > 0 && pass < MOST_PASSES; pass++) {
      const state = await this.judge([...requires, ...proved]);
      if (!state) return giveUp({ kind: this.request.signal.aborted ? 'cancelled' : 'failed' });
      const kept = proved.filter(clause => isProved(state.verdict, clause));
      const failed = proved.filter(clause => heldTexts.has(showExpr(clause)) && !kept.includes(clause));
      refuted.push(...failed.map(clause => refute(state.verdict, clause)));
      if (kept.length === proved.length) break;
      proved = pass === MOST_PASSES - 1 ? [] : kept;
    }
    const strongest = await this.finish(requires, removeImplied(proved, contract.result.name));
    const final = strongest ?? (await this.finish(requires, proved)) ?? (await this.finish(requires, []));
    if (final === null) return giveUp({ kind: this.request.signal.aborted ? 'cancelled' : 'failed' });
    const observed = new Set(seen.map(showExpr));
    const runs = this.request.values?.samples ?? 0;
    return { ...final, refuted, observed, runs, tried: candidates.length };
  }

  private observed(method: MethodSnapshot, contract: Contract): readonly Expr[] {
    const { values } = this.request;
    return values ? observedClauses(values, method, contract) : [];
  }

  /** Null: not everything is proved. */
  private async finish(
    requires: readonly Expr[],
    ensures: readonly Expr[],
  ): Promise<Omit<ProvedContract, 'observed' | 'runs' | 'refuted' | 'tried'> | null> {
    const state = await this.judge([...requires, ...ensures]);
    if (state?.verdict.status !== 'safe') return null;
    const contract = contractOf(state.method);
    const at = contract?.arm.place && locate(state.snapshot, contract.arm.place);
    const file = at && state.snapshot.files.get(at.path);
    if (!contract || !file || !at) return null;
    return {
      kind: 'proved',
      path: this.path,
      text: file.text,
      contract: file.text.slice(at.span.start, at.span.end).trim(),
      requires: requires.map(clause => ({
        clause: showExpr(clause),
        of: slotFor(contract, clause)?.name ?? '',
        because: this.reasons.get(clause) ?? null,
      })),
      ensures: ensures.map(showExpr),
      verdict: state.verdict,
    };
  }

  /** Null: the clauses cannot be written, or it was cancelled. */
  private async judge(clauses: readonly Expr[]): Promise<State | null> {
    const { key, budget, signal } = this.request;
    const edits = this.base && writeClauses(this.base.snapshot, this.base.contract, clauses);
    if (edits === null || signal.aborted) return null;
    this.fork.setDisk(this.path, edits.reduceRight(applyEdit, this.source));
    const path = findMethod(this.fork.snapshot, key)?.location.path;
    if (path === undefined) return null;
    await this.fork.verify({ paths: [path], methods: new Set([key]), budget, signal });
    const { snapshot } = this.fork;
    const method = findMethod(snapshot, key);
    if (signal.aborted || method?.verdict == null || method.state !== 'done') return null;
    return { snapshot, method, verdict: method.verdict };
  }
}

function giveUp(why: WhyNot): Suggestion {
  return { kind: 'stuck', why };
}

function findMethod(snapshot: Snapshot, key: MethodKey): MethodSnapshot | null {
  const info = methodByKey(snapshot.program, key);
  const file = info?.definition ? snapshot.files.get(anchorPath(info.definition.anchor)) : undefined;
  return file?.methods.find(each => each.info.key === key) ?? null;
}

/** Why no further clause can help. */
function findBlocker({ status, notModelled, obligations }: Verdict): WhyNot | null {
  if (status === 'type-error') return { kind: 'type-error' };
  const [gap] = notModelled;
  if (gap) return { kind: 'not-modelled', construct: gap.construct };
  const empty = obligations.find(each => each.status === 'vacuous');
  if (empty) return { kind: 'fails', reason: empty.reason, call: null, isDecided: true, isOpen: true };
  return obligations.length === 0 && status !== 'safe' ? { kind: 'failed' } : null;
}

function openObligations({ obligations }: Verdict): readonly ObligationVerdict[] {
  return obligations.filter(each => each.status !== 'safe');
}

function obligationsOf({ obligations }: Verdict, clause: Expr): readonly ObligationVerdict[] {
  const text = showExpr(clause);
  return obligations.filter(
    each => each.kind === 'postcondition' && (each.clause?.text === text || each.clause?.text === `(${text})`),
  );
}

/** A clause without an obligation is not modelled, or no run ends. */
function isProved(verdict: Verdict, clause: Expr): boolean {
  const found = obligationsOf(verdict, clause);
  return found.length > 0 && found.every(each => each.status === 'safe');
}

function refute(verdict: Verdict, clause: Expr): Refuted {
  const example = obligationsOf(verdict, clause).find(each => each.status === 'unsafe')?.counterexample;
  return { clause: showExpr(clause), call: example?.call ?? null };
}
