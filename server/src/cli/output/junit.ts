/**
 * `--format junit`: JUnit XML, which CI servers show as test results. A file is a test suite, a method with a verdict is
 * a test case. Errors are failures; methods that are neither proved nor wrong count as skipped; warnings are output.
 */
import { contains } from '../../base/span';
import type { MethodSnapshot } from '../../engine/snapshot';
import { hasVerificationLens } from '../../ide/codeLens';
import type { Diagnostic } from '../../ide/diagnostics';
import { showVerdict } from '../../ide/verdictSummary';
import type { VerdictStatus } from '../../proof/verdict';
import { type FileResult, methodsOf, statusOf } from '../results';
import { evidenceLines, rangeOf } from './evidence';

interface TestCase {
  readonly name: string;
  /** One-based. */
  readonly line: number;
  readonly failures: readonly Diagnostic[];
  readonly output: readonly Diagnostic[];
  /** Why there is no result; null if there is one. */
  readonly skipped: string | null;
}

interface Suite {
  readonly result: FileResult;
  readonly cases: readonly TestCase[];
}

/** A method with another verdict has failures, or is counted as skipped: its diagnostics may be elsewhere. */
const PASSED: ReadonlySet<VerdictStatus> = new Set(['safe', 'trusted']);

export function printJunit(results: readonly FileResult[]): string {
  const suites = results.map(result => ({ result, cases: casesOf(result) })).filter(({ cases }) => cases.length > 0);
  const all = suites.flatMap(({ cases }) => cases);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="loupe" ${counts(all)}>`,
    ...suites.flatMap(printSuite),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

/** A diagnostic outside of every method is a test case of its own. */
function casesOf(result: FileResult): readonly TestCase[] {
  const methods = methodsOf(result).filter(method => method.annotated || hasVerificationLens(method));
  const owners = new Map(result.diagnostics.map(each => [each, ownerOf(methods, each)]));
  const left = result.diagnostics.filter(each => owners.get(each) === null && isReported(each));
  return [
    ...methods.map(method =>
      methodCase(
        result,
        method,
        [...owners].flatMap(([d, owner]) => (owner === method ? [d] : [])),
      ),
    ),
    ...left.map(each => ({
      name: `${each.code} ${each.name}`,
      line: rangeOf(result, each).start.line + 1,
      skipped: null,
      ...byOutcome([each]),
    })),
  ];
}

function methodCase(result: FileResult, method: MethodSnapshot, diagnostics: readonly Diagnostic[]): TestCase {
  const status = statusOf(method);
  const outcome = byOutcome(diagnostics);
  const hasResult = outcome.failures.length > 0 || PASSED.has(status);
  return {
    name: method.info.key,
    line: (result.file?.lines.position(method.nameLocation.span.start).line ?? 0) + 1,
    ...outcome,
    skipped: hasResult ? null : method.verdict === null ? status : showVerdict(method.verdict),
  };
}

function byOutcome(diagnostics: readonly Diagnostic[]): Pick<TestCase, 'failures' | 'output'> {
  return {
    failures: diagnostics.filter(({ severity }) => severity === 'error'),
    output: diagnostics.filter(({ severity }) => severity !== 'error'),
  };
}

function isReported({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning';
}

function ownerOf(methods: readonly MethodSnapshot[], { location }: Diagnostic): MethodSnapshot | null {
  const holds = ({ location: whole }: MethodSnapshot): boolean =>
    whole.path === location.path && contains(whole.span, location.span.start);
  return methods.filter(holds).at(-1) ?? null;
}

function printSuite({ result, cases }: Suite): readonly string[] {
  const name = attribute(result.shown);
  return [
    `  <testsuite name="${name}" ${counts(cases)}>`,
    ...cases.flatMap(each => printCase(result, each)),
    '  </testsuite>',
  ];
}

function printCase(result: FileResult, test: TestCase): readonly string[] {
  const head = `    <testcase classname="${attribute(result.shown)}" name="${attribute(test.name)}" file="${attribute(result.shown)}" line="${test.line}"`;
  const inside = [...printFailure(result, test), ...printSkipped(test), ...printOutput(result, test)];
  return inside.length === 0 ? [`${head}/>`] : [`${head}>`, ...inside, '    </testcase>'];
}

/** Readers of this format expect one failure per test case. */
function printFailure(result: FileResult, { failures }: TestCase): readonly string[] {
  const [first] = failures;
  if (first === undefined) return [];
  const detail = failures.map(each => describe(result, each)).join('\n\n');
  return [
    `      <failure type="${attribute(first.code)}" message="${attribute(first.message)}">${content(detail)}</failure>`,
  ];
}

function printSkipped({ skipped }: TestCase): readonly string[] {
  return skipped === null ? [] : [`      <skipped message="${attribute(skipped)}"/>`];
}

function printOutput(result: FileResult, { output }: TestCase): readonly string[] {
  if (output.length === 0) return [];
  return [`      <system-out>${content(output.map(each => describe(result, each)).join('\n\n'))}</system-out>`];
}

function describe(result: FileResult, diagnostic: Diagnostic): string {
  const { start } = rangeOf(result, diagnostic);
  const head = `${result.shown}:${start.line + 1}:${start.character + 1}: ${diagnostic.severity} ${diagnostic.code}: ${diagnostic.message}`;
  return [head, ...evidenceLines(result, diagnostic)].join('\n');
}

function counts(cases: readonly TestCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const skipped = cases.filter(each => each.skipped !== null).length;
  return `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
}

/** Characters that XML 1.0 does not allow at all, also not as references, and halves of surrogate pairs. */
const CONTROLS = '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]';
const HALVES = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const FORBIDDEN = new RegExp(`${CONTROLS}|${HALVES}`, 'g');

function content(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function attribute(text: string): string {
  return content(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\r/g, '&#13;').replace(/\t/g, '&#9;');
}
