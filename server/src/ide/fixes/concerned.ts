/** The method and the obligation that a verdict's diagnostic speaks of. */
import type { MethodSnapshot } from '../../engine/snapshot';
import type { ObligationVerdict } from '../../proof/verdict';
import type { Diagnostic } from '../diagnostics';
import { obligationOf } from '../story';
import type { FixContext } from './fix';

export interface Concerned {
  readonly method: MethodSnapshot;
  readonly obligation: ObligationVerdict;
}

export function concernedBy({ snapshot, file }: FixContext, diagnostic: Diagnostic): Concerned | null {
  const obligation = obligationOf(snapshot, diagnostic);
  const method = file.methods.find(each => obligation !== null && each.verdict?.obligations.includes(obligation));
  return obligation === null || method === undefined || method.state !== 'done' ? null : { method, obligation };
}
