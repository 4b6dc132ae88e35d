/**
 * Types of parameters and results without an annotation. A method with an inherited contract shows the types under
 * which it is checked; any other shows how checked code calls it and uses its result, else what is inferred from its
 * body and from the calls of other unannotated methods. Types that are not known for all calls are not shown.
 */
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../engine/snapshot';
import { hierarchyOf } from '../program/hierarchy';
import type { MethodDeclaration } from '../ril/declarations';
import type { Param } from '../ril/ril';
import { containsType } from '../types/containsType';
import { joinAll } from '../types/join';
import { showType } from '../types/show';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { argumentsPassedTo, type CallSite, callSites, widenLiteral } from './callSites';
import { inferredOf } from './inferredHover';

/** File offsets. */
export interface MethodHint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

const INHERITED = 'from the annotation of the method above it';
const INFERRED = 'inferred from its body; not declared';
const CALLED = 'inferred from calls in checked code of open or verified files; not declared';

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
  if (calls.length === 0) return inferredTypes(snapshot, info.key, isNew);
  const join = (types: readonly Type[]): Type => joinAll(types.map(widenLiteral), hierarchyOf(snapshot.program));
  const { params } = info.definition!;
  const param = (each: Param): Type | null => {
    const given = calls.map(site => argumentsPassedTo(site, each, params));
    const types = given.filter(type => type !== 'omitted' && type !== 'unknown');
    const mayDefault = given.includes('omitted') && each.default?.kind !== 'lit';
    return given.includes('unknown') || mayDefault || types.length === 0 ? null : join(types);
  };
  const results = calls.flatMap(({ method, call }) => method.typed?.types.get(call) ?? []);
  // If a method of a subclass may run instead, the callers' types are not of this method alone.
  const isOnly = calls.every(({ target }) => target.candidates.length === 1);
  return { param, result: isOnly && !isNew ? join(results) : null, tooltip: CALLED };
}

function inferredTypes(snapshot: Snapshot, key: MethodKey, isNew: boolean): Known | null {
  const inferred = inferredOf(snapshot, key);
  if (inferred === null) return null;
  const { type } = inferred.signature;
  const param = ({ name, kind }: Param): Type | null => {
    const found = isSingle(kind) ? type.params.find(each => each.name === name)?.type : undefined;
    return found === undefined || found.kind === 'structural' || found.kind === 'variable' ? null : found;
  };
  const result = isNew || type.result.kind === 'variable' ? null : type.result;
  return { param, result, tooltip: inferred.signature.fromCallers.size > 0 ? CALLED : INFERRED };
}

/** Parameters that take one value: `*xs` and `&b` hold another type than the arguments. */
function isSingle(kind: Param['kind']): boolean {
  return ['required', 'optional', 'post', 'key', 'optionalKey'].includes(kind);
}

function hintsFor(text: string, definition: MethodDeclaration, at: number, known: Known): readonly MethodHint[] {
  const { tooltip } = known;
  const hints: MethodHint[] = [];
  for (const param of definition.params) {
    const type = param.name === null || param.destructure ? null : known.param(param);
    if (type === null || !isInformative(type)) continue;
    const isKey = param.kind === 'key' || param.kind === 'optionalKey';
    const offset = at + param.span.start + param.name!.length + (isKey ? 1 : 0);
    hints.push({ offset, label: isKey ? ` ${showType(type)}` : `: ${showType(type)}`, tooltip });
  }
  if (known.result !== null && isInformative(known.result))
    hints.push({ offset: endOfHead(text, definition, at), label: ` -> ${showType(known.result)}`, tooltip });
  return hints;
}

function isInformative(type: Type): boolean {
  return type.kind !== 'any' && !containsType(type, ({ kind }) => kind === 'dynamic' || kind === 'bottom');
}

/** After the parameters: `def f(a, b)│`, `def f a, b│`, `def f│`. */
function endOfHead(text: string, { params, nameSpan }: MethodDeclaration, at: number): number {
  const name = at + nameSpan.end;
  const last = Math.max(name, ...params.map(param => at + param.span.end));
  if (text[name] !== '(') return last;
  const closing = text.indexOf(')', last);
  return closing < 0 ? last : closing + 1;
}
