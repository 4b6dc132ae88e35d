/** Names inside the text of a clause, for guesses that say it of something else. */

/** The name of a local as a reader knows it; null: it has none. */
export function nameIn(key: string): string | null {
  const name = key.slice(key.indexOf('/') + 1);
  return /^[a-z_]\w*$/.test(name) ? name : null;
}

export function replaced(text: string, name: string, by: string): string {
  return text.replace(word(name, 'g'), by);
}

/** The name where it stands by itself: not in a longer one, not as a method of something. */
export function word(name: string, flags = ''): RegExp {
  return new RegExp(`(?<![\\w@]|(?<!\\.)\\.)${name}(?![\\w?!])`, flags);
}
