/**
 * YARD's tags above a method: `@param x [A]`, `@return [B]`, `@yieldparam`, `@yieldreturn`, `@raise [E]`, and
 * `@!attribute [r] name` with its `@return`. They become one hint: what the author says, shown with its origin, and
 * never a contract. Tags below an `@overload`, `@!method` or another directive describe something else and are left out.
 */
import type { CommentDeclaration } from '../ril/declarations';
import { type MethodTarget, NO_LABELS } from '../types/annotation';
import { showMethodType } from '../types/show';
import { type BlockType, DYNAMIC, type MethodType, type ParamType, type Type, UNTYPED_METHOD } from '../types/type';
import { makeUnion } from '../types/union';
import { type AnnotationContext, placeAt } from './annotationContext';
import { readYardType } from './yardType';

type Line = CommentDeclaration['lines'][number];

/** `@param [A] x` and `@param x [A]` are both in use. */
const TAG = /^(\s*)@(param|return|yieldparam|yieldreturn|raise|overload|!attribute)\b\s*(.*)$/u;
const TYPED =
  /^(?:([*&]{0,2}[\p{L}_][\p{L}\p{N}_]*[?!:]?)\s+)?\[([^\]]*(?:\[[^\]]*\][^\]]*)*)\](?:\s+([*&]{0,2}[\p{L}_]\w*))?/u;
const ATTRIBUTE = /^\[([rw]+)\]\s+([\p{L}_]\w*)/u;

interface Result {
  readonly type: Type;
  /** The first of its tags. */
  readonly line: Line;
}

interface Said {
  readonly params: ParamType[];
  readonly yielded: ParamType[];
  readonly raises: string[];
  yields: Type | null;
  result: Result | null;
  attribute: string | null;
}

export function readYardTags(ctx: AnnotationContext, comment: CommentDeclaration): void {
  const said: Said = { params: [], yielded: [], raises: [], yields: null, result: null, attribute: null };
  for (const line of topLevelTags(comment.lines)) readTag(said, line);
  const [first] = comment.lines;
  const hasTypes = said.params.length > 0 || said.result !== null || said.yielded.length > 0 || said.yields !== null;
  if (first === undefined || (!hasTypes && said.raises.length === 0)) return;
  if (said.attribute === null && comment.below?.kind === 'class') return;
  pushHint(ctx, comment, said);
}

/** Lines that are indented below an `@overload` or a directive belong to it. */
function topLevelTags(lines: readonly Line[]): readonly Line[] {
  let owner: number | null = null;
  return lines.filter(({ text }) => {
    const indent = text.search(/\S|$/);
    if (owner !== null && indent > owner) return false;
    owner = /^\s*@(overload\b|!(?!attribute\b))/.test(text) ? indent : null;
    return owner === null;
  });
}

function readTag(said: Said, line: Line): void {
  const tag = TAG.exec(line.text);
  if (tag === null) return;
  const [, , word, rest = ''] = tag;
  if (word === '!attribute') {
    said.attribute = ATTRIBUTE.exec(rest)?.[2] ?? null;
    return;
  }
  const typed = TYPED.exec(rest);
  if (typed === null) return;
  const type = readYardType(typed[2] ?? '');
  const name = (typed[1] ?? typed[3] ?? '').replace(/^[*&]+|:$/g, '');
  const param: ParamType = { kind: 'required', name, type, refinement: null, span: line.span };
  if (word === 'param' && name !== '') said.params.push(param);
  else if (word === 'yieldparam') said.yielded.push({ ...param, name: name === '' ? null : name, span: null });
  else if (word === 'yieldreturn') said.yields = type;
  else if (word === 'raise') said.raises.push(...(typed[2] ?? '').split(/\s*,\s*/).filter(one => /^[\w:]+$/.test(one)));
  // A comment may list its results one by one.
  else if (word === 'return') said.result = said.result ? joinResult(said.result, type) : { type, line };
}

function joinResult({ type, line }: Result, other: Type): Result {
  const isUnknown = type.kind === 'dynamic' || other.kind === 'dynamic';
  return { type: isUnknown ? DYNAMIC : makeUnion([type, other]), line };
}

function pushHint(ctx: AnnotationContext, comment: CommentDeclaration, said: Said): void {
  const place = placeAt(ctx, said.result?.line.span ?? comment.lines[0]?.span ?? comment.span);
  const type: MethodType = {
    ...UNTYPED_METHOD,
    anyArgs: false,
    params: said.params,
    block: blockOf(said),
    result: said.result?.type ?? DYNAMIC,
  };
  const named = said.attribute;
  const target: MethodTarget =
    named === null
      ? { type: 'next' }
      : { type: 'named', className: null, method: named, singleton: false, place, classPlace: null };
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place,
    target,
    type,
    text: showMethodType(type),
    labels: { ...NO_LABELS, raises: said.raises.length > 0 ? said.raises : null },
    typePlace: place,
    segments: [],
    origin: null,
    notation: 'yard',
    byName: 'some',
    hint: true,
  });
}

function blockOf({ yielded, yields }: Said): BlockType | null {
  if (yielded.length === 0 && yields === null) return null;
  const type = { ...UNTYPED_METHOD, anyArgs: false, params: yielded, result: yields ?? DYNAMIC };
  return { type, optional: true };
}
