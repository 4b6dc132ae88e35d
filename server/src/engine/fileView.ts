/** The view of one file: its methods and its problems, with ignored ones left out. Equal inputs produce equal views. */
import type { Level } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type AnchorId, anchorPath, fileAnchor, type Location, type Place, shift } from '../base/span';
import { problemsOf } from '../judge/problems';
import { levelOf, requireProof, requireType } from './checkLevels';
import { mixingClasses } from './classesWithMixins';
import { isLikely } from './confirmations';
import { dedupeProblems } from './dedupe';
import { applyIgnores } from './directives';
import { withIncludeSites } from './includeSites';
import { isChecked } from './methods';
import { type Caveats, type ViewMethod, viewMethod, viewMethodSafely } from './methodView';
import type { FileSnapshot, MethodSnapshot } from './snapshot';
import type { SnapshotInput } from './snapshotInput';
import type { SourceFile } from './sources';
import { messageOf } from './stages';

export interface FileView {
  readonly file: FileSnapshot;
  /** All that the view was built from, as references; null: it could not be built. */
  readonly from: readonly unknown[] | null;
}

/**
 * Builds the view of a file and its inputs; returns the known view if the inputs are the same. After an exception it
 * tries again method by method; if that fails too, no method of the file has a verdict, the file says so, and `from` is
 * null.
 */
export function viewSafely(
  input: SnapshotInput,
  source: SourceFile,
  anchorAt: (anchor: AnchorId) => number | undefined,
  caveats: Caveats,
  known?: FileView,
): FileView {
  const view = (each: ViewMethod): FileView => {
    input.stages.enter('view-file');
    const from = basisOf(input, source, caveats);
    const before = known?.from;
    const isSame = before?.length === from.length && from.every((part, i) => part === before[i]);
    return { file: known && isSame ? known.file : viewFile(input, source, anchorAt, caveats, each), from };
  };
  try {
    return view(viewMethod);
  } catch (error) {
    input.stages.report(`showing ${source.path}`, error);
  }
  try {
    return view(viewMethodSafely);
  } catch (error) {
    input.stages.report(`showing ${source.path} again`, error);
    return { file: failedView(source, error), from: null };
  }
}

function failedView(source: SourceFile, error: unknown): FileSnapshot {
  const { path, text, lines, ril, annotations } = source;
  const place = { anchor: fileAnchor(path), span: { start: 0, end: 0 } };
  const problem: Problem = { code: 'LP9004', place, args: { message: messageOf(error) } };
  return { path, text, lines, ril, annotations, problems: [...source.problems, problem], methods: [] };
}

/** All inputs of a file's view, as references: equal inputs produce equal views. */
function basisOf(input: SnapshotInput, source: SourceFile, caveats: Caveats): readonly unknown[] {
  const from: unknown[] = [source, input.settings, ...(input.programProblems.get(source.path) ?? [])];
  for (const info of input.methods.get(source.path) ?? []) {
    const active = isChecked(info, input.program, input.settings);
    const { key } = info;
    from.push(info, active);
    if (!active) continue;
    from.push(input.checks.get(key, input.program, input.settings), input.proofs.last(key), caveats.get(key));
    from.push(
      input.fillings.of(key, input.program),
      input.proofs.isRunning(key),
      input.proofs.isCurrent(key, input.typing),
    );
  }
  from.push(...input.inference.of(source, input));
  for (const name of ownersIn(input, source))
    from.push(input.checks.classProblems(name, input.program, input.settings));
  return from;
}

function viewFile(
  input: SnapshotInput,
  source: SourceFile,
  anchorAt: (anchor: AnchorId) => number | undefined,
  caveats: Caveats,
  viewEach: ViewMethod,
): FileSnapshot {
  const locate = (place: Place): Location | null => {
    const at = anchorAt(place.anchor);
    return at === undefined ? null : { path: anchorPath(place.anchor), span: shift(place.span, at) };
  };
  const level = levelOf(source, input.settings);
  const methods = (input.methods.get(source.path) ?? []).map(info => viewEach(input, info, locate, caveats, level));
  const problems = level === 'off' ? [] : dedupeProblems(collectProblems(input, source, methods, level), locate);
  return {
    path: source.path,
    text: source.text,
    lines: source.lines,
    ril: source.ril,
    annotations: source.annotations,
    problems: applyIgnores(
      {
        path: source.path,
        lines: source.lines,
        directives: source.ril.directives,
        complete: methods.every(method => method.state === 'done'),
        locate: problem => locate(problem.place),
      },
      problems,
    ),
    methods: methods.sort((a, b) => a.location.span.start - b.location.span.start),
  };
}

/** The classes that have a method in this file, or include a module there. */
function ownersIn(input: SnapshotInput, { path, ril }: SourceFile): ReadonlySet<string> {
  return new Set([...(input.methods.get(path) ?? []).map(info => info.owner), ...mixingClasses(input.program, ril)]);
}

function collectProblems(
  input: SnapshotInput,
  source: SourceFile,
  methods: readonly MethodSnapshot[],
  level: Level,
): readonly Problem[] {
  const problems: Problem[] = [...source.problems, ...(input.programProblems.get(source.path) ?? [])];
  for (const name of ownersIn(input, source)) {
    const found = input.checks.classProblems(name, input.program, input.settings);
    problems.push(...found.filter(each => anchorPath(each.place.anchor) === source.path));
  }
  for (const reports of input.inference.of(source, input)) problems.push(...reports.filter(each => !isLikely(each)));
  for (const method of methods) {
    const checked = method.typed ? input.checks.get(method.info.key, input.program, input.settings) : null;
    if (checked?.kind === 'checked')
      problems.push(...checked.method.problems.filter(each => !isOfHalfTypedAnnotation(method, each)));
    const name = method.info.place;
    if (level === 'strict' && !method.annotated && !isChecked(method.info, input.program, input.settings))
      problems.push(...requireType(method.info));
    if (!method.verdict || !name) continue;
    const judged = input.fillings.explain(problemsOf(method.verdict, name), method.info, input.program);
    const found = withIncludeSites(input.program, method.info, judged);
    const current = method.state === 'done' || input.proofs.isCurrent(method.info.key, input.typing);
    if (!current) problems.push(...markStale(found, name));
    else problems.push(...(level === 'strict' ? requireProof(found) : found));
  }
  return problems;
}

/** A half-typed annotation says nothing about the body yet: its problem is shown where it is typed. */
function isOfHalfTypedAnnotation({ info }: MethodSnapshot, problem: Problem): boolean {
  const broken = (info.signature?.arms ?? []).filter(arm => arm.broken);
  if (broken.length === 0) return false;
  const { anchor } = problem.place;
  return anchor === info.definition?.anchor || broken.some(arm => arm.place?.anchor === anchor);
}

/** The problems of an earlier source, as one mark at the method's name: places inside the method may have moved. */
function markStale(problems: readonly Problem[], name: Place): readonly Problem[] {
  const worst = problems.find(each => each.severity === 'error') ?? problems.find(each => each.severity === 'warning');
  return worst ? [{ code: worst.code, args: worst.args, place: name, severity: 'hint', stale: true }] : [];
}
