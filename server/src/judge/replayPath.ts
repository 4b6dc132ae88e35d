/**
 * The path that a run took, in terms of its source: every condition that it evaluated, as Ruby counted it, and the line
 * on which it ended. If Ruby counts no branches, the model's path is used, as far as the run reached its lines.
 */
import { anchorPath, type Place } from '../base/span';
import type { ReplayBranch, ReplayRun } from '../proof/replay';
import type { PathStep } from '../proof/verdict';
import type { MethodDeclaration } from '../ril/declarations';
import type { ReplayRequest } from './replayRequest';

interface Source {
  readonly definition: MethodDeclaration;
  /** The current offset of the definition's anchor. */
  readonly at: number;
  readonly text: string;
  readonly lines: readonly string[];
  /** Offset at which each line starts. */
  readonly starts: readonly number[];
}

export function pathOf(request: ReplayRequest, run: ReplayRun): readonly PathStep[] {
  const source = sourceOf(request);
  const visited = run.steps.map(step => step.line);
  const branches =
    source && run.branches.length > 0 ? stepsCountedByRuby(source, run, visited) : stepsOfModel(request, visited);
  const end = source && lastStep(source, run);
  return end ? [...branches, end] : branches;
}

function sourceOf(request: ReplayRequest): Source | null {
  const { definition } = request.method;
  const path = definition && anchorPath(definition.anchor);
  const text = request.files.find(file => file.path === path)?.text;
  if (!definition || text === undefined) return null;
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const now = request.lineOf({ anchor: definition.anchor, span: { start: 0, end: 0 } });
  return { definition, at: now?.offset ?? definition.at, text, lines, starts };
}

function stepsOfModel(request: ReplayRequest, visited: readonly number[]): readonly PathStep[] {
  return request.counterexample.path.filter(step => {
    const at = request.lineOf(step.place);
    return at !== null && visited.includes(at.line);
  });
}

/** In the order in which the run reached them. */
function stepsCountedByRuby(source: Source, run: ReplayRun, visited: readonly number[]): readonly PathStep[] {
  const { at, definition } = source;
  const { span } = definition;
  return run.branches
    .map(branch => ({ branch, start: offset(source, branch.from), end: offset(source, branch.to) }))
    .filter(({ start, end }) => at + span.start <= start && end <= at + span.end)
    .sort((a, b) => order(visited, a.branch) - order(visited, b.branch) || a.start - b.start)
    .flatMap(({ branch, start, end }) => step(source, branch, start, end));
}

function order(visited: readonly number[], branch: ReplayBranch): number {
  const index = visited.findIndex(line => branch.from[0] <= line && line <= branch.to[0]);
  return index < 0 ? visited.length : index;
}

function step(source: Source, branch: ReplayBranch, start: number, end: number): readonly PathStep[] {
  const found = conditionIn(source.text.slice(start, end));
  if (!found) return [];
  return [
    {
      place: placeOf(source, start + found.at, found.text.length),
      kind: branch.held ? 'condition-true' : 'condition-false',
      source: found.text,
    },
  ];
}

/** The condition of `if c …`, `c ? a : b`, `a if c`: its source on one line and its offset. */
export function conditionIn(text: string): { readonly text: string; readonly at: number } | null {
  const leading = /^(?:els)?(?:if|unless)\s+([^\n;]*?)(?=\s+then\b|\s*(?:[;\n#]|$))/.exec(text);
  if (leading?.[1]) return { text: leading[1], at: leading[0].length - leading[1].length };
  const ternary = /^([^\n?]*\S)\s+\?\s/.exec(text) ?? /^(.*?\?)\s+\?\s/.exec(text);
  if (ternary?.[1]) return { text: ternary[1], at: 0 };
  const modifier = /^.*\s(?:if|unless)\s+([^\n]+)$/s.exec(text);
  return modifier?.[1] ? { text: modifier[1], at: text.length - modifier[1].length } : null;
}

/** Line and byte column -> offset in UTF-16 units. */
function offset(source: Source, [line, column]: readonly [number, number]): number {
  const text = source.lines[line] ?? '';
  const before = Buffer.from(text, 'utf8').subarray(0, column).toString('utf8');
  return (source.starts[line] ?? 0) + before.length;
}

function placeOf(source: Source, start: number, length: number): Place {
  const { at, definition } = source;
  return { anchor: definition.anchor, span: { start: start - at, end: start - at + length } };
}

/** Lines that define a method or branch, and do not compute the result. */
const NO_RESULT =
  /^((private|public|protected|module_function|memoize)\b|def|if|elsif|unless|while|until|case|when|end|attr\w*|define_method|define_singleton_method|delegate|def_\w+|alias\w*)\b/;

function lastStep(source: Source, run: ReplayRun): PathStep | null {
  const line = run.steps.at(-1)?.line;
  if (line === undefined || run.outcome.type !== 'returned') return null;
  const text = source.lines[line] ?? '';
  const written = text.trim().replace(/^return\s+/, '');
  if (written === '' || NO_RESULT.test(written)) return null;
  const start = source.starts[line]! + text.indexOf(written);
  return { place: placeOf(source, start, written.length), kind: 'return', source: written };
}
