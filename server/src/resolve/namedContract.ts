/** Binds the names in a `# loupe: (pre) -> (post)` comment to the parameters of the definition and to the result. */
import type { MethodInfo } from '../program/program';
import { mapParts } from '../ril/dataParts';
import type { Call, Param } from '../ril/ril';
import type { ContractAnnotation } from '../types/annotation';
import type { MethodType } from '../types/type';
import { everyNode } from './renameLocals';

/** Names of the result, unless a parameter has that name. */
const RESULT = ['r', 'result'];

export function bindByName(contract: ContractAnnotation, method: MethodInfo, type: MethodType): ContractAnnotation {
  if (!contract.byName) return contract;
  const params = (method.definition?.params ?? paramsOf(type, contract)).filter(param => param.kind !== 'block');
  const names = new Set(params.flatMap(param => param.name ?? []));
  if (contract.when === 'pre') return { ...contract, params, body: withLocals(contract.body, names) };
  const used = new Set(everyNode(contract.body).flatMap(node => (isBareCall(node) ? node.method : [])));
  const free = RESULT.filter(name => !names.has(name));
  const result = free.find(name => used.has(name)) ?? free[0] ?? '';
  const body = withLocals(contract.body, new Set([...names, result]));
  return { ...contract, params: [paramNamed(result, contract), ...params], body };
}

function paramsOf(type: MethodType, contract: ContractAnnotation): readonly Param[] {
  return type.params.map(({ name, kind }) => ({ ...paramNamed(name, contract), kind }));
}

function paramNamed(name: string | null, { body }: ContractAnnotation): Param {
  return { kind: 'required', span: body.span, name, default: null, destructure: null };
}

function withLocals<T>(node: T, names: ReadonlySet<string>): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(item => withLocals(item, names)) as T;
  if (isBareCall(node) && names.has(node.method))
    return { kind: 'var', span: node.span, scope: 'local', name: node.method } as T;
  return mapParts(node, part => withLocals(part, names)) as T;
}

/** `x`, which is a call if nothing binds it. */
function isBareCall(node: object): node is Call {
  return 'kind' in node && node.kind === 'call' && 'bare' in node && node.bare === true;
}
