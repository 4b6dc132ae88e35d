/** What a row of the comparison with Ruby is. */
import type { Pool } from './conformanceInputs';

export interface Row {
  /** `Integer#+` */
  readonly method: string;
  /** Ruby over the parameters a, b, c. */
  readonly code: string;
  readonly pools: readonly Pool[];
  readonly result: string;
  /** It goes through elements or numbers, as many as there are. */
  readonly loops: boolean;
}

/** Methods that go through what they are called on, besides those that are given a block. */
const LOOPS =
  /\.(include\?|index|find_index|min|max|minmax|sum|sort!?|reverse|count|to_a|entries|uniq|compact|flatten|zip|tally|reduce|inject|union|difference|intersection|intersect\?|member\?)\b|a [-&|] b|a\.[-&|]\(/;

export const row = (method: string, code: string, pools: readonly Pool[], result: string): Row => ({
  method,
  code,
  pools,
  result,
  loops: code.includes('{ |') || (/^Array/.test(method) && LOOPS.test(code)),
});
/** One row per method name; `NAME` in the code stands for it. */
export const each = (
  owner: string,
  names: string,
  code: string,
  pools: readonly Pool[],
  result: string,
): readonly Row[] =>
  names.split(' ').map(name => row(`${owner}#${name}`, code.replaceAll('NAME', name), pools, result));
