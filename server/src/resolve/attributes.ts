/** `attr_reader`, `attr_writer`, `attr_accessor`, `attr`, and the delegators of Forwardable and Rails. */
import type { AnchorId, Place } from '../base/span';
import type { Synthetic } from '../program/program';
import type { Call, Expr } from '../ril/ril';
import type { MethodAnnotation } from '../types/annotation';
import { draftOf, useField } from './draft';
import { defineHere, newMethodIn, noteDynamic, type Scope, takePending } from './scope';
import { isTrue, keyword, literalName, literalNames, positional } from './statements';
import { staticElements } from './staticCode';

export function defineAttributes(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  const { names, computed } = literalNames(withStaticSplats(scope, call.args));
  if (computed && call.method !== 'attr')
    noteDynamic(scope, { kind: 'computed-name', method: call.method }, anchor, call.span);
  const pending = takePending(scope);
  return names.flatMap(({ name, expr }, index) => {
    const access = call.method === 'attr' ? 'reader' : call.method.slice('attr_'.length);
    const own = pending.filter(one => index === 0 || isForeign(one));
    return defineAttribute(scope, name, access, { anchor, span: expr.span }, own);
  });
}

/** `attr_reader(*NAMES)` with a constant list. */
function withStaticSplats(scope: Scope, args: Call['args']): Call['args'] {
  return args.flatMap((arg): Call['args'] => {
    const elements = arg.type === 'splat' && arg.value !== null ? staticElements(scope, arg.value) : null;
    return elements === null ? [arg] : elements.map(value => ({ type: 'positional', value }));
  });
}

/** `pending` annotates the reader; or the writer, if there is no reader or the type takes an argument. */
export function defineAttribute(
  scope: Scope,
  name: string,
  access: string,
  place: Place,
  pending: Scope['pending'],
): readonly string[] {
  const field = `@${name}`;
  const draft = draftOf(scope.ctx, scope.className);
  useField(scope.singleton ? draft.singletonFields : draft.fields, field, scope.nesting);
  const foreign = pending.filter(isForeign);
  const forWriter = access === 'writer' || pending.some(one => one.kind === 'method' && one.type.params.length > 0);
  const toWriter = access === 'writer' || (access === 'accessor' && forWriter);
  const defined: string[] = [];
  const define = (methodName: string, synthetic: Synthetic, annotations: Scope['pending']) => {
    defineHere(scope, { ...newMethodIn(scope, methodName, false, place.anchor, place.span), synthetic }, annotations);
    defined.push(methodName);
  };
  if (access !== 'writer') define(name, { type: 'attributeReader', field }, toWriter ? [] : pending);
  const writing = foreign.length > 0 ? foreign.map(forWriterOf) : toWriter ? pending : [];
  if (access !== 'reader') define(`${name}=`, { type: 'attributeWriter', field }, writing);
  return defined;
}

/** Sorbet and RBS inline give the type of the attribute, for its reader and its writer. */
function isForeign(one: Scope['pending'][number]): one is MethodAnnotation {
  return one.kind === 'method' && one.notation !== undefined;
}

function forWriterOf(annotation: MethodAnnotation): MethodAnnotation {
  const { type } = annotation;
  if (type.params.length > 0) return annotation;
  const param = { kind: 'required', name: null, type: type.result, refinement: null, span: type.resultSpan } as const;
  return { ...annotation, type: { ...type, params: [param] } };
}

/** Rails: `delegate :a, :b, to: :target, prefix: true`. */
export function defineRailsDelegates(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  const target = keyword(call, 'to');
  if (!target) return defineForwardsByHash(scope, call, anchor);
  const to = literalName(target);
  if (!to) return [];
  const prefixExpr = keyword(call, 'prefix');
  const prefix = isTrue(prefixExpr)
    ? `${to}_`
    : prefixExpr && literalName(prefixExpr)
      ? `${literalName(prefixExpr)}_`
      : '';
  return literalNames(call.args).names.map(({ name, expr }) => {
    const method = newMethodIn(scope, prefix + name, false, anchor, expr.span);
    const allowNil = isTrue(keyword(call, 'allow_nil')) && { allowNil: true as const };
    defineHere(scope, { ...method, synthetic: { type: 'delegate', to, method: name, ...allowNil } });
    return method.name;
  });
}

/** Forwardable: `def_delegators :@target, :a, :b`; `def_delegator :@target, :a, :ali`. */
export function defineForwards(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  const [target, ...rest] = positional(call);
  const to = target ? literalName(target) : null;
  const names = rest.flatMap(expr => ({ name: literalName(expr), expr }));
  const isComputed = to === null || names.some(({ name }) => name === null) || names.length + 1 < call.args.length;
  if (isComputed) noteDynamic(scope, { kind: 'computed-name', method: call.method }, anchor, call.span);
  if (to === null) return [];
  const one = call.method.endsWith('delegator');
  const pairs = one
    ? names.slice(0, 1).map(({ name, expr }) => ({ name, as: names[1]?.name ?? name, expr }))
    : names.map(item => ({ ...item, as: item.name }));
  return pairs.flatMap(({ name, as, expr }) => {
    if (name === null || as === null) return [];
    defineHere(scope, {
      ...newMethodIn(scope, as, false, anchor, expr.span),
      synthetic: { type: 'delegate', to, method: name },
    });
    return [as];
  });
}

/** Forwardable: `delegate [:size, :clear] => :@target, first: :@other`. */
export function defineForwardsByHash(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  return call.args.flatMap(arg => {
    const target = arg.type === 'pair' || arg.type === 'keyword' ? arg.value : null;
    const to = target && literalName(target);
    const names = arg.type === 'pair' ? namesIn(arg.key) : arg.type === 'keyword' ? [arg.name] : null;
    if (!to || names === null) {
      noteDynamic(scope, { kind: 'computed-name', method: call.method }, anchor, call.span);
      return [];
    }
    for (const name of names)
      defineHere(scope, {
        ...newMethodIn(scope, name, false, anchor, call.span),
        synthetic: { type: 'delegate', to, method: name },
      });
    return names;
  });
}

/** Null: not all of them are literals. */
function namesIn(key: Expr): readonly string[] | null {
  const exprs =
    key.kind === 'array' ? key.elements.map(each => (each.type === 'positional' ? each.value : null)) : [key];
  const names = exprs.map(expr => expr && literalName(expr));
  return names.every(name => name !== null) ? names : null;
}
