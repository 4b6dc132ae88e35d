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
  /** Null: the method has an annotation, or no body. `callers`: where to look for calls. */
  methodOf(key: MethodKey, callers: readonly MethodInfo[]): InferredMethod | null;
  /** Types of the expressions in a body, also of a method without an annotation. */
  typedOf(key: MethodKey): TypedMethod | null;
}

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
  return {
    methodOf: (key, callers) => (input.isOff ? null : safely(`inferring ${key}`, () => methodOf(input, key, callers))),
    typedOf: key =>
      safely(`typing ${key}`, () => {
        if (input.isOff && !methodByKey(input.program, key)?.signature) return null;
        const checked = input.checkedOf(key);
        return checked?.kind === 'checked' ? contractToReport(checked.method).typed : null;
      }),
  };
}

function methodOf(input: InferredInput, key: MethodKey, callers: readonly MethodInfo[]): InferredMethod | null {
  const { program, summaries } = input;
  const method = methodByKey(program, key);
  if (!method?.definition || method.definition.broken || method.signature) return null;
  const summary = summaries.summaryOf(key, program);
  if (!summary) return null;
  const calls = callers.flatMap(caller => callsOf(input, caller.key, key));
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

function callsOf({ program, summaries }: InferredInput, caller: MethodKey, callee: MethodKey): readonly OutgoingCall[] {
  return (summaries.summaryOf(caller, program)?.calls ?? []).filter(call => call.callee === callee);
}
