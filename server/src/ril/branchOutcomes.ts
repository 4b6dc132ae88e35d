/**
 * Branches that an observed path decided: the outcome that it never had, by the expression that branches (`if`, `and`,
 * `or`, `while`, a call with `&.`) or the `rescue` clause. What is absent may have gone either way.
 */
import type { Expr, RescueClause } from './ril';

export type BranchOutcome = 'truthy' | 'falsy';

export type UntakenBranches = ReadonlyMap<Expr | RescueClause, BranchOutcome>;
