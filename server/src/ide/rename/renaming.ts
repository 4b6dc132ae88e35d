/** What a rename changes, and what it may miss. */
import type { Location } from '../../base/span';
import type { Occurrence } from '../occurrences';

/** Why it is not certain that a place means the renamed method or constant, or that all places were found. */
export type Doubt = 'unknown-receiver' | 'symbol' | 'computed-name' | 'not-read';

export const DOUBTS: Readonly<Record<Doubt, string>> = {
  'unknown-receiver': 'Calls on receivers of unknown type',
  symbol: 'Symbols and strings with this name',
  'computed-name': 'Calls by a computed name, which cannot be renamed',
  'not-read': 'Code that is not analysed',
};

export interface Renaming {
  readonly location: Location;
  readonly text: string;
  /** Absent: certain. */
  readonly doubt?: Doubt;
}

/** A place that may mean the renamed method, and cannot be edited. */
export interface Missed {
  readonly location: Location;
  readonly doubt: Doubt;
}

export interface Rename {
  readonly renamings: readonly Renaming[];
  readonly missed: readonly Missed[];
}

export interface Refused {
  readonly refused: string;
}

export function renameOccurrence({ location, shorthand }: Occurrence, name: string, newName: string): Renaming {
  if (!shorthand) return { location, text: newName };
  const span = { start: location.span.start, end: location.span.end + 1 };
  return { location: { ...location, span }, text: `${name}: ${newName}` };
}
