/** Labels in the syntax of annotations. */
import type { FrameEntry, Labels } from '../types/annotation';

/** With a leading comma, or empty: `, :pure, modifies: { self: :@min }`. */
export function showLabels(labels: Labels): string {
  const shown = [
    ...(labels.pure ? [':pure'] : []),
    ...(labels.exact ? [':exact'] : []),
    ...(labels.modular ? ['modular: true'] : []),
    ...showFrame('modifies', labels.modifies),
    ...showFrame('protects', labels.protects),
    ...(labels.raises === null ? [] : [`raises: [${labels.raises.join(', ')}]`]),
  ];
  return shown.map(label => `, ${label}`).join('');
}

export function showFrame(word: string, frame: readonly FrameEntry[] | null): readonly string[] {
  if (frame === null) return [];
  const owners = [...new Set(frame.map(entry => entry.owner))];
  const entries = owners.map(owner => {
    const fields = frame.filter(entry => entry.owner === owner).map(entry => `:${entry.field}`);
    return `${/^@/.test(owner) ? `'${owner}'` : owner}: ${fields.length === 1 ? fields[0] : `[${fields.join(', ')}]`}`;
  });
  return [entries.length === 0 ? `${word}: {}` : `${word}: { ${entries.join(', ')} }`];
}
