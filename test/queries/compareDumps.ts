/** Two dumps -> the differences, per input: queries, verdicts, details, diagnostics and, apart from these, wording. */
import type { Dump, InputDump, MethodDump } from './dump';

type DifferenceKind = 'queries' | 'verdict' | 'details' | 'diagnostic' | 'wording' | 'failure';

export interface Difference {
  readonly input: string;
  readonly kind: DifferenceKind;
  readonly text: string;
}

/** Fields that hold sentences for people. */
const WORDING = new Set(['message', 'related', 'reason', 'note', 'caveats']);

export function compareDumps(before: Dump, after: Dump): readonly Difference[] {
  const names = [...new Set([...Object.keys(before.inputs), ...Object.keys(after.inputs)])];
  return names.flatMap(input => {
    const old = before.inputs[input];
    const now = after.inputs[input];
    if (!old || !now) return [{ input, kind: 'failure' as const, text: `only in one dump` }];
    return compareInput(old, now).map(difference => ({ input, ...difference }));
  });
}

type Found = Omit<Difference, 'input'>;

function compareInput(before: InputDump, after: InputDump): readonly Found[] {
  return [
    ...compareFailures(before, after),
    ...compareQueries(before.queries, after.queries),
    ...compareMethods(before.methods, after.methods),
    ...compareDiagnostics(before.diagnostics, after.diagnostics),
  ];
}

/** A process without a report is a failure even if both trees have it. */
function compareFailures(before: InputDump, after: InputDump): readonly Found[] {
  const failures = [...new Set([before.failure, after.failure])].filter(each => each !== null);
  if (failures.length > 0) return failures.map(text => ({ kind: 'failure', text }));
  if (before.status === after.status) return [];
  return [{ kind: 'verdict', text: `exit status ${before.status} -> ${after.status}` }];
}

function compareQueries(before: readonly string[], after: readonly string[]): readonly Found[] {
  return [
    ...missingFrom(after, before).map(key => ({ kind: 'queries' as const, text: `- ${key}` })),
    ...missingFrom(before, after).map(key => ({ kind: 'queries' as const, text: `+ ${key}` })),
  ];
}

function compareMethods(before: readonly MethodDump[], after: readonly MethodDump[]): readonly Found[] {
  const found: Found[] = [];
  const olds = keyed(before, ({ path, name }) => `${path}: ${name}`);
  const news = keyed(after, ({ path, name }) => `${path}: ${name}`);
  for (const key of new Set([...olds.keys(), ...news.keys()])) {
    const old = olds.get(key);
    const now = news.get(key);
    if (old?.verdict !== now?.verdict)
      found.push({ kind: 'verdict', text: `${key}: ${old?.verdict ?? 'absent'} -> ${now?.verdict ?? 'absent'}` });
    else if (old && now) found.push(...compareFields(key, 'details', old.details, now.details));
  }
  return found;
}

function compareDiagnostics(before: InputDump['diagnostics'], after: InputDump['diagnostics']): readonly Found[] {
  const found: Found[] = [];
  const olds = keyed(before, placeOf);
  const news = keyed(after, placeOf);
  for (const key of new Set([...olds.keys(), ...news.keys()])) {
    const old = olds.get(key);
    const now = news.get(key);
    if (!old || !now) found.push({ kind: 'diagnostic', text: `${old ? '-' : '+'} ${key}: ${(old ?? now)!.message}` });
    else found.push(...compareFields(key, 'diagnostic', old, now));
  }
  return found;
}

function compareFields(
  owner: string,
  kind: DifferenceKind,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly Found[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field): readonly Found[] => {
    const old = before[field];
    const now = after[field];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const isWording = WORDING.has(field) || JSON.stringify(old, exceptWording) === JSON.stringify(now, exceptWording);
    const text = `${owner}: ${field}: ${JSON.stringify(old)} -> ${JSON.stringify(now)}`;
    return [{ kind: isWording ? 'wording' : kind, text }];
  });
}

function exceptWording(key: string, value: unknown): unknown {
  return WORDING.has(key) ? undefined : value;
}

function placeOf(diagnostic: Readonly<Record<string, unknown>>): string {
  const { start, end } = diagnostic.range as Record<'start' | 'end', { line: number; character: number }>;
  const range = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  return `${diagnostic.path}:${range} ${diagnostic.code}`;
}

/** Items with equal names are numbered in their order. */
function keyed<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    const name = nameOf(item);
    let key = name;
    for (let number = 2; found.has(key); number++) key = `${name} (${number})`;
    found.set(key, item);
  }
  return found;
}

function missingFrom(others: readonly string[], items: readonly string[]): readonly string[] {
  const known = new Set(others);
  return items.filter(item => !known.has(item));
}
