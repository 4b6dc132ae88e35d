/**
 * RBS inline's tags: `# @rbs (A) -> B`, `# @rbs x: A`, `# @rbs return: B`, `# @rbs &block: (A) -> B`, `# @rbs @field: A`,
 * `# @rbs generic T`, `# @rbs module-self A`, `# @rbs inherits A[B]`, `# @rbs!` with members in RBS. Lines that are indented deeper continue a
 * tag. Types of parameters are collected into one declaration, whose definition says what the parameters are.
 */
import type { CommentDeclaration } from '../ril/declarations';
import { ANY, DYNAMIC, type ParamType, type Type, UNTYPED_METHOD } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import { type CommentText, joinLines } from './annotationLines';
import { finishReading, pushMethod, readOverloadsOf, readWholeType } from './annotationRbs';
import { readUses } from './rbsDeclarations';
import { readEmbeddedRbs } from './rbsEmbedded';
import { readGeneric } from './rbsGeneric';
import { rbsReader, readUnlessTooDeep } from './rbsReader';
import type { RbsUse } from './rbsSyntax';
import { readSignature } from './rbsTypes';
import { placeIn, segmentsFrom, spanIn } from './sourceText';

type Line = CommentDeclaration['lines'][number];

const TAG = /^(\s*)@rbs(!|[ \t]+|$)/;

export function readRbsTags(ctx: AnnotationContext, comment: CommentDeclaration): void {
  const drafts: Named = { params: [], result: null, block: null, first: null };
  for (const tag of tagsIn(comment.lines)) readTag(ctx, tag, comment, drafts);
  if (drafts.first === null) return;
  const result = drafts.result ?? DYNAMIC;
  const type = {
    ...UNTYPED_METHOD,
    anyArgs: false,
    params: drafts.params,
    result,
    resultSpan: drafts.resultSpan ?? null,
  };
  pushMethod(ctx, drafts.first, type, 'some');
}

interface Tag {
  readonly embedded: boolean;
  readonly lines: readonly Line[];
}

/** Each tag with the lines that continue it; the tag itself is cut off. */
function tagsIn(lines: readonly Line[]): readonly Tag[] {
  const tags: { embedded: boolean; lines: Line[]; indent: number }[] = [];
  let open = false;
  for (const line of lines) {
    const match = TAG.exec(line.text);
    const current = tags[tags.length - 1];
    if (match) {
      const cut = match[0].length;
      const start = line.span.start + cut;
      const rest = { text: line.text.slice(cut), span: { start, end: line.span.end } };
      tags.push({ embedded: match[2] === '!', lines: [rest], indent: match[1]?.length ?? 0 });
      open = true;
    } else if (open && current && isContinuation(line.text, current)) current.lines.push(line);
    else if (line.text.trim() !== '' || !current?.embedded) open = false;
  }
  return tags;
}

/** Fields in embedded RBS begin with `@`, and so do tags of other tools elsewhere. */
function isContinuation(
  text: string,
  { indent, embedded }: { readonly indent: number; readonly embedded: boolean },
): boolean {
  const own = text.search(/\S/);
  return own > indent && (embedded || text[own] !== '@');
}

/** What the tags of one comment say about the parameters and the result. */
interface Named {
  params: ParamType[];
  result: Type | null;
  resultSpan?: ParamType['span'];
  block: Type | null;
  first: CommentText | null;
}

const PARAMETER = /^\s*(\*{0,2}|&)\s*([\p{L}_][\p{L}\p{N}_]*)?\s*:(?!:)/u;
const VARIABLE = /^\s*(self\.)?(@{1,2}[\p{L}_][\p{L}\p{N}_]*)\s*:(?!:)/u;
const WORD = /^\s*(module-self|return|returns|yields|generic|inherits|use|skip|override|class|module)\b\s*:?/;

function readTag(ctx: AnnotationContext, tag: Tag, comment: CommentDeclaration, named: Named): void {
  if (tag.embedded) {
    readEmbeddedRbs(ctx, joinLines(ctx.anchor, tag.lines));
    return;
  }
  const whole = withoutDescription(joinLines(ctx.anchor, tag.lines));
  const { text } = whole;
  if (/^\s*(\(|\[|\{|\?\{|->|\|)/.test(text)) {
    readOverloadsOf(ctx, text, whole.source);
    return;
  }
  const variable = VARIABLE.exec(text);
  if (variable) {
    readField(ctx, sliceFrom(whole, variable[0].length), variable[2] ?? '', variable[1] !== undefined);
    return;
  }
  const word = WORD.exec(text);
  if (word && !isParameterNamed(comment, word[1] ?? '')) {
    readWord(ctx, word[1] ?? '', sliceFrom(whole, word[0].length), comment, named);
    return;
  }
  const parameter = PARAMETER.exec(text);
  if (parameter)
    readParameter(ctx, sliceFrom(whole, parameter[0].length), parameter[1] === '&', nameIn(parameter), named);
  else if (text.trim() !== '' && !text.trimStart().startsWith('%a'))
    reportNotRead(ctx, whole, `@rbs ${text.trim().split(/\s/)[0]}`);
}

/** `# @rbs skip: Integer` is about a parameter of that name; `return:` never is. */
function isParameterNamed({ lines }: CommentDeclaration, word: string): boolean {
  const isAmbiguous = /^(skip|override|use|generic|inherits|class|module)$/.test(word);
  return isAmbiguous && lines.some(line => new RegExp(`@rbs\\s+${word}\\s*:`).test(line.text));
}

/** `*`, `**` and `&` are the names of parameters without one. */
function nameIn([, sign = '', name]: RegExpExecArray): string | null {
  return name ?? (sign === '' ? null : sign);
}

function sliceFrom({ text, source }: CommentText, at: number): CommentText {
  return { text: text.slice(at), source: { ...source, segments: segmentsFrom(source, at) } };
}

/** `T -- what it is` */
function withoutDescription(whole: CommentText): CommentText {
  const at = whole.text.search(/(^|\s)--(\s|$)/);
  return at < 0 ? whole : { ...whole, text: whole.text.slice(0, at) };
}

function reportNotRead(ctx: AnnotationContext, { text, source }: CommentText, what: string): void {
  ctx.problems.push({ code: 'LP2209', place: placeIn(source, 0, text.length), args: { what: `\`${what}\`` } });
}

function readParameter(
  ctx: AnnotationContext,
  one: CommentText,
  isBlock: boolean,
  name: string | null,
  named: Named,
): void {
  named.first ??= one;
  const type = isBlock ? readBlockType(ctx, one) : readWholeType(ctx, one.text, one.source);
  const start = one.text.search(/\S|$/);
  const span = spanIn(one.source, start, one.text.trimEnd().length);
  if (name !== null) named.params.push({ kind: 'required', name, type, refinement: null, span });
}

/** `(A) -> B`, or `? (A) -> B` for one that may be missing. */
function readBlockType(ctx: AnnotationContext, { text, source }: CommentText): Type {
  const optional = /^\s*\?(?!\{)/.exec(text);
  const reader = rbsReader(text, source.anchor);
  reader.at = optional?.[0].length ?? 0;
  const method = readUnlessTooDeep(reader, () => readSignature(reader));
  finishReading(ctx, reader, source);
  if (method === null) return DYNAMIC;
  const proc: Type = { kind: 'proc', method: withoutSpans(method) };
  return optional ? { kind: 'union', members: [proc, { kind: 'nil' }] } : proc;
}

function withoutSpans(method: Extract<Type, { kind: 'proc' }>['method']): Extract<Type, { kind: 'proc' }>['method'] {
  return { ...method, params: method.params.map(param => ({ ...param, span: null })), resultSpan: null };
}

function readField(ctx: AnnotationContext, { text, source }: CommentText, name: string, ofClass: boolean): void {
  const place = placeIn(source, 0, text.length);
  const type = readWholeType(ctx, text, source);
  const written = { text, place, segments: source.segments, notation: 'rbs-inline' } as const;
  const owner = { className: null, classPlace: null, ...(ofClass && { singleton: true as const }) };
  const target = { ...owner, names: [name] };
  ctx.annotations.push({ kind: 'variable', anchor: ctx.anchor, place, ...target, type, refinement: null, written });
}

function readWord(
  ctx: AnnotationContext,
  word: string,
  one: CommentText,
  { below }: CommentDeclaration,
  named: Named,
): void {
  const place = placeIn(one.source, 0, one.text.length);
  const className = below?.kind === 'class' ? below.name : null;
  switch (word) {
    case 'return':
    case 'returns':
      named.first ??= one;
      named.result = /^\s*void\s*$/.test(one.text) ? ANY : readWholeType(ctx, one.text, one.source);
      named.resultSpan = spanIn(one.source, one.text.search(/\S|$/), one.text.trimEnd().length);
      return;
    case 'generic':
      readGeneric(ctx, one, className);
      return;
    case 'module-self':
      ctx.annotations.push({
        kind: 'moduleSelf',
        anchor: ctx.anchor,
        place,
        type: readWholeType(ctx, one.text, one.source),
        className,
      });
      return;
    case 'inherits': {
      const type = readWholeType(ctx, one.text, one.source);
      const args = type.kind === 'nominal' ? type.args : [];
      ctx.annotations.push({ kind: 'inherits', anchor: ctx.anchor, place, args, className });
      return;
    }
    case 'use':
      ctx.annotations.push({ kind: 'use', anchor: ctx.anchor, place, uses: readUseClauses(ctx, one) });
      return;
    // Nothing is generated from a definition here, so there is nothing to skip; overrides are compared anyway.
    case 'skip':
    case 'override':
      return;
    default:
      ctx.problems.push({ code: 'LP2209', place, args: { what: `\`@rbs ${word}\`` } });
  }
}

function readUseClauses(ctx: AnnotationContext, { text, source }: CommentText): readonly RbsUse[] {
  const reader = rbsReader(`use ${text}`, source.anchor);
  const uses = readUses(reader);
  const place = placeIn(source, 0, text.length);
  const [problem] = reader.problems;
  if (problem) ctx.problems.push({ ...problem, place });
  return uses;
}
