/**
 * Methods of classes created by `Struct.new` and `Data.define`: readers, writers, `new`, and the definitions in their
 * blocks.
 */
import type { AnchorId, Place } from '../base/span';
import { constantName } from '../program/constants';
import { methodKey } from '../program/methodKey';
import type { MethodInfo, Synthetic } from '../program/program';
import type { Expr } from '../ril/ril';
import { declaredFields } from './bodyAnnotations';
import { declareField } from './bodyWrites';
import type { CreatedClass } from './createdClasses';
import { defineMethod, draftOf, linkClass } from './draft';
import type { Scope } from './scope';

type ReadBlock = (scope: Scope, className: string, body: Expr, anchor: AnchorId) => void;

export function defineCreatedClass(
  scope: Scope,
  name: string,
  made: CreatedClass,
  anchor: AnchorId,
  readBlock: ReadBlock,
): void {
  const draft = draftOf(scope.ctx, name, made.type === 'module' ? 'module' : 'class');
  if (made.type === 'struct') draft.superclass = 'Struct';
  if (made.type === 'data') draft.superclass = 'Data';
  if (made.type === 'struct' || made.type === 'data') defineMembers(scope, name, made, anchor);
  if (made.superclass) linkSuperclass(scope, name, made.superclass, anchor);
  if (made.computed)
    draft.dynamics.push({ cause: { kind: 'computed-members' }, place: { anchor, span: made.call.span } });
  if (made.block) readBlock(scope, name, made.block.body, anchor);
}

function linkSuperclass(scope: Scope, of: string, superclass: Expr, anchor: AnchorId): void {
  const place = { anchor, span: superclass.span };
  const name = constantName(superclass);
  if (name !== null) linkClass(scope.ctx, { type: 'superclass', of, name, nesting: scope.nesting, place });
  else draftOf(scope.ctx, of).dynamics.push({ cause: { kind: 'computed-superclass' }, place });
}

function defineMembers(scope: Scope, owner: string, made: CreatedClass, anchor: AnchorId): void {
  const data = made.type === 'data';
  declareTypedMembers(scope, owner, made, anchor);
  for (const member of made.members) {
    const place = { anchor, span: member.expr.span };
    defineMember(scope, owner, member.name, place, { type: 'structReader', member: member.name });
    if (!data) defineMember(scope, owner, `${member.name}=`, place, { type: 'structWriter', member: member.name });
  }
  const members = made.members.map(member => member.name);
  defineMember(
    scope,
    owner,
    'new',
    { anchor, span: made.call.span },
    { type: 'structNew', members, keywordInit: made.keywordInit, data },
  );
}

/** Types in comments behind the members are those of fields, as `var_type :@x` is. */
function declareTypedMembers(scope: Scope, owner: string, { members }: CreatedClass, anchor: AnchorId): void {
  const { fields } = draftOf(scope.ctx, owner);
  for (const annotation of scope.ctx.annotations.get(anchor) ?? []) {
    const { start } = annotation.place.span;
    if (annotation.kind !== 'variable' || !members.some(({ expr }) => expr.span.start === start)) continue;
    for (const field of declaredFields(annotation, scope.nesting)) declareField(fields, field);
  }
}

function defineMember(scope: Scope, owner: string, name: string, place: Place, synthetic: Synthetic): void {
  const singleton = synthetic.type === 'structNew';
  const method: MethodInfo = {
    key: methodKey(owner, name, singleton),
    owner,
    name,
    singleton,
    visibility: 'public',
    definition: null,
    synthetic,
    aliasOf: null,
    signature: null,
    place,
    origin: 'workspace',
    nesting: scope.nesting,
    redefinitions: [],
  };
  defineMethod(scope.ctx, method);
}
