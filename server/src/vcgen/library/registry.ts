/**
 * The registry: every method of Ruby's library that vcgen models itself, by class. Dispatch runs the rows; coverage and
 * conformance read them. Methods with a body in server/prelude are not listed.
 */
import { ARRAYS } from './arrays/array';
import { ENUMERABLES } from './enumerable/userEach';
import { COMPARABLES } from './equality/comparable';
import { FLOATS } from './numbers/float';
import { INTEGERS } from './numbers/integer';
import { RATIONALS } from './numbers/rational';
import { BOOLEANS } from './objects/boolean';
import { OBJECTS } from './objects/object';
import { OUTPUTS } from './objects/output';
import { STRUCTS } from './objects/struct';
import { RANGES } from './ranges/range';
import { type ModelledMethods, namesIn } from './rows/rows';
import { HASHES, MERGES } from './tables/hash';
import { SETS } from './tables/set';
import { REGEXPS } from './text/regexp';
import { STRINGS } from './text/string';
import { NILS, SYMBOLS } from './text/symbol';

const REGISTRY: readonly ModelledMethods[] = [
  ...INTEGERS,
  ...FLOATS,
  ...RATIONALS,
  ...BOOLEANS,
  ...RANGES,
  ...SYMBOLS,
  ...NILS,
  ...STRINGS,
  ...REGEXPS,
  ...ARRAYS,
  ...HASHES,
  ...MERGES,
  ...SETS,
  ...STRUCTS,
  ...COMPARABLES,
  ...ENUMERABLES,
  ...OBJECTS,
  ...OUTPUTS,
];

/** `Integer#+`, … */
export function modelledMethods(): ReadonlySet<string> {
  return new Set(REGISTRY.flatMap(row => namesIn(row).map(name => `${row.class}#${name}`)));
}
