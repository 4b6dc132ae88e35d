/**
 * Signatures of the method being called, and the parameter at the cursor: of the receiver's class if its type is known,
 * otherwise by name. `x.foo(` is incomplete.
 */
import type { Snapshot } from '../engine/snapshot';
import { findMethod, findSingletonMethod } from '../program/lookup';
import { workspaceMethods } from '../program/workspace';
import { showMethodType, showParam } from '../types/show';
import { type MethodType, nominal, type Type } from '../types/type';
import { methodAt } from './expressionAt';
import { membersOf } from './members';
import { type Probe, type Receiver, receiverAt } from './receiver';

export interface SignatureHelp {
  readonly signatures: readonly { readonly label: string; readonly params: readonly string[] }[];
  readonly activeParameter: number;
}

const REACH = 400;

export function signatureHelpAt(snapshot: Snapshot, path: string, offset: number, probe: Probe): SignatureHelp | null {
  const text = snapshot.files.get(path)?.text ?? '';
  const from = Math.max(0, offset - REACH);
  const call = openCall(text.slice(from, offset));
  if (call === null) return null;
  const dot = call.dot === null ? null : from + call.dot;
  const receiver = dot === null ? null : receiverAt(snapshot, probe, path, dot, endOfCall(text, offset));
  const known = receiver && constructorOf(snapshot, receiver.type, call.name);
  const arms = known ?? memberArms(snapshot, receiver, call.name) ?? armsOf(snapshot, path, offset, call.name);
  if (arms.length === 0) return null;
  const signatures = arms.map(type => ({
    label: `${call.name}${showMethodType(type)}`,
    params: type.params.map(showParam),
  }));
  return { signatures, activeParameter: call.argument };
}

function memberArms({ program }: Snapshot, receiver: Receiver | null, name: string): readonly MethodType[] | null {
  const members = receiver && membersOf(program, receiver.type, receiver.isSelf);
  return members?.find(each => each.name === name)?.info.signature?.arms.map(({ type }) => type) ?? null;
}

/** `X.new` takes what `initialize` takes, unless the class has a `new` of its own. Without an annotation, as it is inferred. */
function constructorOf({ program, inferred }: Snapshot, type: Type, name: string): readonly MethodType[] | null {
  if (name !== 'new' || type.kind !== 'classOf') return null;
  const initialize = findMethod(program, type.name, 'initialize');
  if (initialize?.origin !== 'workspace' || findSingletonMethod(program, type.name, name)?.origin === 'workspace')
    return null;
  const found = inferred.methodOf(initialize.key)?.signature.type;
  const arms = initialize.signature?.arms.map(arm => arm.type) ?? (found ? [found] : []);
  return arms.map(arm => ({ ...arm, result: nominal(type.name), resultName: null, resultRefinement: null }));
}

/** The innermost call whose parenthesis is open, and the number of commas after it. */
function openCall(
  before: string,
): { readonly name: string; readonly argument: number; readonly dot: number | null } | null {
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
      const match = /(&?\.\s*)?([a-zA-Z_]\w*[?!]?)$/.exec(before.slice(0, at));
      if (char !== '(' || match === null) return null;
      return { name: match[2]!, argument: commas, dot: match[1] === undefined ? null : match.index };
    }
  }
  return null;
}

/** After the closing parenthesis of the call, if it exists already. */
function endOfCall(text: string, offset: number): number {
  let depth = 1;
  for (let at = offset; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return offset;
}

/** The receiver's class first, then every annotated method of that name in the workspace. */
function armsOf(snapshot: Snapshot, path: string, offset: number, name: string) {
  const owner = methodAt(snapshot, path, offset)?.info.owner;
  const named = workspaceMethods(snapshot.program, name).filter(info => info.signature !== null);
  const own = named.filter(info => info.owner === owner);
  return (own.length > 0 ? own : named).flatMap(info => info.signature!.arms.map(arm => arm.type));
}
