/**
 * Types of parameters and results that nobody wrote down: of a method that answers for the annotation above it, as it is
 * checked; of one without any, as checked code calls it and what it gets back. What is not known everywhere is not said.
 */
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../engine/snapshot';
import { hierarchyOf } from '../program/hierarchy';
import type { MethodDeclaration } from '../ril/declarations';
import type { Param } from '../ril/ril';
import { joinAll } from '../types/join';
import { showType } from '../types/show';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { type CallSite, callSites, givenTo, widened } from './callSites';

/** Offsets are of the file. */
export interface MethodHint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

const INHERITED = 'from the annotation of the method above it';
const CALLED = 'as checked code in open or verified files calls it; nothing declares it';

interface Known {
  readonly param: (param: Param) => Type | null;
  readonly result: Type | null;
  readonly tooltip: string;
}

export function methodHints(snapshot: Snapshot, file: FileSnapshot): readonly MethodHint[] {
  const open = file.methods.filter(({ info }) => isUnannotated(info.definition, info.signature));
  if (open.length === 0) return [];
  const files = new Map([...snapshot.looked(), file].map(each => [each.path, each]));
  const sites = callSites([...files.values()].flatMap(each => each.methods));
  return open.flatMap(method => {
    const definition = method.info.definition!;
    const at = snapshot.anchorAt(definition.anchor);
    const known = knownOf(snapshot, method, sites);
    return at === undefined || known === null ? [] : hintsFor(file.text, definition, at, known);
  });
}

function isUnannotated(definition: MethodDeclaration | null, signature: unknown): boolean {
  return definition !== null && !definition.broken && signature === null;
}

function knownOf(
  snapshot: Snapshot,
  { info, typed }: MethodSnapshot,
  sites: ReadonlyMap<MethodKey, readonly CallSite[]>,
): Known | null {
  const isNew = info.name === 'initialize';
  if (typed !== null) {
    const { params, result } = typed;
    const param = ({ kind, name }: Param): Type | null =>
      isSingle(kind) && name !== null ? (params.get(name) ?? null) : null;
    return { param, result: isNew ? null : result, tooltip: INHERITED };
  }
  const calls = sites.get(info.key) ?? [];
  if (calls.length === 0) return null;
  const join = (types: readonly Type[]): Type => joinAll(types.map(widened), hierarchyOf(snapshot.program));
  const { params } = info.definition!;
  const param = (each: Param): Type | null => {
    const given = calls.map(site => givenTo(site, each, params));
    const types = given.filter(type => type !== 'omitted' && type !== 'unknown');
    const mayDefault = given.includes('omitted') && each.default?.kind !== 'lit';
    return given.includes('unknown') || mayDefault || types.length === 0 ? null : join(types);
  };
  const results = calls.flatMap(({ method, call }) => method.typed?.types.get(call) ?? []);
  // Where a subclass's method may run instead, what callers get is not this method's alone.
  const isOnly = calls.every(({ target }) => target.candidates.length === 1);
  return { param, result: isOnly && !isNew ? join(results) : null, tooltip: CALLED };
}

/** Those that take one value: what `*xs` and `&b` hold is another type than what is given for them. */
function isSingle(kind: Param['kind']): boolean {
  return ['required', 'optional', 'post', 'key', 'optionalKey'].includes(kind);
}

function hintsFor(text: string, definition: MethodDeclaration, at: number, known: Known): readonly MethodHint[] {
  const { tooltip } = known;
  const hints: MethodHint[] = [];
  for (const param of definition.params) {
    const type = param.name === null || param.destructure ? null : known.param(param);
    if (type === null || !isTelling(type)) continue;
    const isKey = param.kind === 'key' || param.kind === 'optionalKey';
    const offset = at + param.span.start + param.name!.length + (isKey ? 1 : 0);
    hints.push({ offset, label: isKey ? ` ${showType(type)}` : `: ${showType(type)}`, tooltip });
  }
  if (known.result !== null && isTelling(known.result))
    hints.push({ offset: endOfHead(text, definition, at), label: ` -> ${showType(known.result)}`, tooltip });
  return hints;
}

function isTelling(type: Type): boolean {
  const { kind } = type;
  return kind !== 'dynamic' && kind !== 'any' && kind !== 'bottom' && !/…|%bot|%dyn/.test(showType(type));
}

/** Behind the parameters: `def f(a, b)│`, `def f a, b│`, `def f│`. */
function endOfHead(text: string, { params, nameSpan }: MethodDeclaration, at: number): number {
  const name = at + nameSpan.end;
  const last = Math.max(name, ...params.map(param => at + param.span.end));
  if (text[name] !== '(') return last;
  const closing = text.indexOf(')', last);
  return closing < 0 ? last : closing + 1;
}
