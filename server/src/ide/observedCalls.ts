/** What runs have shown about the dynamic call under the cursor, as Markdown; empty: nothing. */
import type { LearnedSite } from '../../../shared/src/profile';
import { contains } from '../base/span';
import { locate, type SeenCall, type Snapshot } from '../engine/snapshot';

const MOST_NAMES = 8;

export function showSeenCall(snapshot: Snapshot, path: string, offset: number): string {
  const found = snapshot.seenCalls(path).filter(call => {
    const location = locate(snapshot, call.place);
    return location !== null && contains(location.span, offset);
  });
  // The innermost one.
  const [call] = [...found].sort((a, b) => lengthOf(a) - lengthOf(b));
  return call === undefined ? '' : showSite(call.site);
}

function lengthOf({ place }: SeenCall): number {
  return place.span.end - place.span.start;
}

/** `seen: a, b (2 names, 4 calls) · open` */
function showSite({ kind, uses, category, more, nested }: LearnedSite): string {
  const calls = uses.reduce((sum, use) => sum + use.count, 0);
  const names = [...new Set(uses.flatMap(use => use.value ?? []))];
  const what = kind === 'eval' ? showCount(names.length, 'source') : showCount(names.length, 'name');
  const shown = names.slice(0, MOST_NAMES).map(escapeMarkdown).join(', ');
  const list = kind === 'eval' ? 'evaluated' : `seen: ${shown}${names.length > MOST_NAMES || more ? ', …' : ''}`;
  const inner = nested.length === 0 ? '' : ` · not understood: what ${nested.join(', ')} does`;
  return `${list} (${what}, ${showCount(calls, 'call')}) · ${category}${inner}`;
}

function showCount(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, '\\$&');
}
