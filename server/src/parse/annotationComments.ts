/**
 * Annotations in comments. `##% name<t> : (t) -> t :pure` is DRuby's language with our types; `#: …` is rbs-inline's
 * short form. A block of comment lines holds one or more annotations, each of one or more lines. A block that names
 * methods or classes, but not the definition directly below it, is an error.
 */
import type { Span } from '../base/span';
import type { CommentDeclaration, DefinitionBelow } from '../ril/declarations';
import type { MethodTarget } from '../types/annotation';
import type { TypeParam } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import { readLabels } from './annotationLabels';
import { splitAnnotations } from './annotationLines';
import { readRbsComment } from './annotationRbs';
import { type CommentHead, readHead } from './commentHead';
import { describesDefinition, readTypeParams, readUpperBounds, reportMisfit, targetOf } from './commentTarget';
import { readTypeArguments } from './rbsGeneric';
import { readRbsTags } from './rbsInline';
import { readRefinementComment } from './refinementComment';
import { parseArguments } from './refinementParser';
import { readRequiredAncestors } from './sorbetComments';
import { placeIn, segmentsFrom, type TextSource } from './sourceText';
import { hasMisleadingError, readBareType, readMethodType } from './typeParser';
import { readYardTags } from './yardTags';

export function readComment(ctx: AnnotationContext, comment: CommentDeclaration): void {
  if (comment.style === '#:') {
    readRbsComment(ctx, comment);
    return;
  }
  if (comment.style === '#[') {
    readTypeArguments(ctx, comment);
    return;
  }
  if (comment.style === '#') {
    readRbsTags(ctx, comment);
    readRequiredAncestors(ctx, comment);
    readYardTags(ctx, comment);
    return;
  }
  if (comment.style === '# loupe:') {
    readRefinementComment(ctx, comment);
    return;
  }
  const [first] = comment.lines;
  if (first && comment.lines.every(line => line.text.trim() === ''))
    ctx.problems.push({
      code: 'LP2005',
      place: { anchor: ctx.anchor, span: markerSpan(comment, first.span) },
      args: {},
    });
  const texts = splitAnnotations(ctx.anchor, comment.lines, startsAnnotation, isSeparate);
  const read = texts.map(({ text, source }) => ({ text, source, head: readHeadOf(text, source) }));
  const names = read.flatMap(({ head, source }) =>
    head === null || head.subject === 'self' ? [] : [{ head, source }],
  );
  const isFitting = read.length > names.length || names.some(({ head }) => describesDefinition(head, comment.below));
  if (names[0] !== undefined && !isFitting) {
    reportMisfit(ctx, names[0].head, names[0].source, comment.below);
    return;
  }
  for (const { text, source, head } of read) {
    if (head !== null) takeHead(ctx, head, text, source, comment.below);
    else readAnnotation(ctx, text, source);
  }
}

/** Nothing follows the marker, so problems are reported at the marker. */
function markerSpan({ style }: CommentDeclaration, { start }: Span): Span {
  return { start: Math.max(0, start - style.length), end: start };
}

const VARIABLE = /^\s*(@{1,2}[\p{L}_]\w*|\$\w+|%\w+)\s*:(?![:\w])\s*/u;
const LABEL = /^\s*(pure|exact|modular|modifies|protects|raises|verify|typecheck|wrap)\s*:\s*[^(]/u;
/** `Integer -> Integer`, which does not continue a complete annotation. */
const BARE_TYPE = /^\s*[\p{L}_][\p{L}\p{N}_:<>[\], ]*(->|→)/u;

function startsAnnotation(line: string): boolean {
  if (/^\s*\(/u.test(line) || VARIABLE.test(line) || BARE_TYPE.test(line)) return true;
  return !LABEL.test(line) && readHead(line, { anchor: '', segments: [] }) !== null;
}

/** `A<t>` and `A <= B` need neither a colon nor an arrow. */
function isWithoutType(text: string): boolean {
  const head = readHeadOf(text, { anchor: '', segments: [] });
  return head !== null && head.subject !== 'method' && head.problems.length === 0;
}

/** `@x Integer`, `f(Integer) -> Integer` */
const WITHOUT_COLON = /^\s*(?:@{1,2}[\p{L}_]\w*|\$\w+|[\p{Ll}_][\p{L}\p{N}_]*[?!=]?(?=\s*\())\s*/u;

/** A variable and its colon are in no type but an object type. A second line for one name is an overload. */
function isSeparate(before: string, line: string): boolean {
  if (isWithoutType(before)) return true;
  if (/^\s*[@$]/.test(line) && VARIABLE.test(line)) return !isSquareOpen(before);
  if (/^\s*[@$]/.test(before) && !VARIABLE.test(before)) return true;
  const name = nameOfHead(before);
  return name !== null && name === nameOfHead(line);
}

function nameOfHead(text: string): string | null {
  const head = readHeadOf(text, { anchor: '', segments: [] });
  return head?.subject === 'method' ? `${head.name.owner ?? ''}.${head.name.name}` : null;
}

function isSquareOpen(text: string): boolean {
  return (text.match(/\[/g)?.length ?? 0) > (text.match(/\]/g)?.length ?? 0);
}

function readHeadOf(text: string, source: TextSource): CommentHead | null {
  return VARIABLE.test(text) || /^\s*[@$%]/.test(text) ? null : readHead(text, source);
}

function readAnnotation(ctx: AnnotationContext, text: string, source: TextSource): void {
  const match = VARIABLE.exec(text);
  const from = match?.[0].length ?? 0;
  const inner = { ...source, segments: segmentsFrom(source, from) };
  const name = match?.[1];
  if (match !== null && text.slice(from).trim() === '') {
    reportEmptyType(ctx, source, text);
    return;
  }
  if (name?.startsWith('%')) readAlias(ctx, name, text.slice(from), inner);
  else if (name !== undefined) readVariable(ctx, name, text.slice(from), inner);
  else if (!reportMissingColon(ctx, text, source)) readMethod(ctx, { type: 'next' }, text, source, []);
}

/** At the name: nothing follows its colon. */
function reportEmptyType(ctx: AnnotationContext, source: TextSource, text: string): void {
  const place = placeIn(source, text.search(/\S/), text.trimEnd().length);
  ctx.problems.push({ code: 'LP2005', place, args: {} });
}

function reportMissingColon(ctx: AnnotationContext, text: string, source: TextSource): boolean {
  const end = WITHOUT_COLON.exec(text)?.[0].length;
  if (end === undefined) return false;
  const word = /^(?:[\p{L}\p{N}_]+|\S|$)/u.exec(text.slice(end))?.[0] ?? '';
  const args = { expected: '`:` and a type', found: word === '' ? 'the end' : `\`${word}\`` };
  ctx.problems.push({ code: 'LP2001', place: placeIn(source, end, end + word.length), args });
  return true;
}

function takeHead(
  ctx: AnnotationContext,
  head: CommentHead,
  text: string,
  source: TextSource,
  below: DefinitionBelow | null,
): void {
  ctx.problems.push(...head.problems);
  if (head.problems.length > 0) return;
  const about = head.subject === 'class' ? head.name.name : below?.kind === 'class' ? below.name : null;
  readUpperBounds(ctx, head, source, about);
  if (head.subject === 'class') readTypeParams(ctx, head, source);
  if (head.subject !== 'method') return;
  if (text.slice(head.end).trim() === '') {
    reportEmptyType(ctx, source, text);
    return;
  }
  const inner = { ...source, segments: segmentsFrom(source, head.end) };
  readMethod(ctx, targetOf(head.name, source), text.slice(head.end), inner, head.params);
}

function readMethod(
  ctx: AnnotationContext,
  target: MethodTarget,
  text: string,
  source: TextSource,
  typeParams: readonly TypeParam[],
): void {
  const read = readMethodType(text, source);
  ctx.problems.push(...read.problems);
  const after = hasMisleadingError(read.problems) ? { args: [], problems: [] } : labelsAfter(text, source, read.end);
  ctx.problems.push(...after.problems);
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place: placeIn(source, 0, text.length),
    target,
    type: { ...read.value, typeParams },
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
