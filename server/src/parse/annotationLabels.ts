/**
 * Labels after a type: `:pure`, `pure: true`, `modifies: { t: [:@min, :@sec], self: :@n }`, … An unknown label is
 * reported with the closest known one; labels of RDL and RTR that Loupe does not use are accepted silently.
 */

import type { Span } from '../base/span';
import { closest } from '../base/spelling';
import type { Arg, Expr } from '../ril/ril';
import { type FrameEntry, type Labels, NO_LABELS } from '../types/annotation';
import { type AnnotationContext, keywordArguments, placeAt, reportProblem } from './annotationContext';
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
    else for (const { name, value, span } of keywordArguments([arg])) readLabel(ctx, draft, name, value, span);
  }
  return draft;
}

/** `:pure`; a hash in braces is equivalent to one without. */
function readPositional(ctx: AnnotationContext, draft: Draft, value: Expr): void {
  if (value.kind === 'hash') {
    for (const entry of keywordArguments(value.entries)) readLabel(ctx, draft, entry.name, entry.value, entry.span);
    return;
  }
  const name = value.kind === 'lit' && value.value.type === 'symbol' ? value.value.value : null;
  const flag = FLAGS.find(known => known === name);
  if (flag !== undefined) draft[flag] = true;
  else if (name !== null) reportUnknownLabel(ctx, name, value.span, FLAGS);
  else reportProblem(ctx, 'LP2203', value.span, { name: 'this argument', meant: '' });
}

function reportUnknownLabel(ctx: AnnotationContext, name: string, span: Span, known: readonly string[]): void {
  reportProblem(ctx, 'LP2203', span, { name, meant: closest(name, known) ?? '' });
}

function readLabel(ctx: AnnotationContext, draft: Draft, name: string, value: Expr, span: Span): void {
  switch (name) {
    case 'pure':
    case 'exact':
    case 'modular':
      draft[name] = readTruth(ctx, name, value) ?? false;
      return;
    case 'wrap':
      draft.wrap = readTruth(ctx, name, value);
      return;
    case 'typecheck':
    case 'verify':
      draft[name] = readRunLabel(ctx, name, value);
      return;
    case 'version':
      draft.version = readVersion(ctx, value);
      return;
    case 'raises':
      draft.raises = readRaised(ctx, value);
      return;
    case 'modifies':
    case 'protects':
      draft[name] = readFrame(ctx, name, value);
      return;
    default:
      if (!IGNORED.has(name)) reportUnknownLabel(ctx, name, span, LABELS);
  }
}

function reportWrongValue(ctx: AnnotationContext, label: string, value: Expr, wanted: string): null {
  reportProblem(ctx, 'LP2204', value.span, { label, wanted });
  return null;
}

/** RTR's own sources write `modular: :true`. */
function readTruth(ctx: AnnotationContext, label: string, value: Expr): boolean | null {
  if (value.kind === 'lit') {
    const { type } = value.value;
    if (type === 'true' || type === 'false') return type === 'true';
    if (type === 'nil') return false;
    const name = literalName(value);
    if (name === 'true' || name === 'false') return name === 'true';
  }
  return reportWrongValue(ctx, label, value, '`true` or `false`');
}

function readRunLabel(ctx: AnnotationContext, label: string, value: Expr): string | null {
  if (value.kind === 'lit' && (value.value.type === 'nil' || value.value.type === 'false')) return null;
  return literalName(value) ?? reportWrongValue(ctx, label, value, 'a symbol: `:now`, `:call` or a label of yours');
}

function readVersion(ctx: AnnotationContext, value: Expr): string | null {
  const one = literalName(value);
  if (one !== null) return one;
  const all = value.kind === 'array' ? elementsOf(value).map(literalName) : [null];
  if (all.every(text => text !== null)) return all.join(', ');
  return reportWrongValue(ctx, 'version', value, "a requirement such as `'>= 2.4'`");
}

function readRaised(ctx: AnnotationContext, value: Expr): readonly string[] | null {
  const classes = value.kind === 'array' ? elementsOf(value) : [value];
  const names = classes.map(one => constantPath(one) ?? literalName(one));
  if (names.every(name => name !== null)) return names;
  return reportWrongValue(ctx, 'raises', value, 'a list of exception classes: `[ArgumentError]`');
}

function elementsOf(value: Expr & { kind: 'array' }): readonly Expr[] {
  return value.elements.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

/** `{ t: [:@min, :@sec], a: :contents }`; a list or a single name refers to self. */
function readFrame(ctx: AnnotationContext, label: string, value: Expr): readonly FrameEntry[] | null {
  if (value.kind === 'hash') {
    const owners = keywordArguments(value.entries);
    if (owners.length < value.entries.length) return reportWrongValue(ctx, label, value, FRAME_FORM);
    return owners.flatMap(owner => readFields(ctx, label, owner.name, owner.value));
  }
  if (value.kind === 'array' || literalName(value) !== null) return readFields(ctx, label, 'self', value);
  return reportWrongValue(ctx, label, value, FRAME_FORM);
}

const FRAME_FORM = 'who and what: `{ self: [:@a, :@b], list: :contents }`';

function readFields(ctx: AnnotationContext, label: string, owner: string, value: Expr): FrameEntry[] {
  const names = value.kind === 'array' ? elementsOf(value) : [value];
  return names.flatMap(one => {
    const field = literalName(one);
    if (field !== null && /^(@{1,2}[\p{L}_]\w*|\$\w+|contents)$/u.test(field)) {
      return [{ owner, field, place: placeAt(ctx, one.span) }];
    }
    reportWrongValue(ctx, label, one, 'a field (`:@name`), a global (`:$name`) or `:contents`');
    return [];
  });
}
