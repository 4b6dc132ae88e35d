/**
 * Occurrences of the name under the cursor: a local or parameter within its scope, a binder within its annotation, a
 * field within its classes (and their type strings), a method by the calls that may run it, a class or constant by its
 * name. Used for references and highlights, and by rename/.
 */
import { type Location, type Span, shift } from '../base/span';
import { type FileSnapshot, filesContaining, type MethodSnapshot, type Snapshot } from '../engine/snapshot';
import { allDescendants, ancestors } from '../program/ancestors';
import { findConstant } from '../program/constants';
import type { ClassInfo, ConstantInfo, Program } from '../program/program';
import type { Expr } from '../ril/ril';
import { children, walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';
import { binderAt } from './binders';
import { methodNamedAt } from './callHierarchy';
import { callsIn } from './callsIn';
import { usesOfConstant } from './constantUses';
import { calleesAt, methodAt } from './expressionAt';
import { localsIn } from './locals';
import { nestingAt } from './nesting';
import { typeStringsOf } from './typeStrings';
import { constantAt, type WordAt, wordAt } from './wordAt';

export interface Occurrence {
  readonly location: Location;
  readonly writes: boolean;
  /** `f(x:)`: renamed, it must be written as `f(x: y)`. */
  readonly shorthand?: boolean;
}

export interface Occurrences {
  readonly what: 'local' | 'binder' | 'field' | 'method' | 'constant';
  readonly word: WordAt;
  readonly places: readonly Occurrence[];
  /** Why it cannot be renamed; null: it can. */
  readonly fixed: string | null;
  /** Names that already have another meaning here. */
  readonly taken: ReadonlySet<string>;
}

export function occurrencesAt(snapshot: Snapshot, path: string, offset: number): Occurrences | null {
  const file = snapshot.files.get(path);
  const word = file === undefined ? null : wordAt(file.text, offset);
  if (file === undefined || word === null) return null;
  if (word.text.startsWith('@')) return fieldOccurrences(snapshot, path, offset, word);
  if (/^[A-Z]/.test(word.text)) return constantOccurrences(snapshot, path, offset, word);
  const binder = binderOccurrences(snapshot, file, offset, word);
  if (binder !== null) return binder;
  const local = localOccurrences(snapshot, path, offset, word);
  return local ?? methodOccurrences(snapshot, path, offset, word);
}

function binderOccurrences(snapshot: Snapshot, file: FileSnapshot, offset: number, word: WordAt): Occurrences | null {
  const binder = binderAt(snapshot, file, offset);
  if (binder === null) return null;
  const occurrence = (span: Span, writes: boolean): Occurrence => ({ location: { path: file.path, span }, writes });
  const places = [occurrence(binder.declared, true), ...binder.uses.map(use => occurrence(use, false))];
  const fixed = binder.keyword ? 'it is a keyword, which callers write too' : null;
  return { what: 'binder', word, places: sortOccurrences(places), fixed, taken: binder.others };
}

export function localOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const definition = methodAt(snapshot, path, offset)?.info.definition;
  const at = definition ? snapshot.anchorAt(definition.anchor) : undefined;
  if (!definition || at === undefined) return null;
  const all = localsIn(definition);
  const found = all.find(each => each.uses.some(use => use.span.start + at === word.span.start));
  if (found === undefined || found.name !== word.text) return null;
  const places = found.uses.map(({ span, writes, shorthand }) => ({
    location: { path, span: shift(span, at) },
    writes,
    ...(shorthand ? { shorthand } : {}),
  }));
  const taken = new Set(all.map(each => each.name));
  return { what: 'local', word, places: sortOccurrences(places), fixed: found.fixed, taken };
}

/** Related classes share a field, and type strings mention it too. */
function fieldOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const { program } = snapshot;
  const owner = methodAt(snapshot, path, offset)?.info.owner ?? nestingAt(snapshot, path, offset)[0];
  const owners = owner === undefined ? null : relatives(program, owner);
  const files = filesContaining(snapshot, word.text).flatMap(each => snapshot.files.get(each) ?? []);
  const places = files.flatMap(file => [
    ...file.methods
      .filter(method => owners === null || owners.has(method.info.owner))
      .flatMap(method => fieldsIn(snapshot, method, word.text)),
    ...fieldsInTypeStrings(file, word.text).filter(
      ({ location }) =>
        owners === null || owners.has(nestingAt(snapshot, file.path, location.span.start)[0] ?? 'Object'),
    ),
  ]);
  const classes = [...(owners ?? [])].flatMap(name => program.classes.get(name) ?? []);
  const attribute = classes
    .flatMap(info => [...info.methods.values()])
    .find(({ synthetic }) => synthetic !== null && 'field' in synthetic && synthetic.field === word.text);
  const fixed = attribute === undefined ? null : `${attribute.key} is derived from its name`;
  const taken = new Set(classes.flatMap(info => [...info.fields.keys()]));
  return { what: 'field', word, places: sortOccurrences(places), fixed, taken };
}

/** Core classes are ancestors of unrelated classes, so they do not count. */
function relatives(program: Program, owner: string): ReadonlySet<string> {
  const above = ancestors(program, owner).filter(name => program.classes.get(name)?.origin === 'workspace');
  return new Set([owner, ...above, ...[owner, ...above].flatMap(name => allDescendants(program, name))]);
}

function fieldsIn(snapshot: Snapshot, { info, location }: MethodSnapshot, name: string): readonly Occurrence[] {
  const at = info.definition === null ? undefined : snapshot.anchorAt(info.definition.anchor);
  if (info.definition === null || at === undefined) return [];
  const found: Occurrence[] = [];
  const written = new Set<Expr>();
  walk(info.definition.body(), expr => {
    if (expr.kind === 'assign') written.add(expr.target);
    if (expr.kind === 'var' && expr.name === name && expr.span.end > expr.span.start) {
      found.push({ location: { path: location.path, span: shift(expr.span, at) }, writes: written.has(expr) });
    }
    return children(expr).length > 0;
  });
  return found;
}

function fieldsInTypeStrings({ path, text }: FileSnapshot, name: string): readonly Occurrence[] {
  const inStrings = typeStringsOf(text).flatMap(span => {
    const inside = text.slice(span.start, span.end);
    return [...inside.matchAll(new RegExp(`${escapePattern(name)}\\b`, 'g'))].map(match => span.start + match.index);
  });
  const declared = [...text.matchAll(new RegExp(`\\bvar_type[^\\n'"]*:(${escapePattern(name)})\\b`, 'g'))];
  const starts = [...inStrings, ...declared.map(match => match.index + match[0].length - name.length)];
  return starts.map(start => ({ location: { path, span: { start, end: start + name.length } }, writes: false }));
}

function escapePattern(text: string): string {
  return text.replace(/[$?.*+^{}()|[\]\\]/g, '\\$&');
}

/** A method's definition, and the calls that may run it. */
function methodOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const keys = methodKeysAt(snapshot, path, offset);
  if (keys.size === 0) return null;
  const text = word.text === 'initialize' ? 'new' : word.text;
  const paths = new Set([path, ...filesContaining(snapshot, text)]);
  const definitions = [...paths]
    .flatMap(each => snapshot.files.get(each)?.methods ?? [])
    .filter(({ info }) => keys.has(info.key))
    .map(method => ({ location: method.nameLocation, writes: true }));
  const calls = [...paths]
    .flatMap(each => callsIn(snapshot, each))
    .filter(({ callees }) => callees.some(key => keys.has(key)))
    .map(({ location }) => ({ location, writes: false }));
  return { what: 'method', word, places: sortOccurrences([...definitions, ...calls]), fixed: null, taken: new Set() };
}

/** Every use that Ruby's lookup resolves to the same class or constant, in code and in type strings. */
function constantOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const wanted = constantNamed(snapshot, path, offset);
  if (wanted === null) return null;
  const places = filesContaining(snapshot, word.text).flatMap(each => {
    const source = snapshot.sources.get(each);
    const uses = source === undefined ? [] : usesOfConstant(source, word.text);
    return uses
      .filter(span => constantNamed(snapshot, each, span.start) === wanted)
      .map(span => ({ location: { path: each, span }, writes: false }));
  });
  return { what: 'constant', word, places: sortOccurrences(places), fixed: null, taken: new Set() };
}

/** The class or constant that the name at the offset refers to; null: unknown. */
function constantNamed(snapshot: Snapshot, path: string, offset: number): ClassInfo | ConstantInfo | null {
  const name = constantAt(snapshot.sources.get(path)?.text ?? '', offset);
  const found = name && findConstant(snapshot.program, nestingAt(snapshot, path, offset), name.text);
  return found?.classInfo ?? found?.constant ?? null;
}

function methodKeysAt(snapshot: Snapshot, path: string, offset: number): ReadonlySet<MethodKey> {
  const named = methodNamedAt(snapshot, path, offset);
  return new Set(named === null ? calleesAt(snapshot, path, offset).map(info => info.key) : [named.info.key]);
}

function sortOccurrences(places: readonly Occurrence[]): readonly Occurrence[] {
  const byPlace = new Map(places.map(place => [`${place.location.path}|${place.location.span.start}`, place]));
  return [...byPlace.values()].sort(
    (a, b) => a.location.path.localeCompare(b.location.path) || a.location.span.start - b.location.span.start,
  );
}
