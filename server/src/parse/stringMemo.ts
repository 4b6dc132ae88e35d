/** Caches facts about strings between outlines: each outline keeps only what it or the previous one used. */
export class TextMemo<T> {
  private last = new Map<string, T>();
  private now = new Map<string, T>();

  begin(): void {
    this.last = this.now;
    this.now = new Map();
  }

  of(text: string, find: () => T): T {
    const known = this.now.get(text) ?? this.last.get(text);
    const fact = known ?? find();
    this.now.set(text, fact);
    return fact;
  }
}
