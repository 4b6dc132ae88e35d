/**
 * A call that takes an outcome of a branch that no recorded call took. In a fork of the workspace, an expression that always
 * raises is evaluated exactly then; the call is the counterexample that Ruby confirms to raise there. The methods
 * of the file have their learned types in the fork, so the solver knows which values to try; the run decides.
 */
import type { LearnedOutcome } from '../../../../shared/src/profile';
import { applyEdit, type TextEdit } from '../../base/edit';
import { anchorPath } from '../../base/span';
import { type Branch, findBranches } from '../../infer/paths/branches';
import { methodByKey } from '../../program/lookup';
import type { Budget } from '../../proof/query';
import type { CallSource } from '../../proof/replay';
import type { ObligationVerdict } from '../../proof/verdict';
import type { Expr, RescueClause } from '../../ril/ril';
import { showMethodType } from '../../types/show';
import { ANY } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import { locate, type MethodSnapshot, type Snapshot } from '../snapshot';
import type { Workspace } from '../workspace';
import type { LearnedType } from './learned';
import { withoutNames } from './overloads';

export interface MissingCall {
  /** Of the condition; zero-based. */
  readonly line: number;
  readonly condition: string;
  readonly isTrue: boolean;
  /** As Ruby source, as a whole and in parts. */
  readonly call: string;
  readonly source: CallSource;
}

export interface MissingPathRequest {
  readonly key: MethodKey;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

/** Raises wherever it is evaluated, and the verifier knows that. */
const RAISES = 'Integer.sqrt(-1)';
/** Outcomes to try. */
const MOST_OUTCOMES = 6;

/** Null: every outcome was seen, or none that was not is reached by a call that was found. */
export async function findMissingCall(workspace: Workspace, request: MissingPathRequest): Promise<MissingCall | null> {
  const { snapshot } = workspace;
  const learned = snapshot.learned.methodOf(request.key);
  const method = findMethod(snapshot, request.key);
  if (learned === null || method === null) return null;
  const targets = learned.coverage.missing.flatMap(outcome => targetOf(snapshot, learned, outcome) ?? []);
  for (const target of targets.slice(0, MOST_OUTCOMES)) {
    if (request.signal.aborted) return null;
    const found = await reach(workspace, request, method, target);
    if (found !== null) return found;
  }
  return null;
}

/** A condition that was never true, or never false. */
interface Target {
  readonly start: number;
  readonly end: number;
  readonly isTrue: boolean;
}

/** Null: the outcome is not one of a condition that stands in the source. */
function targetOf(snapshot: Snapshot, { info, entry }: LearnedType, wanted: LearnedOutcome): Target | null {
  const { definition } = info;
  const bit = 1n << BigInt(entry.outcomes.indexOf(wanted));
  if (definition === null || (wanted.kind !== 'if' && wanted.kind !== 'connective')) return null;
  const branches = findBranches(definition.body(), entry.outcomes) ?? [];
  const found = [...branches].find(([, branch]) => isOutcome(branch, bit));
  const condition = found && conditionOf(found[0]);
  const at = condition && locate(snapshot, { anchor: definition.anchor, span: condition.span });
  return at ? { ...at.span, isTrue: found[1].truthy === bit } : null;
}

function isOutcome({ truthy, falsy }: Branch, bit: bigint): boolean {
  return truthy === bit || falsy === bit;
}

function conditionOf(expr: Expr | RescueClause): Expr | null {
  if (!('kind' in expr)) return null;
  if (expr.kind === 'if') return expr.condition;
  return expr.kind === 'and' || expr.kind === 'or' ? expr.left : null;
}

async function reach(
  workspace: Workspace,
  { key, budget, signal }: MissingPathRequest,
  { location: { path } }: MethodSnapshot,
  { start, end, isTrue }: Target,
): Promise<MissingCall | null> {
  const text = workspace.snapshot.sources.get(path)?.text ?? '';
  const condition = text.slice(start, end);
  const probe = { start, end, text: `((${condition}) ${isTrue ? '&&' : '||'} ${RAISES})` };
  const edits = [probe, ...annotations(workspace.snapshot, path)].sort((a, b) => b.start - a.start);
  const fork = workspace.fork({ runsCode: true });
  fork.setDisk(path, edits.reduce(applyEdit, text));
  if (findMethod(fork.snapshot, key) === null) return null;
  await fork.verify({ paths: [path], methods: new Set([key]), budget, signal });
  const obligations = findMethod(fork.snapshot, key)?.verdict?.obligations ?? [];
  const counterexample = obligations.find(each => isReached(fork.snapshot, each))?.counterexample;
  if (!counterexample?.source) return null;
  const line = text.slice(0, start).split('\n').length - 1;
  return { line, condition, isTrue, call: counterexample.call, source: counterexample.source };
}

/** A run raised at the probe. */
function isReached(snapshot: Snapshot, { cause, place }: ObligationVerdict): boolean {
  const at = cause === 'confirmed' ? locate(snapshot, place) : null;
  return at !== null && snapshot.sources.get(at.path)?.text.slice(at.span.start, at.span.end) === RAISES;
}

/** Learned types for the methods of a file; only constructors have their results. */
function annotations(snapshot: Snapshot, path: string): readonly TextEdit[] {
  const file = snapshot.files.get(path);
  return (file?.methods ?? []).flatMap(({ info, location }): readonly TextEdit[] => {
    const learned = info.signature === null ? snapshot.learned.methodOf(info.key) : null;
    if (file === undefined || learned === null) return [];
    const start = file.text.lastIndexOf('\n', location.span.start - 1) + 1;
    const indent = /^[ \t]*/.exec(file.text.slice(start))?.[0] ?? '';
    const { result } = learned.type;
    const type = showMethodType({ ...withoutNames(learned.type), result: result.kind === 'self' ? result : ANY });
    return [{ start, end: start, text: `${indent}##% ${type}\n` }];
  });
}

function findMethod(snapshot: Snapshot, key: MethodKey): MethodSnapshot | null {
  const info = methodByKey(snapshot.program, key);
  const file = info?.definition ? snapshot.files.get(anchorPath(info.definition.anchor)) : undefined;
  return file?.methods.find(each => each.info.key === key) ?? null;
}
