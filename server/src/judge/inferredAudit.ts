/**
 * Runs a method without an annotation on inputs of its inferred types, and compares the classes of arguments, results
 * and fields with what is inferred. A contradiction is a bug of Loupe's inference.
 */
import { isRecord, parseJson } from '../base/json';
import { anchorPath } from '../base/span';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import type { ReplayFile, ReplayScript } from '../proof/replay';
import { NO_LABELS } from '../types/annotation';
import { showMethodType } from '../types/show';
import type { MethodType } from '../types/type';
import { auditInputs, type InputsWanted } from './auditInputs';
import { contractData } from './replayContract';
import { constantPaths, rubyQuote, schemasIn } from './replayScript';

export interface InferredAuditRequest {
  readonly program: Program;
  readonly method: MethodInfo;
  readonly type: MethodType;
  readonly files: readonly ReplayFile[];
  /** `Class#method`, a tab, its type. */
  readonly signatures: readonly string[];
  /** The class, a tab, the field, a tab, its type. */
  readonly fields: readonly string[];
  /** No part of the signature is unknown, so arguments that calls pass on follow from known types. */
  readonly isKnown: boolean;
  readonly wanted: number;
  readonly paramsOf: NonNullable<InputsWanted['paramsOf']>;
}

export interface InferredAuditReport {
  readonly ran: number;
  /** `Box#get: the result is "a", not Integer; …` */
  readonly contradictions: readonly string[];
  /** Why nothing could run; null: it could. */
  readonly couldNotRun: string | null;
}

const LARGEST_SIZE = 6;
const INPUTS_PER_RUN = 2;

/** Null: there is no body to run. */
export function inferredAuditScript(request: InferredAuditRequest): ReplayScript | null {
  const { program, method, type, wanted } = request;
  if (!method.definition) return null;
  const arm: SignatureArm = {
    type,
    text: showMethodType(type),
    place: null,
    labels: NO_LABELS,
    origin: null,
    nesting: [],
  };
  const path = anchorPath(method.definition.anchor);
  const inputs = auditInputs(program, method, {
    count: wanted * INPUTS_PER_RUN,
    maxSize: LARGEST_SIZE,
    arms: [arm],
    paramsOf: request.paramsOf,
  });
  const script = {
    load: [path],
    path,
    constants: constantPaths(program),
    schemas: schemasIn(program, request.files),
    contract: contractData(method, null),
    inputs,
    wanted,
    lines: false,
    signatures: request.signatures,
    inferredFields: request.fields,
    comparesArguments: request.isKnown,
  };
  const source = `require 'loupe/audit/inferred'\nLoupe::Audit::Inferred.run(${rubyQuote(JSON.stringify(script))})`;
  return { source, files: request.files };
}

/** Output of Ruby -> report. The program could have written it, so everything is validated. */
export function readInferredAudit(text: string): InferredAuditReport {
  const json = parseJson(text);
  if (!isRecord(json)) return reportNotRun('the report of the run is damaged');
  if (typeof json.couldNotRun === 'string') return reportNotRun(json.couldNotRun);
  const contradictions = Array.isArray(json.findings) ? json.findings.map(String) : [];
  return { ran: Number(json.ran) || 0, contradictions, couldNotRun: null };
}

export function reportNotRun(why: string): InferredAuditReport {
  return { ran: 0, contradictions: [], couldNotRun: why };
}
