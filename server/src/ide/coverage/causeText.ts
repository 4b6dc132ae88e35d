/** The words for the causes of unknown types. */
import type { CoverageCause } from './coverage';

const WORDS: Readonly<Record<CoverageCause, string>> = {
  parameter: 'locals and parameters that no visible call gives a type',
  variable: 'fields and globals whose writes are not all known',
  call: 'calls of methods whose result is unknown',
  constant: 'constants whose value is not visible',
  construct: 'constructs that are not modelled',
  dynamics: 'classes that compute names of methods or fields',
  'written-outside': 'fields with an attribute writer',
  'written-by-name': 'fields that other code writes by their names',
  'too-wide': 'types with too many alternatives',
  'too-deep': 'types that contain themselves',
  'too-long': 'methods that are too long to analyse',
  'no-fixed-point': 'methods that call each other without stable types',
  'half-typed': 'methods with a syntax error',
  failed: 'methods on which Loupe failed',
};

export function showCoverageCause(cause: CoverageCause): string {
  return WORDS[cause];
}
