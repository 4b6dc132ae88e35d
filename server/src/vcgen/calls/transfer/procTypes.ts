/** Types of procs: what they say, and whether one satisfies another. */
import { equalTypes } from '../../../types/equal';
import { entryClauses, type MethodType, type Type } from '../../../types/type';
import { isUnknown, mayBeNil } from '../../state/representation';

/** Whether one proc type satisfies the other. The checker has compared the rest, except for nil. */
export function isProcTypeAssignable(own: Type, wanted: Type): boolean {
  if (wanted.kind !== 'proc' || equalTypes(own, wanted)) return true;
  if (own.kind !== 'proc') return isUninformative(wanted.method);
  const [mine, its] = [own.method, wanted.method];
  if (entryClauses(mine).length > 0 || its.resultRefinement || its.result.kind === 'refined') return false;
  if (mayBeNil(mine.result) && !mayBeNil(its.result)) return false;
  return mine.params.every((param, index) => {
    const given = its.params[index]?.type;
    return param.type.kind !== 'refined' && !(given && mayBeNil(given) && !mayBeNil(param.type));
  });
}

/** Any proc satisfies it. */
export function isUninformative(type: MethodType): boolean {
  return !type.resultRefinement && type.result.kind !== 'refined' && (isUnknown(type.result) || mayBeNil(type.result));
}
