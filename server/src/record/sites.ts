/**
 * Probes of dynamic calls. Each records the name or source that the call uses, and the receiver, and returns it:
 *
 *     r.send(e, x)     ->  (t=(r)).send(L.s(41,:send,t,(e),t),x)
 *     eval(e)          ->  eval(L.s(42,:eval,self,(e),(::Module.nesting[0]||::Object)))
 *     send(*list)      ->  send(*L.l(43,:send,self,(list),self))
 */
import { hash } from '../base/hash';
import { childOf, type SyntaxNode } from '../syntax/node';
import { mayComplete } from './completion';
import { codeIn, NAMES, type RecordContext, textOf } from './context';
import { DYNAMIC_CALLS, type DynamicCall } from './dynamicCalls';
import type { RecordedSite } from './units';

/** Adds the probes of this call, if it is dynamic. Its children are visited by the caller. */
export function recordSite(ctx: RecordContext, node: SyntaxNode, inMethod: boolean): void {
  const name = childOf(node, 'method');
  const list = childOf(node, 'arguments');
  if (name === null || list === null || ctx.unit === null) return;
  const found = findDynamicCall(ctx, textOf(ctx, name), codeIn(list));
  if (found === null) return;
  const { call, method, args } = found;
  const receiver = childOf(node, 'receiver');
  if (args.length === 0 || (receiver !== null && !mayComplete(receiver))) return;
  const isOwn = receiver === null || receiver.type === 'self';
  // `Marshal.load`
  if (call.kind === 'load' && receiver?.type === 'constant' && textOf(ctx, receiver) !== 'Kernel') return;
  // The class body says it all.
  if (call.kind === 'mixin' && isOwn && !inMethod && args.every(isConstant)) return;
  // Which class a source or module changes depends on the receiver, too.
  const isKnown = call.kind !== 'mixin' && (call.kind !== 'eval' || isOwn || isConstant(receiver));
  const from = isKnown && args.every(isFixed) ? 'fixed' : null;
  const id = addSite(ctx, { kind: call.kind, method, span: { start: node.start, end: node.end }, from });
  const self = isOwn ? 'self' : readReceiver(ctx, receiver);
  const definee = call.lexical ? '(::Module.nesting[0]||::Object)' : self;
  for (const argument of args) {
    const splat = argument.type === 'splat_argument' ? codeIn(argument)[0] : undefined;
    const probe = `${NAMES.library}.${splat ? 'l' : 's'}(${id},:${method},${self},`;
    ctx.insertions.wrap(splat ?? argument, `${probe}(`, `),${definee})`);
  }
}

interface FoundCall {
  readonly call: DynamicCall;
  readonly method: string;
  /** The names or sources. */
  readonly args: readonly SyntaxNode[];
}

/** `send(:define_method, name)` is a call of `define_method`. */
function findDynamicCall(ctx: RecordContext, method: string, args: readonly SyntaxNode[]): FoundCall | null {
  const call = DYNAMIC_CALLS.get(method);
  const [first, ...rest] = args;
  if (call === undefined || first === undefined) return null;
  if (call.kind === 'send' && isLiteralName(first)) {
    const sent = textOf(ctx, first).replace(/^:?["']?|["']$/g, '');
    // What the Method object does later is not known here.
    if (call.isMethodObject) return DYNAMIC_CALLS.has(sent) ? { call, method, args: [first] } : null;
    return DYNAMIC_CALLS.get(sent)?.kind === 'send' ? null : findDynamicCall(ctx, sent, rest);
  }
  // The effect of an evaluation with another binding is not known here.
  if (call.lexical && args.length > 1 && textOf(ctx, args[1] ?? first) !== 'binding') return null;
  const names = (call.names === 'first' ? [first] : args).filter(each => !NO_NAMES.has(each.type));
  const computed = call.withLiteral ? names : names.filter(each => !isLiteralName(each));
  return { call, method, args: computed };
}

const NO_NAMES = new Set(['pair', 'hash_splat_argument', 'block_argument', 'forward_argument']);

function isLiteralName(node: SyntaxNode): boolean {
  if (node.type === 'simple_symbol') return true;
  return node.type === 'string' && !node.children.some(child => child.type === 'interpolation');
}

function isConstant({ type }: SyntaxNode): boolean {
  return type === 'constant' || type === 'scope_resolution';
}

/** Nothing but literals and constants: the value is the same for every caller of the enclosing method. */
function isFixed(node: SyntaxNode): boolean {
  return FIXED.has(node.type) && codeIn(node).every(child => isConstant(child) || isFixed(child));
}

const FIXED = new Set([
  'string',
  'string_content',
  'escape_sequence',
  'interpolation',
  'chained_string',
  'simple_symbol',
  'delimited_symbol',
  'constant',
  'scope_resolution',
]);

/** A constant is read again; anything else is evaluated once, into a local of its own. */
function readReceiver(ctx: RecordContext, receiver: SyntaxNode): string {
  if (isConstant(receiver)) return textOf(ctx, receiver);
  const temporary = `${NAMES.temporary}${++ctx.temporaries}`;
  ctx.insertions.wrap(receiver, `(${temporary}=(`, '))');
  return temporary;
}

/** Adds a site to the file's table and returns its number. */
export function addSite(
  ctx: RecordContext,
  { kind, method, span, from }: Pick<RecordedSite, 'kind' | 'method' | 'span'> & { readonly from: 'fixed' | null },
): number {
  const unit = ctx.unit ?? { start: 0, text: '' };
  ctx.sites.push({
    kind,
    method,
    span,
    unit: hash(unit.text),
    at: { start: span.start - unit.start, end: span.end - unit.start },
    from: from ?? (isInLoop(unit.text) ? 'list' : 'computed'),
  });
  return ctx.firstSite + ctx.sites.length - 1;
}

/** Whether the statement iterates over a literal list or a constant. Only describes the site. */
function isInLoop(text: string): boolean {
  return /^\s*(?:[A-Z][\w:]*|%[wi]\S.*|\[.*\]|\{.*\})\s*\.\s*each/s.test(text);
}
