/** The annotation of the method being called, and which of its parameters the cursor is at. By name: `foo(` is half-typed. */
import type { Snapshot } from '../engine/snapshot';
import { workspaceMethods } from '../program/workspace';
import { showMethodType, showParam } from '../types/show';
import { methodAt } from './expressionAt';

export interface SignatureHelp {
  readonly signatures: readonly { readonly label: string; readonly params: readonly string[] }[];
  readonly activeParameter: number;
}

const REACH = 400;

export function signatureHelpAt(snapshot: Snapshot, path: string, offset: number): SignatureHelp | null {
  const text = snapshot.files.get(path)?.text ?? '';
  const call = openCall(text.slice(Math.max(0, offset - REACH), offset));
  if (call === null) return null;
  const arms = armsOf(snapshot, path, offset, call.name);
  if (arms.length === 0) return null;
  const signatures = arms.map(type => ({
    label: `${call.name}${showMethodType(type)}`,
    params: type.params.map(showParam),
  }));
  return { signatures, activeParameter: call.argument };
}

/** The innermost call whose parenthesis is still open, and how many commas stand after it. */
function openCall(before: string): { readonly name: string; readonly argument: number } | null {
  let depth = 0;
  let commas = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const char = before[at]!;
    if (char === '\n' && depth === 0 && commas === 0 && !before.slice(0, at).trimEnd().endsWith('(')) return null;
    if (')]}'.includes(char)) depth++;
    else if (char === ',' && depth === 0) commas++;
    else if ('([{'.includes(char)) {
      if (depth > 0) {
        depth--;
        continue;
      }
      const name = /([a-zA-Z_]\w*[?!]?)$/.exec(before.slice(0, at))?.[1];
      return char === '(' && name !== undefined ? { name, argument: commas } : null;
    }
  }
  return null;
}

/** Own class first, then every annotated method of that name in the workspace. */
function armsOf(snapshot: Snapshot, path: string, offset: number, name: string) {
  const owner = methodAt(snapshot, path, offset)?.info.owner;
  const named = workspaceMethods(snapshot.program, name).filter(info => info.signature !== null);
  const own = named.filter(info => info.owner === owner);
  return (own.length > 0 ? own : named).flatMap(info => info.signature!.arms.map(arm => arm.type));
}
