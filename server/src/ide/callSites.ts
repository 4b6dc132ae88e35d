/** The calls of a method in checked code, and the arguments they pass for each parameter. */
import type { MethodSnapshot } from '../engine/snapshot';
import type { Call, Expr, Param, Super } from '../ril/ril';
import { BOOL, FLOAT, INTEGER, STRING, SYMBOL, type Type } from '../types/type';
import type { CallTarget, MethodKey } from '../types/typedMethod';

export interface CallSite {
  readonly method: MethodSnapshot;
  readonly call: Call | Super;
  readonly target: CallTarget;
}

/** Calls in these methods, by possible callee. */
export function callSites(methods: Iterable<MethodSnapshot>): ReadonlyMap<MethodKey, readonly CallSite[]> {
  const sites = new Map<MethodKey, CallSite[]>();
  for (const method of methods) {
    for (const [call, target] of method.typed?.calls ?? []) {
      if (call.kind === 'yield') continue;
      for (const key of new Set(target.candidates.map(candidate => candidate.method))) {
        if (key === null) continue;
        const list = sites.get(key);
        if (list) list.push({ method, call, target });
        else sites.set(key, [{ method, call, target }]);
      }
    }
  }
  return sites;
}

/** `omitted`: the default is used. `unknown`: the call alone does not determine it. */
export type Given = Type | 'omitted' | 'unknown';

export function argumentsPassedTo(site: CallSite, param: Param, params: readonly Param[]): Given {
  const found = argumentOf(site.call, param, params);
  return found === 'omitted' || found === 'unknown' ? found : (site.method.typed?.types.get(found) ?? 'unknown');
}

function argumentOf({ args }: Call | Super, param: Param, params: readonly Param[]): Expr | 'omitted' | 'unknown' {
  if (args === null || args.some(arg => arg.type === 'forward')) return 'unknown';
  if (param.kind === 'key' || param.kind === 'optionalKey') {
    const own = args.find(arg => arg.type === 'keyword' && arg.name === param.name);
    if (own?.type === 'keyword') return own.value;
    return args.some(arg => arg.type === 'doubleSplat') ? 'unknown' : 'omitted';
  }
  const takesKeys = params.some(each => each.kind === 'key' || each.kind === 'optionalKey' || each.kind === 'keyRest');
  if (args.some(arg => arg.type === 'splat') || (!takesKeys && args.some(isKeyed))) return 'unknown';
  return positional(
    args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : [])),
    param,
    params,
  );
}

/** Ruby's order of binding: required parameters from both ends, then optional ones from the left. */
function positional(values: readonly Expr[], param: Param, params: readonly Param[]): Expr | 'omitted' | 'unknown' {
  const of = (kind: Param['kind']): readonly Param[] => params.filter(each => each.kind === kind);
  const [required, optional, post] = [of('required'), of('optional'), of('post')];
  switch (param.kind) {
    case 'required':
      return values[required.indexOf(param)] ?? 'unknown';
    case 'optional': {
      const index = optional.indexOf(param);
      const filled = values.length - required.length - post.length;
      return index < filled ? (values[required.length + index] ?? 'unknown') : 'omitted';
    }
    case 'post':
      return values[values.length - post.length + post.indexOf(param)] ?? 'unknown';
    default:
      return 'unknown';
  }
}

function isKeyed({ type }: NonNullable<Super['args']>[number]): boolean {
  return type === 'keyword' || type === 'pair' || type === 'doubleSplat';
}

const CLASSES = { integer: INTEGER, float: FLOAT, string: STRING, symbol: SYMBOL, true: BOOL, false: BOOL } as const;

/** A literal type as its class: `1` becomes Integer. */
export function widenLiteral(type: Type): Type {
  if (type.kind === 'literal') return CLASSES[type.value.type];
  return type.kind === 'union' ? { ...type, members: type.members.map(widenLiteral) } : type;
}
