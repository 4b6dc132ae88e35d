/**
 * Normalised unions: flat, without duplicates, without members that another one obviously includes (`1 or Integer` is
 * `Integer`, `true or false` is `%bool`). Members keep their order. join.ts handles what needs the class hierarchy.
 */
import { mergeFields } from './allocatedTypes';
import { equalTypes } from './equal';
import { ANY, BOOL, BOTTOM, DYNAMIC, type Type } from './type';

export function makeUnion(types: readonly Type[]): Type {
  const members: Type[] = [];
  for (const type of types) addMember(members, type);
  if (members.some(member => member.kind === 'any')) return ANY;
  if (members.some(member => member.kind === 'dynamic')) return DYNAMIC;
  const tidy = dropSubsumed(withBool(members));
  const [first, second] = tidy;
  if (first === undefined) return BOTTOM;
  return second === undefined ? first : { kind: 'union', members: tidy };
}

function addMember(members: Type[], type: Type): void {
  if (type.kind === 'union') for (const member of type.members) addMember(members, member);
  else if (type.kind !== 'bottom' && !mergeInstance(members, type) && !members.some(other => equalTypes(other, type)))
    members.push(type);
}

/** Instances of one class that were allocated with different types are one member. */
function mergeInstance(members: Type[], type: Type): boolean {
  if (type.kind !== 'nominal' || type.args.length > 0) return false;
  const at = members.findIndex(other => other.kind === 'nominal' && other.name === type.name);
  const other = members[at];
  if (other?.kind !== 'nominal' || (other.fields === undefined && type.fields === undefined)) return false;
  members[at] = mergeFields(other, type, makeUnion);
  return true;
}

function withBool(members: readonly Type[]): readonly Type[] {
  let booleans = 0;
  for (const member of members) if (isBoolean(member)) booleans++;
  if (booleans < 2) return members;
  const first = members.findIndex(isBoolean);
  return members.flatMap((member, index) => (index === first ? [BOOL] : isBoolean(member) ? [] : [member]));
}

function isBoolean(type: Type): boolean {
  return (
    type.kind === 'bool' || (type.kind === 'literal' && (type.value.type === 'true' || type.value.type === 'false'))
  );
}

function dropSubsumed(members: readonly Type[]): readonly Type[] {
  if (!members.some(member => member.kind === 'literal')) return members;
  const classes = new Set(members.flatMap(member => (member.kind === 'nominal' ? [member.name] : [])));
  return members.filter(member => {
    if (member.kind !== 'literal') return true;
    return !classes.has(classOfLiteral(member.value.type));
  });
}

const LITERAL_CLASSES = {
  integer: 'Integer',
  float: 'Float',
  string: 'String',
  symbol: 'Symbol',
  true: 'TrueClass',
  false: 'FalseClass',
} as const;

export function classOfLiteral(type: keyof typeof LITERAL_CLASSES): string {
  return LITERAL_CLASSES[type];
}

/** The members of a union; any other type is its own only member; `%bool` counts as one. */
export function unionMembers(type: Type): readonly Type[] {
  return type.kind === 'union' ? type.members : [type];
}
