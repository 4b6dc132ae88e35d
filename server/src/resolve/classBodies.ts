/**
 * Second step: reads class bodies in the order in which Ruby runs them and adds their definitions to the drafts.
 * classCalls.ts handles the calls that define something (`attr_reader`, `include`, `private`, …).
 */
import type { AnchorId, Place } from '../base/span';
import { constantName } from '../program/constants';
import { methodKey } from '../program/methodKey';
import type { Nesting } from '../program/program';
import type {
  AliasDeclaration,
  ClassDeclaration,
  ConstantDeclaration,
  Declaration,
  MethodDeclaration,
  ModuleDeclaration,
  SingletonDeclaration,
} from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { aliasMethod } from './aliases';
import { isAboutOwnClass, takeAnnotations } from './bodyAnnotations';
import { type BodyFacts, factsOf, factsOfMethod } from './bodyFacts';
import { noteBodyWrites } from './bodyWrites';
import { callInBody } from './classCalls';
import type { ResolveInput } from './context';
import { findCreatedClass } from './createdClasses';
import { draftOf, linkClass, markGlobalEffect, openDraft, type ResolveContext } from './draft';
import { readIncludedHook } from './includedHooks';
import { qualify } from './nameClasses';
import { localOf, namesOf } from './redefinitions';
import {
  classNamed,
  defineHere,
  newMethodIn,
  noteDynamic,
  type Scope,
  scopeOf,
  takePending,
  undefine,
  useNames,
} from './scope';
import { literalNames, type NamedSpan, statementsOf } from './statements';
import { defineCreatedClass } from './structs';

export function readFiles(ctx: ResolveContext, files: readonly ResolveInput[]): void {
  for (const [declaration, name] of ctx.names) draftOf(ctx, name, declaration.kind === 'module' ? 'module' : 'class');
  for (const { ril, annotations } of files) {
    ctx.makers.reading = ril.path;
    if (!annotations.every(isAboutOwnClass)) markGlobalEffect(ctx);
    readBody(scopeOf(ctx, 'Object', [], { topLevel: true }), ril.declarations);
  }
  ctx.makers.reading = null;
}

function readBody(scope: Scope, declarations: readonly Declaration[]): void {
  for (const declaration of declarations) {
    readDeclaration(scope, declaration);
    readUnconditional(scope, declaration);
  }
  endBody(scope);
}

/** What counts only where it certainly runs: `undef`, `undef_method`, `private_constant`. */
function readUnconditional(scope: Scope, declaration: Declaration): void {
  if (declaration.kind === 'undef') for (const name of declaration.names) undefine(scope, name, 'surely');
  if (declaration.kind !== 'statement' || declaration.expr.kind !== 'call') return;
  const { method, receiver, args } = declaration.expr;
  if (receiver !== null) return;
  const { names } = literalNames(args);
  if (method === 'private_constant') makeConstantsPrivate(scope, names);
  if (method === 'undef_method') for (const { name } of names) undefine(scope, name, 'surely');
}

function makeConstantsPrivate(scope: Scope, names: readonly NamedSpan[]): void {
  const { constants } = draftOf(scope.ctx, scope.className);
  for (const { name } of names) {
    const constant = constants.get(name);
    if (constant && !scope.topLevel && !scope.singleton) constants.set(name, { ...constant, isPrivate: true });
  }
}

/** Reports annotations without a definition below them. */
export function endBody(scope: Scope): void {
  for (const annotation of takePending(scope)) {
    // A YARD comment above a call that defines something is right, too.
    if (annotation.kind === 'method' && annotation.hint) continue;
    const place = annotation.kind === 'method' ? annotation.typePlace : annotation.place;
    scope.ctx.problems.push({ code: 'LP2501', place, args: {} });
  }
}

function readDeclaration(scope: Scope, declaration: Declaration): readonly string[] {
  const { anchor } = declaration;
  switch (declaration.kind) {
    case 'class':
    case 'module':
      readNamespace(scope, declaration);
      return [];
    case 'singleton':
      readSingleton(scope, declaration);
      return [];
    case 'method':
      return readMethod(scope, declaration);
    case 'constant':
      readConstant(scope, declaration);
      return [];
    case 'alias':
      readAlias(scope, declaration);
      return [declaration.newName];
    case 'undef':
      for (const name of declaration.names) undefine(scope, name);
      return [];
    case 'statement':
      noteBodyWrites(scope, declaration.expr, anchor);
      return readExpr(scope, declaration.expr, anchor);
    case 'comment':
      takeAnnotations(scope, anchor, null);
      return [];
  }
}

/** An expression in a class body; returns the names of the methods that it defines, for `private def m`. */
function readExpr(scope: Scope, expr: Expr, anchor: AnchorId): readonly string[] {
  return statementsOf(expr).flatMap(statement => readStatement(scope, statement, anchor));
}

function readStatement(scope: Scope, expr: Expr, anchor: AnchorId): readonly string[] {
  if (expr.kind === 'define') return readDeclaration(scope, expr.declaration);
  if (expr.kind === 'call') return callInBody(scope, expr, anchor, readExpr);
  takeAnnotations(scope, anchor, expr.span);
  if (expr.kind === 'assign' && expr.target.kind === 'const') {
    const path = constantName(expr.target);
    if (path !== null) defineConstant(scope, path, expr.value, anchor, expr.target);
  }
  const facts = factsOf(scope.ctx.library.memos, expr);
  useNames(scope, facts.variables, true);
  noteDynamics(scope, facts, anchor);
  return [];
}

function readNamespace(scope: Scope, declaration: ClassDeclaration | ModuleDeclaration): void {
  const name = scope.ctx.names.get(declaration) ?? qualify(scope.nesting, declaration.path.names.join('::'));
  const place = { anchor: declaration.anchor, span: declaration.path.span };
  const draft = openDraft(scope.ctx, name, { kind: declaration.kind, place });
  if (draft.origin === 'workspace') {
    if (draft.places.length > 0 && draft.kind !== declaration.kind)
      draftOf(scope.ctx, name).dynamics.push({ cause: { kind: 'class-and-module' }, place });
    draft.kind = declaration.kind;
  }
  draft.places.push(place);
  if (declaration.kind === 'class' && declaration.superclass)
    readSuperclass(scope, name, declaration.superclass, declaration.anchor);
  readBody(scopeOf(scope.ctx, name, [name, ...scope.nesting]), declaration.body);
}

function readSuperclass(scope: Scope, of: string, superclass: Expr, anchor: AnchorId): void {
  const place = { anchor, span: superclass.span };
  const name = constantName(superclass);
  if (name !== null) {
    linkClass(scope.ctx, { type: 'superclass', of, name, nesting: scope.nesting, place });
    return;
  }
  const made = findCreatedClass(superclass);
  if (!made) {
    draftOf(scope.ctx, of).dynamics.push({ cause: { kind: 'computed-superclass' }, place });
    return;
  }
  const parent = `${of}(${made.type === 'data' ? 'Data' : made.type === 'struct' ? 'Struct' : 'Class'})`;
  defineCreatedClass(scope, parent, made, anchor, readCreatedClassBody);
  draftOf(scope.ctx, of).superclass = parent;
}

function readSingleton(scope: Scope, declaration: SingletonDeclaration): void {
  const name = classNamed(scope, declaration.target);
  // At the top level, `self` is an object of its own.
  if (name === null || (scope.topLevel && declaration.target.kind === 'self')) {
    const names = declaration.body.flatMap(namesOf);
    noteDynamic(scope, { kind: 'singleton-class-of-object' }, declaration.anchor, declaration.span, {
      of: null,
      names,
      modules: [],
    });
    return;
  }
  readBody(scopeOf(scope.ctx, name, scope.nesting, { singleton: true }), declaration.body);
}

function readMethod(scope: Scope, declaration: MethodDeclaration): readonly string[] {
  const { name, anchor } = declaration;
  const owner = declaration.singleton === null ? scope.className : classNamed(scope, declaration.singleton);
  if (owner === null) {
    noteDynamic(scope, { kind: 'singleton-method-of-object' }, anchor, declaration.nameSpan, {
      of: null,
      names: [name],
      modules: [],
      ...localOf(declaration.singleton),
    });
    takePending(scope);
    return [];
  }
  const singleton = declaration.singleton !== null;
  const here = newMethodIn(scope, name, singleton, anchor, declaration.nameSpan);
  const method =
    owner === scope.className ? here : { ...here, owner, key: methodKey(owner, name, true), singleton: true };
  defineHere(scope, { ...method, definition: declaration }, takePending(scope));
  readFacts(scope, declaration, method.singleton);
  if (method.singleton && name === 'included') readIncludedHook(scope, declaration);
  if (name === 'method_missing') noteDynamic(scope, { kind: 'method-missing' }, anchor, declaration.nameSpan);
  return [name];
}

function readFacts(scope: Scope, declaration: MethodDeclaration, singleton: boolean): void {
  const facts = factsOfMethod(scope.ctx.library.memos, declaration);
  useNames(scope, facts.variables, singleton);
  for (const { cause, span, redefines } of facts.dynamics) {
    if (redefines && isHook(declaration) && redefines.of === null && redefines.modules.length > 0) continue;
    noteDynamic(scope, cause, declaration.anchor, span, redefines);
  }
  takeAnnotations(scope, declaration.anchor, null);
  if (facts.defines.length === 0) return;
  noteDynamic(scope, { kind: 'nested-definition' }, declaration.anchor, declaration.nameSpan);
  const inner = scopeOf(scope.ctx, scope.className, scope.nesting, { singleton, topLevel: scope.topLevel });
  for (const nested of facts.defines) readDeclaration(inner, nested);
}

/** `def self.included(base)`: its effects on a class are applied where the class includes the module. */
function isHook(declaration: MethodDeclaration): boolean {
  return /^(included|extended|prepended|inherited)$/.test(declaration.name);
}

function noteDynamics(scope: Scope, facts: BodyFacts, anchor: AnchorId): void {
  for (const { cause, span, redefines } of facts.dynamics) noteDynamic(scope, cause, anchor, span, redefines);
}

function readConstant(scope: Scope, { path, value, anchor }: ConstantDeclaration): void {
  const name = path.root ? `::${path.names.join('::')}` : path.names.join('::');
  defineConstant(scope, name, value, anchor, { span: path.span });
  if (!findCreatedClass(value)) takeAnnotations(scope, anchor, null);
}

function defineConstant(
  scope: Scope,
  path: string,
  value: Expr,
  anchor: AnchorId,
  at: { readonly span: Expr['span'] },
): void {
  const names = path.replace(/^::/, '').split('::');
  const name = names.pop()!;
  const owner = names.length > 0 ? names.join('::') : path.startsWith('::') ? 'Object' : (scope.nesting[0] ?? 'Object');
  const place = { anchor, span: at.span };
  const { constants } = draftOf(scope.ctx, owner, 'module');
  const constant = { name, value, type: null, place, nesting: scope.nesting };
  const before = constants.get(name)?.place ?? null;
  constants.set(
    name,
    before === null || isSamePlace(before, place) ? constant : { ...constant, isAssignedAgain: true },
  );
  const facts = factsOf(scope.ctx.library.memos, value);
  useNames(scope, facts.variables, true);
  const made = findCreatedClass(value);
  if (!made) noteDynamics(scope, facts, anchor);
  if (!made) return;
  const full = owner === 'Object' ? name : `${owner}::${name}`;
  draftOf(scope.ctx, full, made.type === 'module' ? 'module' : 'class').places.push(place);
  defineCreatedClass(scope, full, made, anchor, readCreatedClassBody);
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.anchor === b.anchor && a.span.start === b.span.start;
}

/** Constants in a `Struct.new do … end` block belong to the enclosing scope, methods to the new class. */
function readCreatedClassBody(scope: Scope, className: string, body: Expr, anchor: AnchorId): void {
  const inner = scopeOf(scope.ctx, className, scope.nesting);
  readExpr(inner, body, anchor);
  endBody(inner);
}

function readAlias(scope: Scope, declaration: AliasDeclaration): void {
  if (declaration.newName.startsWith('$')) return;
  aliasMethod(scope, declaration.newName, declaration.oldName, declaration.anchor, declaration.span);
}

/** Runs the `included do … end` blocks of a concern in a class that includes it. */
export function readIncludedBlock(
  ctx: ResolveContext,
  className: string,
  body: Expr,
  anchor: AnchorId,
  nesting: Nesting,
): void {
  readExpr(scopeOf(ctx, className, nesting), body, anchor);
}
