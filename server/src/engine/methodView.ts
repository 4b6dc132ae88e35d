/** The view of one method: its places in the text, its types, its verdict and how current that is. */
import type { Level } from '../../../shared/src/settings';
import type { Location, Place } from '../base/span';
import { internalError, typeError } from '../judge/judge';
import type { MethodInfo } from '../program/program';
import type { Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { isProved } from './checkLevels';
import type { CheckResult } from './checks';
import { isAnnotated, isChecked, verdictWithoutVerification } from './methods';
import { contractToReport } from './pipeline';
import type { MethodSnapshot, MethodState } from './snapshot';
import type { SnapshotInput } from './snapshotInput';
import { messageOf } from './stages';

export type Caveats = ReadonlyMap<MethodKey, readonly Caveat[]>;

export type ViewMethod = typeof viewMethod;

/** A method whose view cannot be built has failed; the others of its file are shown. */
export function viewMethodSafely(
  input: SnapshotInput,
  info: MethodInfo,
  locate: (place: Place) => Location | null,
  caveats: Caveats,
  level: Level,
): MethodSnapshot {
  try {
    return viewMethod(input, info, locate, caveats, level);
  } catch (error) {
    input.stages.report(`showing ${info.key}`, error);
    const place = info.definition ? { anchor: info.definition.anchor, span: info.definition.nameSpan } : info.place;
    const location = (place && locate(place)) ?? { path: '', span: { start: 0, end: 0 } };
    const verdict = internalError(info.key, messageOf(error));
    return {
      info,
      nameLocation: location,
      location,
      annotated: isAnnotated(info),
      typed: null,
      verdict,
      state: 'done',
    };
  }
}

export function viewMethod(
  input: SnapshotInput,
  info: MethodInfo,
  locate: (place: Place) => Location | null,
  caveats: Caveats,
  level: Level,
): MethodSnapshot {
  input.stages.enter('view-method');
  const definition = info.definition;
  const nowhere: Location = { path: '', span: { start: 0, end: 0 } };
  const whole = definition && locate({ anchor: definition.anchor, span: definition.span });
  const name = definition
    ? locate({ anchor: definition.anchor, span: definition.nameSpan })
    : info.place && locate(info.place);
  const isTyped = level !== 'off' && isChecked(info, input.program, input.settings);
  const active = isTyped && isProved(level);
  const checked = isTyped ? input.checks.get(info.key, input.program, input.settings) : null;
  const verdict = active ? input.proofs.last(info.key) : verdictOfTypes(info, checked);
  const current = !active || input.proofs.isCurrent(info.key, input.typing);
  return {
    info,
    nameLocation: name ?? nowhere,
    location: whole ?? name ?? nowhere,
    annotated: isAnnotated(info),
    typed: checked?.kind === 'checked' ? contractToReport(checked.method).typed : null,
    verdict: verdict && { ...verdict, caveats: caveats.get(info.key) ?? verdict.caveats },
    state: stateOf(input, info, active, current, verdict),
  };
}

/** The verdict of a method that is not to be proved. */
function verdictOfTypes(info: MethodInfo, checked: CheckResult | null): Verdict {
  if (checked?.kind === 'failed') return internalError(info.key, checked.message);
  return checked?.method.hasTypeError ? typeError(info.key) : verdictWithoutVerification(info);
}

function stateOf(
  input: SnapshotInput,
  info: MethodInfo,
  active: boolean,
  current: boolean,
  verdict: Verdict | null,
): MethodState {
  if (!active) return 'done';
  if (input.proofs.isRunning(info.key)) return 'verifying';
  if (current) return 'done';
  return verdict ? 'stale' : 'queued';
}
