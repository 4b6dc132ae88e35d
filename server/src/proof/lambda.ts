/** Lambda-I, the verification-oriented core: what a method became, one instruction per line, in A-normal form. */
export type LambdaOperation =
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
  readonly depth: number;
}

export function printLambda(name: string, lines: readonly LambdaLine[]): string {
  let branch = 0;
  const printed = lines.map(line => {
    if (line.operation === 'else' || line.operation === 'end') branch--;
    const indent = '  '.repeat(Math.max(0, line.depth + 1 + branch));
    if (line.operation === 'if' || line.operation === 'else' || line.operation === 'loop') branch++;
    return `${indent}${line.operation}${line.text ? ` ${line.text}` : ''}`;
  });
  return [`define ${name}`, ...printed].join('\n');
}
