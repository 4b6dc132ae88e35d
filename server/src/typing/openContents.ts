/** Types of values that other code holds as well. */
import { DYNAMIC, nominal, type Type } from '../types/type';

/** The type of a container that other code may fill: its elements are unknown. */
export function openElements(type: Type): Type {
  if (type.kind === 'union') return { ...type, members: type.members.map(openElements) };
  if (type.kind === 'tuple') return nominal('Array', [DYNAMIC]);
  if (type.kind === 'finiteHash') return nominal('Hash', [DYNAMIC, DYNAMIC]);
  if (type.kind !== 'nominal' || type.args.length === 0) return type;
  return nominal(
    type.name,
    type.args.map(() => DYNAMIC),
  );
}

/** The same for all that a value may hold; the type itself if it holds nothing. */
export function openContents(type: Type): Type {
  if (type.kind === 'union') {
    const members = type.members.map(openContents);
    return members.every((member, i) => member === type.members[i]) ? type : { ...type, members };
  }
  return type.kind === 'proc' ? nominal('Proc') : openElements(type);
}
