/** Names in traces and profiles are checked: they may be forged. */

const LONGEST = 500;

export function isClassName(text: string): boolean {
  return text.length <= LONGEST && /^\p{Lu}[\p{L}\p{M}\p{N}_]*(::\p{Lu}[\p{L}\p{M}\p{N}_]*)*$/u.test(text);
}

/** Relative, with forward slashes, and inside the workspace. */
export function isWorkspacePath(text: string): boolean {
  if (text === '' || text.length > 4096 || text.startsWith('/') || /[\p{Cc}\\]|^[A-Za-z]:/u.test(text)) return false;
  return text.split('/').every(part => part !== '' && part !== '.' && part !== '..');
}

/** `Money#split`, `Money.parse`, `(block)#to_s`, `obj.name` */
export function isMethodName(text: string): boolean {
  return text.length <= LONGEST && !/[\p{Cc}]/u.test(text) && /[#.]\S/.test(text);
}

export function isVariableName(text: string): boolean {
  return text.length <= LONGEST && /^@{0,2}[\p{L}_][\p{L}\p{M}\p{N}_]*[?!]?$/u.test(text);
}
