/**
 * Fields that keep what `initialize` assigns: no other method of the class or of its ancestors assigns them,
 * `initialize` runs once, and nothing writes them by name. This is not about instances of subclasses.
 */
import { ancestors } from '../program/ancestors';
import { attributesOf } from '../program/attributes';
import { dynamicsOf, findMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import { isWrittenReflectively } from '../program/reflectiveWrites';
import { redefinitionsIn } from '../program/workspace';
import { type BodyFacts, factsOfBody } from '../resolve/bodyFacts';

const NONE: ReadonlySet<string> = new Set();

/** `noteBody` is called for each method whose body is read. */
export function findConstructorFields(
  program: Program,
  className: string,
  noteBody: (method: MethodInfo) => void,
): ReadonlySet<string> {
  const maker = findMethod(program, className, 'initialize');
  if (maker?.origin !== 'workspace' || maker.definition === null || maker.redefinitions.length > 0) return NONE;
  if (dynamicsOf(program, className).length > 0 || mayExtendObjects(program)) return NONE;
  const own = ancestors(program, className).filter(name => program.classes.get(name)?.origin === 'workspace');
  const fields = new Set<string>();
  const others = new Set<string>();
  for (const method of own.flatMap(name => [...(program.classes.get(name)?.methods.values() ?? [])])) {
    if (method.aliasOf === 'initialize') return NONE;
    const facts = factsOf(program, method, noteBody);
    if (facts?.initialises) return NONE;
    const isMaker = method.key === maker.key;
    for (const [field, { assigns }] of facts?.mentions ?? []) if (assigns) (isMaker ? fields : others).add(field);
  }
  const written = own.flatMap(name => attributesOf(program, name).written);
  return new Set(
    [...fields].filter(
      field =>
        !field.startsWith('@@') &&
        !others.has(field) &&
        !written.includes(field) &&
        !isWrittenReflectively(program, field),
    ),
  );
}

function factsOf(program: Program, method: MethodInfo, noteBody: (method: MethodInfo) => void): BodyFacts | null {
  if (method.definition === null || method.aliasOf !== null) return null;
  noteBody(method);
  return factsOfBody(program.memos, method.definition);
}

/** `o.extend(M)`: the methods of the module may write any field of the object. */
function mayExtendObjects(program: Program): boolean {
  return redefinitionsIn(program).some(({ redefines }) => redefines.names === null || redefines.modules.length > 0);
}
