/**
 * Some tests have many inputs of the same kind. How many of them run is decided by LOUPE_TRUST:
 *
 *   (not set)  `npm test`: few
 *   trust      `npm run test:trust`: more
 *   full       `npm run test:trust -- --full`: all
 *
 * A sample depends on nothing but its arguments, so a failure can be repeated. LOUPE_SAMPLES names a file that collects
 * what was sampled; the tier prints it.
 */
import { appendFileSync } from 'node:fs';
import { hash } from '../../server/src/base/hash';

export type Extent = 'test' | 'trust' | 'full';

export const EXTENT = readExtent(process.env.LOUPE_TRUST);
export const IS_FULL = EXTENT === 'full';

function readExtent(given: string | undefined): Extent {
  if (given === undefined || given === '') return 'test';
  if (given === 'trust' || given === 'full') return given;
  throw new Error(`LOUPE_TRUST is ${given}`);
}

/**
 * One of so many inputs. A test of the tier `trust` has no value for `test`: started alone, it takes the sample of `trust`.
 * A sample contains the smaller ones if its number divides theirs.
 */
export interface Steps {
  readonly test?: number;
  readonly trust: number;
  readonly full?: number;
}

export function stepFor(steps: Steps, extent: Extent = EXTENT): number {
  return extent === 'full' ? (steps.full ?? 1) : ((extent === 'test' ? steps.test : undefined) ?? steps.trust);
}

/** What a test takes that has no list of inputs: a number of random edits. */
export function byExtent<Value>(values: Readonly<Record<Extent, Value>>): Value {
  return values[EXTENT];
}

/** Chosen by their names: adding an input does not change what is chosen of the others. */
export function sampleByName<Input>(
  what: string,
  inputs: readonly Input[],
  steps: Steps,
  nameOf: (input: Input) => string,
): readonly Input[] {
  const chosen = chooseByName(inputs, stepFor(steps), nameOf);
  noteSample(what, chosen.length, inputs.length);
  return chosen;
}

export function chooseByName<Input>(
  inputs: readonly Input[],
  step: number,
  nameOf: (input: Input) => string,
): readonly Input[] {
  return inputs.filter(input => Number.parseInt(hash(nameOf(input)).slice(0, 8), 16) % step === 0);
}

/** Inputs without names, such as positions in a file: one of every `step`; different names begin at different inputs. */
export function sampleOf<Input>(inputs: readonly Input[], step: number, name: string): readonly Input[] {
  const first = Number.parseInt(hash(name).slice(0, 8), 16) % Math.max(1, Math.min(step, inputs.length));
  return inputs.filter((_, index) => index % step === first);
}

/** Also for samples that are not taken by name. Says nothing of a test that runs on all inputs. */
export function noteSample(what: string, chosen: number, all: number): void {
  const file = process.env.LOUPE_SAMPLES;
  if (file && chosen < all) appendFileSync(file, `${what}: ${chosen} of ${all}\n`);
}
