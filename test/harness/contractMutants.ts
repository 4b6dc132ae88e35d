/** Mutants of a contract: small changes of its labels and refinements. See ide/bodyMutants.ts for those of bodies. */
import { type Mutant, OPERATORS, replace, textOf } from '../../server/src/ide/bodyMutants';

/** Changes the labels: a frame that allows nothing. */
export function labelMutants(text: string, type: { readonly end: number }): readonly Mutant[] {
  const line = text.slice(type.end, text.indexOf('\n', type.end));
  const found = /(?:modifies|protects): \{[^}]*\S[^}]*\}/.exec(line);
  if (found === null) return [];
  const start = type.end + found.index;
  return [replace('contract: nothing may be written', { start, end: start + found[0].length }, 'modifies: {}')];
}

/** Changes a type string: each comparison and number in a refinement, and preconditions removed. */
export function contractMutants(
  text: string,
  type: { readonly start: number; readonly end: number },
): readonly Mutant[] {
  const found: Mutant[] = [];
  for (const clause of refinements(text, type)) {
    const written = textOf(text, clause);
    for (const match of written.matchAll(/<=|>=|==|!=|(?<![-=<>])[<>](?![=>])|\b\d+\b/g)) {
      const at = { start: clause.start + match.index, end: clause.start + match.index + match[0].length };
      const others = /\d/.test(match[0])
        ? [String(Number(match[0]) + 1), `(${match[0]} - 1)`]
        : (OPERATORS[match[0]] ?? []);
      for (const other of others) found.push(replace(`contract: ${other} for ${match[0]}`, at, other));
    }
    found.push(replace(`contract: without ${written}`, clause, ' true '));
  }
  return found;
}

/** The sources between the complete braces that follow a binder. */
function refinements(text: string, { start, end }: { start: number; end: number }): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  let from = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === '{' && depth++ === 0) from = at + 1;
    if (text[at] === '}' && --depth === 0) found.push({ start: from, end: at });
  }
  return found;
}
