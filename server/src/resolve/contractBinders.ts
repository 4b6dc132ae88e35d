/**
 * Matches the block parameters of a `pre` or `post` with the parameters of the signature: RDL passes the call's
 * arguments to the block, so they match by position, and keywords by name. Others (`*all`, `(a, b)`) are unbound.
 */
import { localsOfParam } from '../ril/bindings';
import type { Param } from '../ril/ril';
import { isKeywordParam, isNamedKeyword } from '../types/keywordsAsHash';
import type { MethodType, ParamType } from '../types/type';

export interface BoundContract {
  /** The signature's parameters; those without a name get the contract's. */
  readonly params: readonly ParamType[];
  /** The contract's names in terms of the signature's. */
  readonly renames: Map<string, string>;
  /** Names without a corresponding parameter in the signature. */
  readonly unbound: ReadonlySet<string>;
}

export function bindContract(method: MethodType, binders: readonly Param[]): BoundContract {
  const params = [...method.params];
  const renames = new Map<string, string>();
  const unbound = new Set<string>();
  const taken = new Set([method.resultName, ...params.map(param => param.name)]);
  const positions = [...params.keys()].filter(index => !isKeywordParam(params[index]!));
  let next = 0;
  for (const binder of binders) {
    const index = isPositional(binder) ? (positions[next++] ?? -1) : keywordIndex(params, binder);
    const param = params[index];
    // After a rest parameter, positions no longer match.
    const certain = positions.slice(0, next).every(each => params[each]!.kind !== 'rest');
    if (binder.name === null || param === undefined || !(certain || isKeywordParam(param))) {
      for (const name of localsOfParam(binder)) unbound.add(name);
      continue;
    }
    const name = param.name ?? findUnusedName(binder.name, taken);
    taken.add(name);
    params[index] = { ...param, name };
    renames.set(binder.name, name);
  }
  return { params, renames, unbound };
}

export function isPositional({ kind }: Param): boolean {
  return kind === 'required' || kind === 'optional';
}

function keywordIndex(params: readonly ParamType[], binder: Param): number {
  if (binder.kind !== 'key' && binder.kind !== 'optionalKey') return -1;
  return params.findIndex(param => isNamedKeyword(param) && param.name === binder.name);
}

/** The name, or a variation of it that is not taken. */
export function findUnusedName(name: string, taken: ReadonlySet<string | null>): string {
  return taken.has(name) ? findUnusedName(`${name}_`, taken) : name;
}
