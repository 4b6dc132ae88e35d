/**
 * A body edit does not rebuild the Program: while the fingerprint of a file's declarations is unchanged, only the
 * definitions of its methods are replaced; everything else is shared.
 */
import { hash } from '../base/hash';
import { type AnchorId, anchorPath } from '../base/span';
import { replaceValues } from '../program/layeredMap';
import { changedProgram, type Memos, PartMemoKey } from '../program/memos';
import { PatchedMap } from '../program/patchedMap';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { workspaceClasses } from '../program/workspace';
import { toJson } from '../ril/dataParts';
import type { Declaration, MethodDeclaration, RilFile } from '../ril/declarations';
import { hasSameBody } from '../ril/lazyBody';
import type { Expr } from '../ril/ril';
import { factsOf, factsOfMethod } from './bodyFacts';
import { statementsOf } from './statements';

/**
 * What resolve/ reads of a file: everything but method bodies and positions. A body counts only through its variables,
 * definitions and dynamic calls.
 */
export function declarationsFingerprint(memos: Memos, ril: RilFile): string {
  return hash(ril.path, ...ril.declarations.map(each => shapeOf(memos, each)));
}

/**
 * The Program with the file's current bodies. Only for files whose fingerprint is unchanged. `sites` must belong to
 * this Program.
 */
export function replaceBodies(program: Program, ril: RilFile, sites: DefinitionSites): Program {
  const bodies = new Map(methodsIn(program.memos, ril.declarations).map(method => [method.anchor, method]));
  const changed = new Map<string, ClassInfo>();
  for (const name of sites.get(ril.path) ?? []) {
    const info = program.classes.get(name);
    if (!info) throw new Error(`${name} is not in the program, but is said to have methods of ${ril.path}`);
    const next = withBodies(info, bodies);
    if (next !== info) changed.set(name, next);
  }
  return changed.size === 0 ? program : changedProgram(program, { classes: replaceValues(program.classes, changed) });
}

/** Every `def` of the file, also nested ones and those in class-body expressions. */
function methodsIn(memos: Memos, declarations: readonly Declaration[]): readonly MethodDeclaration[] {
  return declarations.flatMap(each => methodsOf(memos, each));
}

function methodsOf(memos: Memos, declaration: Declaration): readonly MethodDeclaration[] {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return methodsIn(memos, declaration.body);
    case 'method':
      return [declaration, ...methodsIn(memos, factsOfMethod(memos, declaration).defines)];
    case 'statement':
      return methodsIn(memos, definesIn(memos, declaration.expr));
    case 'constant':
      return methodsIn(memos, definesIn(memos, declaration.value));
    case 'alias':
    case 'undef':
    case 'comment':
      return [];
  }
}

function definesIn(memos: Memos, expr: Expr): readonly Declaration[] {
  return statementsOf(expr).flatMap(statement => factsOf(memos, statement).defines);
}

function shapeOf(memos: Memos, declaration: Declaration): string {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'singleton': {
      const { body, at: _, span: __, ...header } = declaration;
      return hash(toJson(header), ...body.map(each => shapeOf(memos, each)));
    }
    case 'method':
      return methodShape(memos, declaration);
    case 'statement':
      return rememberedShape(memos, declaration, declaration.expr);
    case 'comment':
      return rememberedShape(memos, declaration, declaration.lines);
    case 'constant':
    case 'alias':
    case 'undef':
      return toJson(declaration, key => key !== 'at');
  }
}

interface Shape {
  readonly anchor: AnchorId;
  readonly length: number;
  readonly shape: string;
}

const SHAPES = new PartMemoKey<object, Shape>();

/** `source` is the whole declaration, except its position. */
function rememberedShape(memos: Memos, declaration: Declaration, source: object): string {
  const shapes = memos.ofParts(SHAPES);
  const { anchor, span } = declaration;
  const known = shapes.get(source);
  if (known?.anchor === anchor && known.length === span.end) return known.shape;
  const shape = hash(toJson(declaration, key => key !== 'at'));
  shapes.set(source, { anchor, length: span.end, shape });
  return shape;
}

function methodShape(memos: Memos, method: MethodDeclaration): string {
  const facts = factsOfMethod(memos, method);
  const declares = facts.declares || facts.defines.length > 0;
  return toJson([
    method.anchor,
    method.name,
    method.singleton,
    method.params.map(param => [param.kind, param.name]),
    method.broken,
    facts.variables,
    facts.dynamics.map(dynamic => [dynamic.cause, dynamic.redefines]),
    declares || method.name === 'included' ? method.textHash : '',
  ]);
}

/**
 * By path, the classes that have a method whose body is in the file; aliases count where the body is. May be an
 * over-approximation.
 */
export type DefinitionSites = ReadonlyMap<string, ReadonlySet<string>>;

export function findDefinitionSites(program: Program): DefinitionSites {
  const sites = new Map<string, Set<string>>();
  for (const info of workspaceClasses(program)) {
    for (const path of definitionPaths(info)) sites.set(path, (sites.get(path) ?? new Set()).add(info.name));
  }
  return sites;
}

/** Updates the sites after these classes were resolved again. */
export function addDefinitionSites(sites: DefinitionSites, classes: readonly ClassInfo[]): DefinitionSites {
  const changed = new Map<string, Set<string>>();
  for (const info of classes) {
    for (const path of definitionPaths(info)) {
      if (sites.get(path)?.has(info.name)) continue;
      changed.set(path, (changed.get(path) ?? new Set(sites.get(path))).add(info.name));
    }
  }
  return PatchedMap.replace<string, ReadonlySet<string>>(sites, changed);
}

function definitionPaths(info: ClassInfo): ReadonlySet<string> {
  const methods = [...info.methods.values(), ...info.singletonMethods.values()];
  return new Set(methods.flatMap(({ definition }) => (definition ? [anchorPath(definition.anchor)] : [])));
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

/** Equal source means equal RIL; `at` may differ. */
function differs(before: MethodDeclaration, after: MethodDeclaration): boolean {
  return before !== after && (before.textHash !== after.textHash || !hasSameBody(before, after));
}
