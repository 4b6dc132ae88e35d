/** Sorbet's module `T`, as long as the program does not define a `T` of its own. */
import type { Expr } from '../ril/ril';
import type { Program } from './program';

export function isSorbetModule(program: Program, expr: Expr | null): boolean {
  if (expr?.kind !== 'const' || expr.name !== 'T' || (expr.scope !== null && expr.scope !== 'root')) return false;
  return program.classes.get('T')?.singletonMethods.has('let') === true;
}
