/** The sorts and their SMT-LIB names. */
import type { Sort } from './formula';

export const BOOL_SORT: Sort = { kind: 'bool' };
export const INT_SORT: Sort = { kind: 'int' };
export const REAL_SORT: Sort = { kind: 'real' };
export const RATIONAL_SORT: Sort = { kind: 'rational' };
export const TEXT_SORT: Sort = { kind: 'string' };

export function namedSort(name: string): Sort {
  return { kind: 'named', name };
}

export function arraySort(index: Sort, element: Sort): Sort {
  return { kind: 'array', index, element };
}

export function printSort(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
      return 'Bool';
    case 'int':
      return 'Int';
    case 'real':
    case 'rational':
      return 'Real';
    case 'string':
      return 'String';
    case 'float64':
      return 'Float64';
    case 'bits':
      return `(_ BitVec ${sort.width})`;
    case 'named':
      return sort.name;
    case 'array':
      return `(Array ${printSort(sort.index)} ${printSort(sort.element)})`;
  }
}
