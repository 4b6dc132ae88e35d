/** Which classes are models of Rails, whether or not Rails itself is in sight. */
import { superclassChain } from './ancestors';
import type { ClassInfo, Program } from './program';

const RECORD = /^(::)?(ActiveRecord::Base|ApplicationRecord)$/;
const UNSEEN = /^superclass (\S+), which is not in sight$/;

/** Where Rails writes down the columns of its tables. */
export function isSchema(path: string): boolean {
  return /(^|[\\/])db[\\/](\w+_)?schema\.rb$/.test(path);
}

/** ActiveRecord::Base, or what an application calls its own base class. */
export function isRecordBase(className: string): boolean {
  return RECORD.test(className);
}

/** Below ActiveRecord::Base or ApplicationRecord; those two themselves are not. */
export function isRailsModel(program: Program, className: string): boolean {
  if (RECORD.test(className)) return false;
  return superclassChain(program, className).some(
    (name, i) =>
      (i > 0 && RECORD.test(name)) ||
      (program.classes.get(name)?.dynamics ?? []).some(({ what }) => RECORD.test(UNSEEN.exec(what)?.[1] ?? '')),
  );
}

/** Whether there is any among them: a quick look at each class, before the long one. */
export function mayHaveRailsModels(classes: Iterable<ClassInfo>): boolean {
  for (const { superclass, dynamics } of classes) {
    if (superclass !== null && RECORD.test(superclass)) return true;
    if (dynamics.some(({ what }) => RECORD.test(UNSEEN.exec(what)?.[1] ?? ''))) return true;
  }
  return false;
}
