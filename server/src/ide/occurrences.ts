/**
 * Where else the name under the cursor stands: a local or parameter within its method, a field within its class (and
 * its type strings), a method by its checked calls. The base of references, highlights and renames.
 */
import { type Location, type Span, shift } from '../base/span';
import { type FileSnapshot, holding, type MethodSnapshot, type Snapshot } from '../engine/snapshot';
import type { MethodDeclaration } from '../ril/declarations';
import type { Expr, Param } from '../ril/ril';
import { children, inParam, walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';
import { calleesAt, methodAt } from './expressionAt';
import { typeStringsOf } from './typeStrings';
import { type WordAt, wordAt } from './wordAt';

export interface Occurrence {
  readonly location: Location;
  readonly writes: boolean;
}

export interface Occurrences {
  readonly what: 'local' | 'field' | 'method';
  readonly word: WordAt;
  readonly places: readonly Occurrence[];
}

export function occurrencesAt(snapshot: Snapshot, path: string, offset: number): Occurrences | null {
  const file = snapshot.files.get(path);
  const word = file === undefined ? null : wordAt(file.text, offset);
  if (file === undefined || word === null) return null;
  if (word.text.startsWith('@')) return fieldOccurrences(snapshot, path, offset, word);
  const local = localOccurrences(snapshot, path, offset, word);
  return local ?? methodOccurrences(snapshot, path, offset, word);
}

function localOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const method = methodAt(snapshot, path, offset);
  const definition = method?.info.definition;
  if (!method || !definition) return null;
  const places = localsIn(snapshot, method, definition).filter(({ name }) => name === word.text);
  if (!places.some(({ occurrence }) => occurrence.location.span.start === word.span.start)) return null;
  return { what: 'local', word, places: inOrder(places.map(({ occurrence }) => occurrence)) };
}

interface Named {
  readonly name: string;
  readonly occurrence: Occurrence;
}

/** Reads, writes and parameters of a body. Blocks that shadow a name are not told apart: a rename takes both. */
function localsIn(snapshot: Snapshot, method: MethodSnapshot, definition: MethodDeclaration): readonly Named[] {
  const at = snapshot.anchorAt(definition.anchor);
  if (at === undefined) return [];
  const found: Named[] = [];
  const add = (name: string, span: Span, writes: boolean): void => {
    if (span.end - span.start < name.length) return;
    const location = {
      path: method.location.path,
      span: shift({ start: span.start, end: span.start + name.length }, at),
    };
    found.push({ name, occurrence: { location, writes } });
  };
  const addParams = (params: readonly Param[]): void => {
    for (const param of params) {
      if (param.name === null) continue;
      const sigil = param.kind === 'rest' || param.kind === 'block' ? 1 : param.kind === 'keyRest' ? 2 : 0;
      add(param.name, { start: param.span.start + sigil, end: param.span.end }, true);
    }
  };
  addParams(definition.params);
  for (const root of [...definition.params.flatMap(inParam), definition.body]) {
    const written = new Set<Expr>();
    walk(root, expr => {
      if (expr.kind === 'assign') written.add(expr.target);
      if (expr.kind === 'var' && expr.scope === 'local') add(expr.name, expr.span, written.has(expr));
      for (const params of blockParams(expr)) addParams(params);
      return true;
    });
  }
  return found;
}

function blockParams(expr: Expr): readonly (readonly Param[])[] {
  if (expr.kind === 'lambda') return [expr.block.params];
  const block = expr.kind === 'call' || expr.kind === 'super' ? expr.block : null;
  return block?.type === 'block' && !block.block.implicitParams ? [block.block.params] : [];
}

function fieldOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const owner = methodAt(snapshot, path, offset)?.info.owner;
  const files = holding(snapshot, word.text).flatMap(each => snapshot.files.get(each) ?? []);
  const places = files.flatMap(file => [
    ...file.methods
      .filter(method => owner === undefined || method.info.owner === owner)
      .flatMap(method => fieldsIn(snapshot, method, word.text)),
    ...(file.path === path ? fieldsInTypeStrings(file, word.text) : []),
  ]);
  return { what: 'field', word, places: inOrder(places) };
}

function fieldsIn(snapshot: Snapshot, { info, location }: MethodSnapshot, name: string): readonly Occurrence[] {
  const at = info.definition === null ? undefined : snapshot.anchorAt(info.definition.anchor);
  if (info.definition === null || at === undefined) return [];
  const found: Occurrence[] = [];
  const written = new Set<Expr>();
  walk(info.definition.body, expr => {
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

/** A method's definition, and the checked calls that may run it. */
function methodOccurrences(snapshot: Snapshot, path: string, offset: number, word: WordAt): Occurrences | null {
  const keys = methodKeysAt(snapshot, path, offset);
  if (keys.size === 0) return null;
  const text = word.text === 'initialize' ? 'new' : word.text;
  const paths = new Set([path, ...holding(snapshot, text)]);
  const methods = [...paths].flatMap(each => snapshot.files.get(each)?.methods ?? []);
  const definitions = methods
    .filter(({ info }) => keys.has(info.key))
    .map(method => ({ location: method.nameLocation, writes: true }));
  const calls = methods.flatMap(method => callsOf(snapshot, method, keys));
  return { what: 'method', word, places: inOrder([...definitions, ...calls]) };
}

function methodKeysAt(snapshot: Snapshot, path: string, offset: number): ReadonlySet<MethodKey> {
  const named = snapshot.files
    .get(path)
    ?.methods.find(({ nameLocation: { span } }) => span.start <= offset && offset <= span.end);
  return new Set(named === undefined ? calleesAt(snapshot, path, offset).map(info => info.key) : [named.info.key]);
}

function callsOf(
  snapshot: Snapshot,
  { info, typed, location }: MethodSnapshot,
  keys: ReadonlySet<MethodKey>,
): readonly Occurrence[] {
  const at = info.definition === null ? undefined : snapshot.anchorAt(info.definition.anchor);
  if (typed === null || at === undefined) return [];
  return [...typed.calls].flatMap(([call, target]) => {
    const hit = call.kind === 'call' && target.candidates.some(({ method }) => method !== null && keys.has(method));
    return hit ? [{ location: { path: location.path, span: shift(call.methodSpan, at) }, writes: false }] : [];
  });
}

function inOrder(places: readonly Occurrence[]): readonly Occurrence[] {
  const byPlace = new Map(places.map(place => [`${place.location.path}|${place.location.span.start}`, place]));
  return [...byPlace.values()].sort(
    (a, b) => a.location.path.localeCompare(b.location.path) || a.location.span.start - b.location.span.start,
  );
}

/** New texts for a rename, or why it cannot be done. */
export function renameAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
  newName: string,
): { readonly places: readonly Location[] } | { readonly refused: string } {
  const found = occurrencesAt(snapshot, path, offset);
  if (found === null || found.what === 'method')
    return { refused: 'Loupe renames local variables, parameters and fields' };
  const pattern = found.what === 'field' ? /^@@?[A-Za-z_]\w*$/ : /^[a-z_]\w*$/;
  if (!pattern.test(newName)) return { refused: `"${newName}" is not the name of a ${found.what}` };
  return { places: found.places.map(place => place.location) };
}
