/** Makes snapshots: per file, from texts, program, types and verdicts; files that nothing touched keep their view. */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type AnchorId, anchorPath, type Location, type Place, shift } from '../base/span';
import { notVerified } from '../judge/judge';
import { problemsOf } from '../judge/problems';
import { settle } from '../judge/settle';
import { allDescendants } from '../program/ancestors';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Assumption, Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { Declaration } from '../ril/declarations';
import type { MethodKey } from '../types/typedMethod';
import type { Checks } from './checks';
import { applyIgnores, isSwitchedOff } from './directives';
import { isAnnotated, isChecked } from './methods';
import type { Proofs } from './proofs';
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
}

type Caveats = ReadonlyMap<MethodKey, readonly Caveat[]>;

export class Views {
  private readonly files = new Map<string, FileSnapshot>();
  private readonly anchors = new Map<
    string,
    { readonly file: SourceFile; readonly at: ReadonlyMap<AnchorId, number> }
  >();
  private version = 0;
  private made: Snapshot | null = null;

  touch(path: string): void {
    this.files.delete(path);
    this.made = null;
  }

  touchAll(): void {
    this.files.clear();
    this.made = null;
  }

  snapshot(now: ViewInput): Snapshot {
    if (this.made) return this.made;
    const input = { ...now, files: new Map(now.files) }; // stays true when files come and go
    const anchorAt = (anchor: AnchorId): number | undefined => this.anchorsOf(input, anchorPath(anchor))?.get(anchor);
    const caveats = settle(input.proofs.verdicts(), assumption => ownerOf(input, assumption));
    const files = new Map<string, FileSnapshot>();
    for (const [path, source] of input.files) {
      const view = this.files.get(path) ?? viewFile(input, source, anchorAt, caveats);
      this.files.set(path, view);
      files.set(path, view);
    }
    this.made = { version: ++this.version, files, program: input.program, anchorAt };
    return this.made;
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

function collectAnchors(file: SourceFile): ReadonlyMap<AnchorId, number> {
  const at = new Map<AnchorId, number>([[`${file.path}|file`, 0]]);
  const visit = (declarations: readonly Declaration[]): void => {
    for (const declaration of declarations) {
      at.set(declaration.anchor, declaration.at);
      if ('body' in declaration && Array.isArray(declaration.body)) visit(declaration.body);
    }
  };
  visit(file.ril.declarations);
  return at;
}

function ownerOf(input: ViewInput, assumption: Assumption): ReturnType<Parameters<typeof settle>[1]> {
  const verdict = input.proofs.last(assumption.owner);
  if (verdict) return { kind: 'verdict', verdict };
  const info = methodByKey(input.program, assumption.owner);
  if (info?.origin !== 'workspace') return { kind: 'library' };
  if (info.definition) return { kind: 'pending' };
  const isModule = input.program.classes.get(info.owner)?.kind === 'module';
  return isModule ? { kind: 'hosts', verdicts: hostVerdicts(input, info) } : { kind: 'no-body' };
}

/** What is known of the methods that stand in for a module's annotation in the classes that mix it in. */
function hostVerdicts(input: ViewInput, info: MethodInfo): readonly Verdict[] {
  return allDescendants(input.program, info.owner).flatMap(name => {
    const method = input.program.classes.get(name)?.[info.singleton ? 'singletonMethods' : 'methods'].get(info.name);
    const verdict = method?.definition ? input.proofs.last(method.key) : null;
    return verdict ? [verdict] : [];
  });
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
  const problems = off ? [] : collectProblems(input, source, methods);
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

function collectProblems(input: ViewInput, source: SourceFile, methods: readonly MethodSnapshot[]): Problem[] {
  const problems: Problem[] = [...source.problems, ...(input.programProblems.get(source.path) ?? [])];
  for (const method of methods) {
    const checked = isChecked(method.info, input.program, input.settings)
      ? input.checks.get(method.info.key, input.program, input.settings)
      : null;
    if (checked?.kind === 'checked') problems.push(...checked.method.problems);
    const name = method.info.place;
    if (method.verdict && name && method.state !== 'stale') problems.push(...problemsOf(method.verdict, name));
  }
  return problems;
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
  const current = !active || input.proofs.isCurrent(info.key, checked, input.program);
  return {
    info,
    nameLocation: name ?? nowhere,
    location: whole ?? name ?? nowhere,
    annotated: isAnnotated(info),
    typed: checked?.kind === 'checked' ? checked.method.typed : null,
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

function standing(info: MethodInfo): Verdict {
  if (!info.signature) return notVerified(info.key, 'unchecked');
  if (!info.definition) return notVerified(info.key, 'trusted');
  const verdict = notVerified(info.key, info.definition.broken ? 'not-modelled' : 'unchecked');
  const place = { anchor: info.definition.anchor, span: info.definition.nameSpan };
  return info.definition.broken ? { ...verdict, notModelled: [{ construct: 'a syntax error', place }] } : verdict;
}
