/**
 * Passes that treat RIL as plain data, whatever its kinds: the parts of a node include the body of a method that is
 * defined inside an expression, though that is a function.
 */

export function partsOf(node: object): readonly unknown[] {
  return Object.values(node).map(readPart);
}

/** A copy of the node with other parts. */
export function mapParts(node: object, change: (part: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, changePart(part, key, change)]));
}

function changePart(part: unknown, key: string, change: (part: unknown, key: string) => unknown): unknown {
  if (typeof part !== 'function') return change(part, key);
  const changed = change(part(), key);
  return () => changed;
}

/** As JSON; `keep`: whether to include the property of this name. */
export function toJson(node: unknown, keep: (key: string) => boolean = () => true): string {
  return JSON.stringify(node, (key, part) => (keep(key) ? readPart(part) : undefined));
}

function readPart(part: unknown): unknown {
  return typeof part === 'function' ? part() : part;
}
