/** A class without members. */
import type { ClassInfo, EqualityLabels, Origin } from './program';

const NO_EQUALITY: EqualityLabels = { values: null, keys: null };

export function emptyClass(name: string, kind: ClassInfo['kind'], origin: Origin): ClassInfo {
  return {
    name,
    kind,
    superclass: kind === 'class' ? 'Object' : null,
    superclassArgs: [],
    mixins: [],
    typeParams: [],
    selfTypes: [],
    methods: new Map(),
    singletonMethods: new Map(),
    fields: new Map(),
    singletonFields: new Map(),
    constants: new Map(),
    invariants: [],
    visibilities: new Map(),
    undefined: new Map(),
    places: [],
    origin,
    dynamics: [],
    equality: NO_EQUALITY,
  };
}
