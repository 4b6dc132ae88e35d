/** Bodies by their text, as they are compared between two starts: equal ones lower to equal RIL. */
import { methodByKey } from '../program/lookup';
import type { Program } from '../program/program';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodKey } from '../types/typedMethod';

export function identityOfBody({ textHash, anchor, broken }: MethodDeclaration): string {
  return `${textHash} ${broken} ${anchor}`;
}

/** The definition of a method, if its body is the one of this identity. */
export function definitionWith(program: Program, key: MethodKey, identity: string): MethodDeclaration | null {
  const definition = methodByKey(program, key)?.definition ?? null;
  return definition !== null && identityOfBody(definition) === identity ? definition : null;
}
