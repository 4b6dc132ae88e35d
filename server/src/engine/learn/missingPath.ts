/** A call that takes an outcome of a branch that no recorded call took: the probe is evaluated exactly then. */
import type { LearnedOutcome } from '../../../../shared/src/profile';
import { type Branch, findBranches } from '../../infer/paths/branches';
import type { Expr, RescueClause } from '../../ril/ril';
import { locate, type Snapshot } from '../snapshot';
import type { Workspace } from '../workspace';
import type { LearnedType } from './learnedTypes';
import { type CallRequest, findProbedCall, PROBE, type ProbedCall } from './probedCall';

export interface MissingCall extends ProbedCall {
  /** Of the condition; zero-based. */
  readonly line: number;
  readonly condition: string;
  readonly isTrue: boolean;
}

/** Outcomes to try. */
const MOST_OUTCOMES = 6;

/** Null: every outcome was seen, or none that was not is reached by a call that was found. */
export async function findMissingCall(workspace: Workspace, request: CallRequest): Promise<MissingCall | null> {
  const { snapshot } = workspace;
  const learned = snapshot.learned.methodOf(request.key);
  if (learned === null) return null;
  const targets = learned.coverage.missing.flatMap(outcome => targetOf(snapshot, learned, outcome) ?? []);
  for (const target of targets.slice(0, MOST_OUTCOMES)) {
    if (request.signal.aborted) return null;
    const found = await reach(workspace, request, target);
    if (found !== null) return found;
  }
  return null;
}

/** A condition that was never true, or never false. */
interface Target {
  readonly path: string;
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
  return at ? { path: at.path, ...at.span, isTrue: found[1].truthy === bit } : null;
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
  request: CallRequest,
  { path, start, end, isTrue }: Target,
): Promise<MissingCall | null> {
  const text = workspace.snapshot.sources.get(path)?.text ?? '';
  const condition = text.slice(start, end);
  const probe = { start, end, text: `((${condition}) ${isTrue ? '&&' : '||'} ${PROBE})` };
  const found = await findProbedCall(workspace, request, probe);
  if (found === null) return null;
  const line = text.slice(0, start).split('\n').length - 1;
  return { line, condition, isTrue, ...found };
}
