/** Declared types of methods -> the content of an RBS file: classes and modules as they are nested, with their members. */
import { type RbsContext, showRbsMethod, showRbsType } from '../../infer/write/rbsTypes';
import { resolveClassName } from '../../program/constants';
import type { MethodInfo, Nesting, Program } from '../../program/program';
import { type MethodType, nominal } from '../../types/type';

export interface DeclaredMethod {
  readonly info: MethodInfo;
  /** The overloads, without refinements. */
  readonly types: readonly MethodType[];
}

interface Namespace {
  readonly name: string;
  readonly members: string[];
  readonly inner: Map<string, Namespace>;
}

export function printRbsSignatures(program: Program, methods: readonly DeclaredMethod[]): string {
  const root: Namespace = { name: '', members: [], inner: new Map() };
  const mentioned = new Set<string>();
  for (const method of methods) {
    const { owner } = method.info;
    const context = contextIn(program, nestingOf(owner));
    const nameOf = (name: string): string => {
      mentioned.add(name);
      return context.nameOf(name);
    };
    findNamespace(root, owner).members.push(...showMember({ ...context, nameOf }, method));
    mentioned.add(owner);
  }
  for (const name of mentioned) declareMentioned(program, root, name);
  const printed = [...root.inner.values()].map(one => printNamespace(program, one));
  return `${printed.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines])).join('\n')}\n`;
}

/** RBS knows only classes that are declared: those of the program that a signature names, and their superclasses. */
function declareMentioned(program: Program, root: Namespace, name: string): void {
  const info = program.classes.get(name);
  if (info?.origin !== 'workspace') return;
  findNamespace(root, name);
  if (info.superclass !== null) declareMentioned(program, root, info.superclass);
}

function findNamespace(root: Namespace, path: string): Namespace {
  return path.split('::').reduce((outer, part) => {
    const known = outer.inner.get(part);
    if (known) return known;
    const name = outer.name === '' ? part : `${outer.name}::${part}`;
    const created: Namespace = { name, members: [], inner: new Map() };
    outer.inner.set(part, created);
    return created;
  }, root);
}

/** `A::B`, then `A`. */
function nestingOf(path: string): Nesting {
  const parts = path.split('::');
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('::'));
}

function printNamespace(program: Program, { name, members, inner }: Namespace): readonly string[] {
  const parts = [members, ...[...inner.values()].map(one => printNamespace(program, one))].filter(
    lines => lines.length > 0,
  );
  const lines = parts.flatMap((part, i) => (i === 0 ? part : ['', ...part]));
  return [headOf(program, name), ...lines.map(line => (line === '' ? '' : `  ${line}`)), 'end'];
}

function headOf(program: Program, name: string): string {
  const info = program.classes.get(name);
  const own = name.split('::').at(-1) ?? name;
  if (info?.kind === 'module') return `module ${own}`;
  const superclass = info?.superclass ?? 'Object';
  if (superclass === 'Object' || superclass === 'BasicObject') return `class ${own}`;
  return `class ${own} < ${showRbsType(contextIn(program, nestingOf(name).slice(1)), nominal(superclass))}`;
}

function contextIn(program: Program, nesting: Nesting): RbsContext {
  return {
    nameOf: name => (resolveClassName(program, nesting, name) === name ? name : `::${name}`),
    arity: name => program.classes.get(name)?.typeParams.length ?? 0,
    interfaceOf: () => 'untyped',
  };
}

/** Each further overload is on a line of its own. */
function showMember(context: RbsContext, { info, types }: DeclaredMethod): readonly string[] {
  const name = /^[A-Za-z_]\w*[?!=]?$/.test(info.name) ? info.name : `\`${info.name}\``;
  const isHidden = info.visibility === 'private' && info.name !== 'initialize';
  const head = `${isHidden ? 'private ' : ''}def ${info.singleton ? 'self.' : ''}${name}: `;
  const bar = `${' '.repeat(head.length - 2)}| `;
  return types.map((type, i) => `${i === 0 ? head : bar}${showRbsMethod(context, type)}`);
}
