/**
 * A file of a package -> types, labels and bodies of a library, in the language of server/core and server/prelude:
 * `type`, `label`, `def` and `alias` in classes and modules. The file is data: it is parsed and never run. Anything else
 * in it is reported and left out. All places are offsets of the file.
 */
import type { Problem } from '../../base/problem';
import { anchorPath, fileAnchor, type Place, shift } from '../../base/span';
import { lower } from '../../lower/lower';
import { parseAnnotations } from '../../parse/annotations';
import { type CoreLabel, isLabelStatement, parseCoreLabels } from '../../parse/coreLabels';
import type { RubyParser } from '../../parse/rubyParser';
import type { PackageFile } from '../../program/program';
import type { ResolveInput } from '../../resolve/resolve';
import type { Declaration, RilFile } from '../../ril/declarations';
import { anchorsIn } from '../anchors';

export interface PackageReading {
  readonly file: PackageFile;
  /** Types and bodies; null: there are only labels. */
  readonly input: ResolveInput | null;
  readonly labels: readonly CoreLabel[];
  readonly problems: readonly Problem[];
  /** The place in the file, for anything that was read from it. */
  readonly placeOf: (place: Place) => Place;
}

export function readPackage(parser: RubyParser, file: PackageFile, text: string): PackageReading {
  const document = parser.open(file.path, text);
  const outline = document.outline();
  const ril = lower(outline, null);
  document.close();
  const anchors = anchorsIn(ril);
  const placeOf = (place: Place): Place => inFile(place, anchors);
  const refused: Problem[] = [];
  const kept: RilFile = { ...ril, declarations: keepDescriptions(ril.declarations, refused, false) };
  const labels = parseCoreLabels(kept);
  const classLabels = labels.value.classes.map(({ place }) => refuse(place));
  const annotated: RilFile = { ...kept, declarations: withoutLabels(kept.declarations) };
  const annotations = parseAnnotations(annotated, undefined, true);
  const problems = [...outline.problems, ...ril.problems, ...refused, ...labels.problems, ...classLabels];
  return {
    file,
    input: { ril: annotated, annotations: annotations.value },
    labels: labels.value.methods,
    problems: [...problems, ...annotations.problems].map(each => ({ ...each, place: placeOf(each.place) })),
    placeOf,
  };
}

function inFile({ anchor, span }: Place, anchors: ReadonlyMap<string, number>): Place {
  return { anchor: fileAnchor(anchorPath(anchor)), span: shift(span, anchors.get(anchor) ?? 0) };
}

/** What describes a library; the rest is reported. */
function keepDescriptions(
  declarations: readonly Declaration[],
  problems: Problem[],
  inClass: boolean,
): readonly Declaration[] {
  return declarations.flatMap((one): readonly Declaration[] => {
    if (one.kind === 'class' || one.kind === 'module')
      return [{ ...one, body: keepDescriptions(one.body, problems, true) }];
    if (one.kind === 'singleton' && inClass && one.target.kind === 'self')
      return [{ ...one, body: keepDescriptions(one.body, problems, true) }];
    if (one.kind === 'comment' || (inClass && isDescription(one))) return [one];
    problems.push(refuse({ anchor: one.anchor, span: one.span }));
    return [];
  });
}

function isDescription(declaration: Declaration): boolean {
  switch (declaration.kind) {
    case 'method':
      return declaration.singleton === null || declaration.singleton.kind === 'self';
    case 'alias':
      return true;
    case 'statement':
      return isLabelStatement(declaration) || isType(declaration.expr);
    default:
      return false;
  }
}

function isType(expr: { readonly kind: string }): boolean {
  return expr.kind === 'call' && 'method' in expr && expr.method === 'type' && 'receiver' in expr && !expr.receiver;
}

function refuse(place: Place): Problem {
  return { code: 'LP2531', place, args: {} };
}

/** Only `parseCoreLabels` knows them. */
function withoutLabels(declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.flatMap((one): readonly Declaration[] => {
    if (one.kind === 'class' || one.kind === 'module' || one.kind === 'singleton')
      return [{ ...one, body: withoutLabels(one.body) }];
    return isLabelStatement(one) ? [] : [one];
  });
}
