/**
 * Suggests a type for an unannotated method that checked code calls: parameters get the types of the arguments, the
 * result gets the type that callers see. Offered at the `def` and at the calls.
 */
import type { Settings } from '../../../../shared/src/settings';
import type { Snapshot } from '../../engine/snapshot';
import { filesContaining, locate } from '../../engine/snapshot';
import { hierarchyOf } from '../../program/hierarchy';
import type { MethodInfo } from '../../program/program';
import type { Param } from '../../ril/ril';
import { containsType } from '../../types/containsType';
import { joinAll } from '../../types/join';
import { isLabel, showType } from '../../types/show';
import { NIL, nominal, type Type } from '../../types/type';
import { argumentsPassedTo, type CallSite, callSites, widenLiteral } from '../callSites';
import { calleesAt } from '../expressionAt';
import type { Fix, Refactorer } from './fix';
import { styleIn } from './inferredSignature';

export const annotateFixes: Refactorer = ({ snapshot, file, settings }, span) => {
  const named = file.methods.find(({ nameLocation: at }) => at.span.start <= span.start && span.end <= at.span.end);
  const found = named === undefined ? calleesAt(snapshot, file.path, span.start) : [named.info];
  return found.flatMap(info => annotationsOf(snapshot, info, settings));
};

/** Inferred types of an unannotated method, best first: `(Integer a) -> Integer`. Empty: no checked call. */
function inferredTypes(snapshot: Snapshot, info: MethodInfo): readonly string[] {
  const { definition } = info;
  if (definition === null || definition.broken || info.signature !== null || info.origin !== 'workspace') return [];
  const calls = callsOf(snapshot, info);
  if (calls.length === 0) return [];
  const join = (types: readonly Type[]): Type => joinAll(types.map(widenLiteral), hierarchyOf(snapshot.program));
  const params = definition.params.map((param, _, all) => paramText(param, all, calls, join));
  if (params.includes(null)) return [];
  const result = join(calls.flatMap(({ method, call }) => method.typed?.types.get(call) ?? []));
  const given = calls.flatMap(({ method, call }) =>
    (call.args ?? []).flatMap(arg => ('value' in arg && arg.value && method.typed?.types.get(arg.value)) || []),
  );
  const proposals = result.kind === 'dynamic' ? [...given.map(widenLiteral), ...COMMON_RESULTS] : [result];
  const results = new Set(proposals.filter(isWritable).map(showType));
  return [...results].map(each => `(${params.join(', ')}) -> ${each}`);
}

const COMMON_RESULTS: readonly Type[] = [nominal('Integer'), nominal('String'), { kind: 'bool' }, NIL];

/** No part is unknown, and none needs quotes inside of `type '…'`. */
function isWritable(type: Type): boolean {
  return !containsType(type, part => {
    if (part.kind === 'literal')
      return part.value.type === 'string' || (part.value.type === 'symbol' && !isLabel(part.value.value));
    return part.kind === 'dynamic' || part.kind === 'bottom';
  });
}

function annotationsOf(snapshot: Snapshot, info: MethodInfo, settings: Settings): readonly Fix[] {
  const { definition } = info;
  const at = definition && locate(snapshot, { anchor: definition.anchor, span: definition.span });
  const file = at ? snapshot.files.get(at.path) : undefined;
  // A type in RBS comes from inferredSignature.
  const style = file && styleIn(file, settings);
  if (!at || file === undefined || style === 'rbs') return [];
  const { line } = file.lines.position(at.span.start);
  const start = file.lines.lineStart(line);
  const indent = /^\s*/.exec(file.lines.lineText(line))![0];
  return inferredTypes(snapshot, info).map(type => {
    const text = style === 'type' ? `type '${type}'` : `##% ${type}`;
    const edits = [{ start, end: start, text: `${indent}${text}\n` }];
    const title = `Annotate ${info.name}: ${type}`;
    const group = `annotate ${info.key}`;
    return { title, diagnostic: null, path: at.path, edits, preferred: false, group, about: [info.name] };
  });
}

function callsOf(snapshot: Snapshot, info: MethodInfo): readonly CallSite[] {
  const files = filesContaining(snapshot, info.name).flatMap(path => snapshot.files.get(path) ?? []);
  return callSites(files.flatMap(file => file.methods)).get(info.key) ?? [];
}

function paramText(
  param: Param,
  params: readonly Param[],
  sites: readonly CallSite[],
  join: (types: readonly Type[]) => Type,
): string | null {
  const given = sites
    .map(site => argumentsPassedTo(site, param, params))
    .filter(type => type !== 'omitted' && type !== 'unknown');
  if (given.length === 0 || param.name === null) return null;
  const joined = join(given);
  if (!isWritable(joined)) return null;
  const type = showType(joined);
  switch (param.kind) {
    case 'required':
    case 'post':
      return `${type} ${param.name}`;
    case 'optional':
      return `?${type} ${param.name}`;
    case 'key':
      return `${param.name}: ${type}`;
    case 'optionalKey':
      return `${param.name}: ?${type}`;
    default:
      return null;
  }
}
