/**
 * Completion. Inside type strings: classes, special types, aliases and labels; in refinements: binders, fields and
 * their methods. In code: see codeCompletion, and fields after `@`. Works on the source, which is incomplete while the
 * user types.
 */
import type { FileSnapshot, Snapshot } from '../engine/snapshot';
import { resolveClassName } from '../program/constants';
import type { FieldInfo } from '../program/program';
import { showType } from '../types/show';
import { nominal } from '../types/type';
import { rankOfClass } from './classRank';
import { completeCode, completeMembers } from './codeCompletion';
import type { Completion } from './completionItem';
import { methodAt } from './expressionAt';
import { inferredOf, showInferred } from './inferredHover';
import { nestingAt } from './nesting';
import type { Probe } from './receiver';
import { SPECIAL } from './typeNames';
import { typeStringsOf } from './typeStrings';

const LABELS: readonly (readonly [string, string])[] = [
  [':pure', 'writes nothing, always the same result'],
  [':exact', 'calls are replaced by the body'],
  ['modular: true', 'calls rely on the contract, not on the body'],
  ['modifies: { self: :@field }', 'what it may write'],
  ['protects: { self: :@field }', 'what it must not write'],
  ['raises: []', 'which exceptions it may raise'],
  ['typecheck: :later', 'checked when this label is run'],
  ['verify: :later', 'verified when this label is run'],
];

export function completionsAt(snapshot: Snapshot, path: string, offset: number, probe: Probe): readonly Completion[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const before = lineBefore(file.text, offset);
  if (/^\s*##%.*\)\s*->[^{}]*\s:\w*$/.test(before))
    return LABELS.map(([label, detail]) => ({ label, detail, kind: 'label' }));
  if (/^\s*##%\s*@@?\w*$/.test(before)) return fields(snapshot, path, offset);
  const inferred = inferredBelow(snapshot, file, offset);
  const string = typeStringsOf(file.text).find(span => span.start <= offset && offset <= span.end);
  if (string !== undefined || inferred.length > 0) {
    const { start, end } = string ?? { start: offset, end: offset };
    const whole = file.text.slice(start, end);
    return [...inferred, ...completeInTypeString(snapshot, path, offset, file.text.slice(start, offset), whole)];
  }
  if (/^\s*(?:(?:RDL|Loupe)\.)?(?:rdl_)?type\b.*['"]\s*,\s*:?\w*$/.test(before))
    return LABELS.map(([label, detail]) => ({ label, detail, kind: 'label' }));
  if (/@@?\w*$/.test(before)) return fields(snapshot, path, offset);
  return completeCode(snapshot, path, offset, probe);
}

/** The whole inferred signature of the method below an annotation that is being typed. */
function inferredBelow(snapshot: Snapshot, file: FileSnapshot, offset: number): readonly Completion[] {
  const { line } = file.lines.position(offset);
  if (!/^\s*##%\s*$/.test(file.lines.lineText(line).slice(0, offset - file.lines.lineStart(line)))) return [];
  const below = file.methods.find(({ location }) => file.lines.position(location.span.start).line === line + 1);
  const inferred = below && inferredOf(snapshot, below.info.key);
  return inferred ? [{ label: showInferred(inferred), kind: 'label', detail: 'inferred', rank: FIRST }] : [];
}

/** Before everything else. */
const FIRST = -1;

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function completeInTypeString(
  snapshot: Snapshot,
  path: string,
  offset: number,
  before: string,
  whole: string,
): readonly Completion[] {
  if (isInRefinement(before)) {
    const receiver = /(@?\w+)\.\w*[?!]?$/.exec(before)?.[1];
    if (receiver !== undefined) return membersInRefinement(snapshot, path, offset, whole, receiver);
    return [
      ...binders(whole),
      ...fields(snapshot, path, offset),
      { label: 'old()', kind: 'method', detail: 'the value on entry' },
    ];
  }
  return [...special(), ...aliases(snapshot), ...classes(snapshot)];
}

/** `x.` where x is a binder or a field of a known class. */
function membersInRefinement(
  snapshot: Snapshot,
  path: string,
  offset: number,
  whole: string,
  receiver: string,
): readonly Completion[] {
  const named = [...binders(whole), ...fields(snapshot, path, offset)].find(each => each.label === receiver);
  const written = /^[A-Z][\w:]*/.exec(named?.detail ?? '')?.[0];
  const name = written && resolveClassName(snapshot.program, nestingAt(snapshot, path, offset), written);
  return name ? completeMembers(snapshot, nominal(name), false, 0) : [];
}

/** Whether the cursor is inside a brace that follows a name: `Integer x { …`. */
function isInRefinement(before: string): boolean {
  const open: boolean[] = [];
  for (const match of before.matchAll(/([a-z_]\w*\s*)?(\{+)|\}+/g)) {
    if (match[2] === undefined) open.pop();
    else open.push(match[1] !== undefined);
  }
  return open.at(-1) ?? false;
}

/** `Integer x`, `String name`: names after a type. */
function binders(whole: string): readonly Completion[] {
  const named = [...whole.matchAll(/([A-Z][\w:]*(?:<[^>]*>)?|%\w+)\s+([a-z_]\w*)(?=\s*[{,)]|\s*$)/g)];
  const keywords = [...whole.matchAll(/\b([a-z_]\w*):\s*([A-Z?%][\w:]*)/g)].map(match => [
    match[0],
    match[2],
    match[1],
  ]);
  const all = new Map([...named, ...keywords].map(match => [match[2]!, match[1]!]));
  return [...all].map(([label, detail]) => ({ label, detail, kind: 'variable' }));
}

function special(): readonly Completion[] {
  return SPECIAL.map(([label, detail]) => ({ label, detail, kind: 'keyword', rank: isWord(label) ? 4 : 5 }));
}

function aliases(snapshot: Snapshot): readonly Completion[] {
  const written = [...snapshot.program.aliases].filter(([name]) => !/[%:]_/.test(name)); // not RBS's interfaces
  return written.map(([label, type]) => ({
    label,
    detail: showType(type),
    kind: 'alias',
    rank: label.includes('::') ? 7 : 6, // `%FileUtils::mode` is the library's
    isRare: label.includes('::'),
  }));
}

/** `nil`, `self`. */
function isWord(label: string): boolean {
  return /^\w/.test(label);
}

function classes({ program }: Snapshot): readonly Completion[] {
  return [...program.classes.values()]
    .filter(info => info.kind !== 'interface')
    .map(info => {
      const rank = rankOfClass(program, info);
      return { label: info.name, detail: info.kind, kind: 'class', rank, isRare: rank > 1 };
    });
}

/** Fields of the enclosing class, or of all classes of the file if no class is known. */
function fields(snapshot: Snapshot, path: string, offset: number): readonly Completion[] {
  const file = snapshot.files.get(path);
  const next = file?.methods.find(method => method.location.span.end >= offset);
  const owner = (methodAt(snapshot, path, offset) ?? next)?.info.owner;
  const known = owner === undefined ? undefined : snapshot.program.classes.get(owner);
  return [...(known?.fields.values() ?? [])].map(field => ({
    label: field.name,
    detail: showField(snapshot, owner ?? '', field),
    kind: 'field',
  }));
}

function showField({ inferred }: Snapshot, className: string, { name, type }: FieldInfo): string {
  const found = type ?? inferred.fieldOf({ className, field: name, singleton: false })?.shown ?? null;
  return found === null || found.kind === 'dynamic' ? 'no type' : showType(found);
}

/** Editors show no more, and send another request when more is typed. */
const MOST_ITEMS = 200;

export interface LimitedCompletions {
  readonly items: readonly Completion[];
  readonly isIncomplete: boolean;
}

/** The best ones, and only what begins with the word before the cursor where there are too many. */
export function limitCompletions(all: readonly Completion[], word: string): LimitedCompletions {
  if (all.length <= MOST_ITEMS) return { items: all, isIncomplete: false };
  const start = word.toLowerCase();
  const fitting = all.filter(
    ({ label, rank, isRare }) =>
      rank === FIRST || (label.toLowerCase().startsWith(start) && (word !== '' || isRare !== true)),
  );
  const order = (a: Completion, b: Completion): number => (a.rank ?? 0) - (b.rank ?? 0) || (a.label < b.label ? -1 : 1);
  return { items: [...fitting].sort(order).slice(0, MOST_ITEMS), isIncomplete: true };
}
