/** What is inferred about methods without annotations, for those who look: found when it is asked for. */
import { type InferredSignature, inferSignature } from '../infer/signature';
import { hierarchyOf } from '../program/hierarchy';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { OutgoingCall, Summary } from '../types/summary';
import type { MethodKey, TypedMethod } from '../types/typedMethod';
import type { CheckResult } from './checks';
import { contractToReport } from './pipeline';
import type { Summaries } from './summaries';

export interface InferredMethod {
  readonly summary: Summary;
  readonly signature: InferredSignature;
  /** The visible calls that it was inferred from. */
  readonly calls: readonly OutgoingCall[];
}

export interface Inferred {
  /** Null: the method has an annotation, or no body. `callers`: where to look for calls, by file. */
  methodOf(key: MethodKey, callers: readonly Callers[]): InferredMethod | null;
  /** Types of the expressions in a body, also of a method without an annotation. */
  typedOf(key: MethodKey): TypedMethod | null;
}

/** The methods of a file; the same list for the same version of it. */
export type Callers = readonly { readonly info: MethodInfo }[];

export interface InferredInput {
  readonly program: Program;
  readonly summaries: Summaries;
  readonly checkedOf: (key: MethodKey) => CheckResult | null;
  readonly report: (what: string, error: unknown) => void;
  /** Only what annotations say is shown (`infer: off`). */
  readonly isOff: boolean;
}

export function inferredIn(input: InferredInput): Inferred {
  const safely = <T>(what: string, find: () => T | null): T | null => {
    try {
      return find();
    } catch (error) {
      input.report(what, error);
      return null;
    }
  };
  const calls = new WeakMap<Callers, CallsByCallee>();
  const callsIn = (callers: Callers): CallsByCallee => {
    const known = calls.get(callers) ?? callsByCallee(input, callers);
    calls.set(callers, known);
    return known;
  };
  return {
    methodOf: (key, callers) =>
      input.isOff ? null : safely(`inferring ${key}`, () => methodOf(input, key, callers, callsIn)),
    typedOf: key =>
      safely(`typing ${key}`, () => {
        if (input.isOff && !methodByKey(input.program, key)?.signature) return null;
        const checked = input.checkedOf(key);
        return checked?.kind === 'checked' ? contractToReport(checked.method).typed : null;
      }),
  };
}

type CallsByCallee = ReadonlyMap<MethodKey, readonly OutgoingCall[]>;

function methodOf(
  input: InferredInput,
  key: MethodKey,
  callers: readonly Callers[],
  callsIn: (callers: Callers) => CallsByCallee,
): InferredMethod | null {
  const { program, summaries } = input;
  const method = methodByKey(program, key);
  if (!method?.definition || method.definition.broken || method.signature) return null;
  const summary = summaries.summaryOf(key, program);
  if (!summary) return null;
  const calls = callers.flatMap(each => callsIn(each).get(key) ?? []);
  const reader = summaries.readerOf(program);
  const signature = inferSignature({
    method,
    summary,
    calls,
    hierarchy: hierarchyOf(program),
    resultFor: assumed => reader.resultOf({ method, self: null, assumed }, 0),
  });
  return { summary, signature, calls };
}

/** Found once for a file, however many methods it may call. */
function callsByCallee({ program, summaries }: InferredInput, callers: Callers): CallsByCallee {
  const found = new Map<MethodKey, OutgoingCall[]>();
  for (const { info } of callers) {
    if (!info.definition) continue;
    for (const call of summaries.summaryOf(info.key, program)?.calls ?? []) {
      const known = found.get(call.callee);
      if (known) known.push(call);
      else found.set(call.callee, [call]);
    }
  }
  return found;
}
