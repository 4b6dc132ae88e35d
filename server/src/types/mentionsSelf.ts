/** Whether a type contains `self`. */
import type { Type } from './type';

export function mentionsSelf(type: Type): boolean {
  switch (type.kind) {
    case 'self':
      return true;
    case 'union':
    case 'intersection':
      return type.members.some(mentionsSelf);
    case 'nominal':
    case 'alias':
      return type.args.some(mentionsSelf);
    case 'tuple':
      return type.elements.some(mentionsSelf);
    case 'nonNull':
      return mentionsSelf(type.type);
    case 'refined':
      return mentionsSelf(type.base);
    case 'finiteHash':
      return type.entries.some(entry => mentionsSelf(entry.type)) || (type.rest !== null && mentionsSelf(type.rest));
    case 'proc':
      return mentionsSelf(type.method.result) || type.method.params.some(param => mentionsSelf(param.type));
    case 'structural':
      return type.methods.some(({ type: method }) => mentionsSelf(method.result));
    default:
      return false;
  }
}
