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

/** The name of a method alone: `split`, `empty?`, `cents=`, `<=>`. */
export function isCallName(text: string): boolean {
  return text.length <= 200 && (/^[\p{L}_][\p{L}\p{M}\p{N}_]*[?!=]?$/u.test(text) || OPERATOR.test(text));
}

const OPERATOR = /^(\[\]=?|\*\*|[+\-~!]@?|<=>|===?|=~|![=~]|<<|>>|<=|>=|[*/%&|^<>`])$/;

/** `req:a`, `rest:`, as `parameters` of a method lists them. */
export function isParameter(text: string): boolean {
  const [kind = '', name = ''] = text.split(':');
  return /^[a-z]{1,10}$/.test(kind) && (name === '' || /^[*&]{1,2}$/.test(name) || isVariableName(name));
}

/** A file that a program loads by a computed name: relative, and below the folder that it is searched in. */
export function isLoadName(text: string): boolean {
  return text.length <= 500 && /^[\w.+-]+(\/[\w.+-]+)*$/.test(text) && !text.split('/').includes('..');
}
