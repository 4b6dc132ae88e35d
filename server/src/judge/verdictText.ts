/** Sentences for verdicts: the headline of a broken obligation, caveats, advice for undecided obligations. */
import { showReason } from '../problems/obligations';
import { innermostReason } from '../problems/reason';
import type { Caveat, ObligationKind } from '../proof/obligation';
import { showValue } from '../proof/showValue';
import type { Counterexample, ObligationVerdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';

/** `incr_sec is unsafe: the result 60 breaks `0 <= r < 60`` */
export function verdictHeadline(method: MethodKey, verdict: ObligationVerdict): string {
  const broke = verdict.cause === 'confirmed' || (verdict.cause === 'unreached-state' && !verdict.inferred);
  return broke
    ? `${shortName(method)} is unsafe: ${describeCause(verdict)}`
    : `${shortName(method)} may be unsafe: ${describeDoubt(verdict)}`;
}

/** No run broke it, only the model did; `why` says why no run confirmed it. */
function describeDoubt(verdict: ObligationVerdict): string {
  const { required, failed } = showReason(verdict.reason);
  if (verdict.clause?.message) return `${verdict.clause.message}${verdict.why ? `; ${verdict.why}` : ''}`;
  const what = verdict.clause ? `\`${verdict.clause.text}\` may not hold (${required})` : failed;
  return `${what}${verdict.why ? `; ${verdict.why}` : ''}`;
}

function describeCause(verdict: ObligationVerdict): string {
  const { required, failed } = showReason(verdict.reason);
  const clause = verdict.clause ? `\`${verdict.clause.text}\`` : required;
  const exception = verdict.counterexample?.exception;
  if (verdict.clause?.message) return describeMessage(verdict, verdict.clause.message);
  switch (verdict.kind) {
    case 'postcondition': {
      const result = verdict.counterexample?.result;
      if (result) return `the result ${showValue(result)} breaks ${clause}`;
      return exception ? `ending by ${exception.className} breaks ${clause}` : `the result may break ${clause}`;
    }
    case 'precondition':
      return `${required} breaks ${clause}`;
    case 'non-nil':
    case 'core-precondition':
      return failed + describeException(exception);
    case 'field-refinement':
      return verdict.clause ? describeField(verdict, clause) : failed;
    case 'exception':
      return verdict.clause === null ? failed + describeException(exception) : `${clause}: ${failed}`;
    case 'frame':
    case 'purity':
      return innermostReason(verdict.reason).kind === 'write'
        ? failed + describeNotation(verdict)
        : `${clause}: ${failed}`;
    default:
      return verdict.clause ? `${KIND_WORDS[verdict.kind]} ${clause} may not hold: ${required}` : failed;
  }
}

/** `@quantity` becomes 0, but must satisfy `q > 0` */
function describeField({ reason, counterexample }: ObligationVerdict, clause: string): string {
  const inner = innermostReason(reason);
  const value = counterexample?.fieldValue;
  if (!value || inner.kind !== 'clause-of') return `${showReason(reason).required} may break ${clause}`;
  return `\`${showReason(inner).required}\` becomes ${showValue(value)}, but must satisfy ${clause}`;
}

/** The author's words, with the value that breaks the clause. */
function describeMessage({ kind, counterexample, reason }: ObligationVerdict, message: string): string {
  const result = kind === 'postcondition' ? counterexample?.result : null;
  const { required } = showReason(reason);
  if (counterexample?.fieldValue) return `${message} (${required} becomes ${showValue(counterexample.fieldValue)})`;
  return `${message} (${result ? `the result is ${showValue(result)}` : required})`;
}

/** The notation of a frame for what a field holds on entry. */
function describeNotation({ reason }: ObligationVerdict): string {
  const inner = innermostReason(reason);
  if (inner.kind !== 'write' || inner.label !== 'modifies' || inner.target.kind !== 'contents') return '';
  const { field } = inner.target;
  return field === null ? '' : ` (\`modifies: { '${field}': :contents }\` does)`;
}

function describeException(exception: Counterexample['exception'] | undefined): string {
  return exception ? ` (${exception.className}: ${exception.message})` : '';
}

const KIND_WORDS: Readonly<Record<ObligationKind, string>> = {
  postcondition: 'the postcondition',
  precondition: 'the precondition',
  'non-nil': 'a value that must not be nil',
  'core-precondition': 'a precondition of the library',
  frame: 'the frame',
  purity: 'the label pure:',
  override: 'the override:',
  'field-refinement': "the field's refinement",
  'class-invariant': 'the class invariant',
  'loop-invariant-entry': 'the loop invariant, on entry,',
  'loop-invariant-preserved': 'the loop invariant, after an iteration,',
  'mixin-guarantee': 'an assumption of the module:',
  exception: 'the allowed exceptions:',
  vacuity: 'the assumptions',
};

export function showCaveat(caveat: Caveat): string {
  switch (caveat.type) {
    case 'arrays':
      return `up to arrays of ${caveat.bound}`;
    case 'loops':
      return `up to ${caveat.depth} loop iterations`;
    case 'recursion':
      return `up to ${caveat.depth} recursive calls`;
    case 'reals':
      return 'over reals';
    case 'bitvectors':
      return `for integers of ${caveat.width} bits`;
    case 'assuming':
      return `assuming ${shortName(caveat.what)}, which ${caveat.because}`;
    case 'distinct':
      return `assuming that ${caveat.names.join(' and ')}${caveat.of ? ` of ${shortName(caveat.of)}` : ''} are not the same ${caveat.container}`;
  }
}

export function shortName(method: MethodKey): string {
  return method.startsWith('#') ? method.slice(1) : method;
}
