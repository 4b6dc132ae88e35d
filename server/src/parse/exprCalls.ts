/**
 * What follows an operand: `.m`, `&.m`, `::A`, `[i]`, arguments and blocks. White space is not significant: `x [1]` is
 * an index and `x -1` a difference; only a word or literal after a method name is its argument (`a.is_a? Money`).
 */
import type { Block, BlockArg, Param } from '../ril/ril';
import { parseBlockParams } from './exprBlockParams';
import {
  type CallArguments,
  parseArgumentsUntil,
  parseCallArgumentsUntil,
  parseCommandArgument,
  parseSequenceUntil,
} from './exprLists';
import {
  acceptOperator,
  atKeyword,
  atOperator,
  callNode,
  type ExprNode,
  type ExprReader,
  next,
  node,
  reportUnexpected,
  rescanAt,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

export function parsePostfix(reader: ExprReader, first: ExprNode): ExprNode {
  let left = first;
  for (;;) {
    if (atOperator(reader, '.') || atOperator(reader, '&.')) left = parseMethodCall(reader, left);
    else if (atOperator(reader, '::')) left = parseScoped(reader, left);
    else if (atOperator(reader, '[')) left = parseIndex(reader, left);
    else return left;
  }
}

function parseIndex(reader: ExprReader, left: ExprNode): ExprNode {
  const open = next(reader);
  const args = parseArgumentsUntil(reader, ']', open);
  const parts = { receiver: left.expr, method: '[]', methodStart: open.start, methodEnd: reader.lastEnd, args };
  return callNode(reader, parts, left.start, reader.lastEnd);
}

function parseScoped(reader: ExprReader, left: ExprNode): ExprNode {
  const after = reader.text.slice(reader.token.end);
  if (!/^\s*\p{Lu}[\p{L}\p{N}_]*(?![\p{L}\p{N}_?!(])/u.test(after)) return parseMethodCall(reader, left);
  next(reader);
  const name = next(reader);
  const span = spanIn(reader.source, left.start, name.end);
  return node({ kind: 'const', span, scope: left.expr, name: name.text }, left.start, name.end);
}

const OPERATOR_METHODS = new Set('+ - * / % ** == != < <= > >= <=> === << >> ! =~ !~ & | ^ ~'.split(' '));

function parseMethodCall(reader: ExprReader, left: ExprNode): ExprNode {
  const dot = next(reader);
  const safe = dot.text === '&.';
  if (atOperator(reader, '(')) return parseCallRest(reader, left, { ...dot, text: 'call' }, safe);
  // After a dot any word is a method name, and so is an operator.
  const { kind, text } = reader.token;
  const isName = kind === 'identifier' || kind === 'constant' || kind === 'keyword';
  if (!isName && !(kind === 'operator' && OPERATOR_METHODS.has(text))) return reportUnexpected(reader, 'a method name');
  const name = { ...reader.token, kind: 'identifier' as const };
  reader.token = name;
  next(reader);
  return parseCallRest(reader, left, name, safe);
}

function parseCallRest(reader: ExprReader, left: ExprNode | null, name: ExprToken, safe: boolean): ExprNode {
  const start = left?.start ?? name.start;
  const { args, pass, bare } = parseCallArguments(reader, name);
  const block = parseBlockLiteral(reader) ?? pass;
  const parts = {
    receiver: left?.expr ?? null,
    method: name.text,
    methodStart: name.start,
    methodEnd: name.end,
    args,
    block,
    safe,
    bare: left === null && bare && block === null,
  };
  return callNode(reader, parts, start, reader.lastEnd);
}

interface Arguments extends CallArguments {
  readonly bare: boolean;
}

function parseCallArguments(reader: ExprReader, name: ExprToken): Arguments {
  if (atOperator(reader, '(') && (reader.token.start === name.end || name.text === 'call')) {
    return { ...parseCallArgumentsUntil(reader, ')', next(reader), true), bare: false };
  }
  if (!beginsArgument(reader, name)) return { args: [], pass: null, bare: true };
  rescanAt(reader, reader.token.start);
  const args = [parseCommandArgument(reader)];
  // Inside brackets a comma separates the elements of the bracket.
  while (reader.brackets === 0 && acceptOperator(reader, ',')) args.push(parseCommandArgument(reader));
  return { args, pass: null, bare: false };
}

const BEGINS_ARGUMENT = new Set([
  'identifier',
  'constant',
  'instance',
  'class',
  'global',
  'integer',
  'float',
  'string',
]);
const VALUES = new Set(['self', 'nil', 'true', 'false']);

/** `t.is_a? Money`, `valid x`: a word or literal directly after a method name, on the same line. */
function beginsArgument(reader: ExprReader, name: ExprToken): boolean {
  const { kind, text, start } = reader.token;
  if (start === name.end || reader.text.slice(name.end, start).includes('\n')) return false;
  if (kind === 'identifier' && text === 'implies') return false;
  if (kind === 'keyword') return VALUES.has(text);
  if (kind === 'operator' && text === ':' && reader.ternaries === 0)
    return /^:["\p{L}_]/u.test(reader.text.slice(start));
  return BEGINS_ARGUMENT.has(kind);
}

/** A bare word: a binder, a block parameter, or a call on self. */
export function parseIdentifier(reader: ExprReader): ExprNode {
  const name = next(reader);
  if (reader.locals.has(name.text) && !hasArguments(reader, name)) return localNode(reader, name);
  if (reader.implicit !== null && /^(it|_[1-9])$/.test(name.text) && !hasArguments(reader, name)) {
    reader.implicit.names.add(name.text);
    return localNode(reader, name);
  }
  return parseCallRest(reader, null, name, false);
}

function hasArguments(reader: ExprReader, name: ExprToken): boolean {
  return atOperator(reader, '(') && reader.token.start === name.end;
}

function localNode(reader: ExprReader, name: ExprToken): ExprNode {
  const span = spanIn(reader.source, name.start, name.end);
  return node({ kind: 'var', span, scope: 'local', name: name.text }, name.start, name.end);
}

function parseBlockLiteral(reader: ExprReader): BlockArg | null {
  if (!atOperator(reader, '{') && !atKeyword(reader, 'do')) return null;
  return { type: 'block', block: parseBlock(reader, null) };
}

/** Reads `{ |x| … }` or `do |x| … end`; `given` holds the parameters of a lambda, which come first. */
function parseBlock(reader: ExprReader, given: readonly Param[] | null): Block {
  const open = next(reader);
  const outer = { locals: reader.locals, implicit: reader.implicit, ternaries: reader.ternaries };
  const written = given === null && acceptOperator(reader, '|') ? parseBlockParams(reader, '|') : null;
  const params = given ?? written?.params ?? null;
  const implicit = params === null ? { names: new Set<string>() } : null;
  reader.locals = new Set([...outer.locals, ...(params ?? []).flatMap(namesOf), ...(written?.locals ?? [])]);
  reader.implicit = implicit;
  reader.ternaries = 0;
  const atEnd = (): boolean => (open.text === '{' ? atOperator(reader, '}') : atKeyword(reader, 'end'));
  const body = parseSequenceUntil(reader, atEnd);
  if (atEnd()) next(reader);
  else reportUnexpected(reader, open.text === '{' ? '`}`' : '`end`');
  Object.assign(reader, outer);
  const span = spanIn(reader.source, open.start, reader.lastEnd);
  const made = implicitParams(implicit?.names ?? new Set(), span);
  return {
    span,
    params: params ?? made,
    locals: written?.locals ?? [],
    implicitParams: made.length > 0,
    ownScope: true,
    body: body.expr,
  };
}

function namesOf(param: Param): string[] {
  if (param.name !== null) return [param.name];
  return (param.destructure ?? []).flatMap(target =>
    target.type === 'one' && target.target.kind === 'var' ? [target.target.name] : [],
  );
}

function implicitParams(names: ReadonlySet<string>, span: Param['span']): Param[] {
  const required = (name: string): Param => ({ kind: 'required', span, name, default: null, destructure: null });
  if (names.has('it')) return [required('it')];
  const highest = Math.max(0, ...[...names].map(name => Number(name.slice(1))));
  return Array.from({ length: highest }, (_, index) => required(`_${index + 1}`));
}

/** `->(x) { … }` */
export function parseLambda(reader: ExprReader): ExprNode {
  const arrow = next(reader);
  const params = acceptOperator(reader, '(') ? parseBlockParams(reader, ')').params : [];
  if (!atOperator(reader, '{') && !atKeyword(reader, 'do')) return reportUnexpected(reader, '`{`');
  const body = parseBlock(reader, params);
  const span = spanIn(reader.source, arrow.start, reader.lastEnd);
  return node({ kind: 'lambda', span, block: body }, arrow.start, reader.lastEnd);
}
