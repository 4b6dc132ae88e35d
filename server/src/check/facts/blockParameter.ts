/** `&block`: the local that holds the block of the method, unless the method assigns it. */
import type { Expr } from '../../ril/ril';
import type { Ctx } from '../state/context';

export function isBlockParameter({ frame }: Pick<Ctx, 'frame'>, expr: Expr): boolean {
  if (expr.kind !== 'var' || expr.scope !== 'local' || frame.assigned.has(expr.name)) return false;
  return frame.method?.definition?.params.some(({ kind, name }) => kind === 'block' && name === expr.name) ?? false;
}
