/** Whether what a method does may depend on the block that it is called with. */
import { memoOfPart, PartMemoKey } from '../../program/memos';
import type { Program } from '../../program/program';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';

const USES = new PartMemoKey<Expr, boolean>();

export function dependsOnBlock(program: Program, { params, body }: MethodDeclaration): boolean {
  if (params.some(({ kind }) => kind === 'block' || kind === 'forward')) return true;
  const all = [body(), ...params.flatMap(param => param.default ?? [])];
  return all.some(expr => memoOfPart(program, USES, expr, () => mentionsBlock(expr)));
}

function mentionsBlock(body: Expr): boolean {
  let found = false;
  walk(body, expr => {
    found ||=
      expr.kind === 'yield' ||
      expr.kind === 'super' ||
      (expr.kind === 'call' && (expr.method === 'block_given?' || isPassedOn(expr.block)));
    return !found;
  });
  return found;
}

/** `&` alone. */
function isPassedOn(block: Extract<Expr, { kind: 'call' }>['block']): boolean {
  return block?.type === 'pass' && block.value === null;
}
