/** Sorbet's module `T`, as long as the program does not define a `T` of its own. */
import type { Call, Expr } from '../ril/ril';
import type { Program } from './program';

/**
 * The statement says what `self` is from there on: `T.bind(self, A)`, or `#: self as A` on a line of its own, which is lowered to a
 * cast of `self`.
 */
export function bindsSelf(program: Program, expr: Expr): expr is Call {
  if (expr.kind !== 'call') return false;
  const [first] = expr.args;
  if (first?.type !== 'positional') return false;
  if (expr.madeBy === 'comment') {
    const { value } = first;
    return value.kind === 'lit' && value.value.type === 'string' && /^#:\s*self\s/.test(value.value.value);
  }
  return expr.method === 'bind' && first.value.kind === 'self' && isSorbetModule(program, expr.receiver);
}

export function isSorbetModule(program: Program, expr: Expr | null): boolean {
  if (expr?.kind !== 'const' || expr.name !== 'T' || (expr.scope !== null && expr.scope !== 'root')) return false;
  return program.classes.get('T')?.singletonMethods.has('let') === true;
}
