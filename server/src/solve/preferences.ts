/** Preferences that make a counterexample easy to read, tried one after the other: nil, small numbers, short arrays. */
import type { Watched } from '../proof/obligation';

const MOST = 24;

export function preferencesFor(watched: readonly Watched[], values: readonly string[]): readonly string[] {
  const wishes = watched.flatMap((each, index) => preferencesOf(each, values[index]!));
  return wishes.slice(0, MOST);
}

function preferencesOf(watched: Watched, value: string): readonly string[] {
  switch (watched.role.type) {
    case 'frozen':
      return [`(not ${value})`];
    case 'default':
      return [`((_ is v-nil) ${value})`];
    case 'entry':
      return watched.role.part === 'present' ? [] : ofSort(watched, value);
    case 'size':
      return [`(<= ${value} 3)`, `(<= ${value} 1)`];
    case 'length':
      return [`(<= ${value} 3)`];
    case 'classOf':
      return preferExactClass(watched, value);
    case 'param':
    case 'field':
    case 'element':
      return ofSort(watched, value);
    default:
      return [];
  }
}

function ofSort(watched: Watched, value: string): readonly string[] {
  const { sort } = watched.term;
  switch (sort.kind) {
    case 'int':
      return isReference(watched) ? [] : [`(<= (- 99) ${value} 99)`, `(<= (- 9) ${value} 9)`];
    case 'real':
    case 'rational':
      return [`(= ${value} (to_real (to_int ${value})))`, `(<= (- 100.0) ${value} 100.0)`];
    case 'string':
      return [`(<= (str.len ${value}) 8)`];
    case 'named':
      return sort.name === 'Value' ? [`(=> ((_ is v-int) ${value}) (<= (- 99) (v-int-of ${value}) 99))`] : [];
    default:
      return [];
  }
}

function isReference(watched: Watched): boolean {
  const { rubyType } = watched;
  return !(rubyType.kind === 'nominal' && rubyType.name === 'Integer') && rubyType.kind !== 'literal';
}

/** Prefers the declared class over its descendants. */
function preferExactClass(watched: Watched, value: string): readonly string[] {
  const declared = watched.role.type === 'classOf' ? watched.role.names?.keys().next().value : undefined;
  return declared === undefined ? [] : [`(= ${value} |${declared}|)`];
}
