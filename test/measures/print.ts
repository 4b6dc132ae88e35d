/** `npm run measure`: the numbers of the source, on one page. */
import { countLibraryLines } from './libraryLines';
import { MOST_PARAMETERS, measureFolder, SOURCE } from './measures';

const { casts, blindCasts, nonNullAssertions, longParameterLists, moduleState } = measureFolder(SOURCE);
const list = (title: string, rows: readonly string[]): void =>
  console.log([`${title}: ${rows.length}`, ...rows.map(row => `  ${row}`)].join('\n'));

console.log(`casts: ${casts}\nnon-null assertions: ${nonNullAssertions}`);
list('`as never` and `as unknown as`', blindCasts);
list(
  `functions with more than ${MOST_PARAMETERS} parameters`,
  longParameterLists.map(({ path, name, count }) => `${path} ${name} ${count}`),
);
list('variables of modules that change', moduleState);
for (const [kind, lines] of countLibraryLines()) console.log(`lines of library code, ${kind}: ${lines}`);
