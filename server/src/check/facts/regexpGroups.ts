/** The numbered groups of a regexp that take part in every match: those not under `?`, `*` or `|`. */

interface Open {
  /** The groups opened inside this one, including itself. */
  readonly inside: number[];
  readonly captures: number | null;
  alternatives: boolean;
}

export function findCertainGroups({
  value: source,
  flags,
}: {
  readonly value: string;
  readonly flags: string;
}): readonly number[] {
  if (flags.includes('x') || /\(\?[<(]|\\[kg]</.test(source)) return [];
  const unsure = new Set<number>();
  const stack: Open[] = [{ inside: [], captures: null, alternatives: false }];
  let count = 0;
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    const top = stack[stack.length - 1]!;
    if (char === '\\') i++;
    else if (char === '[') i = endOfClass(source, i);
    else if (char === '|') top.alternatives = true;
    else if (char === '(') {
      const captures = source[i + 1] === '?' ? null : ++count;
      stack.push({ inside: captures === null ? [] : [captures], captures, alternatives: false });
      // A lookaround matches without capturing.
      if (/^\(\?!/.test(source.slice(i))) stack[stack.length - 1]!.alternatives = true;
    } else if (char === ')' && stack.length > 1) {
      stack.pop();
      const outer = stack[stack.length - 1]!;
      const inner = top.alternatives ? top.inside.filter(group => group !== top.captures) : [];
      const isOptional = /^([?*]|\{(0|,))/.test(source.slice(i + 1));
      for (const group of isOptional ? top.inside : inner) unsure.add(group);
      outer.inside.push(...top.inside);
    }
  }
  if (stack.length !== 1) return [];
  if (stack[0]!.alternatives) return [];
  return Array.from({ length: count }, (_, i) => i + 1).filter(group => !unsure.has(group));
}

/** The index of the closing `]`. */
function endOfClass(source: string, open: number): number {
  for (let i = open + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '[') i = endOfClass(source, i);
    else if (source[i] === ']' && i > open + 1) return i;
  }
  return source.length;
}
