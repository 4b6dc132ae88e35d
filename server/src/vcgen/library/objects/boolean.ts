/** true and false: `&`, `|`, `^` do not short-circuit. */
import { and, eq, not, or } from '../../../logic/build';
import type { Model } from '../../state/call';
import { isTruthy } from '../../state/value';

export const booleanModel: Model = (_, { receiver, method, args }, state) => {
  const [other] = args.positional;
  if (receiver.kind !== 'bool' || !other || args.positional.length !== 1 || args.irregular) return null;
  const [a, b] = [receiver.term, isTruthy(other)];
  switch (method) {
    case '&':
      return { value: { kind: 'bool', term: and(a, b) }, state };
    case '|':
      return { value: { kind: 'bool', term: or(a, b) }, state };
    case '^':
      return { value: { kind: 'bool', term: not(eq(a, b)) }, state };
    default:
      return null;
  }
};
