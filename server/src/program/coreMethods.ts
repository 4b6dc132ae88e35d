/** Ruby's own instance methods by name, in all classes. */
import { LayeredMap } from './layeredMap';
import { memoOfPart, PartMemoKey } from './memos';
import type { MethodInfo, Program, Question } from './program';
import { areSameLists, ask } from './questions';
import { ownClasses, reopenedClasses } from './workspace';

type Classes = Program['classes'];

export function coreMethodsNamed(program: Program, method: string): readonly MethodInfo[] {
  return ask(program, CORE_METHODS, '', method);
}

/** A question: a pass that reads its answer does not depend on every class of the program. */
const CORE_METHODS: Question<readonly MethodInfo[]> = {
  find: (program, _, method) => {
    const own = ownClasses(program);
    const reopened = reopenedClasses(program).flatMap(({ methods }) => coreOnly(methods.get(method)));
    const { classes } = program;
    if (!(classes instanceof LayeredMap)) return reopened;
    const library: Classes = classes.base;
    const names = memoOfPart(program, LIBRARY, library, () => indexMethods(library)).get(method) ?? [];
    const others = names.filter(name => !own.has(name));
    return [...reopened, ...others.flatMap(name => coreOnly(library.get(name)?.methods.get(method)))];
  },
  isSame: areSameLists,
};

/** Method -> classes. Names alone: a method is decoded when it is needed. */
type ByName = ReadonlyMap<string, readonly string[]>;

/** All versions of a program have the same library. */
const LIBRARY = new PartMemoKey<Classes, ByName>();

function indexMethods(classes: Classes): ByName {
  const byName = new Map<string, string[]>();
  for (const [className, { methods }] of classes)
    for (const name of methods.keys()) {
      const list = byName.get(name);
      if (list) list.push(className);
      else byName.set(name, [className]);
    }
  return byName;
}

function coreOnly(info: MethodInfo | undefined): readonly MethodInfo[] {
  return info?.origin === 'core' ? [info] : [];
}
