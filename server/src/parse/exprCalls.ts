/**
 * What follows an operand: `.m`, `&.m`, `::A`, `[i]`, arguments and blocks. White space decides nothing: `x [1]` is an
 * index and `x -1` a difference; only a word or literal after a method's name is its argument (`a.is_a? Money`).
 */
import type { Block, BlockArg, Param } from '../ril/ril';
import { blockParams } from './exprBlockParams';
import { argumentsUntil, type CallArguments, callArgumentsUntil, commandArgument, sequenceUntil } from './exprLists';
import {
  acceptOperator,
  atKeyword,
  atOperator,
  callNode,
  type ExprNode,
  type ExprReader,
  next,
  node,
  rescanAt,
  unexpected,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

export function postfix(reader: ExprReader, first: ExprNode): ExprNode {
  let left = first;
  for (;;) {
    if (atOperator(reader, '.') || atOperator(reader, '&.')) left = methodCall(reader, left);
    else if (atOperator(reader, '::')) left = scoped(reader, left);
    else if (atOperator(reader, '[')) left = index(reader, left);
    else return left;
  }
}

function index(reader: ExprReader, left: ExprNode): ExprNode {
  const open = next(reader);
  const args = argumentsUntil(reader, ']', open);
  const parts = { receiver: left.expr, method: '[]', methodStart: open.start, methodEnd: reader.lastEnd, args };
  return callNode(reader, parts, left.start, reader.lastEnd);
}

function scoped(reader: ExprReader, left: ExprNode): ExprNode {
  const after = reader.text.slice(reader.token.end);
  if (!/^\s*\p{Lu}[\p{L}\p{N}_]*(?![\p{L}\p{N}_?!(])/u.test(after)) return methodCall(reader, left);
  next(reader);
  const name = next(reader);
  const span = spanIn(reader.source, left.start, name.end);
  return node({ kind: 'const', span, scope: left.expr, name: name.text }, left.start, name.end);
}

const OPERATOR_METHODS = new Set('+ - * / % ** == != < <= > >= <=> === << >> ! =~ !~ & | ^ ~'.split(' '));

function methodCall(reader: ExprReader, left: ExprNode): ExprNode {
  const dot = next(reader);
  const safe = dot.text === '&.';
  if (atOperator(reader, '(')) return finishCall(reader, left, { ...dot, text: 'call' }, safe);
  // After a dot any word is a method's name, and so is an operator.
  const { kind, text } = reader.token;
  const isName = kind === 'identifier' || kind === 'constant' || kind === 'keyword';
  if (!isName && !(kind === 'operator' && OPERATOR_METHODS.has(text))) return unexpected(reader, 'a method name');
  const name = { ...reader.token, kind: 'identifier' as const };
  reader.token = name;
  next(reader);
  return finishCall(reader, left, name, safe);
}

function finishCall(reader: ExprReader, left: ExprNode | null, name: ExprToken, safe: boolean): ExprNode {
  const start = left?.start ?? name.start;
  const { args, pass, bare } = callArguments(reader, name);
  const block = blockLiteral(reader) ?? pass;
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

function callArguments(reader: ExprReader, name: ExprToken): Arguments {
  if (atOperator(reader, '(') && (reader.token.start === name.end || name.text === 'call')) {
    return { ...callArgumentsUntil(reader, ')', next(reader), true), bare: false };
  }
  if (!beginsArgument(reader, name)) return { args: [], pass: null, bare: true };
  rescanAt(reader, reader.token.start);
  const args = [commandArgument(reader)];
  // Inside brackets a comma is the bracket's.
  while (reader.brackets === 0 && acceptOperator(reader, ',')) args.push(commandArgument(reader));
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

/** `t.is_a? Money`, `valid x`: a word or literal straight after a method's name, on the same line. */
function beginsArgument(reader: ExprReader, name: ExprToken): boolean {
  const { kind, text, start } = reader.token;
  if (start === name.end || reader.text.slice(name.end, start).includes('\n')) return false;
  if (kind === 'identifier' && text === 'implies') return false;
  if (kind === 'keyword') return VALUES.has(text);
  if (kind === 'operator' && text === ':' && reader.ternaries === 0)
    return /^:["\p{L}_]/u.test(reader.text.slice(start));
  return BEGINS_ARGUMENT.has(kind);
}

/** A bare word: a binder, a block's parameter, or a call of self's method. */
export function identifierCall(reader: ExprReader): ExprNode {
  const name = next(reader);
  if (reader.locals.has(name.text) && !atArguments(reader, name)) return local(reader, name);
  if (reader.implicit !== null && /^(it|_[1-9])$/.test(name.text) && !atArguments(reader, name)) {
    reader.implicit.names.add(name.text);
    return local(reader, name);
  }
  return finishCall(reader, null, name, false);
}

function atArguments(reader: ExprReader, name: ExprToken): boolean {
  return atOperator(reader, '(') && reader.token.start === name.end;
}

function local(reader: ExprReader, name: ExprToken): ExprNode {
  const span = spanIn(reader.source, name.start, name.end);
  return node({ kind: 'var', span, scope: 'local', name: name.text }, name.start, name.end);
}

function blockLiteral(reader: ExprReader): BlockArg | null {
  if (!atOperator(reader, '{') && !atKeyword(reader, 'do')) return null;
  return { type: 'block', block: block(reader, null) };
}

/** Reads `{ |x| … }` or `do |x| … end`; `given`: the parameters of a lambda, which stand before. */
function block(reader: ExprReader, given: readonly Param[] | null): Block {
  const open = next(reader);
  const outer = { locals: reader.locals, implicit: reader.implicit, ternaries: reader.ternaries };
  const written = given === null && acceptOperator(reader, '|') ? blockParams(reader, '|') : null;
  const params = given ?? written?.params ?? null;
  const implicit = params === null ? { names: new Set<string>() } : null;
  reader.locals = new Set([...outer.locals, ...(params ?? []).flatMap(namesOf), ...(written?.locals ?? [])]);
  reader.implicit = implicit;
  reader.ternaries = 0;
  const atEnd = (): boolean => (open.text === '{' ? atOperator(reader, '}') : atKeyword(reader, 'end'));
  const body = sequenceUntil(reader, atEnd);
  if (atEnd()) next(reader);
  else unexpected(reader, open.text === '{' ? '`}`' : '`end`');
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
export function lambda(reader: ExprReader): ExprNode {
  const arrow = next(reader);
  const params = acceptOperator(reader, '(') ? blockParams(reader, ')').params : [];
  if (!atOperator(reader, '{') && !atKeyword(reader, 'do')) return unexpected(reader, '`{`');
  const body = block(reader, params);
  const span = spanIn(reader.source, arrow.start, reader.lastEnd);
  return node({ kind: 'lambda', span, block: body }, arrow.start, reader.lastEnd);
}
