/** `# loupe:ignore CODE` at the end of the line. */
import type { Fixer } from './fix';

export const ignoreFixes: Fixer = ({ file }, diagnostic) => {
  const { line } = file.lines.position(diagnostic.location.span.start);
  const text = file.lines.lineText(line);
  const end = file.lines.lineStart(line) + text.length;
  const known = /#\s*loupe:\s*ignore\b[^#]*$/.exec(text);
  if (known === null && !mayTakeComment(text)) return [];
  const added = known === null ? `  # loupe:ignore ${diagnostic.code}` : `, ${diagnostic.code}`;
  return [
    {
      title: `Ignore ${diagnostic.code} on this line`,
      diagnostic,
      path: file.path,
      edits: [{ start: end, end, text: added }],
      preferred: false,
      certain: true,
    },
  ];
};

/** Not inside a comment (an annotation, perhaps), after a line that continues on the next, or where a heredoc starts. */
function mayTakeComment(text: string): boolean {
  return !text.trimStart().startsWith('#') && !text.trimEnd().endsWith('\\') && !/<<[~-]?['"`]?[A-Za-z_]/.test(text);
}
