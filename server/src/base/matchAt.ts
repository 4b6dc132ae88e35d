/**
 * The match of a sticky pattern (`/…/y`) at exactly this position; leaves no state in the pattern that another match
 * could see.
 */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
