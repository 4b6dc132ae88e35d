/** A class while RBS files are merged: a ClassInfo whose maps can still grow. */

import type { Place } from '../base/span';
import { emptyClass } from '../program/emptyClass';
import type { ClassInfo, ConstantInfo, FieldInfo, MethodInfo, MixinSite, Origin } from '../program/program';
import type { Expr } from '../ril/ril';
import type { Type, TypeParam } from '../types/type';
import type { RbsSite } from './rbsTypeNames';

interface WaitingAlias {
  readonly newName: string;
  readonly oldName: string;
  readonly singleton: boolean;
  readonly site: RbsSite;
}

export interface RbsClassDraft extends ClassInfo {
  superclass: string | null;
  superclassArgs: readonly Type[];
  typeParams: readonly TypeParam[];
  selfTypes: readonly Type[];
  readonly mixins: MixinSite[];
  readonly methods: Map<string, MethodInfo>;
  readonly singletonMethods: Map<string, MethodInfo>;
  readonly fields: Map<string, FieldInfo>;
  readonly singletonFields: Map<string, FieldInfo>;
  readonly constants: Map<string, ConstantInfo>;
  readonly places: Place[];
  /** `alias new old`, until all methods are known. */
  readonly waiting: WaitingAlias[];
}

export function rbsClassDraft(
  base: ClassInfo | null,
  name: string,
  kind: ClassInfo['kind'],
  origin: Origin,
): RbsClassDraft {
  const info = base ?? emptyClass(name, kind, origin);
  return {
    ...info,
    superclass: name === 'BasicObject' ? null : info.superclass,
    mixins: [...info.mixins],
    methods: new Map(info.methods),
    singletonMethods: new Map(info.singletonMethods),
    fields: new Map(info.fields),
    singletonFields: new Map(info.singletonFields),
    constants: new Map(info.constants),
    places: [...info.places],
    waiting: [],
  };
}

/** `::A::B` as an expression, for constants that name a class. */
export function rbsDraftName(path: string): Expr {
  const span = { start: 0, end: 0 };
  return path
    .split('::')
    .reduce<Expr | null>((scope, name) => ({ kind: 'const', span, scope: scope ?? 'root', name }), null) as Expr;
}
