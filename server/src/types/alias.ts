/** Expands `%name`. RDL's own core aliases are defined here; a program's come from the Hierarchy. */
import type { Hierarchy } from './hierarchy';
import { DYNAMIC, FLOAT, INTEGER, type MethodType, nominal, STRING, type Type } from './type';
import { makeUnion } from './union';

const TO_STRING: MethodType = {
  typeParams: [],
  params: [],
  anyArgs: false,
  block: null,
  result: STRING,
  resultName: null,
  resultRefinement: null,
  resultSpan: null,
  selfType: null,
};

/** The aliases of RDL's `types/core`. */
export const CORE_ALIASES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['%integer', INTEGER],
  ['%real', makeUnion([INTEGER, FLOAT, nominal('Rational')])],
  ['%numeric', nominal('Numeric')],
  ['%string', STRING],
  ['%path', makeUnion([STRING, { kind: 'structural', methods: [{ name: 'to_path', type: TO_STRING }] }])],
  ['%open_args', DYNAMIC],
]);

const LONGEST_CHAIN = 50;

/** Returns the type itself if it is not an alias; %dyn for an unknown (resolve/ has reported it) or endless one. */
export function expandAlias(type: Type, hierarchy: Hierarchy): Type {
  let current = type;
  for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
    if (current.kind !== 'alias') return current;
    current = hierarchy.expandAlias(current.name, current.args) ?? CORE_ALIASES.get(current.name) ?? DYNAMIC;
  }
  return DYNAMIC;
}
