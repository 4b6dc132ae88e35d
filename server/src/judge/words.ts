/** Verdicts in words: the headline of a broken obligation, caveats, what would help when nothing was decided. */
import type { Caveat, ObligationKind } from '../proof/obligation';
import { showValue } from '../proof/showValue';
import type { Counterexample, ObligationVerdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';

/** `incr_sec is unsafe: the result 60 breaks `0 <= r < 60`` */
export function headline(method: MethodKey, verdict: ObligationVerdict): string {
  const broke = verdict.cause === 'confirmed' || verdict.cause === 'unreached-state';
  return broke
    ? `${shortName(method)} is unsafe: ${cause(verdict)}`
    : `${shortName(method)} may be unsafe: ${doubt(verdict)}`;
}

/** No run broke it: only the model did, and `reason` says why that was not seen. */
function doubt(verdict: ObligationVerdict): string {
  const what = verdict.clause ? `\`${verdict.clause.text}\` (${verdict.about})` : `that ${verdict.about}`;
  return `nothing guarantees ${what}${verdict.reason ? `; ${verdict.reason}` : ''}`;
}

function cause(verdict: ObligationVerdict): string {
  const clause = verdict.clause ? `\`${verdict.clause.text}\`` : verdict.about;
  const exception = verdict.counterexample?.exception;
  switch (verdict.kind) {
    case 'postcondition': {
      const result = verdict.counterexample?.result;
      if (result) return `the result ${showValue(result)} breaks ${clause}`;
      return exception ? `ending by ${exception.className} breaks ${clause}` : `the result may break ${clause}`;
    }
    case 'precondition':
      return `${verdict.about} breaks ${clause}`;
    case 'non-nil':
    case 'core-precondition':
      return assured(verdict, exception);
    case 'exception':
      if (verdict.clause === null) return assured(verdict, exception);
      return `${clause}: nothing guarantees that ${verdict.about}`;
    case 'frame':
    case 'purity':
      if (/^(writes|may write) /.test(verdict.about)) return `it ${verdict.about}${spelling(verdict)}`;
      return `${clause}: nothing guarantees that ${verdict.about}`;
    default:
      return broken(verdict, clause);
  }
}

/** How a frame names what a field holds. */
function spelling({ kind, about, clause }: ObligationVerdict): string {
  const field =
    kind === 'frame' && clause?.text === 'modifies' ? /^writes the contents of (@\w+)/.exec(about)?.[1] : null;
  return field ? ` (\`modifies: { '${field}': :contents }\` does)` : '';
}

function broken(verdict: ObligationVerdict, clause: string): string {
  return `${KIND_WORDS[verdict.kind]} ${clause} may be broken: ${verdict.about}`;
}

function assured({ about }: ObligationVerdict, exception: Counterexample['exception'] | undefined): string {
  return `nothing guarantees that ${about}${exception ? `: ${exception.className}, ${exception.message}` : ''}`;
}

const KIND_WORDS: Readonly<Record<ObligationKind, string>> = {
  postcondition: 'the postcondition',
  precondition: 'the precondition',
  'non-nil': 'a value that must not be nil',
  'core-precondition': 'what the library demands',
  frame: 'the frame',
  purity: 'the label pure:',
  override: 'the override:',
  'field-refinement': "the field's refinement",
  'class-invariant': 'the class invariant',
  'loop-invariant-entry': 'the loop invariant, on entry,',
  'loop-invariant-preserved': 'the loop invariant, after an iteration,',
  'mixin-guarantee': 'what the module assumes:',
  exception: 'the exceptions allowed:',
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
  }
}

export function shortName(method: MethodKey): string {
  return method.startsWith('#') ? method.slice(1) : method;
}
