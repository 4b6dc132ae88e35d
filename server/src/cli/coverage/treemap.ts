/** A squarified treemap (Bruls, Huizing, van Wijk): areas in proportion to weights, none of them thin. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Placed<T> {
  readonly item: T;
  readonly area: Rectangle;
}

export function layOut<T>(items: readonly T[], weight: (item: T) => number, frame: Rectangle): readonly Placed<T>[] {
  const total = items.reduce((sum, item) => sum + weight(item), 0);
  const scale = total === 0 ? 0 : (frame.width * frame.height) / total;
  const sorted = [...items].sort((a, b) => weight(b) - weight(a)).map(item => ({ item, size: weight(item) * scale }));
  const placed: Placed<T>[] = [];
  let rest = frame;
  let at = 0;
  while (at < sorted.length) {
    const side = Math.min(rest.width, rest.height);
    let end = at + 1;
    while (end < sorted.length && worst(sorted.slice(at, end + 1), side) <= worst(sorted.slice(at, end), side)) end++;
    const row = sorted.slice(at, end);
    rest = placeRow(row, rest, placed);
    at = end;
  }
  return placed;
}

interface Sized<T> {
  readonly item: T;
  readonly size: number;
}

/** The greatest ratio of two sides in a row along `side`. */
function worst(row: readonly Sized<unknown>[], side: number): number {
  const sum = row.reduce((total, { size }) => total + size, 0);
  const depth = side === 0 ? 0 : sum / side;
  if (depth === 0) return 1;
  return Math.max(...row.map(({ size }) => Math.max(depth / (size / depth), size / depth / depth)));
}

/** Returns what is left of the frame. */
function placeRow<T>(row: readonly Sized<T>[], frame: Rectangle, placed: Placed<T>[]): Rectangle {
  const sum = row.reduce((total, { size }) => total + size, 0);
  const isUpright = frame.width >= frame.height;
  const side = isUpright ? frame.height : frame.width;
  const depth = side === 0 ? 0 : sum / side;
  let along = 0;
  for (const { item, size } of row) {
    const length = depth === 0 ? 0 : size / depth;
    placed.push({
      item,
      area: isUpright
        ? { x: frame.x, y: frame.y + along, width: depth, height: length }
        : { x: frame.x + along, y: frame.y, width: length, height: depth },
    });
    along += length;
  }
  return isUpright
    ? { ...frame, x: frame.x + depth, width: Math.max(0, frame.width - depth) }
    : { ...frame, y: frame.y + depth, height: Math.max(0, frame.height - depth) };
}
