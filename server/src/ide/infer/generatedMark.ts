/**
 * The mark of what Loupe wrote. In Ruby files a comment above a line says that the line was inferred; an RBS file
 * starts with it, followed by a hash of the rest, so that a change by hand is noticed. Nothing without the mark, and
 * nothing that was changed by hand, is ever replaced.
 */
import { hash } from '../../base/hash';

export const MARK = '# loupe:inferred';
const MARKED_LINE = /^[ \t]*# loupe:inferred[ \t]*$/;
const ANNOTATION = /^[ \t]*(?:##%|#:|type[ \t(]|var_type[ \t(])/;
const FIELD = /^[ \t]*(?:##% *@|var_type[ \t(])/;

/** Removes the lines that Loupe wrote. */
export function withoutGenerated(text: string): string {
  if (!text.includes(MARK)) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  let isAfterField = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const next = lines[i + 1] ?? '';
    if (MARKED_LINE.test(line) && ANNOTATION.test(next)) {
      isAfterField = FIELD.test(next);
      i++;
      continue;
    }
    // The empty line that keeps the comment of a field apart from what follows.
    if (!(isAfterField && line.trim() === '')) kept.push(line);
    isAfterField = false;
  }
  return kept.join('\n');
}

const HEAD = `${MARK} `;

export function markRbs(body: string): string {
  return `${HEAD}${hash(body)}\n# Written by \`loupe infer --write rbs\`; --update writes it again. A file that was changed by hand is kept.\n\n${body}`;
}

/** `edited`: Loupe wrote it, and it was changed by hand. `foreign`: Loupe did not write it. */
export function originOfRbs(text: string): 'generated' | 'edited' | 'foreign' {
  if (!text.startsWith(HEAD)) return 'foreign';
  const [first = '', , , ...rest] = text.split('\n');
  return first.slice(HEAD.length) === hash(rest.join('\n')) ? 'generated' : 'edited';
}
