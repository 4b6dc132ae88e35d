/** What bodies of classes put into a class variable, or into a field of the class itself. */
import { ancestors } from './ancestors';
import type { BodyWrite, Program } from './program';

export function startsOf(program: Program, className: string, name: string): readonly BodyWrite[] {
  if (!name.startsWith('@@')) return program.classes.get(className)?.singletonFields.get(name)?.inBody?.values ?? [];
  return ancestors(program, className).flatMap(
    each => program.classes.get(each)?.fields.get(name)?.inBody?.values ?? [],
  );
}
