/**
 * The catalogue: every code that Loupe can report, with its severity and its message. One file per area. Each code has
 * a page `server/problems/<code>.md` and a fixture that raises it.
 */
import type { Problem, ProblemArg } from '../base/problem';
import { ANNOTATION_PROBLEMS } from './annotation';
import { CONFIG_PROBLEMS } from './config';
import type { ProblemDefinition } from './definition';
import { DIRECTIVE_PROBLEMS } from './directive';
import { FILE_PROBLEMS } from './file';
import { INFERENCE_PROBLEMS } from './inference';
import { PROGRAM_PROBLEMS } from './program';
import { SYNTAX_PROBLEMS } from './syntax';
import { TYPE_PROBLEMS } from './type';
import { VERIFY_PROBLEMS } from './verify';

export const CATALOGUE: Readonly<Record<string, ProblemDefinition>> = {
  ...CONFIG_PROBLEMS,
  ...FILE_PROBLEMS,
  ...SYNTAX_PROBLEMS,
  ...DIRECTIVE_PROBLEMS,
  ...ANNOTATION_PROBLEMS,
  ...PROGRAM_PROBLEMS,
  ...TYPE_PROBLEMS,
  ...VERIFY_PROBLEMS,
  ...INFERENCE_PROBLEMS,
};

export function definitionOf(code: string): ProblemDefinition {
  return (
    CATALOGUE[code] ?? { name: 'unknown', kind: 'config', severity: 'error', message: () => `unknown problem ${code}` }
  );
}

export function messageOf(problem: Problem): string {
  return definitionOf(problem.code).message(showArgs(problem.args));
}

function showArgs(values: Readonly<Record<string, ProblemArg>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}
