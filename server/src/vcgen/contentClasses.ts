/** Classes whose `==` and `eql?` look at contents. */
export const BY_CONTENTS: ReadonlySet<string> = new Set([
  'Array',
  'Hash',
  'Set',
  'Struct',
  'Range',
  'Rational',
  'Complex',
  'Time',
  'Date',
  'BigDecimal',
]);
