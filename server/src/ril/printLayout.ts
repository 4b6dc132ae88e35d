/** Nested lists -> string: on one line if it fits, else each item on its own indented line. */
export type Sheet = string | SheetList;

export interface SheetList {
  readonly head: string;
  readonly items: readonly Sheet[];
  readonly open: string;
  readonly close: string;
  /** The length on one line. */
  readonly width: number;
}

const LINE = 100;

export function list(head: string, items: readonly Sheet[], open = '(', close = ')'): SheetList {
  const widths = items.map(item => (typeof item === 'string' ? item.length : item.width));
  const width = open.length + head.length + close.length + widths.reduce((sum, next) => sum + next + 1, 0);
  return { head, items, open, close, width };
}

export function render(sheet: Sheet): string {
  const out: string[] = [];
  write(sheet, 0, out);
  return out.join('');
}

function write(sheet: Sheet, indent: number, out: string[]): void {
  if (typeof sheet === 'string') out.push(sheet);
  else if (indent + sheet.width <= LINE) writeFlat(sheet, out);
  else writeBroken(sheet, indent, out);
}

function writeFlat(sheet: Sheet, out: string[]): void {
  if (typeof sheet === 'string') {
    out.push(sheet);
    return;
  }
  out.push(sheet.open, sheet.head);
  sheet.items.forEach((item, index) => {
    if (index > 0 || sheet.head !== '') out.push(' ');
    writeFlat(item, out);
  });
  out.push(sheet.close);
}

/** Short leading strings stay beside the head: `(def name …`. */
function writeBroken(sheet: SheetList, indent: number, out: string[]): void {
  out.push(sheet.open, sheet.head);
  let inline = true;
  sheet.items.forEach((item, index) => {
    inline &&= index < 2 && (typeof item === 'string' || item.width < 40);
    if (inline) {
      if (index > 0 || sheet.head !== '') out.push(' ');
      writeFlat(item, out);
      return;
    }
    out.push('\n', ' '.repeat(Math.min(indent + 2, LINE / 2)));
    write(item, Math.min(indent + 2, LINE / 2), out);
  });
  out.push(sheet.close);
}
