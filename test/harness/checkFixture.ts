/**
 * Runs a fixture of test/fixtures/types through parse, lower, resolve and check only, with the small core of
 * smallCore.ts: no engine, library or solver. Compares with the fixture's LP3 and type marks.
 */

import { LineIndex } from '../../server/src/base/lines';
import type { Problem } from '../../server/src/base/problem';
import type { AnchorId } from '../../server/src/base/span';
import { anchorPath, shift } from '../../server/src/base/span';
import { check, checkClass, checkRefinements } from '../../server/src/check/check';
import { dedupeProblems } from '../../server/src/engine/dedupe';
import { messageOf } from '../../server/src/problems/catalogue';
import type { MethodInfo, Program } from '../../server/src/program/program';
import { resolve } from '../../server/src/resolve/resolve';
import type { Declaration } from '../../server/src/ril/declarations';
import { showType } from '../../server/src/types/show';
import type { TypedMethod } from '../../server/src/types/typedMethod';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { checkInput } from './checkInput';
import { type Mark, readFixture, readMarks } from './marks';
import { readRuby } from './program';
import { smallCore } from './smallCore';

export interface CheckedFixture {
  readonly differences: readonly string[];
  /** Codes that were reported. */
  readonly codes: ReadonlySet<string>;
}

interface Seen {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number | null;
  readonly text: string;
  readonly code: string;
}

export async function checkFixture(name: string, source: string): Promise<CheckedFixture> {
  const fixture = readFixture(name, source);
  const settings = { ...DEFAULT_SETTINGS, ...fixture.settings } as Settings;
  const inputs = await Promise.all(fixture.files.map(file => readRuby(file.text, file.name)));
  const { value: program } = resolve(inputs, await smallCore);
  const anchors = new Map(inputs.flatMap(input => anchorsOf(input.ril.declarations, input.ril.path)));
  const lines = new Map(fixture.files.map(file => [file.name, new LineIndex(file.text)]));
  const marks = fixture.files.flatMap(file => readMarks(file.text).map(mark => ({ path: file.name, mark })));
  const input = checkInput(program, settings);
  const checked = workspaceMethods(program).map(method => ({ method, typed: check(method, input) }));
  const found = checked.flatMap(({ method, typed }) => [
    ...typed.problems,
    ...checkRefinements(method, input).problems,
  ]);
  const ofClasses = [...program.classes.values()].flatMap(info => {
    const isOurs = info.places.some(place => anchors.has(place.anchor));
    return (isOurs && checkClass(info, input)) || [];
  });
  const problems = dedupeProblems([...ofClasses, ...found], place => {
    const at = anchors.get(place.anchor);
    return at === undefined ? null : { path: anchorPath(place.anchor), span: shift(place.span, at) };
  });
  const seen = problems.map(problem => locate(problem, anchors, lines));
  const types = checked.flatMap(({ method, typed }) => typesOf(method, typed, anchors, lines));
  return {
    differences: [...compareProblems(seen, marks), ...compareTypes(types, marks)],
    codes: new Set(seen.map(one => one.code)),
  };
}

function workspaceMethods(program: Program): readonly MethodInfo[] {
  return [...program.classes.values()]
    .flatMap(info => [...info.methods.values(), ...info.singletonMethods.values()])
    .filter(method => method.origin === 'workspace');
}

function anchorsOf(declarations: readonly Declaration[], path: string): readonly (readonly [AnchorId, number])[] {
  return declarations.flatMap(declaration => [
    [declaration.anchor, declaration.at] as const,
    ...('body' in declaration && Array.isArray(declaration.body) ? anchorsOf(declaration.body, path) : []),
  ]);
}

function locate(problem: Problem, anchors: ReadonlyMap<AnchorId, number>, lines: ReadonlyMap<string, LineIndex>): Seen {
  const { anchor, span } = problem.place;
  const text = `${problem.code}: ${messageOf(problem)}`;
  return { ...position(anchor, span, anchors, lines), text, code: problem.code };
}

function position(
  anchor: AnchorId,
  span: { readonly start: number; readonly end: number },
  anchors: ReadonlyMap<AnchorId, number>,
  lines: ReadonlyMap<string, LineIndex>,
): { path: string; line: number; start: number; end: number | null } {
  const path = anchorPath(anchor);
  const index = lines.get(path);
  const at = anchors.get(anchor);
  if (index === undefined || at === undefined) return { path: anchor, line: -1, start: span.start, end: span.end };
  const from = index.position(at + span.start);
  const to = index.position(at + span.end);
  return { path, line: from.line, start: from.character, end: from.line === to.line ? to.character : null };
}

type Placed = { readonly path: string; readonly mark: Mark };

function compareProblems(seen: readonly Seen[], marks: readonly Placed[]): readonly string[] {
  const open = marks.filter(({ mark }) => mark.kind === 'problem' && mark.code.startsWith('LP3'));
  const differences: string[] = [];
  for (const one of seen.filter(({ code }) => code.startsWith('LP3'))) {
    const at = open.findIndex(({ path, mark }) => path === one.path && meets(mark, one));
    if (at >= 0) open.splice(at, 1);
    else differences.push(`${one.path}:${one.line + 1} [${one.start}-${one.end ?? '...'}] not expected: ${one.text}`);
  }
  for (const { path, mark } of open)
    differences.push(`${path}:${mark.writtenAt + 1} expected and missing: ${JSON.stringify(mark)}`);
  return differences;
}

function meets(mark: Mark, seen: Seen): boolean {
  if (mark.kind !== 'problem' || mark.code !== seen.code) return false;
  const { start, end } = mark.span;
  return (
    start.line === seen.line && start.character === seen.start && end === seen.end && seen.text.includes(mark.words)
  );
}

interface SeenType {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number | null;
  readonly type: string;
}

function typesOf(
  method: MethodInfo,
  typed: TypedMethod,
  anchors: ReadonlyMap<AnchorId, number>,
  lines: ReadonlyMap<string, LineIndex>,
): readonly SeenType[] {
  const anchor = method.definition?.anchor;
  if (anchor === undefined) return [];
  return [...typed.types].map(([expr, type]) => ({
    ...position(anchor, expr.span, anchors, lines),
    type: showType(type),
  }));
}

function compareTypes(types: readonly SeenType[], marks: readonly Placed[]): readonly string[] {
  return marks.flatMap(({ path, mark }) => {
    if (mark.kind !== 'type') return [];
    const { start, end } = mark.span;
    const here = types.filter(
      one => one.path === path && one.line === start.line && one.start === start.character && one.end === end,
    );
    if (here.some(one => one.type === mark.type)) return [];
    return [
      `${path}:${mark.writtenAt + 1} type ${mark.type} expected, but it is ${here.map(one => one.type).join(' / ') || 'no expression'}`,
    ];
  });
}
