/** The values that a signature's binders have on entry. */
import type { SignatureArm } from '../../program/program';
import { isKeywordParam } from '../../types/keywordsAsHash';
import { entryLocalName, nameAnonymousParams } from '../analysis/anonymousParams';
import type { Ctx } from '../state/context';
import { localKey, METHOD_SCOPE } from '../state/localKey';
import type { State } from '../state/state';
import type { Val } from '../state/value';

/** A parameter's name means its value on entry. */
export function bindersOnEntry(ctx: Ctx, arm: SignatureArm, entry: State): Map<string, Val> {
  const binders = new Map<string, Val>();
  const params = nameAnonymousParams(ctx.run.input.method.definition!.params).filter(param => param.kind !== 'block');
  for (const { name } of params) {
    const val = name === null ? undefined : entry.locals.get(localKey(METHOD_SCOPE, name));
    if (name && val) binders.set(name, val);
  }
  let position = 0;
  const positional = params.filter(param => !isKeywordParam(param));
  for (const [index, declared] of arm.type.params.entries()) {
    const listed = entry.locals.get(localKey(METHOD_SCOPE, entryLocalName(declared.name ?? `arg${index + 1}`)));
    if (listed) for (const name of [declared.name, declared.refinement?.binder]) if (name) binders.set(name, listed);
    if (listed || declared.kind === 'key' || declared.kind === 'optionalKey') continue;
    const param = declared.kind === 'keyRest' ? params.find(each => each.kind === 'keyRest') : positional[position++];
    const val = param?.name ? entry.locals.get(localKey(METHOD_SCOPE, param.name)) : undefined;
    if (!val) continue;
    if (declared.name) binders.set(declared.name, val);
    if (declared.refinement?.binder) binders.set(declared.refinement.binder, val);
  }
  return binders;
}
