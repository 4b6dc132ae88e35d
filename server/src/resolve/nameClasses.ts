/**
 * First step: the full name of every class and module declaration. `class Foo` in module M is always M::Foo; the head
 * of `class A::B` is looked up lexically, so it waits until the plain names are known. A head that is not found
 * anywhere is assumed to be at the top level.
 */
import type { Nesting } from '../program/program';
import type { ClassDeclaration, ConstantPath, Declaration, ModuleDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { findCreatedClass } from './createdClasses';
import { declarationsIn } from './statements';

export type Names = ReadonlyMap<Declaration, string>;

interface Waiting {
  readonly declaration: ClassDeclaration | ModuleDeclaration;
  readonly nesting: Nesting;
}

interface NamesContext {
  readonly names: Map<Declaration, string>;
  readonly known: Set<string>;
  readonly isLibrary: (name: string) => boolean;
  waiting: Waiting[];
}

export function nameClasses(files: readonly (readonly Declaration[])[], isLibrary: (name: string) => boolean): Names {
  const ctx: NamesContext = { names: new Map(), known: new Set(), isLibrary, waiting: [] };
  for (const declarations of files) visitBody(ctx, declarations, []);
  resolveWaiting(ctx);
  return ctx.names;
}

/** `A::B` inside M: tries the scopes outwards, then the top level. */
export function qualify(nesting: Nesting, name: string): string {
  return nesting.length === 0 ? name : `${nesting[0]}::${name}`;
}

/** Compact paths may depend on each other; each pass resolves those with a known head, the rest is at the top level. */
function resolveWaiting(ctx: NamesContext): void {
  for (let waiting = ctx.waiting; waiting.length > 0; waiting = ctx.waiting) {
    ctx.waiting = [];
    const heads = waiting.map(item => headOf(ctx, item));
    const settled = heads.some(head => head !== null);
    waiting.forEach((item, index) => {
      const head = heads[index] ?? null;
      if (head === null && settled) ctx.waiting.push(item);
      else
        enter(
          ctx,
          item.declaration,
          [head ?? item.declaration.path.names[0], ...item.declaration.path.names.slice(1)].join('::'),
          item.nesting,
        );
    });
  }
}

function headOf(ctx: NamesContext, { declaration, nesting }: Waiting): string | null {
  const head = declaration.path.names[0]!;
  const tried = [...nesting.map(scope => `${scope}::${head}`), head];
  return tried.find(name => ctx.known.has(name) || ctx.isLibrary(name)) ?? null;
}

function visitBody(ctx: NamesContext, declarations: readonly Declaration[], nesting: Nesting): void {
  for (const declaration of declarations) visitDeclaration(ctx, declaration, nesting);
}

function visitDeclaration(ctx: NamesContext, declaration: Declaration, nesting: Nesting): void {
  switch (declaration.kind) {
    case 'class':
    case 'module':
      visitNamespace(ctx, declaration, nesting);
      return;
    case 'singleton':
      visitBody(ctx, declaration.body, nesting);
      return;
    case 'constant':
      visitConstant(ctx, declaration.path, declaration.value, nesting);
      return;
    case 'statement':
      visitBody(ctx, declarationsIn(declaration.expr), nesting);
      return;
    case 'method':
    case 'alias':
    case 'undef':
    case 'comment':
      return;
  }
}

function visitNamespace(ctx: NamesContext, declaration: ClassDeclaration | ModuleDeclaration, nesting: Nesting): void {
  const { names, root } = declaration.path;
  if (root) enter(ctx, declaration, names.join('::'), nesting);
  else if (names.length === 1) enter(ctx, declaration, qualify(nesting, names.join('::')), nesting);
  else ctx.waiting.push({ declaration, nesting });
}

function enter(
  ctx: NamesContext,
  declaration: ClassDeclaration | ModuleDeclaration,
  name: string,
  nesting: Nesting,
): void {
  ctx.names.set(declaration, name);
  ctx.known.add(name);
  visitBody(ctx, declaration.body, [name, ...nesting]);
}

function visitConstant(ctx: NamesContext, path: ConstantPath, value: Expr, nesting: Nesting): void {
  const made = findCreatedClass(value);
  if (!made) return;
  const name = path.root || path.names.length > 1 ? path.names.join('::') : qualify(nesting, path.names[0]!);
  ctx.known.add(name);
  // Constants in a `Struct.new do … end` block belong to the enclosing scope.
  if (made.block) visitBody(ctx, declarationsIn(made.block.body), nesting);
}
