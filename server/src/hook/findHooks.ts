/**
 * Finds hooks (`pre(:belongs_to) { |*a| … type … }`), and every call that may call a hooked method. A call is `direct`
 * if a class body certainly runs it; only Ruby can decide about the others.
 */
import type { AnchorId } from '../base/span';
import { memoOfPart, PartMemoKey } from '../program/memos';
import type { Program } from '../program/program';
import type { ClassDeclaration, Declaration, RilFile } from '../ril/declarations';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { Annotation, ContractAnnotation } from '../types/annotation';

export interface HookFile {
  readonly path: string;
  readonly text: string;
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
}

export interface Hook {
  /** The class or module that has the method; null if only a run determines it. */
  readonly owner: string | null;
  readonly method: string;
  readonly singleton: boolean;
  readonly annotation: ContractAnnotation;
  readonly path: string;
}

export interface HookedCall {
  readonly path: string;
  readonly anchor: AnchorId;
  /** The offset of the anchor in the file. */
  readonly at: number;
  /** The class whose body contains the call; null if it is not in a class body. */
  readonly className: string | null;
  readonly call: Call;
  readonly direct: boolean;
}

interface Body {
  readonly file: HookFile;
  /** Null in `class << self` and outside of class bodies. */
  readonly className: string | null;
}

export function findHooks(files: readonly HookFile[]): readonly Hook[] {
  return files.flatMap(file => {
    const hooks = file.annotations.filter(isHook);
    return hooks.length === 0 ? [] : hooksIn({ file, className: '' }, file.ril.declarations, hooks);
  });
}

function isHook(annotation: Annotation): annotation is ContractAnnotation {
  return annotation.kind === 'contract' && annotation.hook && annotation.target.type === 'named';
}

function hooksIn(
  body: Body,
  declarations: readonly Declaration[],
  hooks: readonly ContractAnnotation[],
): readonly Hook[] {
  return declarations.flatMap((declaration): readonly Hook[] => {
    const inner = bodyOf(body, declaration);
    if (inner) return hooksIn(inner.body, inner.declarations, hooks);
    const here = hooks.filter(hook => hook.anchor === declaration.anchor);
    return here.flatMap(hook => hookOf(body, declaration, hook));
  });
}

function hookOf({ file, className }: Body, declaration: Declaration, annotation: ContractAnnotation): readonly Hook[] {
  const { target } = annotation;
  if (target.type !== 'named') return [];
  const plain = declaration.kind === 'statement' && declaration.expr.kind === 'call' && !isOnClass(declaration.expr);
  const here = plain && className !== null ? className || 'Object' : null;
  const { method, singleton } = target;
  return [{ owner: target.className ?? here, method, singleton, annotation, path: file.path }];
}

/** `Foo.class_eval do pre(:m) … end`: the hook is in a block on another class. */
function isOnClass(call: Call): boolean {
  return call.method.endsWith('_eval') || call.method.endsWith('_exec');
}

/** Every call of one of these names, hooks' own blocks left out. */
export function findCalls(
  program: Program,
  files: readonly HookFile[],
  names: ReadonlySet<string>,
): readonly HookedCall[] {
  return files.flatMap(file => callsOnce(program, file, names));
}

const CALLS = new PartMemoKey<RilFile, Map<string, readonly HookedCall[]>>();

/** Most files are unchanged since the last search. */
function callsOnce(program: Program, file: HookFile, names: ReadonlySet<string>): readonly HookedCall[] {
  // Searching bodies parses them again from the source, and most sources contain none of the names.
  if (![...names].some(name => file.text.includes(name.replace(/=$/, '')))) return [];
  const wanted = [...names].sort().join(' ');
  const known = memoOfPart(program, CALLS, file.ril, () => new Map<string, readonly HookedCall[]>());
  const calls = known.get(wanted) ?? callsIn({ file, className: '' }, file.ril.declarations, names);
  if (known.size > 3) known.clear();
  known.set(wanted, calls);
  return calls;
}

function callsIn(body: Body, declarations: readonly Declaration[], names: ReadonlySet<string>): readonly HookedCall[] {
  return declarations.flatMap((declaration): readonly HookedCall[] => {
    const inner = bodyOf(body, declaration);
    if (inner) return callsIn(inner.body, inner.declarations, names);
    switch (declaration.kind) {
      case 'statement':
        return callsOf(body, declaration, declaration.expr, names);
      case 'constant':
        return callsOf({ ...body, className: null }, declaration, declaration.value, names);
      case 'method':
        return callsOf({ ...body, className: null }, declaration, declaration.body(), names);
      default:
        return [];
    }
  });
}

function callsOf(
  { file, className }: Body,
  declaration: Declaration,
  root: Expr,
  names: ReadonlySet<string>,
): readonly HookedCall[] {
  const { anchor, at } = declaration;
  const hooks = new Set(file.annotations.filter(each => isHook(each) && each.anchor === anchor).map(startOf));
  const direct = new Set(root.kind === 'seq' ? root.body : [root]);
  const calls: HookedCall[] = [];
  walk(root, expr => {
    if (expr.kind === 'define') calls.push(...callsIn({ file, className: null }, [expr.declaration], names));
    if (expr.kind !== 'call') return true;
    if (hooks.has(expr.span.start) && /^(rdl_)?(pre|post)$/.test(expr.method)) return false;
    if (!names.has(expr.method)) return true;
    const isDirect = direct.has(expr) && className !== null && (expr.receiver?.kind ?? 'self') === 'self';
    calls.push({ path: file.path, anchor, at, className: className || null, call: expr, direct: isDirect });
    return true;
  });
  return calls;
}

function startOf(annotation: Annotation): number {
  return annotation.place.span.start;
}

function bodyOf(
  { file, className }: Body,
  declaration: Declaration,
): { readonly body: Body; readonly declarations: readonly Declaration[] } | null {
  if (declaration.kind === 'singleton') return { body: { file, className: null }, declarations: declaration.body };
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return null;
  const { names, root } = declaration.path;
  const full = className === null ? null : [...(root || className === '' ? [] : [className]), ...names].join('::');
  return { body: { file, className: full }, declarations: declaration.body };
}

/** Every `class C < S … end` outside of methods, with the full name of the class. */
export function findClassBodies(
  files: readonly HookFile[],
): readonly { readonly file: HookFile; readonly className: string; readonly declaration: ClassDeclaration }[] {
  return files.flatMap(file => classesIn({ file, className: '' }, file.ril.declarations));
}

function classesIn(body: Body, declarations: readonly Declaration[]): ReturnType<typeof findClassBodies> {
  return declarations.flatMap(declaration => {
    const inner = bodyOf(body, declaration);
    if (!inner) return [];
    const own = inner.body.className;
    const here = declaration.kind === 'class' && own ? [{ file: body.file, className: own, declaration }] : [];
    return [...here, ...classesIn(inner.body, inner.declarations)];
  });
}
