/** The methods that may write a field or insert into what it holds, for what is shown. */
import { fieldRead } from '../../check/run/insertions';
import { allDescendants } from '../../program/ancestors';
import { methodByKey } from '../../program/lookup';
import type { ClassInfo, MethodInfo, Program } from '../../program/program';
import type { Hierarchy } from '../../types/hierarchy';
import type { SummaryReader } from '../../typing/summaryReader';
import type { FieldKey } from '../summaryQueries';
import type { CallerFinder } from './callers';

/** More callers of a reader are not followed. */
const MOST_CALLERS = 30;

export interface FieldUsersInput {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly summaries: SummaryReader;
  readonly callersOf: CallerFinder;
}

export interface FieldUsers {
  /** The names of the classes that share the field. */
  readonly family: ReadonlySet<string>;
  /** In these classes. */
  readonly own: readonly MethodInfo[];
  /** Those that call a method which returns the field. */
  readonly ofReaders: readonly MethodInfo[];
}

export function findFieldUsers(input: FieldUsersInput, { className, field, singleton }: FieldKey): FieldUsers {
  const { program, summaries } = input;
  const family = familyOf(input, className);
  const sides = field.startsWith('@@') ? [false, true] : [singleton];
  const own = family.flatMap(({ name }) =>
    sides.flatMap(side =>
      summaries.mentionsIn(name, field, side, 0).flatMap(({ key }) => methodByKey(program, key) ?? []),
    ),
  );
  const readers = family.flatMap(info =>
    [...(singleton ? info.singletonMethods : info.methods).values()].filter(method => fieldRead(method) === field),
  );
  const callers = readers.flatMap(reader => {
    const { methods } = input.callersOf(reader);
    return methods.length > MOST_CALLERS ? [] : methods;
  });
  return {
    family: new Set(family.map(({ name }) => name)),
    own: withoutAnnotated(own),
    ofReaders: withoutAnnotated(callers).filter(method => !own.includes(method)),
  };
}

function withoutAnnotated(methods: readonly MethodInfo[]): readonly MethodInfo[] {
  return [...new Set(methods)].filter(({ signature, definition }) => signature === null && definition !== null);
}

function familyOf({ program, hierarchy }: FieldUsersInput, className: string): readonly ClassInfo[] {
  const below = [className, ...allDescendants(program, className)];
  const names = new Set(below.flatMap(name => [...hierarchy.ancestors(name), name]));
  return [...names].flatMap(name => {
    const info = program.classes.get(name);
    return info?.origin === 'workspace' ? [info] : [];
  });
}
