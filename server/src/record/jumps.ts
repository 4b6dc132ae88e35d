/**
 * `return v` -> `return (v1=(v);o=1;v1)`, `return` -> `(v1=nil;o=1;return)`: the exit of the method records the value. A
 * `return` in a lambda is not the method's. In another block it usually is; the exit then checks that no exception is on
 * its way.
 */
import type { SyntaxNode } from '../syntax/node';
import { codeIn, type MethodScope, NAMES, type RecordContext } from './context';

export function recordReturn(ctx: RecordContext, scope: MethodScope, node: SyntaxNode): void {
  if (scope.returns === 'lambda') return;
  if (scope.returns === 'block') scope.seen.returnsInBlock = true;
  const list = node.children.find(child => child.type === 'argument_list');
  const { value, returned } = NAMES;
  if (list === undefined) {
    // A `return` with a value cannot be an operand: `a || return`.
    ctx.insertions.wrap(node, `(${value}=nil;${returned}=1;`, ')');
    return;
  }
  const [open, close] = bracketsFor(codeIn(list));
  ctx.insertions.wrap(list, `(${value}=${open}`, `${close};${returned}=1;${value})`);
}

/** `return a, b` and `return *a` return an array, `return a: 1` a hash. */
function bracketsFor(args: readonly SyntaxNode[]): readonly [string, string] {
  if (args.length > 0 && args.every(arg => PAIRS.has(arg.type))) return ['({', '})'];
  const isList = args.length > 1 || args[0]?.type === 'splat_argument';
  return isList ? ['[', ']'] : ['(', ')'];
}

const PAIRS = new Set(['pair', 'hash_splat_argument']);
