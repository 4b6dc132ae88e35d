/** What is known per method, for gutter marks, the Testing view and the status item. */

import type { MethodPresence, PresentMethod, StatusParams } from '../../../shared/src/protocol';
import type { Settings } from '../../../shared/src/settings';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import { diagnosticsOf } from './diagnostics';
import { isShown, titleOf } from './lens';
import { obligationOf, storyLines, tellStory } from './story';

export function presentMethods(snapshot: Snapshot, path: string, settings: Settings): readonly PresentMethod[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const diagnostics = diagnosticsOf(snapshot, path, settings).filter(each => each.kind === 'verify');
  return file.methods.filter(isShown).map(method => {
    const { span } = method.nameLocation;
    const start = file.lines.position(span.start);
    const own = diagnostics.filter(each => method.verdict?.obligations.some(o => o === obligationOf(snapshot, each)));
    const details = own.flatMap(each => {
      const story = tellStory(snapshot, obligationOf(snapshot, each)!);
      return [each.message, ...(story === null ? [] : storyLines(story))];
    });
    return {
      name: method.info.key,
      line: start.line,
      character: start.character,
      endCharacter: start.character + span.end - span.start,
      presence: presenceOf(method),
      title: titleOf(method),
      details: details.join('\n'),
    };
  });
}

export function statusOf(snapshots: readonly Snapshot[]): StatusParams {
  const files = snapshots.flatMap(snapshot => snapshot.looked());
  const presences = files.flatMap(file => file.methods.filter(isShown).map(presenceOf));
  const count = (wanted: MethodPresence): number => presences.filter(presence => presence === wanted).length;
  return {
    safe: count('safe'),
    unsafe: count('unsafe'),
    undecided: count('undecided'),
    verifying: count('verifying'),
  };
}

export function presenceOf(method: MethodSnapshot): MethodPresence {
  if (method.state === 'queued' || method.state === 'verifying') return method.state;
  if (method.state === 'stale' || method.verdict === null) return 'stale';
  switch (method.verdict.status) {
    case 'safe':
    case 'trusted':
    case 'unchecked':
      return 'safe';
    case 'unsafe':
    case 'type-error':
      return 'unsafe';
    default:
      return 'undecided';
  }
}
