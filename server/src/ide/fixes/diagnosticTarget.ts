/** The method and the obligation that a diagnostic refers to. */
import type { MethodSnapshot } from '../../engine/snapshot';
import type { ObligationVerdict } from '../../proof/verdict';
import type { Diagnostic } from '../diagnostics';
import { obligationOf } from '../trace';
import type { FixContext } from './fix';

export interface DiagnosticTarget {
  readonly method: MethodSnapshot;
  readonly obligation: ObligationVerdict;
}

export function findDiagnosticTarget({ snapshot, file }: FixContext, diagnostic: Diagnostic): DiagnosticTarget | null {
  const obligation = obligationOf(snapshot, diagnostic);
  const method = file.methods.find(each => obligation !== null && each.verdict?.obligations.includes(obligation));
  return obligation === null || method === undefined || method.state !== 'done' ? null : { method, obligation };
}
