/** Fields of other objects that are written by name (`o.instance_variable_set(:@x, 1)`), or in a block with another `self`. */
import { ANY_FIELD, type Program } from './program';
import { redefinitionsIn } from './workspace';

export function isWrittenReflectively(program: Program, field: string): boolean {
  return redefinitionsIn(program).some(
    ({ redefines: { names } }) => names !== null && (names.includes(field) || names.includes(ANY_FIELD)),
  );
}
