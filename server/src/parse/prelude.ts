/**
 * Bodies of library methods in Ruby (server/prelude/*.rb): `def` and `alias` in reopened classes and modules. Each
 * behaves exactly as the built-in method, which test/core/prelude.test.ts tries in Ruby.
 */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import { methodKey } from '../program/methodKey';
import type { Declaration, MethodDeclaration, RilFile } from '../ril/declarations';
import { knownBody } from '../ril/lazyBody';
import type { MethodKey } from '../types/typedMethod';

export interface PreludeMethod {
  readonly key: MethodKey;
  readonly definition: MethodDeclaration;
}

export function parsePrelude(file: RilFile): WithProblems<readonly PreludeMethod[]> {
  const found: PreludeMethod[] = [];
  const problems: Problem[] = [];
  for (const declaration of file.declarations) readClass(declaration, found, problems);
  return withProblems(found, problems);
}

function readClass(declaration: Declaration, found: PreludeMethod[], problems: Problem[]): void {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') {
    refuse(declaration, problems);
    return;
  }
  const owner = declaration.path.names.join('::');
  for (const inner of declaration.body) {
    if (inner.kind === 'method' && inner.singleton === null && !inner.broken)
      found.push({ key: methodKey(owner, inner.name, false), definition: withKnownBody(inner) });
    else if (inner.kind === 'alias') {
      const old = found.find(one => one.key === methodKey(owner, inner.oldName, false));
      if (old) found.push({ key: methodKey(owner, inner.newName, false), definition: old.definition });
      else refuse(inner, problems);
    } else refuse(inner, problems);
  }
}

/** The source is not there when the body is needed. */
function withKnownBody({ bodySource: _, ...method }: MethodDeclaration): MethodDeclaration {
  return { ...method, body: knownBody(method.body()) };
}

/** Only definitions of instance methods and their aliases belong here. */
function refuse({ anchor, span }: Declaration, problems: Problem[]): void {
  problems.push({ code: 'LP2203', place: { anchor, span }, args: { name: 'this statement', meant: 'def' } });
}
