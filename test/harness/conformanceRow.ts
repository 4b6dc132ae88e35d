/** A row of the comparison with Ruby. */
import type { Pool } from './conformanceInputs';

export interface Row {
  /** `Integer#+` */
  readonly method: string;
  /** Ruby over the parameters a, b, c. */
  readonly code: string;
  readonly pools: readonly Pool[];
  readonly result: string;
  /** It iterates over elements or numbers. */
  readonly loops: boolean;
}

/** Methods that iterate over their receiver, besides those that take a block. */
const LOOPS =
  /\.(include\?|index|find_index|min|max|minmax|sum|sort!?|reverse|count|to_a|entries|uniq|compact|flatten|zip|tally|reduce|inject|union|difference|intersection|intersect\?|member\?)\b|a [-&|] b|a\.[-&|]\(/;

export const row = (method: string, code: string, pools: readonly Pool[], result: string): Row => ({
  method,
  code,
  pools,
  result,
  loops: code.includes('{ |') || (/^Array/.test(method) && LOOPS.test(code)),
});
/** One row per method name; `NAME` in the code is replaced by it. */
export const each = (
  owner: string,
  names: string,
  code: string,
  pools: readonly Pool[],
  result: string,
): readonly Row[] =>
  names.split(' ').map(name => row(`${owner}#${name}`, code.replaceAll('NAME', name), pools, result));
