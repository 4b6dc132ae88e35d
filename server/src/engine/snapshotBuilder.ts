/** Builds snapshots per file from sources, program, types and verdicts; files that nothing affected keep their view. */
import type { Level, Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type AnchorId, anchorPath, fileAnchor, type Location, type Place, shift } from '../base/span';
import { internalError, typeError } from '../judge/judge';
import { problemsOf } from '../judge/problems';
import type { MethodInfo, Program } from '../program/program';
import type { Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { collectAnchors } from './anchors';
import { homeOf, SettledCaveats } from './caveats';
import type { CheckResult, Checks } from './checks';
import { isLikely } from './confirmations';
import { dedupeProblems } from './dedupe';
import { applyIgnores } from './directives';
import { withIncludeSites } from './includeSites';
import { LazyFiles } from './incremental/lazyFiles';
import type { InferenceReports } from './inference';
import type { Inferred } from './inferred';
import type { Learned } from './learn/learned';
import { isProved, levelOf, requireProof, requireType } from './levels';
import { isAnnotated, isChecked, verdictWithoutVerification } from './methods';
import { mixingClasses } from './mixingClasses';
import { contractToReport } from './pipeline';
import type { Proofs, Typing } from './proofs';
import type { FileSnapshot, MethodSnapshot, MethodState, Snapshot } from './snapshot';
import type { SourceFile } from './sources';
import { messageOf, type Stages } from './stages';
import type { Fillings } from './suggest/holes';

export interface SnapshotInput {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly program: Program;
  readonly programProblems: ReadonlyMap<string, readonly Problem[]>;
  readonly methods: ReadonlyMap<string, readonly MethodInfo[]>;
  readonly settings: Settings;
  readonly checks: Checks;
  readonly inference: InferenceReports;
  readonly proofs: Proofs;
  readonly fillings: Fillings;
  readonly typing: Typing;
  readonly stages: Stages;
  readonly inferred: Inferred;
  readonly learned: Learned;
  readonly seenCalls: Snapshot['seenCalls'];
  /** There is no program, and therefore no verdict. */
  readonly hasFailed: boolean;
}

type Caveats = ReadonlyMap<MethodKey, readonly Caveat[]>;

/** The view of a file, and everything that it was built from. */
interface View {
  readonly file: FileSnapshot;
  readonly from: readonly unknown[];
  /** The last era in which all views were invalidated and this one was found to be valid. */
  era: number;
}

export class SnapshotBuilder {
  private readonly files = new Map<string, View>();
  private readonly anchors = new Map<
    string,
    { readonly file: SourceFile; readonly at: ReadonlyMap<AnchorId, number> }
  >();
  private settled = new SettledCaveats();
  /** Files whose view may have changed; a view that turns out to be equal is kept. */
  private readonly touched = new Set<string>();
  /** Files that were accessed or verified. */
  private readonly looked = new Set<string>();
  private era = 0;
  private version = 0;
  private made: Snapshot | null = null;

  /** Drops all earlier views. */
  clear(): void {
    this.files.clear();
    this.anchors.clear();
    this.settled = new SettledCaveats();
    this.touched.clear();
    this.made = null;
  }

  touch(path: string): void {
    this.touched.add(path);
    this.made = null;
  }

  touchAll(): void {
    this.era++;
    this.settled.reset();
    this.made = null;
  }

  /** Some classes were rebuilt, so any view may have changed. */
  invalidateClasses(before: Program, now: Program, classes: ReadonlySet<string>): void {
    this.era++;
    this.settled.invalidateClasses(before, now, classes);
    this.made = null;
  }

  /** Drops the view of a deleted file. */
  remove(path: string): void {
    this.looked.delete(path);
    this.files.delete(path);
    this.anchors.delete(path);
    this.made = null;
  }

  /** The method has a new verdict: its file and the files with methods that depend on it are affected. */
  addVerdict(path: string, key: MethodKey): void {
    this.settled.addVerdict(key);
    this.looked.add(path);
    this.touch(path);
  }

  /** The input is never modified afterwards: changes arrive as new maps. */
  snapshot(given: () => SnapshotInput): Snapshot {
    if (this.made) return this.made;
    const input = given();
    const anchorAt = (anchor: AnchorId): number | undefined => this.anchorsOf(input, anchorPath(anchor))?.get(anchor);
    if (!input.hasFailed) this.settleCaveats(input);
    const files = new LazyFiles(input.files, (source: SourceFile) =>
      this.made === made
        ? this.viewOf(input, source, anchorAt)
        : viewSafely(input, source, anchorAt, this.settled.caveats).file,
    );
    const made: Snapshot = {
      version: ++this.version,
      files,
      looked: () => [...this.looked].flatMap(path => files.get(path) ?? []),
      sources: input.files,
      program: input.program,
      inferred: input.inferred,
      learned: input.learned,
      fillingOf: key => input.fillings.of(key, input.program),
      seenCalls: input.seenCalls,
      anchorAt,
    };
    this.made = made;
    return made;
  }

  private settleCaveats(input: SnapshotInput): void {
    input.stages.enter('settle-caveats');
    for (const key of this.settled.update(input.proofs.verdicts, input.program, info => isActive(input, info))) {
      const path = homeOf(input.program, key);
      if (path !== null) this.touched.add(path);
    }
  }

  /** Keeps the view only if the snapshot is the latest one. */
  private viewOf(
    input: SnapshotInput,
    source: SourceFile,
    anchorAt: (anchor: AnchorId) => number | undefined,
  ): FileSnapshot {
    const { path } = source;
    const known = this.files.get(path);
    if (known?.era === this.era && !this.touched.has(path)) return known.file;
    this.looked.add(path);
    const { file, from } = viewSafely(input, source, anchorAt, this.settled.caveats, known);
    if (from) {
      this.touched.delete(path);
      this.files.set(path, { file, from, era: this.era });
    } else this.touch(path); // the next snapshot tries again
    return file;
  }

  private anchorsOf(input: SnapshotInput, path: string): ReadonlyMap<AnchorId, number> | undefined {
    const file = input.files.get(path);
    if (!file) return undefined;
    const known = this.anchors.get(path);
    if (known?.file === file) return known.at;
    const at = collectAnchors(file);
    this.anchors.set(path, { file, at });
    return at;
  }
}

function isActive(input: SnapshotInput, info: MethodInfo): boolean {
  const source = info.definition && input.files.get(anchorPath(info.definition.anchor));
  if (source && !isProved(levelOf(source, input.settings))) return false;
  return isChecked(info, input.program, input.settings);
}

/**
 * Builds the view of a file and its inputs; returns the known view if the inputs are the same. After an exception it
 * tries again method by method; if that fails too, no method of the file has a verdict, the file says so, and `from` is
 * null.
 */
function viewSafely(
  input: SnapshotInput,
  source: SourceFile,
  anchorAt: (anchor: AnchorId) => number | undefined,
  caveats: Caveats,
  known?: View,
): { readonly file: FileSnapshot; readonly from: readonly unknown[] | null } {
  const view = (each: ViewMethod): { readonly file: FileSnapshot; readonly from: readonly unknown[] } => {
    input.stages.enter('view-file');
    const from = basisOf(input, source, caveats);
    const isSame = known?.from.length === from.length && from.every((part, i) => part === known.from[i]);
    return { file: isSame ? known.file : viewFile(input, source, anchorAt, caveats, each), from };
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

type ViewMethod = typeof viewMethod;

/** A method whose view cannot be built has failed; the others of its file are shown. */
function viewMethodSafely(
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

function viewMethod(
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
