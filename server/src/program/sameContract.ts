/** When two versions of a method are the same for its callers: a method's body is not part of its contract. */
import { equal } from '../base/equal';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodInfo } from './program';

/** Compares everything but the body. */
export function haveSameContract(a: MethodInfo, b: MethodInfo): boolean {
  if (a === b) return true;
  const keys = Object.keys(a) as (keyof MethodInfo)[];
  return keys.every(key => key === 'definition' || equal(a[key], b[key])) && sameHead(a.definition, b.definition);
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
