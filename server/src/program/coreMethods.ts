/** Ruby's own instance methods by name, in all classes. */
import { LayeredMap } from './layeredMap';
import { memoOfPart, PartMemoKey } from './memos';
import type { MethodInfo, Program } from './program';
import { areSameLists, ask, type Question } from './questions';
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
    const others = libraryMethods(program).get(method) ?? [];
    return [...reopened, ...others.flatMap(({ className, info }) => (own.has(className) ? [] : [info]))];
  },
  isSame: areSameLists,
};

type ByName = ReadonlyMap<string, readonly { readonly className: string; readonly info: MethodInfo }[]>;

/** All versions of a program have the same library. */
const LIBRARY = new PartMemoKey<Classes, ByName>();

function libraryMethods(program: Program): ByName {
  const { classes } = program;
  if (!(classes instanceof LayeredMap)) return new Map();
  return memoOfPart(program, LIBRARY, classes.base, () => indexMethods(classes.base));
}

function indexMethods(classes: Classes): ByName {
  const byName = new Map<string, { className: string; info: MethodInfo }[]>();
  for (const [className, { methods }] of classes)
    for (const [name, info] of methods) {
      if (info.origin !== 'core') continue;
      const list = byName.get(name);
      if (list) list.push({ className, info });
      else byName.set(name, [{ className, info }]);
    }
  return byName;
}

function coreOnly(info: MethodInfo | undefined): readonly MethodInfo[] {
  return info?.origin === 'core' ? [info] : [];
}
