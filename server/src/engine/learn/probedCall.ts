/**
 * A call that reaches a point of a method: in a fork of the workspace, an expression that always raises is put there, and the
 * call is the counterexample that Ruby confirms to raise at it. The methods of the file have their learned types in the fork, so the
 * solver knows which values to try; the run decides.
 */
import { applyEdit, type TextEdit } from '../../base/edit';
import { anchorPath } from '../../base/span';
import { methodByKey } from '../../program/lookup';
import type { Budget } from '../../proof/query';
import type { CallSource } from '../../proof/replay';
import type { ObligationVerdict } from '../../proof/verdict';
import { showMethodType } from '../../types/show';
import { ANY } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import { locate, type MethodSnapshot, type Snapshot } from '../snapshot';
import type { Workspace } from '../workspace';
import { withoutNames } from './overloads';

/** Raises wherever it is evaluated, and the verifier knows that. */
export const PROBE = 'Integer.sqrt(-1)';

export interface CallRequest {
  readonly key: MethodKey;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

/** As Ruby source, as a whole and in parts. */
export interface ProbedCall {
  readonly call: string;
  readonly source: CallSource;
}

/** `edit` puts the probe into the file of the method. */
export async function findProbedCall(
  workspace: Workspace,
  { key, budget, signal }: CallRequest,
  edit: TextEdit,
): Promise<ProbedCall | null> {
  const path = findMethod(workspace.snapshot, key)?.location.path;
  if (path === undefined) return null;
  const text = workspace.snapshot.sources.get(path)?.text ?? '';
  const edits = [edit, ...annotations(workspace.snapshot, path)].sort((a, b) => b.start - a.start);
  const fork = workspace.fork({ runsCode: true });
  fork.setDisk(path, edits.reduce(applyEdit, text));
  if (findMethod(fork.snapshot, key) === null) return null;
  await fork.verify({ paths: [path], methods: new Set([key]), budget, signal });
  const obligations = findMethod(fork.snapshot, key)?.verdict?.obligations ?? [];
  const counterexample = obligations.find(each => isReached(fork.snapshot, each))?.counterexample;
  return counterexample?.source ? { call: counterexample.call, source: counterexample.source } : null;
}

/** A run raised at the probe. */
function isReached(snapshot: Snapshot, { cause, place }: ObligationVerdict): boolean {
  const at = cause === 'confirmed' ? locate(snapshot, place) : null;
  return at !== null && snapshot.sources.get(at.path)?.text.slice(at.span.start, at.span.end) === PROBE;
}

/** Learned types for the methods of a file; only constructors have their results. */
function annotations(snapshot: Snapshot, path: string): readonly TextEdit[] {
  const file = snapshot.files.get(path);
  return (file?.methods ?? []).flatMap(({ info, location }): readonly TextEdit[] => {
    const learned = info.signature === null ? snapshot.learned.methodOf(info.key) : null;
    if (file === undefined || learned === null) return [];
    const start = file.text.lastIndexOf('\n', location.span.start - 1) + 1;
    const indent = /^[ \t]*/.exec(file.text.slice(start))?.[0] ?? '';
    const { result } = learned.type;
    const type = showMethodType({ ...withoutNames(learned.type), result: result.kind === 'self' ? result : ANY });
    return [{ start, end: start, text: `${indent}##% ${type}\n` }];
  });
}

function findMethod(snapshot: Snapshot, key: MethodKey): MethodSnapshot | null {
  const info = methodByKey(snapshot.program, key);
  const file = info?.definition ? snapshot.files.get(anchorPath(info.definition.anchor)) : undefined;
  return file?.methods.find(each => each.info.key === key) ?? null;
}
