/** Names inside the source of a clause, for candidates that restate it about something else. */

export function replaceName(text: string, name: string, by: string): string {
  return text.replace(nameAsWord(name, 'g'), by);
}

/** The name as a whole word: not part of a longer one, not a method of a receiver. */
export function nameAsWord(name: string, flags = ''): RegExp {
  return new RegExp(`(?<![\\w@]|(?<!\\.)\\.)${name}(?![\\w?!])`, flags);
}
