/**
 * Blanks the methods of an `.rbi` file that nothing can call by name, so that only the others are parsed: generated files
 * declare hundreds of methods, of which a program uses a few. Offsets stay. Only methods on one line, as tools write
 * them, with their `sig`s directly above are blanked; anything else is left to the parser.
 */
const METHOD = /^\s*def (?:self\.)?([^\s(;]+)[^;]*; end\s*$/;
const SIG = /^\s*sig(?:\(:final\))? \{.*\}\s*$/;
const OPEN_SIG = /^(\s*)sig(?:\(:final\))? do\s*$/;

export interface Slice {
  readonly text: string;
  /** The names of the methods that were left out. */
  readonly omitted: readonly string[];
}

export function sliceRbi(text: string, isCalled: (name: string) => boolean): Slice {
  const lines = text.split('\n');
  const omitted: string[] = [];
  let first: number | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const name = METHOD.exec(line)?.[1];
    if (name !== undefined) {
      if (!isCalled(name)) {
        omitted.push(name);
        for (let i = first ?? at; i <= at; i++) lines[i] = ' '.repeat(lines[i]?.length ?? 0);
      }
      first = null;
    } else if (SIG.test(line)) first ??= at;
    else {
      const end = endOfSig(lines, at);
      first = end === null ? null : (first ?? at);
      at = end ?? at;
    }
  }
  return omitted.length === 0 ? { text, omitted } : { text: lines.join('\n'), omitted };
}

/** The line of the `end` of a `sig do` at this line; null: there is none. */
function endOfSig(lines: readonly string[], at: number): number | null {
  const indent = OPEN_SIG.exec(lines[at] ?? '')?.[1];
  if (indent === undefined) return null;
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.trimEnd() === `${indent}end`) return i;
    if (METHOD.test(line) || line.trim() === '') return null;
  }
  return null;
}

/** A method without the sign at its end: `name=` is called as `name = …`. */
export function baseName(method: string): string {
  return method.replace(/[?!=]$/, '');
}
