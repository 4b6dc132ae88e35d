/**
 * Inference reports of units, kept as long as they are true: while the unit itself, everything that its check read of
 * the program, and the answers about the other files are the same. An exception of ours harms one unit.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { CheckInput } from '../check/check';
import { inferUnit, type WorkspaceView } from '../check/inferUnit';
import { parseTypeInBody } from '../parse/annotations';
import type { MethodInfo, Program } from '../program/program';
import type { Unit, UnitKey } from '../program/unit';
import { identityOfBody } from './bodyIdentity';
import { levelOf } from './checkLevels';
import type { History, Step } from './incremental/history';
import { Interrupted, inOnePiece, type Slices } from './incremental/interruption';
import type { Parked } from './incremental/parked';
import { compactReads, haveSameBodies, isStillTrue, type Reads, type Recorder } from './incremental/recorder';
import { isAnnotated, isChecked } from './methods';
import { findAnswer, recordAnswers } from './recordedAnswers';
import type { CachedReport, CachedReports, ReportCache, UnitReports } from './reportCache';
import type { SourceFile } from './sources';
import { messageOf, type Stages } from './stages';
import type { Summaries } from './summaries';
import type { SummaryQuery } from './summaryQueries';
import { isSameUnit, unitsOf } from './units';
import type { Files } from './visibility';
import { reportWholeScript } from './wholeScript';
import { isDamaged, WorkspaceFacts } from './workspaceFacts';

export interface InferenceInput {
  readonly program: Program;
  readonly settings: Settings;
  readonly files: Files;
  readonly methods: ReadonlyMap<string, readonly MethodInfo[]>;
}

const INTERNAL_ERROR = 'LP9001';
const NONE: readonly Problem[] = [];

export class InferenceReports {
  private readonly entries = new Map<string, Map<UnitKey, UnitReports>>();
  /** The files whose units read a body, or a part of a summary. */
  private readonly readers = new Map<string, Set<string>>();
  private together: { readonly input: InferenceInput; readonly files: WorkspaceFacts } | null = null;
  private isStopped = false;
  private earlier: ReportCache | null = null;
  private whole: {
    readonly program: Program;
    readonly source: SourceFile;
    readonly problems: readonly Problem[];
  } | null = null;
  /** How often a unit was run since the beginning. */
  count = 0;

  constructor(
    private readonly stages: Stages,
    private readonly recording: Recorder,
    private readonly summaries: Summaries,
    private readonly history: History,
  ) {}

  clear(): void {
    this.entries.clear();
    this.readers.clear();
    this.together = null;
    this.whole = null;
    this.earlier = null;
  }

  /** What is known of this version, to be kept for the next start. */
  keptFor(program: Program): CachedReports {
    const units = [...this.entries].flatMap(([path, entries]) =>
      [...entries.values()].flatMap(entry => (this.isKnown(entry, program) ? [keptReport(path, entry)] : [])),
    );
    const { whole } = this;
    const script = whole?.program === program ? { text: whole.source.text, problems: whole.problems } : null;
    return { units: [...units, ...(this.earlier?.leftFor(program) ?? [])], script };
  }

  /** Takes over what an earlier start found. */
  restore(earlier: ReportCache): void {
    this.earlier = earlier;
    for (const { path, bodies, uses } of earlier.all) this.noteReader(path, [...bodies, ...uses]);
  }

  private isKnown({ trueFor, hasFailed, reads }: UnitReports, program: Program): boolean {
    if (trueFor === program) return !hasFailed;
    const steps = hasFailed || trueFor === null ? null : this.history.between(trueFor, program);
    return steps !== null && !steps.some(step => dependsOnStep(reads, step));
  }

  forget(path: string): void {
    this.entries.delete(path);
  }

  /** The reports of a file, each list the same object as long as it is true. */
  of(source: SourceFile, input: InferenceInput): readonly (readonly Problem[])[] {
    const steps = this.stepsOf(source, input);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** From now on, units that have not been run are left out: what is known is all that will be. */
  stop(): void {
    this.isStopped = true;
  }

  /** As `of`; yields after each unit that was run, and within units that take long. */
  *stepsOf(
    source: SourceFile,
    input: InferenceInput,
    slices = inOnePiece,
  ): Generator<void, readonly (readonly Problem[])[]> {
    const { program, settings } = input;
    if (!isReporting(settings) || levelOf(source, settings) === 'off' || isDamaged(source)) return [];
    if (isGenerated(source.text)) return [];
    const methods = (input.methods.get(source.path) ?? []).filter(info => isInferred(info, program, settings));
    const known = this.entries.get(source.path) ?? new Map<UnitKey, UnitReports>();
    const now = new Map<UnitKey, UnitReports>();
    const surroundings = this.filesTogether(input).of(source);
    try {
      for (const unit of unitsOf(program, source, methods)) {
        const entry = known.get(unit.key) ?? this.earlier?.take(unit, program);
        if (entry && this.isKept(entry, unit, program, surroundings)) now.set(unit.key, entry);
        else if (!this.isStopped) {
          now.set(unit.key, yield* this.stepsOfRun(unit, source.path, input, surroundings, slices));
          yield;
        }
      }
    } finally {
      // A caller that stops early keeps what was found.
      this.entries.set(source.path, now);
    }
    const found = [...now.values()].map(entry => entry.problems);
    return [...found, this.wholeScript(source, input, methods, found.flat())];
  }

  /** What the calls of a script that is the whole program add to the reports of its units. */
  private wholeScript(
    source: SourceFile,
    input: InferenceInput,
    methods: readonly MethodInfo[],
    known: readonly Problem[],
  ): readonly Problem[] {
    const { program, settings } = input;
    if (this.isStopped || !this.filesTogether(input).isWholeScript(source)) return NONE;
    if (this.whole?.program === program && this.whole.source === source) return this.whole.problems;
    const earlier = this.earlier?.scriptReports(source, program);
    if (earlier) {
      this.whole = { program, source, problems: earlier };
      return earlier;
    }
    const units = unitsOf(program, source, methods);
    const summaries = this.summaries.readerOf(program);
    const surroundings = this.filesTogether(input).of(source);
    const problems = this.safely('inferring a script', () =>
      reportWholeScript({ program, settings, units, summaries, surroundings }),
    );
    const isKnown = ({ place, level }: Problem): boolean =>
      known.some(
        each =>
          (each.level === level || each.level === 'certain') &&
          each.place.anchor === place.anchor &&
          each.place.span.start === place.span.start,
      );
    const found = problems.filter(each => each.level !== undefined && !isKnown(each));
    this.whole = { program, source, problems: found.length === 0 ? NONE : found };
    return this.whole.problems;
  }

  private safely(what: string, find: () => readonly Problem[]): readonly Problem[] {
    try {
      return find();
    } catch (error) {
      this.stages.report(what, error);
      return NONE;
    }
  }

  /** Files with a unit whose reports were read off one of these bodies or summaries, perhaps of an earlier version. */
  findDependents(names: readonly string[]): readonly string[] {
    return names.flatMap(name => [...(this.readers.get(name) ?? [])]);
  }

  private isKept(entry: UnitReports, unit: Unit, program: Program, surroundings: WorkspaceView): boolean {
    if (entry.trueFor !== program && !this.summaries.isSame(entry.reads, program)) return false;
    return isKept(entry, unit, surroundings) && this.isStillTrue(entry, program);
  }

  private isStillTrue(entry: UnitReports, program: Program): boolean {
    const { reads, trueFor, hasFailed } = entry;
    if (trueFor === program) return true;
    if (hasFailed) return false;
    const isSame =
      reads.of === null
        ? isStillTrue(reads, program)
        : this.history.haveSameDeclarations(reads.of, program) && haveSameBodies(reads, program);
    if (isSame) entry.trueFor = program;
    return isSame;
  }

  private filesTogether(input: InferenceInput): WorkspaceFacts {
    const { together } = this;
    if (together && together.input.files === input.files && together.input.program === input.program)
      return together.files;
    const files = new WorkspaceFacts(input.program, input.files);
    this.together = { input, files };
    return files;
  }

  private *stepsOfRun(
    unit: Unit,
    path: string,
    input: InferenceInput,
    surroundings: WorkspaceView,
    slices: Slices,
  ): Generator<void, UnitReports> {
    const work = (): UnitReports => this.run(unit, path, input, surroundings);
    let parked: Parked<SummaryQuery> | null = null;
    for (let tries = 0; ; ) {
      const done: ReturnType<typeof this.summaries.interruptibly<UnitReports>> = this.summaries.interruptibly(
        work,
        input.program,
        slices(tries),
        parked,
      );
      if (done.value !== null) return done.value;
      parked = done.parked;
      tries = done.hasFound ? 0 : tries + 1;
      yield;
    }
  }

  private run(
    unit: Unit,
    path: string,
    { program, settings }: InferenceInput,
    surroundings: WorkspaceView,
  ): UnitReports {
    const answers = new Map<string, boolean>();
    const { value, reads } = this.recording.run(program, view =>
      this.inferSafely(
        unit,
        { program: view, settings, readType: parseTypeInBody, summaries: this.summaries.readerOf(program) },
        recordAnswers(surroundings, answers),
      ),
    );
    this.count++;
    // Problems have places only: the bodies may be dropped and parsed again.
    reads.held.clear();
    this.noteReader(path, [...reads.bodies.keys(), ...reads.summaries.keys()]);
    const hasFailed = value.some(({ code }) => code === INTERNAL_ERROR);
    return { unit, reads: compactReads(reads), answers, problems: value, hasFailed, trueFor: program };
  }

  private noteReader(path: string, names: readonly string[]): void {
    for (const name of names) this.readers.set(name, (this.readers.get(name) ?? new Set()).add(path));
  }

  private inferSafely(unit: Unit, input: CheckInput, surroundings: WorkspaceView): readonly Problem[] {
    try {
      this.stages.enter('infer-unit');
      const problems = inferUnit(unit, input, surroundings);
      return problems.length === 0 ? NONE : problems;
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      this.stages.report(`inferring ${unit.key}`, error);
      const place = placeOf(unit);
      return place ? [{ code: INTERNAL_ERROR, place, args: { method: unit.key, message: messageOf(error) } }] : NONE;
    }
  }
}

function isReporting({ infer }: Settings): boolean {
  return infer === 'report' || infer === 'confirm';
}

function placeOf(unit: Unit): Problem['place'] | null {
  if (unit.kind === 'method') return unit.info.place;
  const [first] = unit.declarations;
  return first ? { anchor: first.anchor, span: first.span } : null;
}

/** A method that is not checked against an annotation. */
function isInferred(info: MethodInfo, program: Program, settings: Settings): boolean {
  return !isAnnotated(info) && info.definition !== null && !isChecked(info, program, settings);
}

function isKept(entry: UnitReports, unit: Unit, surroundings: WorkspaceView): boolean {
  if (!isSameUnit(entry.unit, unit)) return false;
  for (const [question, answer] of entry.answers) {
    if (findAnswer(question, surroundings) !== answer) return false;
  }
  return true;
}

function dependsOnStep({ bodies, summaries }: Reads, step: Step): boolean {
  return [...step.bodies].some(key => bodies.has(key)) || [...step.summaries].some(name => summaries.has(name));
}

function keptReport(path: string, { unit, reads, answers, problems }: UnitReports): CachedReport {
  return {
    path,
    key: unit.key,
    body: unit.kind === 'method' && unit.info.definition ? identityOfBody(unit.info.definition) : null,
    bodies: [...reads.bodies.keys()],
    uses: [...reads.summaries.keys()],
    answers: [...answers],
    problems,
  };
}

/** Comments at the head of the file say that a program wrote it: not code that the user corrects here. */
function isGenerated(text: string): boolean {
  const head = /^(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text.slice(0, 2000))?.[0] ?? '';
  return /\bgenerated\b[^\n]*\bby\b|\bdo not (edit|modify)\b/i.test(head);
}
