/** The status of each method, for gutter marks, the Testing view and the status item. */

import type { MethodPresence, PresentMethod, StatusParams } from '../../../shared/src/protocol';
import type { Settings } from '../../../shared/src/settings';
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../engine/snapshot';
import { failingAssumption } from '../proof/obligation';
import { hasVerificationLens, titleOf } from './codeLens';
import { diagnosticsOf } from './diagnostics';
import { buildTrace, obligationOf, traceLines } from './trace';

export function listMethodStatus(snapshot: Snapshot, path: string, settings: Settings): readonly PresentMethod[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const diagnostics = diagnosticsOf(snapshot, path, settings).filter(each => each.kind === 'verify');
  return file.methods.filter(hasVerificationLens).map(method => {
    const { span } = method.nameLocation;
    const start = file.lines.position(span.start);
    const own = diagnostics.filter(each => method.verdict?.obligations.some(o => o === obligationOf(snapshot, each)));
    const details = own.flatMap(each => {
      const trace = buildTrace(snapshot, obligationOf(snapshot, each)!);
      return [each.message, ...(trace === null ? [] : traceLines(trace))];
    });
    return {
      name: method.info.key,
      line: start.line,
      character: start.character,
      endCharacter: start.character + span.end - span.start,
      presence: methodStatusOf(method),
      title: titleOf(method),
      details: details.join('\n'),
    };
  });
}

export function statusOf(snapshots: readonly Snapshot[]): StatusParams {
  const files = snapshots.flatMap(snapshot => snapshot.looked());
  const presences = presencesOf(files);
  const count = (wanted: MethodPresence): number => presences.filter(presence => presence === wanted).length;
  return {
    safe: count('safe') + count('unfounded'),
    unfounded: count('unfounded'),
    unsafe: count('unsafe'),
    undecided: count('undecided'),
    verifying: count('verifying'),
    notReproduced: files.flatMap(file => file.methods.filter(isNotReproduced)).length,
  };
}

/** `3 proved, 1 failing`: counts over some files, without zeros. */
export function showCounts(snapshot: Snapshot, paths: readonly string[]): string {
  const found = presencesOf(paths.flatMap(path => snapshot.files.get(path) ?? [])).map(each => WORDS[each]);
  const shown = [...new Set(Object.values(WORDS))].flatMap(word => {
    const count = found.filter(each => each === word).length;
    return count === 0 ? [] : `${count} ${word}`;
  });
  return shown.length === 0 ? 'no annotated methods' : shown.join(', ');
}

const WORDS: Readonly<Record<MethodPresence, string>> = {
  safe: 'proved',
  unfounded: 'proved under an assumption that fails',
  unsafe: 'failing',
  undecided: 'undecided',
  stale: 'not checked yet',
  queued: 'not checked yet',
  verifying: 'not checked yet',
};

function presencesOf(files: readonly FileSnapshot[]): readonly MethodPresence[] {
  return files.flatMap(file => file.methods.filter(hasVerificationLens).map(methodStatusOf));
}

/** The log says how to repeat such a run. */
function isNotReproduced({ verdict }: MethodSnapshot): boolean {
  return !!verdict?.obligations.some(each => each.cause === 'unconfirmed' && each.counterexample?.ranIn);
}

function methodStatusOf(method: MethodSnapshot): MethodPresence {
  if (method.state === 'queued' || method.state === 'verifying') return method.state;
  if (method.state === 'stale' || method.verdict === null) return 'stale';
  switch (method.verdict.status) {
    case 'safe':
      return failingAssumption(method.verdict.caveats) === null ? 'safe' : 'unfounded';
    case 'unsafe':
    case 'type-error':
      return 'unsafe';
    default:
      return 'undecided';
  }
}
