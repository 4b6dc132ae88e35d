/**
 * Bits of unbounded integers by arithmetic, where one side is a constant: a mask is split into runs of ones, each a
 * remainder of a quotient by powers of two (Ruby's integers are two's complement of infinite width, so this holds for
 * negative numbers too). Two unknown operands, or a shift by an unknown number, have no model.
 */
import { add, integer, mul, sub } from '../../../logic/arithmetic';
import { apply, eq, int, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT } from '../../../logic/sorts';
import type { Out } from '../../state/context';
import type { State } from '../../state/state';

const MOST_RUNS = 6;
const MOST_BITS = 512n;

export function integerBits(a: Formula, method: string, b: Formula, state: State): Out | null {
  const number = (term: Formula | null): Out | null => term && { value: { kind: 'int', term }, state };
  const truth = (term: Formula | null): Out | null => term && { value: { kind: 'bool', term }, state };
  const both = (): Formula | null => maskBits(a, b);
  const common = MASKED.has(method) ? both() : null;
  switch (method) {
    case '&':
      return number(common);
    case '|':
      return number(common && sub(add(a, b), common));
    case '^':
      return number(common && sub(add(a, b), mul(int(2), common)));
    case 'allbits?':
      return truth(common && eq(common, b));
    case 'anybits?':
      return truth(common && not(eq(common, int(0))));
    case 'nobits?':
      return truth(common && eq(common, int(0)));
    case '<<':
      return number(shiftBits(a, integer(b)));
    case '>>':
      return number(shiftBits(a, negateBits(integer(b))));
    case '[]':
      return number(bit(a, integer(b)));
    default:
      return null;
  }
}

const MASKED: ReadonlySet<string> = new Set(['&', '|', '^', 'allbits?', 'anybits?', 'nobits?']);

function negateBits(n: bigint | null): bigint | null {
  return n === null ? null : -n;
}

function quotient(a: Formula, by: bigint): Formula {
  const known = integer(a);
  if (known !== null) return int((known - mod(known, by)) / by);
  return by === 1n ? a : apply('div', [a, int(by)], INT_SORT);
}

function remainder(a: Formula, by: bigint): Formula {
  const known = integer(a);
  return known !== null ? int(mod(known, by)) : apply('mod', [a, int(by)], INT_SORT);
}

function mod(a: bigint, by: bigint): bigint {
  return ((a % by) + by) % by;
}

function shiftBits(a: Formula, by: bigint | null): Formula | null {
  if (by === null || by > MOST_BITS || by < -MOST_BITS) return null;
  return by >= 0n ? mul(a, int(2n ** by)) : quotient(a, 2n ** -by);
}

function bit(a: Formula, index: bigint | null): Formula | null {
  if (index === null || index > MOST_BITS) return null;
  return index < 0n ? int(0) : remainder(quotient(a, 2n ** index), 2n);
}

/** a & b, where one of them is a constant. */
function maskBits(a: Formula, b: Formula): Formula | null {
  const mask = integer(b);
  if (mask === null) return integer(a) === null ? null : maskBits(b, a);
  if (mask >= 0n) return bySegments(a, mask);
  const rest = bySegments(a, -mask - 1n);
  return rest && sub(a, rest);
}

function bySegments(a: Formula, mask: bigint): Formula | null {
  const runs = runsOf(mask);
  if (runs.length > MOST_RUNS) return null;
  return runs.reduce<Formula>(
    (sum, { from, width }) => add(sum, mul(remainder(quotient(a, 2n ** from), 2n ** width), int(2n ** from))),
    int(0),
  );
}

function runsOf(mask: bigint): readonly { from: bigint; width: bigint }[] {
  const runs: { from: bigint; width: bigint }[] = [];
  for (let at = 0n; mask >> at > 0n; at++) {
    if (((mask >> at) & 1n) === 0n) continue;
    let width = 0n;
    while (((mask >> (at + width)) & 1n) === 1n) width++;
    runs.push({ from: at, width });
    at += width;
  }
  return runs;
}
