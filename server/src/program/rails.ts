/** Which classes are Rails models, whether or not Rails itself is visible. */
import { superclassChain } from './ancestors';
import type { ClassInfo, Dynamic, Program } from './program';

const RECORD = /^(::)?(ActiveRecord::Base|ApplicationRecord)$/;

/** The file in which Rails records the columns of its tables. */
export function isSchema(path: string): boolean {
  return /(^|[\\/])db[\\/](\w+_)?schema\.rb$/.test(path);
}

/** A superclass or a library that only programs with Active Support have. */
const RAILS_CLASS = /^(::)?(Application(Record|Controller|Job|Mailer)|(Active|Action)[A-Z]\w*::\w+|Rails::\w+)$/;
const RAILS_LIBRARY = /^(rails|active_[a-z]+|action_[a-z]+|action(pack|view|mailer|cable))(\/|$)/;

/** Whether a program with this superclass somewhere has Active Support. */
export function isRailsClass(name: string): boolean {
  return RAILS_CLASS.test(name);
}

/** Whether `require 'path'` loads Active Support. */
export function isRailsLibrary(path: string): boolean {
  return RAILS_LIBRARY.test(path);
}

/** ActiveRecord::Base, or an application's own base class. */
export function isRecordBase(className: string): boolean {
  return RECORD.test(className);
}

/** A descendant of ActiveRecord::Base or ApplicationRecord; not these two themselves. */
export function isRailsModel(program: Program, className: string): boolean {
  if (RECORD.test(className)) return false;
  return superclassChain(program, className).some(
    (name, i) => (i > 0 && RECORD.test(name)) || (program.classes.get(name)?.dynamics ?? []).some(isBelowRecord),
  );
}

/** Rails itself is not visible, but its base class is named. */
function isBelowRecord({ cause }: Dynamic): boolean {
  return cause.kind === 'unknown-superclass' && RECORD.test(cause.name);
}

/** Whether there is any among them: a quick test of each class, before the expensive one. */
export function mayHaveRailsModels(classes: Iterable<ClassInfo>): boolean {
  for (const { superclass, dynamics } of classes) {
    if (superclass !== null && RECORD.test(superclass)) return true;
    if (dynamics.some(isBelowRecord)) return true;
  }
  return false;
}
