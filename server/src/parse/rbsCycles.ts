/** Cuts cycles in RBS declarations, so that later phases never see one. */
import type { Type } from '../types/type';
import type { RbsClassDraft } from './rbsDraft';
import { lookUp, type RbsNames } from './rbsNames';

/** `type a = b` with `type b = a | Integer`: aliases that never reach a type. `type json = Array[json]` does. */
export function findGroundlessAliases(names: RbsNames): ReadonlySet<string> {
  const waiting = new Map<string, readonly string[]>();
  for (const [path, { declaration, nesting, file }] of names.typeAliases) {
    const uses = names.uses.get(file) ?? [];
    const direct = directNames(declaration.type).map(name =>
      lookUp(name, nesting, uses, to => names.typeAliases.has(to)),
    );
    waiting.set(
      path,
      direct.filter(to => to !== null),
    );
  }
  const users = new Map<string, string[]>();
  for (const [path, needed] of waiting) for (const to of needed) users.set(to, [...(users.get(to) ?? []), path]);
  const left = new Map([...waiting].map(([path, needed]) => [path, needed.length]));
  const grounded = [...left.keys()].filter(path => left.get(path) === 0);
  for (let path = grounded.pop(); path !== undefined; path = grounded.pop()) {
    left.delete(path);
    for (const user of users.get(path) ?? []) {
      const missing = left.get(user)! - 1;
      left.set(user, missing);
      if (missing === 0) grounded.push(user);
    }
  }
  return new Set(left.keys());
}

/** Aliases that denote the type itself, not a part of it. */
function directNames(type: Type): readonly string[] {
  switch (type.kind) {
    case 'alias':
      return [type.name];
    case 'union':
    case 'intersection':
      return type.members.flatMap(directNames);
    case 'nonNull':
      return directNames(type.type);
    default:
      return [];
  }
}

export interface Cut {
  readonly name: string;
  readonly ancestor: string;
  readonly how: 'superclass' | 'mixin';
}

/** Removes superclasses and mixins that would make a class its own ancestor. */
export function cutCycles(drafts: ReadonlyMap<string, RbsClassDraft>): readonly Cut[] {
  const cuts: Cut[] = [];
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string): void => {
    const draft = drafts.get(name);
    if (!draft || done.has(name)) return;
    open.add(name);
    if (draft.superclass !== null && open.has(draft.superclass)) {
      cuts.push({ name, ancestor: draft.superclass, how: 'superclass' });
      draft.superclass = name === 'Object' ? 'BasicObject' : 'Object';
    } else if (draft.superclass !== null) visit(draft.superclass);
    for (const mixin of [...draft.mixins]) {
      if (mixin.how === 'extend') continue;
      if (open.has(mixin.module)) {
        cuts.push({ name, ancestor: mixin.module, how: 'mixin' });
        draft.mixins.splice(draft.mixins.indexOf(mixin), 1);
      } else visit(mixin.module);
    }
    open.delete(name);
    done.add(name);
  };
  for (const name of drafts.keys()) visit(name);
  return cuts;
}
