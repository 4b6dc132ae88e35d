/**
 * The value of a name for each `k`, as a refinement: `r == (k == 0 ? 1 : k == 1 ? 5 : 7)`, arrays and hashes by their
 * parts.
 */
import { type Input, KEYS } from './conformanceInputs';
import type { Shape } from './conformanceRuby';

const NONE: Shape = { text: 'nil' };

/** The value of `name` for k = 0, 1, 2, …; one entry per k. */
export function column(name: string, shapes: readonly Shape[]): string {
  if (shapes.every(shape => 'text' in shape)) return `${name} == ${chooseByInput(shapes.map(shape => shape.text))}`;
  if (shapes.every(shape => 'items' in shape)) {
    const lengths = shapes.map(shape => shape.items.length);
    const items = Array.from({ length: Math.max(...lengths) }, (_, i) =>
      column(
        `${name}[${i}]`,
        shapes.map(shape => shape.items[i] ?? NONE),
      ),
    );
    return conjunction([`${name}.size == ${chooseByInput(lengths.map(String))}`, ...items]);
  }
  if (!shapes.every(shape => 'entries' in shape)) throw new Error(`${name} is not always of one kind`);
  const tables = shapes.map(shape => new Map(shape.entries));
  return entries(name, tables, [...new Set(tables.flatMap(table => [...table.keys()]))]);
}

/** The same for inputs. For hashes it also states which keys are missing. */
export function inputColumn(name: string, inputs: readonly Input[]): string {
  if (!inputs.every(input => input.entries !== undefined)) return column(name, inputs.map(shapeOf));
  const tables = inputs.map(
    ({ entries: held }) => new Map([...held!].map(([key, value]) => [key, { text: `${value}` }])),
  );
  return conjunction([`${name}.default.nil?`, entries(name, tables, KEYS)]);
}

function shapeOf({ text, elements }: Input): Shape {
  return elements === null ? { text } : { items: elements.map(shapeOf) };
}

function entries(name: string, tables: readonly ReadonlyMap<string, Shape>[], keys: readonly string[]): string {
  return conjunction([
    `${name}.size == ${chooseByInput(tables.map(table => String(table.size)))}`,
    ...keys.flatMap(key => [
      `${name}.key?(${key}) == ${chooseByInput(tables.map(table => String(table.has(key))))}`,
      column(
        `${name}[${key}]`,
        tables.map(table => table.get(key) ?? NONE),
      ),
    ]),
  ]);
}

/** `(k == 0 ? 1 : 5)`; equal neighbours share a branch. */
function chooseByInput(texts: readonly string[]): string {
  const [first] = texts;
  if (texts.every(text => text === first)) return first!;
  const branches = texts.flatMap((text, k) =>
    k < texts.length - 1 && text !== texts[k + 1] ? [`k <= ${k} ? ${text} : `] : [],
  );
  return `(${branches.join('')}${texts.at(-1)})`;
}

export function conjunction(parts: readonly string[]): string {
  return parts.join(' && ');
}
