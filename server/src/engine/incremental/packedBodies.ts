/**
 * The bodies of a file's methods as text, to be sent from one thread to another and read on demand: ten times faster
 * than to parse the file again. Rules tell expressions apart by identity, so what is one object here is one object there.
 */
import type { Declaration } from '../../ril/declarations';
import type { Expr } from '../../ril/ril';

export type Bodies = ReadonlyMap<string, Expr>;

/** The way to an object: keys and positions. */
type Path = readonly string[];

interface PackedBodies {
  readonly bodies: readonly (readonly [anchor: string, body: Expr])[];
  /** Where an object occurs again, and where it was first. */
  readonly shared: readonly (readonly [again: Path, first: Path])[];
}

/** By anchor. Methods that an expression defines are part of that expression. */
export function collectBodies(declarations: readonly Declaration[], bodies = new Map<string, Expr>()): Bodies {
  for (const declaration of declarations) {
    if (declaration.kind === 'method') bodies.set(declaration.anchor, declaration.body());
    if (declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton')
      collectBodies(declaration.body, bodies);
  }
  return bodies;
}

/** Null: text cannot represent them, as a method that is defined inside of one has a function for its body. */
export function packBodies(declarations: readonly Declaration[]): string | null {
  const bodies = [...collectBodies(declarations)];
  const shared = findShared(bodies);
  return shared === null ? null : JSON.stringify({ bodies, shared } satisfies PackedBodies);
}

export function unpackBodies(text: string): Bodies {
  const { bodies, shared } = JSON.parse(text) as PackedBodies;
  for (const [again, first] of shared) {
    const last = again.at(-1);
    if (last !== undefined) Reflect.set(partAt(bodies, again.slice(0, -1)), last, partAt(bodies, first));
  }
  return new Map(bodies);
}

function partAt(root: object, path: Path): object {
  return path.reduce<object>((part, key) => Reflect.get(part, key) as object, root);
}

/** Null: something in it is not plain data. */
function findShared(root: object): PackedBodies['shared'] | null {
  const seen = new Set<object>();
  const twice = new Set<object>();
  const note = (value: object): boolean => {
    const isNew = !seen.has(value);
    (isNew ? seen : twice).add(value);
    return isNew;
  };
  if (!visitParts(root, note, [])) return null;
  if (twice.size === 0) return [];
  const first = new Map<object, Path>();
  const shared: [Path, Path][] = [];
  const path: string[] = [];
  const locate = (value: object): boolean => {
    const known = first.get(value);
    if (known !== undefined) shared.push([[...path], known]);
    else if (twice.has(value)) first.set(value, [...path]);
    return known === undefined;
  };
  visitParts(root, locate, path);
  return shared;
}

/** `visit`: whether to go on inside. Returns false at what is not plain data. */
function visitParts(value: unknown, visit: (object: object) => boolean, path: string[]): boolean {
  if (typeof value !== 'object' || value === null) return isText(value);
  if (isSpan(value) || !visit(value)) return true;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const [key, part] of Object.entries(value)) {
    path.push(key);
    const isPlain = visitParts(part, visit, path);
    path.pop();
    if (!isPlain) return false;
  }
  return true;
}

/** Whether JSON has it. */
function isText(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** Many nodes share their span, and no rule compares spans by identity. */
function isSpan(value: object): boolean {
  return 'start' in value && 'end' in value && !('kind' in value);
}
