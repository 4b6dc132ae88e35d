/** `--format json`: the document that other tools rely on. Fields may be added; none may change. */

import type { LineIndex, Position } from '../../base/lines';
import type { Location, Place, Span } from '../../base/span';
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { locate } from '../../engine/snapshot';
import { productVersion } from '../../host/assets';
import type { Diagnostic } from '../../ide/diagnostics';
import { inferredOf, showInferred } from '../../ide/inferredHover';
import { noteOfStep } from '../../ide/trace';
import { showCaveats, unsafeObligation } from '../../ide/verdictSummary';
import { isCached } from '../../proof/effort';
import { showValue } from '../../proof/showValue';
import type { Counterexample, ObligationVerdict, Verdict } from '../../proof/verdict';
import type { MethodKey } from '../../types/typedMethod';
import { type FileResult, methodsOf, statusOf, summarise } from '../results';

interface Range {
  readonly start: Position;
  readonly end: Position;
}

const NOWHERE: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function printJson(results: readonly FileResult[], showPath: (path: string) => string): string {
  const document = {
    schema: 1,
    version: productVersion(),
    files: results.map(result => ({
      path: result.shown,
      diagnostics: result.diagnostics.map(diagnostic => diagnosticJson(result.snapshot, diagnostic, showPath)),
      methods: methodsOf(result).map(method => methodJson(result.snapshot, method)),
    })),
    summary: summarise(results),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function diagnosticJson(snapshot: Snapshot, diagnostic: Diagnostic, showPath: (path: string) => string): object {
  return {
    code: diagnostic.code,
    kind: diagnostic.kind,
    severity: diagnostic.severity,
    ...(diagnostic.problem.level === undefined ? {} : { level: diagnostic.problem.level }),
    range: rangeAt(snapshot, diagnostic.location),
    message: diagnostic.message,
    related: diagnostic.related.map(({ location, message }) => ({
      path: showPath(location.path),
      range: rangeAt(snapshot, location),
      message,
    })),
  };
}

function methodJson(snapshot: Snapshot, method: MethodSnapshot): object {
  const { verdict } = method;
  const failed = verdict === null ? null : failedObligation(verdict);
  return {
    name: method.info.key,
    range: rangeAt(snapshot, method.nameLocation),
    annotated: method.annotated,
    inferred: method.annotated ? null : showIfInferred(snapshot, method.info.key),
    verdict: statusOf(method),
    caveats: verdict === null ? [] : showCaveats(verdict),
    cause: failed?.cause ?? null,
    counterexample: failed?.counterexample ? counterexampleJson(snapshot, failed, failed.counterexample) : null,
    obligations: (verdict?.obligations ?? []).map(obligation => ({
      kind: obligation.kind,
      clause: obligation.clause?.text ?? null,
      range: rangeOf(snapshot, obligation.place),
      verdict: obligation.status,
      reason: obligation.why,
    })),
    queries: verdict?.effort.queries ?? 0,
    rlimit: verdict?.effort.rlimit ?? 0,
    remoteAnswers: verdict?.effort.remote ?? 0,
    cached: verdict ? isCached(verdict.effort) : false,
    milliseconds: Math.round(verdict?.effort.milliseconds ?? 0),
  };
}

/** Null: unknown. */
function showIfInferred(snapshot: Snapshot, key: MethodKey): string | null {
  const inferred = inferredOf(snapshot, key);
  return inferred && showInferred(inferred);
}

/** The obligation of an unsafe method's counterexample. */
function failedObligation(verdict: Verdict): ObligationVerdict | null {
  return verdict.status === 'unsafe' ? unsafeObligation(verdict) : null;
}

function counterexampleJson(snapshot: Snapshot, obligation: ObligationVerdict, example: Counterexample): object {
  return {
    call: example.call,
    bindings: Object.fromEntries(example.bindings.map(({ name, value }) => [name, showValue(value)])),
    result: example.result === null ? null : showValue(example.result),
    raises: example.exception,
    clause: obligation.clause?.text ?? null,
    path: example.path.map(step => ({
      line: rangeOf(snapshot, step.place).start.line,
      note: noteOfStep(snapshot, step),
    })),
  };
}

function rangeOf(snapshot: Snapshot, place: Place): Range {
  const location = locate(snapshot, place);
  return location === null ? NOWHERE : rangeAt(snapshot, location);
}

function rangeAt(snapshot: Snapshot, location: Location): Range {
  const lines = snapshot.files.get(location.path)?.lines;
  return lines === undefined ? NOWHERE : rangeIn(lines, location.span);
}

function rangeIn(lines: LineIndex, span: Span): Range {
  return { start: lines.position(span.start), end: lines.position(span.end) };
}
