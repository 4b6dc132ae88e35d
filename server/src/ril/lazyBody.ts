/**
 * Methods whose body is read when somebody looks into it: most files of a large workspace are never open, and what they
 * declare is a small part of what they say. To everybody else such a method is like any other.
 */
import type { MethodDeclaration } from './declarations';
import type { Expr } from './ril';

/** Gives the same body as long as somebody holds on to it. */
export interface BodySource {
  read(): Expr;
}

const SOURCE = Symbol('the source of a body');

type Lazy = MethodDeclaration & { readonly [SOURCE]?: BodySource };

export function withLazyBody(method: Omit<MethodDeclaration, 'body'>, source: BodySource): MethodDeclaration {
  const lazy = { ...method, [SOURCE]: source };
  Object.defineProperty(lazy, 'body', { get: () => source.read(), enumerable: true, configurable: true });
  return lazy as unknown as MethodDeclaration;
}

/** Null: the body is there. */
export function bodySource(method: MethodDeclaration): BodySource | null {
  return (method as Lazy)[SOURCE] ?? null;
}

/** Equal text is equal RIL; and those who hold on to its expressions hold on to the same ones. Reads no body for it. */
export function hasSameBody(a: MethodDeclaration, b: MethodDeclaration): boolean {
  const source = bodySource(a);
  return source !== null && source === bodySource(b) ? true : a.body === b.body;
}

/** A copy with other properties; a body that was not read is not read for it. `noting`: told of every reading. */
export function copiedMethod(
  method: MethodDeclaration,
  changes: Partial<Pick<MethodDeclaration, 'anchor' | 'at'>>,
  noting: ((body: Expr) => void) | null = null,
): MethodDeclaration {
  const { body, ...rest } = Object.getOwnPropertyDescriptors(method);
  const copy = Object.defineProperties({}, rest as PropertyDescriptorMap);
  Object.assign(copy, changes);
  if (noting === null) Object.defineProperty(copy, 'body', body);
  else
    Object.defineProperty(copy, 'body', {
      get: () => noted(method.body, noting),
      enumerable: true,
      configurable: true,
    });
  return copy as MethodDeclaration;
}

function noted(body: Expr, note: (body: Expr) => void): Expr {
  note(body);
  return body;
}
