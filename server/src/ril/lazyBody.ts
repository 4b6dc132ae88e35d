/**
 * Bodies of methods are functions: most files of a large workspace are never open, and what they declare is a small
 * part of their source, so the body of a method of a closed file is parsed when it is needed.
 */
import type { BodySource, MethodDeclaration } from './declarations';
import type { Expr } from './ril';

/** A body that is already parsed. */
export function knownBody(body: Expr): () => Expr {
  return () => body;
}

export function withLazyBody(
  method: Omit<MethodDeclaration, 'body' | 'bodySource'>,
  source: BodySource,
): MethodDeclaration {
  return { ...method, body: () => source.read(), bodySource: source };
}

/** Equal source is equal RIL, and code that references its expressions references the same objects. Parses no body. */
export function hasSameBody(a: MethodDeclaration, b: MethodDeclaration): boolean {
  return a.body === b.body || (a.bodySource !== undefined && a.bodySource === b.bodySource) || a.body() === b.body();
}
