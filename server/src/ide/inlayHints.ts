/**
 * Inlay hints: types of locals at their first assignment, types of unannotated methods, and what happened on each line
 * of a counterexample's path.
 */
import { type FileSnapshot, locate, type MethodSnapshot, type Snapshot } from '../engine/snapshot';
import { showValue } from '../proof/showValue';
import type { Counterexample, PathStep } from '../proof/verdict';
import type { Expr } from '../ril/ril';
import { isTemporaryName } from '../ril/temporaryName';
import { walk } from '../ril/walk';
import { showType } from '../types/show';
import type { Type } from '../types/type';
import { methodHints } from './methodHints';
import { noteOfStep } from './trace';

export interface Hint {
  readonly offset: number;
  readonly label: string;
  readonly kind: 'type' | 'value';
  /** The origin of the hint, if it is not obvious. */
  readonly tooltip?: string;
}

export function hintsOf(snapshot: Snapshot, path: string): readonly Hint[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const ofBodies = file.methods.flatMap(method => [
    ...typeHints(snapshot, method),
    ...valueHints(snapshot, file, method),
  ]);
  return [...methodHints(snapshot, file).map(hint => ({ ...hint, kind: 'type' as const })), ...ofBodies];
}

function typeHints(snapshot: Snapshot, { info, typed }: MethodSnapshot): readonly Hint[] {
  const at = info.definition === null ? undefined : snapshot.anchorAt(info.definition.anchor);
  if (info.definition === null || typed === null || at === undefined) return [];
  const seen = new Set(info.definition.params.map(param => param.name));
  const hints: Hint[] = [];
  walk(info.definition.body(), expr => {
    const hint = firstWrite(expr, typed.types, seen);
    if (hint !== null) hints.push({ ...hint, offset: hint.offset + at });
    return true;
  });
  return hints;
}

function firstWrite(expr: Expr, types: ReadonlyMap<Expr, Type>, seen: Set<string | null>): Hint | null {
  if (expr.kind !== 'assign' || expr.target.kind !== 'var' || expr.target.scope !== 'local') return null;
  const { name, span } = expr.target;
  const type = types.get(expr.value);
  if (seen.has(name) || isTemporaryName(name) || type === undefined) return null;
  seen.add(name);
  if (isPlain(expr.value, type)) return null;
  return { offset: span.end, label: `: ${showType(type)}`, kind: 'type' };
}

/** A literal needs no hint, and a complex type would be unreadable. */
function isPlain(value: Expr, type: Type): boolean {
  return value.kind === 'lit' || type.kind === 'dynamic' || type.kind === 'any' || type.kind === 'bottom';
}

function valueHints(snapshot: Snapshot, file: FileSnapshot, method: MethodSnapshot): readonly Hint[] {
  if (method.state !== 'done' || method.verdict?.status !== 'unsafe') return [];
  const failed = method.verdict.obligations.filter(obligation => obligation.counterexample !== null);
  const example = (failed.find(obligation => obligation.cause === 'confirmed') ?? failed[0])?.counterexample;
  if (!example) return [];
  const head = file.lines.position(method.nameLocation.span.end).line;
  const byLine = new Map<number, string[]>();
  const note = (line: number, words: string): void => {
    byLine.set(line, [...(byLine.get(line) ?? []), words]);
  };
  if (example.args.length > 0 || example.bindings.length > 0) note(head, bindingsOf(example));
  for (const step of example.path) {
    const location = locate(snapshot, step.place);
    if (location?.path === file.path)
      note(file.lines.position(location.span.start).line, showStepNote(snapshot, example, step));
  }
  return [...byLine].map(([line, words]) => ({
    offset: file.lines.lineStart(line) + file.lines.lineText(line).length,
    label: `# ${words.join(', ')}`,
    kind: 'value',
  }));
}

/** The returned expression is already on the line; its value is not. */
function showStepNote(snapshot: Snapshot, { result }: Counterexample, step: PathStep): string {
  return step.kind === 'return' && result !== null ? `=> ${showValue(result)}` : noteOfStep(snapshot, step);
}

function bindingsOf(example: Counterexample): string {
  const all = new Map([...example.args, ...example.bindings].map(({ name, value }) => [name, showValue(value)]));
  return [...all].map(([name, value]) => `${name} = ${value}`).join(', ');
}
