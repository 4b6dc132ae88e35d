/**
 * Mutants of the clean programs: Ruby says which of them raise, and where; Loupe has found one that raises when it reports
 * something on a line of the error's backtrace.
 */
import { inferPrograms } from '../harness/inferPrograms';
import type { ProgramChecker } from '../harness/loupePrograms';
import { MUTATION_KINDS, type MutationKind, mutateProgram } from '../harness/programMutants';
import { hostForTests } from '../harness/rubyForTests';
import { type Ending, runProgram } from '../harness/rubyPrograms';

/** Of each kind and program. */
const MOST = 2;

/** Errors of a program that is wrong, in contrast to errors that it raises itself. */
const DECIDED_BY_TYPES = ['NoMethodError', 'NameError', 'TypeError', 'ArgumentError', 'LocalJumpError'];

interface MutantFigures {
  readonly kind: MutationKind;
  readonly found: number;
  readonly total: number;
  readonly missed: readonly string[];
  /** Mutants that run to their end, or raise something else. */
  readonly silent: number;
}

export async function measureMutants(checker: ProgramChecker): Promise<readonly MutantFigures[]> {
  const ruby = hostForTests();
  const counts = new Map(MUTATION_KINDS.map(kind => [kind, { found: 0, total: 0, silent: 0, missed: [] as string[] }]));
  try {
    for (const program of inferPrograms().filter(each => each.kind === 'clean')) {
      for (const { kind, text } of await mutateProgram(program.text, MOST)) {
        const count = counts.get(kind)!;
        const ending = await runProgram(ruby, text);
        if (!isError(ending)) {
          count.silent++;
          continue;
        }
        count.total++;
        const reports = await checker.check(text);
        if (reports.some(report => report.level !== null && ending.lines.includes(report.line + 1))) count.found++;
        else count.missed.push(`missed: ${program.name} ${ending.className} on line ${ending.lines[0]} (${kind})`);
      }
    }
  } finally {
    await ruby.close();
  }
  return [...counts].map(([kind, count]) => ({ kind, ...count }));
}

function isError(ending: Ending): ending is Extract<Ending, { kind: 'raised' }> {
  return ending.kind === 'raised' && DECIDED_BY_TYPES.includes(ending.className) && ending.lines.length > 0;
}
