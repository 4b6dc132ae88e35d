/** Type strings inside bodies, as the engine gives them to the checker. */
import type { TypeReader } from '../../server/src/check/context';
import { parseTypeLiteral } from '../../server/src/parse/annotations';
import type { Program } from '../../server/src/program/program';

export function readBodyType(_program: Program): TypeReader {
  return (literal, anchor) => {
    const { value, problems } = parseTypeLiteral(literal, anchor);
    return { value: value?.type ?? null, problems };
  };
}
