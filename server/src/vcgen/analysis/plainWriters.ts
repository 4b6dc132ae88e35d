/**
 * Methods without an annotation that certainly preserve the declared type of a field: each of their writes has that
 * type by inference, or stores a parameter as it is (`@x = x`). The type of the field is then a precondition on that
 * argument, which callers that are verified must meet, as they must with an annotation. (ADR 0079)
 */
import { findAssigned } from '../../program/fieldWriters';
import { methodByKey } from '../../program/lookup';
import { mayRunBeforeAssigned } from '../../program/partialInitialization';
import type { MethodInfo } from '../../program/program';
import { equalTypes } from '../../types/equal';
import { flexibleName } from '../../types/flexible';
import type { FieldWrite } from '../../types/summary';
import type { Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { VcgenInput } from '../state/context';
import { containedTypes, mayBeNil, unionMembers } from '../state/representation';
import { instantiableClasses } from '../state/typeGuards';
import { isKnownToFit } from './classAssignability';
import { isSetByConstructor } from './inferredFields';

interface TypedField {
  readonly className: string;
  readonly field: string;
  readonly type: Type;
}

export function preservesFieldType(input: VcgenInput, writer: MethodKey, of: TypedField): boolean {
  const { program, summaries } = input;
  const method = methodByKey(program, writer);
  if (method?.origin !== 'workspace' || method.signature || !method.definition || method.definition.broken)
    return false;
  const assigned = findAssigned(program, method.definition);
  const writes = summaries.writesOf(method, of.field, 0);
  if (assigned.has('*') || (assigned.has(of.field) && writes.length === 0)) return false;
  if (!writes.every(write => fits(input, method, write, of.type))) return false;
  return method.name !== 'initialize' || mayBeNil(of.type) || isSetBeforeRead(input, of);
}

function fits({ program }: VcgenInput, method: MethodInfo, write: FieldWrite, type: Type): boolean {
  if (write.how === 'inserted') return false;
  if (isParameter(method, flexibleName(write.type))) return true;
  if (mayBeNil(write.type) && !mayBeNil(type)) return false;
  const isPlain = unionMembers(write.type).every(member => containedTypes(member).length === 0);
  return isPlain ? isKnownToFit(program, write.type, type) : equalTypes(write.type, type);
}

/** A parameter that every caller must pass. */
function isParameter({ definition }: MethodInfo, name: string | null): boolean {
  const found = definition?.params.find(param => param.name === name && name !== null);
  return found !== undefined && (found.kind === 'required' || found.kind === 'post' || found.kind === 'key');
}

/** Every constructor sets the field, before any method can read it. */
function isSetBeforeRead(input: VcgenInput, { className, field }: TypedField): boolean {
  return instantiableClasses(input.program, className).every(
    each => isSetByConstructor(input, each, field) && !mayRunBeforeAssigned(input.program, each, field),
  );
}
