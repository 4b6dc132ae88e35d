/** The output formats of `loupe check`. To add one, add a file and a row. */
import type { FileResult } from '../results';
import { shownPath } from '../session';
import type { Io } from '../usage';
import { printAgent } from './agent';
import { coloursFor } from './colours';
import { printGithub } from './github';
import { printGitlab } from './gitlab';
import { printJson } from './json';
import { printJunit } from './junit';
import { printRdjson } from './rdjson';
import { printSarif } from './sarif';
import { printText } from './text';

interface PrintInput {
  readonly io: Io;
  readonly results: readonly FileResult[];
  readonly explain: boolean;
  readonly showPath: (path: string) => string;
}

const PRINTERS = {
  text: ({ io, results, explain, showPath }: PrintInput) =>
    printText(results, { colours: coloursFor(io.outIsTerminal, io.environment), explain, showPath }),
  json: ({ results, showPath }: PrintInput) => printJson(results, showPath),
  sarif: ({ io, results, showPath }: PrintInput) => printSarif(results, showPath, io.cwd),
  github: ({ results }: PrintInput) => printGithub(results),
  gitlab: ({ results }: PrintInput) => printGitlab(results),
  junit: ({ results }: PrintInput) => printJunit(results),
  rdjson: ({ results }: PrintInput) => printRdjson(results),
  agent: ({ results }: PrintInput) => printAgent(results),
};

export type Format = keyof typeof PRINTERS;

export const FORMATS = Object.keys(PRINTERS) as readonly Format[];

export function isFormat(name: string): name is Format {
  return Object.hasOwn(PRINTERS, name);
}

export function printResults(io: Io, format: Format, results: readonly FileResult[], explain: boolean): string {
  return PRINTERS[format]({ io, results, explain, showPath: path => shownPath(io, path) });
}
