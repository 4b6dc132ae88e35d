/**
 * `%a{loupe: pure: true}` before a method in RBS: the arguments of `label` in a package, for that method. Each is read as
 * the statement `label :m, pure: true`.
 */
import { fileAnchor, type Place, type Span } from '../../base/span';
import { lower } from '../../lower/lower';
import { parseCoreLabels } from '../../parse/coreLabels';
import { eachDeclaration, fullName } from '../../parse/rbsNames';
import type { RbsFile, RbsMethod } from '../../parse/rbsSyntax';
import type { RubyParser } from '../../parse/rubyParser';
import type { PackageFile } from '../../program/program';
import { anchorsIn } from '../anchors';
import type { PackageReading } from './readPackage';

const PREFIX = /^loupe:\s*/;

/** Null: there is no such annotation. */
export function readRbsLabels(parser: RubyParser, file: PackageFile, rbs: RbsFile): PackageReading | null {
  const found: Pick<PackageReading, 'labels' | 'problems'>[] = [];
  eachDeclaration([rbs], ({ declaration, nesting }) => {
    if (declaration.kind !== 'class' && declaration.kind !== 'module') return;
    const owner = fullName(declaration.name, nesting);
    for (const member of declaration.members)
      if (member.kind === 'method') found.push(...labelsOf(parser, file, owner, member));
  });
  if (found.length === 0) return null;
  return {
    file,
    input: null,
    labels: found.flatMap(one => one.labels),
    problems: found.flatMap(one => one.problems),
    placeOf: place => place,
  };
}

function labelsOf(
  parser: RubyParser,
  file: PackageFile,
  owner: string,
  { name, on, annotations }: RbsMethod,
): readonly Pick<PackageReading, 'labels' | 'problems'>[] {
  return annotations.flatMap(({ text, span }) => {
    const prefix = PREFIX.exec(text)?.[0];
    if (prefix === undefined) return [];
    const start = span.start + prefix.length;
    const read = readLabel(parser, file.path, { name, text: text.slice(prefix.length), start });
    const place: Place = { anchor: fileAnchor(file.path), span };
    const signs = on === 'both' ? ['#', '.'] : [on === 'singleton' ? '.' : '#'];
    const labels = signs.flatMap(sign => read.labels.map(one => ({ ...one, key: `${owner}${sign}${name}`, place })));
    if (labels.length === 0) return [{ labels, problems: [{ code: 'LP2531', place, args: {} }] }];
    return [{ labels, problems: read.problems }];
  });
}

interface WrittenLabel {
  readonly name: string;
  readonly text: string;
  /** Where the text starts in the RBS file. */
  readonly start: number;
}

function readLabel(parser: RubyParser, path: string, { name, text, start }: WrittenLabel) {
  const before = `class C\nlabel :"${name}", `;
  const document = parser.open(path, `${before}${text}\nend\n`);
  const outline = document.outline();
  const ril = lower(outline, null);
  document.close();
  const anchors = anchorsIn(ril);
  const { value, problems } = parseCoreLabels(ril);
  const within = (offset: number): number => start + Math.min(Math.max(offset - before.length, 0), text.length);
  const toFile = ({ anchor, span }: Place): Place => {
    const at = anchors.get(anchor) ?? 0;
    const moved: Span = { start: within(at + span.start), end: within(at + span.end) };
    return { anchor: fileAnchor(path), span: moved };
  };
  const isRuby = outline.problems.length === 0 && ril.problems.length === 0;
  return {
    labels: isRuby ? value.methods : [],
    problems: problems.map(one => ({ ...one, place: toFile(one.place) })),
  };
}
