/** The reusable methods of a file's previous version: those with the same source, class and state. */
import type { Declaration, MethodDeclaration, RilFile } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';

export type ReusableMethods = Map<string, MethodDeclaration[]>;

export function reuseKey(owner: string, textHash: string, broken: boolean): string {
  return `${owner}|${textHash}|${broken}`;
}

export function reusableMethods(previous: RilFile | null): ReusableMethods {
  const methods: ReusableMethods = new Map();
  if (previous) collect(previous.path, previous.declarations, methods);
  return methods;
}

/** Takes the next method of that key, in source order. */
export function takeReusable(methods: ReusableMethods, key: string, text: string): MethodDeclaration | null {
  return OF_A_VALUE.test(text) ? null : (methods.get(key)?.shift() ?? null);
}

/** `def x.m`: the enclosing scope decides whether x is a local. */
const OF_A_VALUE = /^def\s+(?!self\b)[a-z_]\w*\s*\./;

function collect(path: string, declarations: readonly Declaration[], methods: ReusableMethods): void {
  for (const declaration of declarations) {
    switch (declaration.kind) {
      case 'method':
        add(path, declaration, methods);
        break;
      case 'class':
      case 'module':
      case 'singleton':
        collect(path, declaration.body, methods);
        break;
      case 'statement':
        collectInside(path, declaration.expr, methods);
        break;
      case 'constant':
        collectInside(path, declaration.value, methods);
        break;
      case 'alias':
      case 'undef':
      case 'comment':
        break;
    }
  }
}

/** `private def m`, `Struct.new(:a) do def m … end`. */
function collectInside(path: string, expr: Expr, methods: ReusableMethods): void {
  walk(expr, inner => {
    if (inner.kind === 'define') collect(path, [inner.declaration], methods);
    return true;
  });
}

function add(path: string, method: MethodDeclaration, methods: ReusableMethods): void {
  const key = reuseKey(ownerOf(path, method), method.textHash, method.broken);
  const equal = methods.get(key);
  if (equal) equal.push(method);
  else methods.set(key, [method]);
}

/** `path|method|Owner#name|ordinal` -> `Owner` */
function ownerOf(path: string, method: MethodDeclaration): string {
  const name = method.anchor.slice(`${path}|method|`.length, method.anchor.lastIndexOf('|'));
  return name.slice(0, name.length - method.name.length - 1);
}
