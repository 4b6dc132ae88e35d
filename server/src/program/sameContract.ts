/** When two versions of a method are the same for its callers: a method's body is not part of its contract. */
import { equal } from '../base/equal';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodInfo } from './program';

/** Compares everything but the body. The body of a library method stands for the method itself, so it counts. */
export function haveSameContract(a: MethodInfo, b: MethodInfo): boolean {
  if (a === b) return true;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<keyof MethodInfo>;
  const isSame = (key: keyof MethodInfo): boolean => key === 'definition' || key === 'prelude' || equal(a[key], b[key]);
  return [...keys].every(isSame) && sameHead(a.definition, b.definition) && hasSamePrelude(a, b);
}

function hasSamePrelude({ prelude: a }: MethodInfo, { prelude: b }: MethodInfo): boolean {
  return a?.textHash === b?.textHash && sameHead(a ?? null, b ?? null);
}

function sameHead(a: MethodDeclaration | null, b: MethodDeclaration | null): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return (
    a.anchor === b.anchor &&
    a.name === b.name &&
    a.broken === b.broken &&
    equal(a.nameSpan, b.nameSpan) &&
    equal(a.singleton, b.singleton) &&
    equal(a.params, b.params)
  );
}
