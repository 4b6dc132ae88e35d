/**
 * The equality of each class: the workspace's own `==`, `eql?` and `hash`, otherwise the labels of the library
 * (server/core), inherited in Ruby's lookup order. Every object inherits from Object, but a library class without a
 * label may define these methods in C, so its equality is unknown. So is that of a class with an ancestor that is not
 * visible. Rails records are equal if they are the same row.
 */
import { allDescendants, ancestors } from './ancestors';
import { hasInvisibleAncestor } from './invisibleAncestor';
import { findMethod } from './lookup';
import { MemoKey, memoOf } from './memos';
import type { ClassInfo, Equality, EqualityLabels, Program } from './program';
import { isRailsModel } from './rails';

/** `values`: `==`. `keys`: `eql?` and `hash`. */
export type Comparison = keyof EqualityLabels;

const METHODS: Readonly<Record<Comparison, readonly string[]>> = { values: ['=='], keys: ['eql?', 'hash'] };

/** Of instances of exactly this class; null: unknown. */
export function equalityOf(program: Program, className: string, comparison: Comparison): Equality | null {
  if (hasInvisibleAncestor(program, className))
    return isRailsModel(program, className) ? equalityOfRecords(program, className, comparison) : null;
  const everyObject = ancestors(program, 'Object');
  let needsLabel = false;
  for (const name of ancestors(program, className)) {
    const info = program.classes.get(name);
    if (!info || METHODS[comparison].some(method => info.undefined.has(`#${method}`))) return null;
    const defines = METHODS[comparison].flatMap(method => info.methods.get(method) ?? []);
    if (defines.some(method => method.origin === 'workspace')) return 'own';
    const label = info.equality[comparison];
    if (label === 'comparison' && findMethod(program, className, '<=>')?.origin === 'workspace') return 'own';
    if (label !== null) return needsLabel && everyObject.includes(name) ? null : label;
    if (defines.length > 0) return null;
    needsLabel ||= isLibraryClass(info) && !everyObject.includes(name);
  }
  return null;
}

function equalityOfRecords(program: Program, className: string, comparison: Comparison): Equality {
  const isOwn = METHODS[comparison].some(method => findMethod(program, className, method)?.origin === 'workspace');
  return isOwn ? 'own' : 'contents';
}

function isLibraryClass({ kind, origin }: ClassInfo): boolean {
  return kind === 'class' && origin !== 'workspace';
}

/** A Program never changes: each question about Object's hundreds of descendants is computed once. */
const EQUALITIES = new MemoKey(() => new Map<string, Equalities>());

/** Null among them: unknown. */
export type Equalities = ReadonlySet<Equality | null>;

/** The equalities that occur among instances of the class and its descendants. */
export function equalitiesBelow(program: Program, className: string, comparison: Comparison): Equalities {
  return remember(program, `${comparison} ${className}`, () =>
    receiversOf(program, className).map(name => equalityOf(program, name, comparison)),
  );
}

/** The same, without classes for which a call of `method` runs a workspace method. */
export function inheritedEqualities(program: Program, className: string, method: '==' | 'eql?'): Equalities {
  return remember(program, `${method} ${className}`, () =>
    receiversOf(program, className)
      .filter(name => findMethod(program, name, method)?.origin !== 'workspace')
      .map(name => equalityOf(program, name, method === '==' ? 'values' : 'keys')),
  );
}

function remember(program: Program, key: string, find: () => readonly (Equality | null)[]): Equalities {
  const memo = memoOf(program, EQUALITIES);
  const found = memo.get(key) ?? new Set(find());
  memo.set(key, found);
  return found;
}

/** The classes that a value of this class may have. For a module: the classes that include it. */
function receiversOf(program: Program, className: string): readonly string[] {
  const below = allDescendants(program, className).filter(name => program.classes.get(name)?.kind === 'class');
  return program.classes.get(className)?.kind === 'class' || below.length === 0 ? [className, ...below] : below;
}

/** Whether an instance may be equal to nil, true, false or a symbol. */
export function mayEqualAnything(equalities: Equalities): boolean {
  return equalities.has(null) || equalities.has('own');
}

/** Whether an instance may be equal to a number or to an object of an unrelated class. */
export function mayEqualNumbers(equalities: Equalities): boolean {
  return mayEqualAnything(equalities) || equalities.has('comparison');
}
