/**
 * The bodies that a run of a method may execute: everything that is called by name, transitively. The result of a run
 * is valid while these are the same, even if the proof itself used contracts only.
 */
import type { MethodInfo, Program } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import { walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';

/** Reads the bodies, so that the active recorder notes them. */
export function readReachable(program: Program, from: MethodInfo): void {
  const seen = new Set<MethodKey>();
  const open = [from];
  for (let method = open.pop(); method; method = open.pop()) {
    if (seen.has(method.key)) continue;
    seen.add(method.key);
    const { name } = method;
    const body = method.definition?.body();
    if (!body) continue;
    walk(body, expr => {
      if (expr.kind === 'call')
        open.push(...workspaceMethods(program, expr.method === 'new' ? 'initialize' : expr.method));
      if (expr.kind === 'super') open.push(...workspaceMethods(program, name));
      return true;
    });
  }
}
