/** The tail of a named type: its binder and its refinement. The predicate itself is read last (typeReader.ts). */
import type { Refinement } from '../types/type';
import { refinementExtent } from './refinementExtent';
import { placeIn } from './sourceText';
import { advance, jumpTo, report, type TypeReader } from './typeReader';

const WORDS_OF_THE_GRAMMAR = new Set(['or', 'and']);

export function nameFollows(reader: TypeReader): boolean {
  const { kind, text } = reader.token;
  return (
    kind === 'name' && /^(\p{Ll}|_(?!\p{Lu}))/u.test(text) && !text.includes('::') && !WORDS_OF_THE_GRAMMAR.has(text)
  );
}

/** The name after a type, which is added to the scope; null if there is none. */
export function readBinder(reader: TypeReader): string | null {
  if (!nameFollows(reader)) {
    reportCapitalisedBinder(reader);
    return null;
  }
  const name = advance(reader);
  if (name.text === 'self') {
    report(reader, 'LP2017', name.start, name.end, { name: name.text });
    return null;
  }
  if (reader.scope.names.has(name.text)) report(reader, 'LP2010', name.start, name.end, { name: name.text });
  reader.scope.names.add(name.text);
  return name.text;
}

/** `Integer X { … }`: certainly meant as a name, but Ruby would read a constant. */
function reportCapitalisedBinder(reader: TypeReader): void {
  const { kind, text, start, end } = reader.token;
  if (kind !== 'name' || WORDS_OF_THE_GRAMMAR.has(text)) return;
  report(reader, 'LP2017', start, end, { name: text });
  advance(reader);
}

/** Reads from the opening brace on. */
export function readRefinement(reader: TypeReader, binder: string | null): Refinement {
  const open = reader.token.start;
  const extent = refinementExtent(reader.text, open);
  if (extent.unclosed !== null) {
    const close = extent.unclosed === '{' ? '}' : '}}';
    report(reader, 'LP2003', open, open + extent.unclosed.length, { open: extent.unclosed, close });
  }
  jumpTo(reader, extent.after);
  if (extent.unclosed !== null && extent.after === reader.text.length) reader.lost = true;
  const clauses: Refinement['clauses'][number][] = [];
  const hole = findHole(reader.text.slice(extent.start, extent.end));
  const end = extent.start + (hole?.before ?? extent.end - extent.start);
  if (extent.start === extent.end) report(reader, 'LP2103', open, extent.after);
  else if (end > extent.start) reader.pending.push({ start: extent.start, end, scope: reader.scope, clauses });
  const place = hole && placeIn(reader.source, extent.start + hole.at, extent.end);
  if (place) reader.holes.push(place);
  return {
    binder,
    text: reader.text.slice(extent.start, extent.end),
    place: placeIn(reader.source, extent.start, extent.end),
    clauses,
    ...(place && { hole: place }),
  };
}

/** `??` alone, or as the last conjunct. Anywhere else it is Ruby's literal for a question mark. */
function findHole(text: string): { readonly before: number; readonly at: number } | null {
  const found = /(?:^|\s*(?:&&|∧|\band\b)\s*)\?\?$/u.exec(text);
  return found && { before: found.index, at: text.length - 2 };
}

/** Skips a refinement whose binder was already reported. */
export function skipRefinement(reader: TypeReader): null {
  const before = reader.pending.length;
  readRefinement(reader, null);
  reader.pending.length = before;
  return null;
}
