/** The fields that attribute readers and writers of a class let other code read and write. */
import type { Param } from '../ril/ril';
import type { Program, Question } from './program';
import { areEqual, ask } from './questions';

export interface Attributes {
  /** Fields by name. */
  readonly read: readonly string[];
  /** One for each writer. */
  readonly written: readonly string[];
}

/** The parameter of an attribute writer, which has no `def`. */
export const WRITTEN_VALUE: Param = {
  kind: 'required',
  span: { start: 0, end: 0 },
  name: 'value',
  default: null,
  destructure: null,
};

export function attributesOf(program: Program, className: string): Attributes {
  return ask(program, ATTRIBUTES, className);
}

const ATTRIBUTES: Question<Attributes> = { find: findAttributes, isSame: areEqual };

function findAttributes(program: Program, className: string): Attributes {
  const info = program.classes.get(className);
  const synthetics = [...(info?.methods.values() ?? []), ...(info?.singletonMethods.values() ?? [])].flatMap(
    ({ synthetic }) => synthetic ?? [],
  );
  return {
    read: synthetics.flatMap(one => (one.type === 'attributeReader' ? [one.field] : [])),
    written: synthetics.flatMap(one => (one.type === 'attributeWriter' ? [one.field] : [])),
  };
}
