/** Marks against a snapshot: every problem marked, every mark met, a verdict for every annotated method. */

import type { LineIndex } from '../../server/src/base/lines';
import { type Span, shift } from '../../server/src/base/span';
import { type FileSnapshot, locate, type MethodSnapshot, type Snapshot } from '../../server/src/engine/snapshot';
import { type Diagnostic, diagnosticsOf } from '../../server/src/ide/diagnostics';
import { showCaveats } from '../../server/src/ide/verdictSummary';
import { showConstruct } from '../../server/src/problems/constructs';
import { showValue } from '../../server/src/proof/showValue';
import type { ObligationVerdict } from '../../server/src/proof/verdict';
import { showType } from '../../server/src/types/show';
import type { Settings } from '../../shared/src/settings';
import type { Mark, MarkSpan } from './marks';

type Of<K extends Mark['kind']> = Extract<Mark, { kind: K }>;

interface Context {
  readonly snapshot: Snapshot;
  readonly file: FileSnapshot;
  readonly marks: readonly Mark[];
}

export function compareFile(
  snapshot: Snapshot,
  path: string,
  marks: readonly Mark[],
  settings: Settings,
  verifies: boolean,
): readonly string[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [`the workspace does not know ${path}`];
  const ctx: Context = { snapshot, file, marks };
  const diagnostics = diagnosticsOf(snapshot, path, settings);
  return [
    ...compareProblems(ctx, diagnostics, verifies),
    ...ofKind(marks, 'raises').flatMap(mark => compareRaises(ctx, mark, diagnostics)),
    ...(verifies ? compareVerdicts(ctx) : []),
    ...ofKind(marks, 'type').flatMap(mark => compareType(ctx, mark)),
  ];
}

function ofKind<K extends Mark['kind']>(marks: readonly Mark[], kind: K): readonly Of<K>[] {
  return marks.filter((mark): mark is Of<K> => mark.kind === kind);
}

function compareProblems(ctx: Context, diagnostics: readonly Diagnostic[], verifies: boolean): readonly string[] {
  const open = [...ofKind(ctx.marks, 'problem')];
  const unexpected: string[] = [];
  for (const diagnostic of diagnostics) {
    const at = open.findIndex(mark => meets(ctx, mark, diagnostic));
    if (at >= 0) open.splice(at, 1);
    else if (!(verifies && isCoveredByVerdict(ctx, diagnostic)) && !isCoveredByRaises(ctx, diagnostic))
      unexpected.push(`unexpected ${describe(ctx, diagnostic)}`);
  }
  const missing = open.map(mark => `missing ${showSpan(mark.span)} ${mark.code}${mark.words && `: ${mark.words}`}`);
  return [...unexpected, ...missing];
}

function meets(ctx: Context, mark: Of<'problem'>, diagnostic: Diagnostic): boolean {
  return (
    mark.code === diagnostic.code &&
    (mark.severity === null || mark.severity === diagnostic.severity) &&
    diagnostic.message.includes(mark.words) &&
    isSameSpan(ctx.file.lines, mark.span, diagnostic.location.span)
  );
}

/** A verdict mark other than `safe` covers the diagnostics of its method's verdict. */
function isCoveredByVerdict(ctx: Context, diagnostic: Diagnostic): boolean {
  if (diagnostic.kind !== 'verify') return false;
  const { method } = diagnostic.problem.args;
  return ctx.file.methods.some(
    each => each.info.key.replace(/^#/, '') === method && (verdictMark(ctx, each)?.status ?? 'safe') !== 'safe',
  );
}

/** A `raises` mark covers the reports of inference on its line. */
function isCoveredByRaises(ctx: Context, diagnostic: Diagnostic): boolean {
  return ofKind(ctx.marks, 'raises').some(mark => isReportOf(ctx, mark, diagnostic));
}

function isReportOf(ctx: Context, mark: Of<'raises'>, diagnostic: Diagnostic): boolean {
  const { line } = ctx.file.lines.position(diagnostic.location.span.start);
  return diagnostic.kind === 'inference' && line === mark.span.start.line;
}

function compareRaises(ctx: Context, mark: Of<'raises'>, diagnostics: readonly Diagnostic[]): readonly string[] {
  const reports = diagnostics.filter(diagnostic => isReportOf(ctx, mark, diagnostic));
  const levels = reports.map(({ problem }) => problem.level);
  const where = `line ${mark.span.start.line + 1}: ${mark.className}`;
  if (mark.missed !== null) return levels.length === 0 ? [] : [`${where} is reported now: no longer missed`];
  if (levels.includes(mark.level)) return [];
  return [`${where} is ${levels.length === 0 ? 'not reported' : levels.join(', ')}, not ${mark.level}`];
}

function verdictMark(ctx: Context, method: MethodSnapshot): Of<'verdict'> | undefined {
  return ofKind(ctx.marks, 'verdict').find(mark => isSameSpan(ctx.file.lines, mark.span, method.nameLocation.span));
}

function compareVerdicts(ctx: Context): readonly string[] {
  const { lines, methods } = ctx.file;
  const lost = ofKind(ctx.marks, 'verdict')
    .filter(mark => !methods.some(method => isSameSpan(lines, mark.span, method.nameLocation.span)))
    .map(mark => `${showSpan(mark.span)} ${mark.status}: no method has its name there`);
  return [...lost, ...methods.flatMap(method => compareVerdict(ctx, method))];
}

function compareVerdict(ctx: Context, method: MethodSnapshot): readonly string[] {
  const mark = verdictMark(ctx, method);
  const { key } = method.info;
  const { verdict } = method;
  if (mark === undefined) return method.annotated ? [`${key} has no verdict mark; it is ${actualVerdict(method)}`] : [];
  const status = verdict?.status ?? (method.annotated ? 'no verdict' : 'unchecked');
  if (status !== mark.status) return [`${key} is ${actualVerdict(method)}, not ${mark.status}`];
  if (verdict === null) return [];
  const caveats = showCaveats(verdict);
  const differences =
    [...mark.caveats].sort().join() === splitAtCommas(caveats).sort().join()
      ? []
      : [`caveats are (${caveats.join(', ')})`];
  if (mark.status === 'unsafe') differences.push(...compareFailures(ctx, mark, verdict.obligations));
  else if (mark.words !== '' && !actualVerdict(method).includes(mark.words))
    differences.push(`reasons are ${actualVerdict(method)}`);
  return differences.map(line => `${key} is ${status} as marked, but ${line}`);
}

function actualVerdict({ verdict }: MethodSnapshot): string {
  if (verdict === null) return 'without a verdict';
  const reasons = verdict.obligations
    .filter(obligation => obligation.status !== 'safe')
    .map(
      obligation =>
        `${obligation.kind} ${obligation.status}${obligation.why === null ? '' : ` (${obligation.why})`} ${describeCounterexample(obligation)}`,
    );
  const constructs = verdict.notModelled.map(entry => showConstruct(entry.construct));
  return [verdict.status, ...(verdict.message === null ? [] : [verdict.message]), ...reasons, ...constructs].join('; ');
}

function describeCounterexample({ cause, counterexample }: ObligationVerdict): string {
  return [cause ?? '', ...(counterexample === null ? [] : valuesOf(counterexample))].join(' ').trim();
}

function compareFailures(
  ctx: Context,
  mark: Of<'verdict'>,
  obligations: readonly ObligationVerdict[],
): readonly string[] {
  const failed = obligations.filter(obligation => obligation.status === 'unsafe');
  const differences: string[] = [];
  if (mark.failing !== null) {
    const names = [...new Set(failed.map(obligation => nameOf(ctx, mark.failing!, obligation)))].sort().join(', ');
    if (names !== [...mark.failing].sort().join(', ')) differences.push(`what fails is (${names})`);
  }
  const causes = failed.map(obligation => obligation.cause);
  if (mark.cause !== null && !causes.some(cause => cause === mark.cause))
    differences.push(`it is ${causes.join(', ')}`);
  const wanted = mark.words === '' ? [] : mark.words.split(/,\s*(?=[@$\w]+ = )/);
  const seen = failed.map(obligation =>
    obligation.counterexample === null ? [] : valuesOf(obligation.counterexample),
  );
  if (!(wanted.length === 0 || seen.some(values => wanted.every(value => values.includes(value.trim()))))) {
    differences.push(`the counterexample is ${seen.map(values => values.join(', ')).join(' | ') || 'missing'}`);
  }
  return differences;
}

/** The name of a failed obligation in marks: the name of its clause if it has one, otherwise its kind. */
function nameOf(ctx: Context, wanted: readonly string[], { clause, kind }: ObligationVerdict): string {
  const location = clause?.place ? locate(ctx.snapshot, clause.place) : null;
  const named = ofKind(ctx.marks, 'clause').filter(
    mark =>
      location !== null && location.path === ctx.file.path && isSameSpan(ctx.file.lines, mark.span, location.span),
  );
  return (
    named.find(mark => wanted.includes(mark.name))?.name ?? (wanted.includes(kind) ? kind : (named[0]?.name ?? kind))
  );
}

function valuesOf(example: NonNullable<ObligationVerdict['counterexample']>): readonly string[] {
  const bindings = [...example.args, ...example.bindings].map(({ name, value }) => `${name} = ${showValue(value)}`);
  const result = example.result === null ? [] : [`result = ${showValue(example.result)}`];
  const raised = example.exception === null ? [] : [`raises = ${example.exception.className}`];
  return [...new Set([...bindings, ...result, ...raised, `call = ${example.call}`])];
}

function compareType(ctx: Context, mark: Of<'type'>): readonly string[] {
  const types = ctx.file.methods.flatMap(method => typesAt(ctx, method, mark.span));
  if (types.includes(mark.type)) return [];
  const actual = types.length === 0 ? 'no checked expression' : types.join(' / ');
  return [`${showSpan(mark.span)} has ${actual}, not ${mark.type}`];
}

function typesAt(ctx: Context, method: MethodSnapshot, span: MarkSpan): readonly string[] {
  const { definition } = method.info;
  const at = definition === null ? undefined : ctx.snapshot.anchorAt(definition.anchor);
  if (method.typed === null || at === undefined) return [];
  return [...method.typed.types]
    .filter(([expr]) => isSameSpan(ctx.file.lines, span, shift(expr.span, at)))
    .map(([, type]) => showType(type));
}

function isSameSpan(lines: LineIndex, mark: MarkSpan, actual: Span): boolean {
  const start = lines.position(actual.start);
  const end = lines.position(actual.end);
  if (start.line !== mark.start.line || start.character !== mark.start.character) return false;
  return mark.end === null ? end.line > start.line : end.line === start.line && end.character === mark.end;
}

function describe(ctx: Context, diagnostic: Diagnostic): string {
  const start = ctx.file.lines.position(diagnostic.location.span.start);
  const end = ctx.file.lines.position(diagnostic.location.span.end);
  const to = end.line === start.line ? String(end.character) : `${end.line + 1}:${end.character}`;
  return `${start.line + 1}:[${start.character}-${to}] ${diagnostic.code} ${diagnostic.severity}: ${diagnostic.message}`;
}

function showSpan({ start, end }: MarkSpan): string {
  return `${start.line + 1}:[${start.character}-${end ?? '...'}]`;
}

/** A caveat may contain commas, and the mark was split at every comma. */
function splitAtCommas(caveats: readonly string[]): string[] {
  return caveats.flatMap(caveat => caveat.split(/,\s*/));
}
