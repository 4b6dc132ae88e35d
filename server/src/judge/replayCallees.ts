/** Methods of the workspace that a run may reach and whose contracts it checks: by name, transitively. */
import { allDescendants } from '../program/ancestors';
import type { ClassInfo, MethodInfo, Program, SignatureArm } from '../program/program';
import { extendersOf, workspaceClasses } from '../program/workspace';
import { partsOf } from '../ril/dataParts';
import { type ContractData, contractData } from './replayContract';

const MAX_CALLEES = 300;

export function calleesOf(program: Program, method: MethodInfo): readonly MethodInfo[] {
  const byName = methodsByName(program);
  const found = new Map<string, MethodInfo>();
  const seen = new Set<string>();
  let names = calledNames(method.definition?.body());
  while (names.size > 0 && found.size < MAX_CALLEES) {
    const next = new Set<string>();
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const callee of byName.get(name) ?? []) {
        found.set(callee.key, callee);
        for (const inner of calledNames(callee.definition?.body())) next.add(inner);
      }
    }
    names = next;
  }
  return [...found.values()].filter(callee => callee.signature !== null);
}

/**
 * The contract of a method that a module only annotates is checked in the classes that include the module, each by its
 * own name.
 */
export function calleeContracts(
  program: Program,
  callee: MethodInfo,
  arm: SignatureArm | null,
): readonly ContractData[] {
  const own = contractData(callee, arm);
  const isOwed = !callee.definition && program.classes.get(callee.owner)?.kind === 'module';
  if (!isOwed) return [own];
  return [
    ...allDescendants(program, callee.owner).map(owner => ({ ...own, owner })),
    ...extendersOf(program, callee.owner).map(name => ({ ...own, owner: name, singleton: true })),
  ];
}

function methodsByName(program: Program): ReadonlyMap<string, readonly MethodInfo[]> {
  const byName = new Map<string, MethodInfo[]>();
  for (const info of workspaceClasses(program)) {
    if (info.origin !== 'workspace' && !hasWorkspaceMethods(info)) continue;
    for (const method of [...info.methods.values(), ...info.singletonMethods.values()])
      if (method.origin === 'workspace') byName.set(method.name, [...(byName.get(method.name) ?? []), method]);
  }
  return byName;
}

/** Reopened core classes, and Object for the top level. */
function hasWorkspaceMethods(info: ClassInfo): boolean {
  return [...info.methods.values()].some(method => method.origin === 'workspace');
}

/** Names of all calls anywhere inside; `new` means `initialize`. */
function calledNames(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) calledNames(each, names);
  else if (typeof node === 'object' && node !== null) {
    if ('kind' in node && node.kind === 'call' && 'method' in node && typeof node.method === 'string')
      names.add(node.method === 'new' ? 'initialize' : node.method);
    for (const each of partsOf(node)) calledNames(each, names);
  }
  return names;
}
