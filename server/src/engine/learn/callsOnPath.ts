/**
 * The path of a counterexample and the calls that runs recorded -> how many calls took that path. Conditions are
 * matched with recorded branches by their places.
 */
import type { LearnedMethod } from '../../../../shared/src/profile';
import { type Branch, type Branches, findBranches } from '../../infer/paths/branches';
import type { PathStep } from '../../proof/verdict';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Expr, RescueClause } from '../../ril/ril';

export interface CallsOnPath {
  readonly took: number;
  readonly all: number;
}

/** Null: the recorded branches do not determine it. */
export function countCallsOnPath(
  { outcomes, calls }: Pick<LearnedMethod, 'outcomes' | 'calls'>,
  { anchor, body }: Pick<MethodDeclaration, 'anchor' | 'body'>,
  path: readonly PathStep[],
): CallsOnPath | null {
  const branches = findBranches(body(), outcomes);
  if (branches === null) return null;
  const conditions = path.filter(({ kind }) => kind !== 'return');
  const wanted = conditions.map(step => (step.place.anchor === anchor ? outcomeBits(branches, step) : null));
  let [took, all] = [0, 0];
  for (const call of calls) {
    all += call.count;
    const answer = call.path === null ? null : takesAllOutcomes(BigInt(`0x${call.path}`), wanted);
    if (answer === null) return null;
    if (answer) took += call.count;
  }
  return all === 0 ? null : { took, all };
}

interface Wanted {
  readonly yes: bigint;
  readonly no: bigint;
}

/** Null: this condition is not a recorded branch. */
function outcomeBits(branches: Branches, { place, kind }: PathStep): Wanted | null {
  for (const [expr, branch] of branches) {
    const at = conditionOf(expr)?.span;
    if (at?.start !== place.span.start || at.end !== place.span.end) continue;
    return outcomesOf(branch, kind === 'condition-true');
  }
  return null;
}

function outcomesOf({ truthy, falsy }: Branch, isTrue: boolean): Wanted | null {
  const [yes, no] = isTrue ? [truthy, falsy] : [falsy, truthy];
  return yes === 0n && no === 0n ? null : { yes, no };
}

function conditionOf(expr: Expr | RescueClause): Expr | null {
  if (!('kind' in expr)) return null;
  if (expr.kind === 'if' || expr.kind === 'while') return expr.condition;
  return expr.kind === 'and' || expr.kind === 'or' ? expr.left : null;
}

/** Null: in a loop it may have, or a condition was not recorded. */
function takesAllOutcomes(bits: bigint, wanted: readonly (Wanted | null)[]): boolean | null {
  const answers = wanted.map(each => each && takesOutcome(bits, each));
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

function takesOutcome(bits: bigint, { yes, no }: Wanted): boolean | null {
  const [isYes, isNo] = [(bits & yes) !== 0n, (bits & no) !== 0n];
  if (isYes && isNo) return null;
  if (yes === 0n) return isNo ? false : null;
  return isYes;
}
