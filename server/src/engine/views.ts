/** Makes snapshots: per file, from texts, program, types and verdicts; files that nothing touched keep their view. */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type AnchorId, anchorPath, type Location, type Place, shift } from '../base/span';
import { problemsOf } from '../judge/problems';
import type { MethodInfo, Program } from '../program/program';
import type { Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { collectAnchors } from './anchors';
import { homeOf, SettledCaveats } from './caveats';
import type { Checks } from './checks';
import { applyIgnores, isSwitchedOff } from './directives';
import { withIncludeSites } from './includeSites';
import { LazyFiles } from './lazyFiles';
import { isAnnotated, isChecked, standing } from './methods';
import { mixingClasses } from './mixingClasses';
import { oneEach } from './oneEach';
import { shownContract } from './pipeline';
import type { Proofs, Typing } from './proofs';
import type { FileSnapshot, MethodSnapshot, MethodState, Snapshot } from './snapshot';
import type { SourceFile } from './sources';

export interface ViewInput {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly program: Program;
  readonly programProblems: ReadonlyMap<string, readonly Problem[]>;
  readonly methods: ReadonlyMap<string, readonly MethodInfo[]>;
  readonly settings: Settings;
  readonly checks: Checks;
  readonly proofs: Proofs;
  readonly typing: Typing;
}

type Caveats = ReadonlyMap<MethodKey, readonly Caveat[]>;

/** A file's view, and everything that it was made from. */
interface View {
  readonly file: FileSnapshot;
  readonly from: readonly unknown[];
  /** The last time at which all views were in doubt, and this one was found to be true. */
  era: number;
}

export class Views {
  private readonly files = new Map<string, View>();
  private readonly anchors = new Map<
    string,
    { readonly file: SourceFile; readonly at: ReadonlyMap<AnchorId, number> }
  >();
  private readonly settled = new SettledCaveats();
  /** Files whose view may be another by now; those whose view would be the same keep it. */
  private readonly touched = new Set<string>();
  /** Files that somebody looked at or that were verified. */
  private readonly looked = new Set<string>();
  private era = 0;
  private version = 0;
  private made: Snapshot | null = null;

  touch(path: string): void {
    this.touched.add(path);
    this.made = null;
  }

  touchAll(): void {
    this.era++;
    this.settled.reset();
    this.made = null;
  }

  /** Some classes were made again; all views are in doubt. */
  remade(before: Program, now: Program, classes: ReadonlySet<string>): void {
    this.era++;
    this.settled.remade(before, now, classes);
    this.made = null;
  }

  /** The file is gone. */
  forget(path: string): void {
    this.looked.delete(path);
    this.files.delete(path);
    this.anchors.delete(path);
    this.made = null;
  }

  /** The method has a new verdict: its file shows it, and so do those that lean on it. */
  judged(path: string, key: MethodKey): void {
    this.settled.judged(key);
    this.looked.add(path);
    this.touch(path);
  }

  /** Nothing of the input changes afterwards: what is new comes as new maps. */
  snapshot(given: () => ViewInput): Snapshot {
    if (this.made) return this.made;
    const input = given();
    const anchorAt = (anchor: AnchorId): number | undefined => this.anchorsOf(input, anchorPath(anchor))?.get(anchor);
    for (const key of this.settled.update(input.proofs.verdicts, input.program, info => isActive(input, info))) {
      const path = homeOf(input.program, key);
      if (path !== null) this.touched.add(path);
    }
    const files = new LazyFiles(input.files, (source: SourceFile) =>
      this.made === made
        ? this.viewOf(input, source, anchorAt)
        : viewFile(input, source, anchorAt, this.settled.caveats),
    );
    const made: Snapshot = {
      version: ++this.version,
      files,
      looked: () => [...this.looked].flatMap(path => files.get(path) ?? []),
      sources: input.files,
      program: input.program,
      anchorAt,
    };
    this.made = made;
    return made;
  }

  /** Only for the latest snapshot: what an earlier one is asked for late is not kept. */
  private viewOf(
    input: ViewInput,
    source: SourceFile,
    anchorAt: (anchor: AnchorId) => number | undefined,
  ): FileSnapshot {
    const { path } = source;
    const known = this.files.get(path);
    if (known?.era === this.era && !this.touched.has(path)) return known.file;
    this.touched.delete(path);
    this.looked.add(path);
    const from = basisOf(input, source, this.settled.caveats);
    if (known?.from.length === from.length && from.every((each, i) => each === known.from[i])) {
      known.era = this.era;
      return known.file;
    }
    const file = viewFile(input, source, anchorAt, this.settled.caveats);
    this.files.set(path, { file, from, era: this.era });
    return file;
  }

  private anchorsOf(input: ViewInput, path: string): ReadonlyMap<AnchorId, number> | undefined {
    const file = input.files.get(path);
    if (!file) return undefined;
    const known = this.anchors.get(path);
    if (known?.file === file) return known.at;
    const at = collectAnchors(file);
    this.anchors.set(path, { file, at });
    return at;
  }
}

function isActive(input: ViewInput, info: MethodInfo): boolean {
  const source = info.definition && input.files.get(anchorPath(info.definition.anchor));
  return !(source && isSwitchedOff(source.ril.directives)) && isChecked(info, input.program, input.settings);
}

/** All that a file's view says, as references: equal ones make equal views. */
function basisOf(input: ViewInput, source: SourceFile, caveats: Caveats): readonly unknown[] {
  const from: unknown[] = [source, input.settings, ...(input.programProblems.get(source.path) ?? [])];
  for (const info of input.methods.get(source.path) ?? []) {
    const active = isChecked(info, input.program, input.settings);
    const { key } = info;
    from.push(info, active);
    if (!active) continue;
    from.push(input.checks.get(key, input.program, input.settings), input.proofs.last(key), caveats.get(key));
    from.push(input.proofs.isRunning(key), input.proofs.isCurrent(key, input.typing));
  }
  for (const name of ownersIn(input, source))
    from.push(input.checks.classProblems(name, input.program, input.settings));
  return from;
}

function viewFile(
  input: ViewInput,
  source: SourceFile,
  anchorAt: (anchor: AnchorId) => number | undefined,
  caveats: Caveats,
): FileSnapshot {
  const locate = (place: Place): Location | null => {
    const at = anchorAt(place.anchor);
    return at === undefined ? null : { path: anchorPath(place.anchor), span: shift(place.span, at) };
  };
  const off = isSwitchedOff(source.ril.directives);
  const methods = (input.methods.get(source.path) ?? []).map(info => viewMethod(input, info, locate, caveats, off));
  const problems = off ? [] : oneEach(collectProblems(input, source, methods), locate);
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

/** The classes that have a method in this file, or mix something in. */
function ownersIn(input: ViewInput, { path, ril }: SourceFile): ReadonlySet<string> {
  return new Set([...(input.methods.get(path) ?? []).map(info => info.owner), ...mixingClasses(ril)]);
}

function collectProblems(input: ViewInput, source: SourceFile, methods: readonly MethodSnapshot[]): readonly Problem[] {
  const problems: Problem[] = [...source.problems, ...(input.programProblems.get(source.path) ?? [])];
  for (const name of ownersIn(input, source)) {
    const found = input.checks.classProblems(name, input.program, input.settings);
    problems.push(...found.filter(each => anchorPath(each.place.anchor) === source.path));
  }
  for (const method of methods) {
    const checked = isChecked(method.info, input.program, input.settings)
      ? input.checks.get(method.info.key, input.program, input.settings)
      : null;
    if (checked?.kind === 'checked') problems.push(...checked.method.problems.filter(each => !isGuess(method, each)));
    const name = method.info.place;
    if (!method.verdict || !name) continue;
    const found = withIncludeSites(input.program, method.info, problemsOf(method.verdict, name));
    const current = method.state === 'done' || input.proofs.isCurrent(method.info.key, input.typing);
    problems.push(...(current ? found : stale(found, name)));
  }
  return problems;
}

/** An annotation that is half-typed says nothing about the body yet: what is wrong is shown where it is typed. */
function isGuess({ info }: MethodSnapshot, problem: Problem): boolean {
  const broken = (info.signature?.arms ?? []).filter(arm => arm.broken);
  if (broken.length === 0) return false;
  const { anchor } = problem.place;
  return anchor === info.definition?.anchor || broken.some(arm => arm.place?.anchor === anchor);
}

/** What an earlier text was told, as one mark at the method's name: places inside it may have moved. */
function stale(problems: readonly Problem[], name: Place): readonly Problem[] {
  const worst = problems.find(each => each.severity === 'error') ?? problems.find(each => each.severity === 'warning');
  return worst ? [{ code: worst.code, args: worst.args, place: name, severity: 'hint', stale: true }] : [];
}

function viewMethod(
  input: ViewInput,
  info: MethodInfo,
  locate: (place: Place) => Location | null,
  caveats: Caveats,
  off: boolean,
): MethodSnapshot {
  const definition = info.definition;
  const nowhere: Location = { path: '', span: { start: 0, end: 0 } };
  const whole = definition && locate({ anchor: definition.anchor, span: definition.span });
  const name = definition
    ? locate({ anchor: definition.anchor, span: definition.nameSpan })
    : info.place && locate(info.place);
  const active = !off && isChecked(info, input.program, input.settings);
  const checked = active ? input.checks.get(info.key, input.program, input.settings) : null;
  const verdict = active ? input.proofs.last(info.key) : standing(info);
  const current = !active || input.proofs.isCurrent(info.key, input.typing);
  return {
    info,
    nameLocation: name ?? nowhere,
    location: whole ?? name ?? nowhere,
    annotated: isAnnotated(info),
    typed: checked?.kind === 'checked' ? shownContract(checked.method).typed : null,
    verdict: verdict && { ...verdict, caveats: caveats.get(info.key) ?? verdict.caveats },
    state: stateOf(input, info, active, current, verdict),
  };
}

function stateOf(
  input: ViewInput,
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
