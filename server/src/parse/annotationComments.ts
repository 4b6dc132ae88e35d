/**
 * Annotations in comments. `##% name : (Integer) -> Integer :pure` is DRuby's style in our type language; `#: …` is
 * rbs-inline's short form. A block of comment lines holds one or several annotations, each over one or several lines.
 */
import type { Place, Span } from '../base/span';
import type { CommentDeclaration } from '../ril/declarations';
import type { MethodTarget } from '../types/annotation';
import type { AnnotationContext } from './annotationContext';
import { readLabels } from './annotationLabels';
import { readRbsComment } from './annotationRbs';
import { commentTexts } from './annotationText';
import { parseArguments } from './refinementParser';
import { placeIn, segmentsFrom, type TextSource } from './sourceText';
import { readBareType, readMethodType } from './typeParser';

export function readComment(ctx: AnnotationContext, comment: CommentDeclaration): void {
  if (comment.style === '#:') {
    readRbsComment(ctx, comment);
    return;
  }
  const [first] = comment.lines;
  if (first && comment.lines.every(line => line.text.trim() === ''))
    ctx.problems.push({
      code: 'LP2005',
      place: { anchor: ctx.anchor, span: markerSpan(comment, first.span) },
      args: {},
    });
  for (const { text, source } of commentTexts(ctx.anchor, comment.lines, startsAnnotation))
    readAnnotation(ctx, text, source);
}

/** The text after the marker is empty: the marker is what can be shown. */
function markerSpan({ style }: CommentDeclaration, { start }: Span): Span {
  return { start: Math.max(0, start - style.length), end: start };
}

const NAME = String.raw`(?:self\.)?(?:[\p{L}_][\p{L}\p{N}_]*[?!=]?|\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+\-!~]@|[+\-*/%<>~^&|])`;
const HEAD = new RegExp(String.raw`^\s*(${NAME}|@{1,2}[\p{L}_]\w*|\$\w+|%\w+)\s*:(?![:\w])\s*`, 'u');

function startsAnnotation(line: string): boolean {
  return (
    /^\s*\(/u.test(line) ||
    (HEAD.test(line) &&
      !/^\s*(pure|exact|modular|modifies|protects|raises|verify|typecheck|wrap)\s*:\s*[^(]/u.test(line))
  );
}

function readAnnotation(ctx: AnnotationContext, text: string, source: TextSource): void {
  const head = HEAD.exec(text);
  const name = head?.[1] ?? null;
  const from = head?.[0].length ?? 0;
  const rest = text.slice(from);
  const inner = { ...source, segments: segmentsFrom(source, from) };
  if (name !== null && /^[@$]/.test(name)) readVariable(ctx, name, rest, inner);
  else if (name?.startsWith('%')) readAlias(ctx, name, rest, inner);
  else {
    const at = name === null ? 0 : text.indexOf(name);
    readMethod(ctx, target(name, placeIn(source, at, at + (name?.length ?? 0))), rest, inner);
  }
}

function readMethod(ctx: AnnotationContext, target: MethodTarget, text: string, source: TextSource): void {
  const read = readMethodType(text, source);
  ctx.problems.push(...read.problems);
  const after = read.problems.some(problem => problem.code === 'LP2001')
    ? { args: [], problems: [] }
    : labelsAfter(text, source, read.end);
  ctx.problems.push(...after.problems);
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place: placeIn(source, 0, text.length),
    target,
    type: read.value,
    text: text.slice(0, read.end).trim(),
    labels: readLabels(ctx, after.args),
    typePlace: placeIn(source, 0, read.end),
    segments: segmentsFrom(source, text.search(/\S|$/)),
    origin: null,
  });
}

function labelsAfter(text: string, source: TextSource, end: number): ReturnType<typeof parseArguments> {
  const rest = text.slice(end).trim();
  if (rest === '' || /^(,|:|[a-z_]+:)/u.test(rest)) return parseArguments(text, source, end);
  const start = end + text.slice(end).indexOf(rest[0]!);
  const place = placeIn(source, start, start + rest.length);
  return { args: [], problems: [{ code: 'LP2004', place, args: { found: rest } }] };
}

function target(name: string | null, place: Place): MethodTarget {
  if (name === null) return { type: 'next' };
  const singleton = name.startsWith('self.');
  const method = singleton ? name.slice('self.'.length) : name;
  return { type: 'named', className: null, method, singleton, place, classPlace: null };
}

function readVariable(ctx: AnnotationContext, name: string, text: string, source: TextSource): void {
  const read = wholeBareType(ctx, text, source);
  const place = placeIn(source, 0, text.length);
  const { type, refinement } = read;
  ctx.annotations.push({
    kind: 'variable',
    anchor: ctx.anchor,
    place,
    className: null,
    classPlace: null,
    names: [name],
    type,
    refinement,
    written: { text, place, segments: source.segments },
  });
}

function readAlias(ctx: AnnotationContext, name: string, text: string, source: TextSource): void {
  const { type } = wholeBareType(ctx, text, source);
  const place = placeIn(source, 0, text.length);
  const written = { text, place, segments: source.segments };
  ctx.annotations.push({ kind: 'typeAlias', anchor: ctx.anchor, place, name, type, written });
}

function wholeBareType(
  ctx: AnnotationContext,
  text: string,
  source: TextSource,
): ReturnType<typeof readBareType>['value'] {
  const read = readBareType(text, source);
  ctx.problems.push(...read.problems);
  const rest = text.slice(read.end).trim();
  if (rest !== '' && read.problems.length === 0) {
    ctx.problems.push({ code: 'LP2004', place: placeIn(source, read.end, text.length), args: { found: rest } });
  }
  return read.value;
}
