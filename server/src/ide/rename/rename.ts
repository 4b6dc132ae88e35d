/**
 * Renames the name under the cursor. Locals, parameters with their names in annotations, and fields are renamed
 * completely; for methods, classes and constants the result says where it is in doubt.
 */
import type { Snapshot } from '../../engine/snapshot';
import { type Occurrences, occurrencesAt } from '../occurrences';
import { wordAt } from '../wordAt';
import { explainWhyConstantIsFixed, renameConstant } from './constants';
import { explainWhyMethodIsFixed, renameMethods } from './methods';
import { type LinkedParameter, linkedParameterAt } from './parameters';
import { type Refused, type Rename, renameOccurrence } from './renaming';

/** The edits of a rename, or why it is not possible. */
export function renameAt(snapshot: Snapshot, path: string, offset: number, newName: string): Rename | Refused {
  const linked = linkedParameterAt(snapshot, path, offset);
  if (linked !== null) return renameLinked(linked, newName);
  const found = occurrencesAt(snapshot, path, offset);
  if (found === null) return { refused: 'there is no name here' };
  const refused = explainWhyFixed(snapshot, path, offset, found) ?? explainInvalidName(found, newName);
  if (refused !== null) return { refused };
  if (found.what === 'method') return renameMethods(snapshot, path, offset, newName);
  if (found.what === 'constant') return renameConstant(snapshot, path, offset, newName);
  const { word, places } = found;
  if (newName !== word.text && found.taken.has(newName)) return { refused: `${newName} means something else here` };
  return { renamings: places.map(place => renameOccurrence(place, word.text, newName)), missed: [] };
}

/** Where a new name would be typed; null: this cannot be renamed. */
export function renamedWordAt(snapshot: Snapshot, path: string, offset: number): ReturnType<typeof wordAt> {
  const linked = linkedParameterAt(snapshot, path, offset);
  if (linked !== null) return linked.fixed === null ? wordAt(snapshot.files.get(path)!.text, offset) : null;
  const found = occurrencesAt(snapshot, path, offset);
  return found === null || explainWhyFixed(snapshot, path, offset, found) !== null ? null : found.word;
}

function explainWhyFixed(snapshot: Snapshot, path: string, offset: number, found: Occurrences): string | null {
  const { what, word, fixed } = found;
  const why =
    what === 'method'
      ? explainWhyMethodIsFixed(snapshot, path, offset)
      : what === 'constant'
        ? explainWhyConstantIsFixed(snapshot, path, offset)
        : fixed;
  return why === null ? null : `${word.text} cannot be renamed: ${why}`;
}

function explainInvalidName({ what }: Occurrences, newName: string): string | null {
  return NAMES[what].test(newName) ? null : `"${newName}" is not the name of a ${NOUNS[what]}`;
}

const LOCAL = /^[a-z_]\w*$/;
const NAMES: Readonly<Record<Occurrences['what'], RegExp>> = {
  local: LOCAL,
  binder: LOCAL,
  field: /^@@?[A-Za-z_]\w*$/,
  method: /^[a-z_]\w*[?!]?$/,
  constant: /^[A-Z]\w*$/,
};

const NOUNS: Readonly<Record<Occurrences['what'], string>> = {
  local: 'local',
  binder: 'local',
  field: 'field',
  method: 'method',
  constant: 'class or constant',
};

function renameLinked(
  { path, name, parameter, binders, fixed, taken }: LinkedParameter,
  newName: string,
): Rename | Refused {
  if (fixed !== null) return { refused: `${name} cannot be renamed: ${fixed}` };
  if (!LOCAL.test(newName)) return { refused: `"${newName}" is not the name of a local` };
  if (taken.has(newName)) return { refused: `${newName} means something else here` };
  const inDefinition = parameter.map(({ span, writes, shorthand }) => ({
    location: { path, span },
    writes,
    shorthand,
  }));
  const inAnnotations = binders
    .flatMap(({ declared, uses }) => [declared, ...uses])
    .map(span => ({ location: { path, span }, writes: false }));
  const renamings = [...inAnnotations, ...inDefinition].map(place => renameOccurrence(place, name, newName));
  return { renamings: renamings.sort((a, b) => a.location.span.start - b.location.span.start), missed: [] };
}
