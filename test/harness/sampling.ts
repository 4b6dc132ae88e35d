/**
 * Some tests have many inputs of the same kind. `npm test` runs them on a fixed sample, `npm run test:trust` (which sets
 * LOUPE_TRUST=full) on all of them. A sample depends on nothing but its arguments, so a failure can be repeated.
 */
import { hash } from '../../server/src/base/hash';

export const IS_FULL = process.env.LOUPE_TRUST === 'full';

/** One of every `step` inputs; different names begin at different inputs. Not empty unless there is no input. */
export function sampleOf<Input>(inputs: readonly Input[], step: number, name: string): readonly Input[] {
  const first = Number.parseInt(hash(name).slice(0, 8), 16) % Math.max(1, Math.min(step, inputs.length));
  return inputs.filter((_, index) => index % step === first);
}

/** About one of every `step` inputs, by their names: adding an input does not change what is chosen of the others. */
export function sampleByName<Input extends { readonly name: string }>(
  inputs: readonly Input[],
  step: number,
): readonly Input[] {
  return inputs.filter(({ name }) => Number.parseInt(hash(name).slice(0, 8), 16) % step === 0);
}
