/** A call that ends in a conflict: Ruby shows that the value is there when a method is called on it that it does not have. */
import { locate } from '../snapshot';
import type { Workspace } from '../workspace';
import type { Conflict } from './conflicts';
import { type CallRequest, findProbedCall, PROBE } from './probedCall';

/** Null: no such call was found. */
export async function findFailingCall(
  workspace: Workspace,
  request: Omit<CallRequest, 'key'>,
  { method, receiver, value }: Conflict,
): Promise<string | null> {
  const at = locate(workspace.snapshot, receiver);
  if (at === null) return null;
  const { start, end } = at.span;
  const name = workspace.snapshot.sources.get(at.path)?.text.slice(start, end) ?? '';
  const edit = { start, end, text: `(${name} == ${value} ? (${PROBE}; return) : ${name})` };
  return (await findProbedCall(workspace, { ...request, key: method }, edit))?.call ?? null;
}
