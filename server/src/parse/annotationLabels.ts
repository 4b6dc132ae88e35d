/**
 * Labels after a type: `:pure`, `pure: true`, `modifies: { t: [:@min, :@sec], self: :@n }`, … An unknown one is a
 * problem with a guess at what was meant; what RDL and RTR know and we have no use for is accepted silently.
 */

import type { Span } from '../base/span';
import { closest } from '../base/spelling';
import type { Arg, Expr } from '../ril/ril';
import { type FrameEntry, type Labels, NO_LABELS } from '../types/annotation';
import { type AnnotationContext, keywords, placeAt, problem } from './annotationContext';
import { constantPath, literalName } from './staticString';

type Draft = { -readonly [K in keyof Labels]: Labels[K] };

const FLAGS = ['pure', 'exact', 'modular'] as const;
const IGNORED = new Set(['assumes', 'effect']);
export const LABELS: readonly string[] = [
  ...FLAGS,
  'modifies',
  'protects',
  'raises',
  'typecheck',
  'verify',
  'wrap',
  'version',
  ...IGNORED,
];

export function readLabels(ctx: AnnotationContext, args: readonly Arg[]): Labels {
  const draft: Draft = { ...NO_LABELS };
  for (const arg of args) {
    if (arg.type === 'positional') readPositional(ctx, draft, arg.value);
    else for (const { name, value, span } of keywords([arg])) readLabel(ctx, draft, name, value, span);
  }
  return draft;
}

/** `:pure`; a hash in braces means the same as one without. */
function readPositional(ctx: AnnotationContext, draft: Draft, value: Expr): void {
  if (value.kind === 'hash') {
    for (const entry of keywords(value.entries)) readLabel(ctx, draft, entry.name, entry.value, entry.span);
    return;
  }
  const name = value.kind === 'lit' && value.value.type === 'symbol' ? value.value.value : null;
  const flag = FLAGS.find(known => known === name);
  if (flag !== undefined) draft[flag] = true;
  else if (name !== null) unknownLabel(ctx, name, value.span, FLAGS);
  else problem(ctx, 'LP2203', value.span, { name: 'this argument', meant: '' });
}

function unknownLabel(ctx: AnnotationContext, name: string, span: Span, known: readonly string[]): void {
  problem(ctx, 'LP2203', span, { name, meant: closest(name, known) ?? '' });
}

function readLabel(ctx: AnnotationContext, draft: Draft, name: string, value: Expr, span: Span): void {
  switch (name) {
    case 'pure':
    case 'exact':
    case 'modular':
      draft[name] = truth(ctx, name, value) ?? false;
      return;
    case 'wrap':
      draft.wrap = truth(ctx, name, value);
      return;
    case 'typecheck':
    case 'verify':
      draft[name] = runLabel(ctx, name, value);
      return;
    case 'version':
      draft.version = version(ctx, value);
      return;
    case 'raises':
      draft.raises = raised(ctx, value);
      return;
    case 'modifies':
    case 'protects':
      draft[name] = frame(ctx, name, value);
      return;
    default:
      if (!IGNORED.has(name)) unknownLabel(ctx, name, span, LABELS);
  }
}

function wrongValue(ctx: AnnotationContext, label: string, value: Expr, wanted: string): null {
  problem(ctx, 'LP2204', value.span, { label, wanted });
  return null;
}

/** RTR's own sources write `modular: :true`. */
function truth(ctx: AnnotationContext, label: string, value: Expr): boolean | null {
  if (value.kind === 'lit') {
    const { type } = value.value;
    if (type === 'true' || type === 'false') return type === 'true';
    if (type === 'nil') return false;
    const name = literalName(value);
    if (name === 'true' || name === 'false') return name === 'true';
  }
  return wrongValue(ctx, label, value, '`true` or `false`');
}

function runLabel(ctx: AnnotationContext, label: string, value: Expr): string | null {
  if (value.kind === 'lit' && (value.value.type === 'nil' || value.value.type === 'false')) return null;
  return literalName(value) ?? wrongValue(ctx, label, value, 'a symbol: `:now`, `:call` or a label of yours');
}

function version(ctx: AnnotationContext, value: Expr): string | null {
  const one = literalName(value);
  if (one !== null) return one;
  const all = value.kind === 'array' ? elements(value).map(literalName) : [null];
  if (all.every(text => text !== null)) return all.join(', ');
  return wrongValue(ctx, 'version', value, "a requirement such as `'>= 2.4'`");
}

function raised(ctx: AnnotationContext, value: Expr): readonly string[] | null {
  const classes = value.kind === 'array' ? elements(value) : [value];
  const names = classes.map(one => constantPath(one) ?? literalName(one));
  if (names.every(name => name !== null)) return names;
  return wrongValue(ctx, 'raises', value, 'a list of exception classes: `[ArgumentError]`');
}

function elements(value: Expr & { kind: 'array' }): readonly Expr[] {
  return value.elements.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

/** `{ t: [:@min, :@sec], a: :contents }`; a list or one name alone speaks of self. */
function frame(ctx: AnnotationContext, label: string, value: Expr): readonly FrameEntry[] | null {
  if (value.kind === 'hash') {
    const owners = keywords(value.entries);
    if (owners.length < value.entries.length) return wrongValue(ctx, label, value, FRAME_FORM);
    return owners.flatMap(owner => fields(ctx, label, owner.name, owner.value));
  }
  if (value.kind === 'array' || literalName(value) !== null) return fields(ctx, label, 'self', value);
  return wrongValue(ctx, label, value, FRAME_FORM);
}

const FRAME_FORM = 'who and what: `{ self: [:@a, :@b], list: :contents }`';

function fields(ctx: AnnotationContext, label: string, owner: string, value: Expr): FrameEntry[] {
  const names = value.kind === 'array' ? elements(value) : [value];
  return names.flatMap(one => {
    const field = literalName(one);
    if (field !== null && /^(@{1,2}[\p{L}_]\w*|\$\w+|contents)$/u.test(field)) {
      return [{ owner, field, place: placeAt(ctx, one.span) }];
    }
    wrongValue(ctx, label, one, 'a field (`:@name`), a global (`:$name`) or `:contents`');
    return [];
  });
}
