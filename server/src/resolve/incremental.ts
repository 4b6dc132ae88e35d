/**
 * A body edit does not rebuild the Program: while the fingerprint of a file's declarations is the same, only the
 * definitions of its methods are exchanged, everything else is shared.
 */
import { hash } from '../base/hash';
import { type AnchorId, anchorPath } from '../base/span';
import { exchangedOver } from '../program/layeredMap';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { workspaceClasses } from '../program/workspace';
import type { Declaration, MethodDeclaration, RilFile } from '../ril/declarations';
import { hasSameBody } from '../ril/lazyBody';
import type { Expr } from '../ril/ril';
import { factsOf, factsOfMethod } from './facts';
import { statementsOf } from './statements';

/**
 * What resolve/ reads of a file: everything but method bodies and positions in the file. A body counts only by the
 * variables, definitions and dynamic calls in it.
 */
export function declarationsFingerprint(ril: RilFile): string {
  return hash(ril.path, ...ril.declarations.map(shapeOf));
}

/** The Program with the file's present bodies. Only for files whose fingerprint has not changed. */
export function replaceBodies(program: Program, ril: RilFile): Program {
  const bodies = new Map(methodsIn(ril.declarations).map(method => [method.anchor, method]));
  const changed = new Map<string, ClassInfo>();
  for (const name of classesOf(program, ril.path)) {
    const info = program.classes.get(name)!;
    const next = withBodies(info, bodies);
    if (next !== info) changed.set(name, next);
  }
  return changed.size === 0 ? program : { ...program, classes: exchangedOver(program.classes, changed) };
}

/** Every `def` of the file, also nested ones and those in class-body expressions. */
export function methodsIn(declarations: readonly Declaration[]): readonly MethodDeclaration[] {
  return declarations.flatMap(methodsOf);
}

function methodsOf(declaration: Declaration): readonly MethodDeclaration[] {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return methodsIn(declaration.body);
    case 'method':
      return [declaration, ...methodsIn(factsOfMethod(declaration).defines)];
    case 'statement':
      return methodsIn(definesIn(declaration.expr));
    case 'constant':
      return methodsIn(definesIn(declaration.value));
    case 'alias':
    case 'undef':
    case 'comment':
      return [];
  }
}

function definesIn(expr: Expr): readonly Declaration[] {
  return statementsOf(expr).flatMap(statement => factsOf(statement).defines);
}

function shapeOf(declaration: Declaration): string {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton': {
      const { body, at: _, span: __, ...header } = declaration;
      return hash(JSON.stringify(header), ...body.map(shapeOf));
    }
    case 'method':
      return methodShape(declaration);
    case 'statement':
      return rememberedShape(declaration, declaration.expr);
    case 'comment':
      return rememberedShape(declaration, declaration.lines);
    case 'constant':
    case 'alias':
    case 'undef':
      return JSON.stringify(declaration, (key, value) => (key === 'at' ? undefined : value));
  }
}

const shapes = new WeakMap<object, { readonly anchor: AnchorId; readonly length: number; readonly shape: string }>();

/** `source` is all that the declaration says, besides where it stands. */
function rememberedShape(declaration: Declaration, source: object): string {
  const { anchor, span } = declaration;
  const known = shapes.get(source);
  if (known?.anchor === anchor && known.length === span.end) return known.shape;
  const shape = hash(JSON.stringify(declaration, (key, value) => (key === 'at' ? undefined : value)));
  shapes.set(source, { anchor, length: span.end, shape });
  return shape;
}

function methodShape(method: MethodDeclaration): string {
  const facts = factsOfMethod(method);
  const declares = facts.declares || facts.defines.length > 0;
  return JSON.stringify([
    method.anchor,
    method.name,
    method.singleton,
    method.params.map(param => [param.kind, param.name]),
    method.broken,
    facts.variables,
    facts.dynamics.map(dynamic => [dynamic.what, dynamic.redefines]),
    declares || method.name === 'included' ? method.textHash : '',
  ]);
}

const fileClasses = new WeakMap<Program['descendants'], Map<string, readonly string[]>>();

/** Classes that have a method of this file; found once per built Program (whose `descendants` all versions share). */
function classesOf(program: Program, path: string): readonly string[] {
  let byPath = fileClasses.get(program.descendants);
  if (!byPath) {
    byPath = indexByFile(program);
    fileClasses.set(program.descendants, byPath);
  }
  return byPath.get(path) ?? [];
}

/** These files may have methods in these classes from now on. */
export function noteClasses(program: Program, paths: Iterable<string>, classes: Iterable<string>): void {
  const byPath = fileClasses.get(program.descendants);
  for (const path of paths) byPath?.set(path, [...new Set([...(byPath.get(path) ?? []), ...classes])]);
}

function indexByFile(program: Program): Map<string, readonly string[]> {
  const result = new Map<string, Set<string>>();
  for (const info of workspaceClasses(program)) {
    for (const method of [...info.methods.values(), ...info.singletonMethods.values()]) {
      if (!method.definition) continue;
      const path = anchorPath(method.definition.anchor);
      result.set(path, (result.get(path) ?? new Set()).add(info.name));
    }
  }
  return new Map([...result].map(([path, names]) => [path, [...names]]));
}

function withBodies(info: ClassInfo, bodies: ReadonlyMap<AnchorId, MethodDeclaration>): ClassInfo {
  const methods = withNewBodies(info.methods, bodies);
  const singletonMethods = withNewBodies(info.singletonMethods, bodies);
  if (methods === info.methods && singletonMethods === info.singletonMethods) return info;
  return { ...info, methods, singletonMethods };
}

function withNewBodies(
  methods: ClassInfo['methods'],
  bodies: ReadonlyMap<AnchorId, MethodDeclaration>,
): ClassInfo['methods'] {
  let result: Map<string, MethodInfo> | null = null;
  for (const [name, method] of methods) {
    const body = method.definition && bodies.get(method.definition.anchor);
    if (!body || !differs(method.definition!, body)) continue;
    result ??= new Map(methods);
    const place = method.aliasOf === null ? { anchor: body.anchor, span: body.nameSpan } : method.place;
    result.set(name, { ...method, definition: body, place });
  }
  return result ?? methods;
}

/** Equal text is equal RIL; `at` may differ. */
function differs(before: MethodDeclaration, after: MethodDeclaration): boolean {
  return before !== after && (before.textHash !== after.textHash || !hasSameBody(before, after));
}
