/**
 * A file and what runs showed about its dynamic calls -> the same file without them: each call is replaced by what it
 * did, as in PRuby (seed 004, Figure 3). A program that does what the runs did behaves the same; anything else raises.
 *
 *     r.send(e, x)      ->  (r1=(r);case (n1=(e)).to_s when "a" then r1.send(:a,x) … else raise … end)
 *     class_eval(e)     ->  (case (n2=(e)) when "def m …" then class_eval { def m … } … else raise … end)
 *     method_missing    ->  def a(*args, &block) = method_missing(:a, *args, &block), next to it
 */
import type { LearnedSite, SiteUse } from '../../../shared/src/profile';
import { hash } from '../base/hash';
import type { Span } from '../base/span';
import { childOf, namedChildren, type SyntaxNode } from '../syntax/node';
import type { FileOutline, OutlineItem } from '../syntax/outline';

interface DeriveContext {
  readonly text: string;
  /** By the start and end of the call. */
  readonly sites: ReadonlyMap<string, LearnedSite>;
  temporaries: number;
}

export function deriveSource(outline: FileOutline, sites: readonly LearnedSite[]): string {
  const units = unitsIn(outline.items, outline.text);
  const bySpan = new Map<string, LearnedSite>();
  for (const site of sites) {
    const unit = units.get(site.unit);
    if (unit && site.uses.every(use => use.value !== null) && !site.more)
      bySpan.set(`${unit.span.start + site.at.start}-${unit.span.start + site.at.end}`, site);
  }
  const ctx: DeriveContext = { text: outline.text, sites: bySpan, temporaries: 0 };
  let derived = '';
  let at = 0;
  for (const { span, node } of [...units.values()].sort((a, b) => a.span.start - b.span.start)) {
    derived += outline.text.slice(at, span.start) + renderSpan(ctx, node(), span);
    at = span.end;
  }
  return derived + outline.text.slice(at);
}

interface Unit {
  readonly span: Span;
  readonly node: () => SyntaxNode;
}

function unitsIn(items: readonly OutlineItem[], text: string): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const item of items) {
    if (item.kind === 'comment') continue;
    if (item.kind === 'method' || item.kind === 'statement') {
      const { span } = item;
      if (!item.broken) units.set(hash(text.slice(span.start, span.end)), { span, node: item.read });
    } else for (const [key, unit] of unitsIn(item.body(), text)) units.set(key, unit);
  }
  return units;
}

/** The source of a span that contains the node, with the calls in it replaced. */
function renderSpan(ctx: DeriveContext, node: SyntaxNode, span: Span): string {
  return (
    ctx.text.slice(span.start, node.start) + render(ctx, node) + ctx.text.slice(node.end, Math.max(node.end, span.end))
  );
}

function render(ctx: DeriveContext, node: SyntaxNode): string {
  const site = ctx.sites.get(`${node.start}-${node.end}`);
  const replaced = site !== undefined && node.type === 'call' ? replaceCall(ctx, node, site) : null;
  return replaced ?? renderChildren(ctx, node) + addHandled(ctx, node);
}

function renderChildren(ctx: DeriveContext, node: SyntaxNode): string {
  let text = '';
  let at = node.start;
  for (const child of node.children) {
    // The body of a heredoc may follow its statement.
    if (child.start < at) continue;
    text += ctx.text.slice(at, child.start) + render(ctx, child);
    at = child.end;
  }
  return text + ctx.text.slice(at, Math.max(at, node.end));
}

/** Methods for the names that a handler of missing names answered. */
function addHandled(ctx: DeriveContext, node: SyntaxNode): string {
  const name = node.type === 'method' || node.type === 'singleton_method' ? childOf(node, 'name') : null;
  const site = name === null ? undefined : ctx.sites.get(`${node.start}-${name.end}`);
  if (site?.kind !== 'missing' || site.method !== 'method_missing') return '';
  const self = node.type === 'singleton_method' ? 'self.' : '';
  const names = [...new Set(site.uses.flatMap(use => use.value ?? []))];
  return names
    .map(each => `;def ${self}${each}(*args, &block); method_missing(:"${quote(each)}", *args, &block); end`)
    .join('');
}

/** Null: it stays as it is. */
function replaceCall(ctx: DeriveContext, node: SyntaxNode, site: LearnedSite): string | null {
  const method = childOf(node, 'method');
  const list = childOf(node, 'arguments');
  const args = list === null ? [] : namedChildren(list).filter(child => child.type !== 'comment');
  // `send(:define_method, name)`: the name is the second argument.
  const isSent = method !== null && ctx.text.slice(method.start, method.end) !== site.method;
  const [argument, ...rest] = isSent ? args.slice(1) : args;
  if (argument === undefined || !ARGUMENTS.test(argument.type) || site.uses.length === 0) return null;
  if (site.kind === 'mixin' && (rest.length > 0 || /^(constant|scope_resolution)$/.test(argument.type))) return null;
  const number = ++ctx.temporaries;
  const receiver = childOf(node, 'receiver');
  const isPlain = receiver === null || /^(self|constant|scope_resolution)$/.test(receiver.type);
  const before = isPlain || receiver === null ? '' : `__r${number}=(${render(ctx, receiver)});`;
  const on = receiver === null ? '' : `${isPlain ? render(ctx, receiver) : `__r${number}`}.`;
  const block = childOf(node, 'block');
  const more = rest.map(each => `,${render(ctx, each)}`).join('');
  const call = { on, method: isSent ? `__send__(:${site.method},` : `${site.method}(`, more };
  const after = block === null ? '' : ` ${render(ctx, block)}`;
  const arms = site.uses.flatMap(use => caseArmFor(site, use, call, after) ?? []);
  const value = `(__n${number}=(${render(ctx, argument)}))`;
  const selector = site.kind === 'eval' ? value : site.kind === 'mixin' ? `${value}.name` : `${value}.to_s`;
  const other = `else ::Kernel.raise(::NameError, 'not in the profile: ' + __n${number}.to_s)`;
  return `(${before}case ${selector} ${[...new Set(arms)].join(' ')} ${other} end)`;
}

const ARGUMENTS = /^(?!splat_argument|pair|block_argument|hash_splat_argument|forward_argument|heredoc_beginning)/;

interface DerivedCall {
  readonly on: string;
  readonly method: string;
  readonly more: string;
}

/** `when "a" then r.send(:a,x)` */
function caseArmFor(site: LearnedSite, { value }: SiteUse, call: DerivedCall, block: string): string | null {
  if (value === null) return null;
  const when = `when "${quote(value)}" then`;
  switch (site.kind) {
    case 'eval':
      // Evaluated with the receiver as `self`, or here.
      return site.method === 'eval' ? `${when} begin;${value}\nend` : `${when} ${call.on}${site.method} { ${value}\n}`;
    case 'load':
      return `${when} ${call.on}${call.method}"${quote(value)}"${call.more})`;
    case 'mixin':
      return `${when} ${call.on}${call.method}::${value}${call.more})${block}`;
    case 'variable':
    case 'constant':
    case 'define':
    case 'send':
      return `${when} ${call.on}${call.method}:"${quote(value)}"${call.more})${block}`;
    case 'missing':
      return null;
  }
}

/** For a Ruby string or symbol in double quotes. */
function quote(text: string): string {
  return text
    .replace(/[\\"#]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
}
