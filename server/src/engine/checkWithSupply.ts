/**
 * Checks a method with the types that visible callers supply for its fields, where the writes alone do not determine
 * them. What callers pass is not a reason for a report: problems are those that show without it, too.
 */
import type { Problem } from '../base/problem';
import type { CheckInput } from '../check/check';
import type { MethodInfo } from '../program/program';
import type { FieldSummary } from '../types/summary';
import type { SummaryReader } from '../typing/summaryReader';
import { type CheckedMethod, checkMethod } from './pipeline';

export function checkWithSupply(info: MethodInfo, input: CheckInput): CheckedMethod {
  const { summaries } = input;
  const progress = { isSupplied: false };
  const plain = checkMethod(info, { ...input, summaries: noteSupplied(summaries, progress) });
  if (!progress.isSupplied) return plain;
  const supplied = checkMethod(info, { ...input, summaries: withSupply(summaries) });
  const known = new Set(plain.problems.map(identify));
  if (supplied.hasTypeError && supplied.problems.some(each => !known.has(identify(each)))) return plain;
  return { ...supplied, problems: supplied.problems.filter(each => known.has(identify(each))) };
}

function noteSupplied(summaries: SummaryReader, progress: { isSupplied: boolean }): SummaryReader {
  return {
    ...summaries,
    fieldOf: (className, field, singleton, depth) => {
      const found = summaries.fieldOf(className, field, singleton, depth);
      if (isOpen(found) && summaries.suppliedOf?.(className, field, singleton)) progress.isSupplied = true;
      return found;
    },
  };
}

/** Fields have the types that visible callers supply, where their writes do not determine one. */
function withSupply(summaries: SummaryReader): SummaryReader {
  return {
    ...summaries,
    fieldOf: (className, field, singleton, depth) => {
      const found = summaries.fieldOf(className, field, singleton, depth);
      return (isOpen(found) ? summaries.suppliedOf?.(className, field, singleton) : null) ?? found;
    },
  };
}

function isOpen(field: FieldSummary | null): boolean {
  return field !== null && field.type.kind === 'dynamic';
}

function identify({ code, place }: Problem): string {
  return `${code} ${place.anchor} ${place.span.start} ${place.span.end}`;
}
