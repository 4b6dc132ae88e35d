/** The values that class bodies assign to a class variable or to a field of the class object. */
import { ancestors } from './ancestors';
import type { BodyWrite, Program } from './program';

export function initialValuesOf(program: Program, className: string, name: string): readonly BodyWrite[] {
  if (!name.startsWith('@@')) return program.classes.get(className)?.singletonFields.get(name)?.inBody?.values ?? [];
  return ancestors(program, className).flatMap(
    each => program.classes.get(each)?.fields.get(name)?.inBody?.values ?? [],
  );
}
