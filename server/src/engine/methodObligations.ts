/** The obligations of one method, as they are generated for its proof. */
import type { Settings } from '../../../shared/src/settings';
import type { MethodKey } from '../types/typedMethod';
import { type CheckedMethod, generateObligations, type ObligationSource } from './pipeline';
import type { Typing } from './proofs';

/** Null: the method is not checked, or has a type error. `lookAt`: see VcgenInput. */
export function obligationSourcesOf(
  { program, checkedOf: resultOf, clausesOf, summaries }: Typing,
  settings: Settings,
  key: MethodKey,
  lookAt: number | undefined,
): readonly ObligationSource[] | null {
  const checkedOf = (each: MethodKey): CheckedMethod | null => {
    const result = resultOf(each);
    return result?.kind === 'checked' ? result.method : null;
  };
  const checked = checkedOf(key);
  return checked && !checked.hasTypeError
    ? generateObligations({ program, settings, checkedOf, clausesOf, summaries, lookAt }, checked)
    : null;
}
