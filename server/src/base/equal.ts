/**
 * Deep equality of plain data, including maps and sets, with a shortcut for identical objects. A function in plain data
 * is a part that is computed on demand (a method's body): it is equal if it returns equal data.
 */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'function') return typeof b === 'function' && equal(a(), b());
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => equal(each, b[i]));
  if (a instanceof Map) return b instanceof Map && equal([...a], [...b]);
  if (a instanceof Set) return b instanceof Set && equal([...a], [...b]);
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && equal(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
