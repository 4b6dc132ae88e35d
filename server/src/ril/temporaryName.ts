/** Locals that lowering introduces: their names start with a character that no Ruby program can use in one. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith('%');
}
