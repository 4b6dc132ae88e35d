import type { Formula } from '../logic/formula';
import { printFormula } from '../logic/print';

/** Lambda-I, the core language of verification: a method as instructions in A-normal form, one per line. */
type LambdaOperation =
  | 'define-sym'
  | 'let'
  | 'assume'
  | 'assert'
  | 'havoc'
  | 'call'
  | 'if'
  | 'else'
  | 'end'
  | 'return'
  | 'raise'
  | 'loop'
  | 'not-modelled'
  | 'write';

export interface LambdaLine {
  readonly operation: LambdaOperation;
  readonly text: string;
  /** The bound, written or returned value; null: it has no term. */
  readonly value?: Formula | null;
  readonly depth: number;
}

export function printLambda(name: string, lines: readonly LambdaLine[]): string {
  let branch = 0;
  const printed = lines.map(line => {
    if (line.operation === 'else' || line.operation === 'end') branch--;
    const indent = '  '.repeat(Math.max(0, line.depth + 1 + branch));
    if (line.operation === 'if' || line.operation === 'else' || line.operation === 'loop') branch++;
    return `${indent}${line.operation}${line.text ? ` ${line.text}` : ''}${showLineValue(line)}`;
  });
  return [`define ${name}`, ...printed].join('\n');
}

const LONGEST = 100;

/** Printing expands shared terms, so the output may become very long. */
function showLineValue({ operation, value }: LambdaLine): string {
  if (value === undefined) return '';
  const text = value === null ? '…' : printFormula(value);
  const shown = text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
  return operation === 'return' ? ` ${shown}` : ` = ${shown}`;
}
