/** The source of inputs: the numbers and strings in the code, and a deterministic pseudo-random generator. */
import { hash } from '../base/hash';
import { partsOf } from '../ril/dataParts';

/** Numbers and strings in the method itself, where its behaviour may change. */
export function literalsOf(nodes: readonly unknown[]): { integers: readonly string[]; strings: readonly string[] } {
  const integers = new Set(['0', '1', '-1', '2']);
  const strings = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      if ('type' in node && 'value' in node && typeof node.value === 'string') note(node.type, node.value);
      partsOf(node).forEach(visit);
    }
  };
  const note = (type: unknown, text: string): void => {
    if (type === 'integer' && text.length < 40) for (const by of [-1n, 0n, 1n]) integers.add(String(BigInt(text) + by));
    if ((type === 'string' || type === 'symbol') && text.length < 20) strings.add(text);
  };
  nodes.forEach(visit);
  return { integers: [...integers], strings: [...strings] };
}

/** A small generator of pseudo-random numbers in [0, 1), seeded by the method's name (mulberry32). */
export function generator(key: string): () => number {
  let state = Number.parseInt(hash(key).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Whether a loop in the code runs as often as a number says. Then large numbers only take long. */
export function hasCountedLoop(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasCountedLoop);
  if (typeof node !== 'object' || node === null) return false;
  if ('kind' in node && (node.kind === 'while' || node.kind === 'range')) return true;
  if ('kind' in node && node.kind === 'call' && 'block' in node && node.block) return true;
  return partsOf(node).some(hasCountedLoop);
}
