/**
 * An `.rbi` file -> its classes and the types of their methods. It is Ruby with signatures and without bodies: parsed,
 * never run. A file with a syntax error says so once; what could be read of it counts.
 */
import type { Problem } from '../../base/problem';
import { anchorPath, fileAnchor, type Place, shift } from '../../base/span';
import { lower } from '../../lower/lower';
import { parseAnnotations } from '../../parse/annotations';
import type { RubyParser } from '../../parse/rubyParser';
import type { PackageFile } from '../../program/program';
import type { ResolveInput } from '../../resolve/resolve';
import { anchorsIn } from '../anchors';
import { messageOf } from '../stages';

export interface RbiReading {
  readonly file: PackageFile;
  readonly input: ResolveInput;
  readonly problems: readonly Problem[];
  /** The place in the file, for anything that was read from it. */
  readonly placeOf: (place: Place) => Place;
}

export function readRbi(parser: RubyParser, file: PackageFile, text: string): RbiReading {
  try {
    return readWhole(parser, file, text);
  } catch (error) {
    const place = { anchor: fileAnchor(file.path), span: { start: 0, end: 0 } };
    const ril = { path: file.path, declarations: [], directives: [], problems: [], lowered: 0 };
    const problems = [{ code: 'LP9003', place, args: { message: messageOf(error) } }];
    return { file, input: { ril, annotations: [] }, problems, placeOf: one => one };
  }
}

function readWhole(parser: RubyParser, file: PackageFile, text: string): RbiReading {
  const document = parser.open(file.path, text);
  const outline = document.outline();
  const ril = lower(outline, null);
  document.close();
  const anchors = anchorsIn(ril);
  const placeOf = ({ anchor, span }: Place): Place => ({
    anchor: fileAnchor(anchorPath(anchor)),
    span: shift(span, anchors.get(anchor) ?? 0),
  });
  const annotations = parseAnnotations(ril).value.map(one =>
    one.kind === 'method' || one.kind === 'attribute' ? { ...one, notation: 'rbi' as const } : one,
  );
  const first = [...outline.problems, ...ril.problems].slice(0, 1);
  const problems = first.map(problem => ({ ...problem, place: placeOf(problem.place) }));
  return { file, input: { ril, annotations }, problems, placeOf };
}
