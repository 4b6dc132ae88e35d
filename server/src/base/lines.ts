/** Offsets <-> lines and characters (UTF-16). Handles \n, \r\n and \r as VS Code does. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) this.starts.push(i + 1);
    }
  }

  get lineCount(): number {
    return this.starts.length;
  }

  lineStart(line: number): number {
    return this.starts[Math.max(0, Math.min(line, this.starts.length - 1))]!;
  }

  /** The line without its line end. */
  lineText(line: number): string {
    const start = this.starts[line];
    if (start === undefined) return '';
    return this.text.slice(start, this.starts[line + 1] ?? this.text.length).replace(/[\r\n]+$/, '');
  }

  position(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= clamped) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: clamped - this.starts[low]! };
  }

  /** A character beyond the end of the line means the end of the line, as LSP requires. */
  offset(position: Position): number {
    if (position.line >= this.starts.length) return this.text.length;
    const start = this.lineStart(position.line);
    return Math.max(start, Math.min(start + position.character, start + this.lineText(position.line).length));
  }
}
