/** What a check reads, without an engine around it: the program, and summaries that are found on demand. */
import type { CheckInput } from '../../server/src/check/check';
import { History } from '../../server/src/engine/incremental/history';
import { Recorder } from '../../server/src/engine/incremental/recorder';
import { Summaries } from '../../server/src/engine/summaries';
import { parseTypeInBody } from '../../server/src/parse/annotations';
import type { Program } from '../../server/src/program/program';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';

export function summariesFor(settings: Settings = DEFAULT_SETTINGS): Summaries {
  return new Summaries(new Recorder(), new History(), settings, (what, error) => {
    throw new Error(what, { cause: error });
  });
}

/** One for all checks of a program: they share what is found. */
export function checkInput(program: Program, settings: Settings = DEFAULT_SETTINGS): CheckInput {
  return { program, settings, readType: parseTypeInBody, summaries: summariesFor(settings).readerOf(program) };
}
