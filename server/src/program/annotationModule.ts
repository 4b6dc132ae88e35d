/** `RDL.type_cast(e, 'T')`, `Loupe.var_type :x, 'T'`: the modules that annotations inside a body may be called on. */
import type { Expr } from '../ril/ril';

export function isAnnotationModule(receiver: Expr | null): boolean {
  return receiver?.kind === 'const' && (receiver.name === 'RDL' || receiver.name === 'Loupe');
}
