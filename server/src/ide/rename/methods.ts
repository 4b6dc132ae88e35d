/**
 * Renames a method together with those that it overrides and that override it. Certain are their definitions, the calls
 * that can run nothing else, and their names as symbols in the bodies of their classes. Calls on receivers of unknown
 * type, other symbols, and calls by a computed name are in doubt.
 */
import { anchorPath, type Location, shift } from '../../base/span';
import { filesContaining, locate, type Snapshot } from '../../engine/snapshot';
import { allDescendants, ancestors } from '../../program/ancestors';
import { factsOf } from '../../program/libraryFacts';
import type { MethodInfo, Program } from '../../program/program';
import type { Declaration } from '../../ril/declarations';
import type { Call, Expr } from '../../ril/ril';
import type { MethodKey } from '../../types/typedMethod';
import { methodNamedAt } from '../callHierarchy';
import { callsIn } from '../callsIn';
import { calleesAt } from '../expressionAt';
import { visitDeclarations, visitExpressions } from '../expressionsIn';
import { nestingAt } from '../nesting';
import type { Doubt, Missed, Refused, Rename, Renaming } from './renaming';

export function renameMethods(snapshot: Snapshot, path: string, offset: number, newName: string): Rename | Refused {
  const family = familyAt(snapshot, path, offset);
  const name = family[0]!.name;
  if (newName === name) return { renamings: [], missed: [] };
  const taken = family.find(({ owner, singleton }) => isDefined(snapshot.program, owner, singleton, newName));
  if (taken !== undefined) return { refused: `${taken.owner} already has a method ${newName}` };
  const search: Search = { snapshot, name, family, keys: new Set(family.map(({ key }) => key)) };
  const paths = filesContaining(snapshot, name);
  const found = paths.flatMap(each => placesIn(search, each));
  const renamings = found.map(
    ({ location, doubt }): Renaming => ({ location, text: newName, ...(doubt && { doubt }) }),
  );
  return {
    renamings: inOrder(renamings),
    missed: [...snapshot.sources.keys()].flatMap(each => computedCalls(snapshot, each)),
  };
}

/** Null: it can be renamed. */
export function explainWhyMethodIsFixed(snapshot: Snapshot, path: string, offset: number): string | null {
  const family = familyAt(snapshot, path, offset);
  const method = family[0];
  if (method === undefined) return 'it is not known which method this is';
  if (!/^[a-z_]\w*[?!]?$/.test(method.name)) return 'Ruby writes its calls in another way';
  if (method.name === 'initialize' || method.name === 'method_missing') return 'Ruby calls it by this name';
  const foreign = family.find(({ origin }) => origin !== 'workspace');
  if (foreign !== undefined) return `${foreign.key} is not defined in the workspace`;
  const derived = family.find(({ definition, aliasOf }) => definition === null || aliasOf !== null);
  if (derived !== undefined) return `${derived.key} is defined by a call, not by a def`;
  const outside = family.flatMap(({ signature }) => signature?.arms ?? []).find(({ place }) => isSignatureFile(place));
  return outside === undefined ? null : 'a signature file names it, too';
}

function isSignatureFile(place: MethodInfo['place']): boolean {
  return place !== null && /\.rb[si]$/.test(anchorPath(place.anchor));
}

interface Search {
  readonly snapshot: Snapshot;
  readonly name: string;
  readonly family: readonly MethodInfo[];
  readonly keys: ReadonlySet<MethodKey>;
}

interface Found {
  readonly location: Location;
  readonly doubt: Doubt | null;
}

/** The methods that a call may run in place of each other: of this name, in classes that inherit from each other. */
function familyAt(snapshot: Snapshot, path: string, offset: number): readonly MethodInfo[] {
  const named = methodNamedAt(snapshot, path, offset);
  const methods = named === null ? calleesAt(snapshot, path, offset) : [named.info];
  const family = new Map<MethodKey, MethodInfo>();
  const queue = [...methods];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (family.has(next.key)) continue;
    family.set(next.key, next);
    queue.push(...relativesOf(snapshot.program, next));
  }
  return [...family.values()].sort((a, b) => (methods.includes(a) ? -1 : methods.includes(b) ? 1 : 0));
}

function relativesOf(program: Program, { owner, name, singleton }: MethodInfo): readonly MethodInfo[] {
  const below = [owner, ...allDescendants(program, owner)];
  const classes = new Set(below.flatMap(each => ancestors(program, each)).concat(below));
  return [...classes].flatMap(each => {
    const info = program.classes.get(each);
    return (singleton ? info?.singletonMethods : info?.methods)?.get(name) ?? [];
  });
}

function isDefined(program: Program, owner: string, singleton: boolean, name: string): boolean {
  const related = [owner, ...allDescendants(program, owner)].flatMap(each => [each, ...ancestors(program, each)]);
  return related.some(each => {
    const info = program.classes.get(each);
    return (singleton ? info?.singletonMethods : info?.methods)?.has(name) ?? false;
  });
}

function placesIn(search: Search, path: string): readonly Found[] {
  const { snapshot, family } = search;
  const definitions = family.flatMap(({ place, redefinitions }) => [...(place ? [place] : []), ...redefinitions]);
  const own = definitions
    .flatMap(place => locate(snapshot, place) ?? [])
    .filter(location => location.path === path)
    .map((location): Found => ({ location, doubt: null }));
  return [...own, ...namesInDeclarations(search, path), ...namesInCode(search, path)];
}

/** `alias`, `undef` and nested definitions. */
function namesInDeclarations({ snapshot, name, family }: Search, path: string): readonly Found[] {
  const source = snapshot.sources.get(path);
  const found: Found[] = [];
  if (source === undefined) return found;
  visitDeclarations(source.ril.declarations, declaration => {
    const names = namesOf(declaration);
    if (!names.includes(name)) return;
    const span = shift(declaration.span, declaration.at);
    const owner = nestingAt(snapshot, path, span.start)[0] ?? 'Object';
    const doubt = family.some(each => each.owner === owner) ? null : 'symbol';
    found.push(...occurrencesInside(source.text, { path, span }, name).map(location => ({ location, doubt }) as const));
  });
  return found;
}

function namesOf(declaration: Declaration): readonly string[] {
  if (declaration.kind === 'alias') return [declaration.oldName, declaration.newName];
  return declaration.kind === 'undef' ? declaration.names : [];
}

function namesInCode(search: Search, path: string): readonly Found[] {
  const { snapshot, name, keys, family } = search;
  const source = snapshot.sources.get(path);
  const found: Found[] = [];
  if (source === undefined) return found;
  const callees = new Map(callsIn(snapshot, path).map(call => [call.location.span.start, call.callees]));
  const add = (expr: Expr, at: number, doubt: Doubt | null): void => {
    const inside = { path, span: shift(expr.span, at) };
    found.push(...occurrencesInside(source.text, inside, name).map(location => ({ location, doubt })));
  };
  visitExpressions(source, (expr, at, declaration) => {
    if (expr.kind === 'call' && expr.method === name && isWritten(expr)) {
      const span = shift(expr.methodSpan, at);
      const known = callees.get(span.start);
      if (known?.some(key => keys.has(key))) found.push({ location: { path, span }, doubt: null });
      else if (known === undefined) found.push({ location: { path, span }, doubt: 'unknown-receiver' });
    } else if (expr.kind === 'lit' && isName(expr.value, name)) {
      const owner = nestingAt(snapshot, path, at)[0] ?? 'Object';
      const isOwn = declaration.kind === 'statement' && family.some(each => each.owner === owner);
      add(expr, at, isOwn && expr.value.type === 'symbol' ? null : 'symbol');
    } else if (expr.kind === 'opaque' || expr.kind === 'define') add(expr, at, 'not-read');
  });
  return found;
}

/** `x.name`, not what lowering has added. */
function isWritten({ madeBy, methodSpan }: Call): boolean {
  return madeBy === 'source' && methodSpan.end > methodSpan.start;
}

function isName(value: Extract<Expr, { kind: 'lit' }>['value'], name: string): boolean {
  return (value.type === 'symbol' || value.type === 'string') && value.value === name;
}

function occurrencesInside(text: string, { path, span }: Location, name: string): readonly Location[] {
  const escaped = name.replace(/[?!]$/, '\\$&');
  const pattern = new RegExp(`(?<![\\w@$])${escaped}(?![\\w?!=])`, 'g');
  return [...text.slice(span.start, span.end).matchAll(pattern)].map(({ index }) => {
    const start = span.start + index;
    return { path, span: { start, end: start + name.length } };
  });
}

/** `send(name)`: no rename can follow it. */
function computedCalls(snapshot: Snapshot, path: string): readonly Missed[] {
  const found: Missed[] = [];
  visitExpressions(snapshot.sources.get(path)!, (expr, at) => {
    if (expr.kind !== 'call' || factsOf(snapshot.program, 'Class', expr.method).reflects !== 'name') return;
    const [named] = expr.args;
    if (named === undefined || (named.type === 'positional' && named.value.kind === 'lit')) return;
    found.push({ location: { path, span: shift(expr.methodSpan, at) }, doubt: 'computed-name' });
  });
  return found;
}

/** A certain place wins over a doubtful one at the same offset. */
function inOrder(renamings: readonly Renaming[]): readonly Renaming[] {
  const byPlace = new Map<string, Renaming>();
  for (const each of renamings) {
    const id = `${each.location.path}|${each.location.span.start}`;
    if (!byPlace.has(id) || each.doubt === undefined) byPlace.set(id, each);
  }
  return [...byPlace.values()].sort(
    (a, b) => a.location.path.localeCompare(b.location.path) || a.location.span.start - b.location.span.start,
  );
}
