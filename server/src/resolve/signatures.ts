/** Fourth step: annotations become signatures of their methods; an annotation without a visible method creates one. */
import type { Place } from '../base/span';
import { closest } from '../base/spelling';
import { findMethod, findSingletonMethod } from '../program/lookup';
import { keyParts, methodKey, topLevelKey } from '../program/methodKey';
import type { MethodInfo, Nesting, Program, Signature, SignatureArm } from '../program/program';
import type { ContractAnnotation, MethodAnnotation } from '../types/annotation';
import { NO_LABELS } from '../types/annotation';
import { joinLabels } from '../types/joinLabels';
import { showMethodType } from '../types/show';
import { DYNAMIC, type MethodType, type Type } from '../types/type';
import { addContract } from './contracts';
import { definitionType } from './definitionType';
import { type AttachedMethod, draftOf, type ResolveContext, viewOf } from './draft';
import { checkLabels } from './labelNames';
import { typeNames } from './nameContext';
import { bindByName } from './namedContract';
import { fitToDefinition } from './namedParams';
import { reportContradiction, selectStrongest } from './precedence';
import { expandRefinedAliases } from './refinedAliases';
import { resolveMethodType, resolveType, type TypeNamesContext } from './typeNames';

/** `only`: restricts it to these classes. */
export function attachSignatures(ctx: ResolveContext, only: (className: string) => boolean = () => true): void {
  const view = viewOf(ctx);
  for (const [key, attached] of ctx.attached) {
    if (!only(keyParts(key).owner)) continue;
    const contracts = attached.filter(one => !isHint(one));
    const own = ownMethod(ctx, key);
    if (contracts.length > 0) {
      const method = own ?? createAnnotatedMethod(ctx, view, key, contracts);
      const selected = selectAnnotations(contracts, method);
      const signature = signatureOf(ctx, view, method, selected);
      const isAbstract = selected.some(one => isType(one) && one.annotation.abstract);
      putMethod(ctx, { ...method, signature, definition: isAbstract ? null : method.definition });
    }
    const hinted = own && selectAnnotations(attached.filter(isHint), own).find(isHint);
    const method = hinted && ownMethod(ctx, key);
    if (method) putMethod(ctx, { ...method, hint: armOf(ctx, view, own, hinted.annotation, hinted.nesting) });
  }
  for (const draft of ctx.classes.values()) {
    if (!only(draft.name)) continue;
    for (const method of [...draft.methods.values(), ...draft.singletonMethods.values()])
      copySignatureToAlias(ctx, view, method);
  }
}

/**
 * Annotations above an earlier definition of the same name are dropped with it, unless the last definition has none.
 */
function selectAnnotations(attached: readonly AttachedMethod[], method: MethodInfo): readonly AttachedMethod[] {
  const anchor = method.definition?.anchor ?? method.place?.anchor ?? null;
  const onLast = attached.filter(one => one.definition === null || one.definition === anchor);
  const typed = onLast.some(one => one.annotation.kind === 'method');
  return typed || onLast.length === attached.length ? onLast : attached;
}

function signatureOf(
  ctx: ResolveContext,
  view: Program,
  method: MethodInfo,
  attached: readonly AttachedMethod[],
): Signature {
  const { used, others } = selectStrongest(mergeNamed(attached.filter(isType)), one => one.annotation.notation);
  const arms = used.map(one => armOf(ctx, view, method, one.annotation, one.nesting));
  const ignored = others.map(one => armOf(ctx, view, method, one.annotation, one.nesting));
  const earlier = arms.length > 0 ? (method.signature?.arms ?? []) : [];
  reportContradiction(ctx, view, method, arms, ignored.length > 0 ? ignored : earlier);
  const contracts = attached.filter(isContract);
  const declared = arms.length > 0 ? arms : (method.signature?.arms ?? []);
  const base = declared.length > 0 ? declared : contracts.slice(0, 1).map(one => untypedArm(method, one));
  const refined = base.map(arm => contracts.reduce((now, one) => refineArm(ctx, now, one.annotation, method), arm));
  return { arms: refined, labels: joinLabels(refined.map(arm => arm.labels)) };
}

type Attached<A> = AttachedMethod & { readonly annotation: A };

function isHint(one: AttachedMethod): one is Attached<MethodAnnotation> {
  return isType(one) && one.annotation.hint === true;
}

function isType(one: AttachedMethod): one is Attached<MethodAnnotation> {
  return one.annotation.kind === 'method';
}

/** `# @rbs x: A` above a method and `#: B` behind it are one declaration. */
function mergeNamed(types: readonly Attached<MethodAnnotation>[]): readonly Attached<MethodAnnotation>[] {
  const [first, ...others] = types.filter(one => one.annotation.byName === 'some');
  if (first === undefined || others.length === 0) return types;
  const annotation = others.reduce((now, one) => mergeTypes(now, one.annotation), first.annotation);
  return types.flatMap(one =>
    one === first ? [{ ...one, annotation }] : one.annotation.byName === 'some' ? [] : [one],
  );
}

function mergeTypes(now: MethodAnnotation, other: MethodAnnotation): MethodAnnotation {
  const result = other.type.resultSpan === null ? now.type : other.type;
  const params = [...now.type.params, ...other.type.params];
  return { ...now, type: { ...now.type, params, result: result.result, resultSpan: result.resultSpan } };
}

function isContract(one: AttachedMethod): one is Attached<ContractAnnotation> {
  return one.annotation.kind === 'contract';
}

function armOf(
  ctx: ResolveContext,
  view: Program,
  method: MethodInfo,
  annotation: MethodAnnotation,
  nesting: Nesting,
): SignatureArm {
  const { text, labels, origin, typePlace: place, segments } = annotation;
  const { notation } = annotation;
  const names = typeNames(ctx, view, method.owner, nesting, { text, place, segments, ...(notation && { notation }) });
  const unknown: string[] = [];
  const report: typeof names.report = (code, args, span) => {
    // RBI files are read as far as they are needed, so names in them may be unknown.
    if (annotation.notation === 'rbi' || annotation.hint) return;
    if (notation === undefined || code === 'LP2504') unknown.push(code);
    if (!annotation.ofAttribute) names.report(code, args, span);
  };
  if (!annotation.hint) checkLabels(ctx, view, annotation, nesting);
  const fitted = fitToDefinition(annotation, method, {
    report: problem => {
      if (!annotation.hint) ctx.problems.push(problem);
    },
    expandAlias: type => expandAlias(ctx, names, type),
  });
  const type = resolveMethodType({ ...names, report }, expandRefinedAliases(ctx, fitted));
  return {
    type,
    text: annotation.byName ? showMethodType(fitted) : text,
    place,
    labels,
    origin,
    nesting,
    ...(annotation.notation && { notation: annotation.notation }),
    ...(annotation.mayDiffer && { mayDiffer: true }),
    ...(annotation.abstract && { abstract: true }),
    ...(annotation.final && { final: true }),
    ...(annotation.overrides && { overrides: true }),
    ...(annotation.builtIn && { builtIn: true }),
    ...(annotation.broken && { broken: true }),
    ...(unknown.length > 0 && { misnamed: true }),
  };
}

/** An alias of an alias is expanded, too; one that contains itself is reported where it is declared. */
function expandAlias(ctx: ResolveContext, names: TypeNamesContext, type: Type, seen: readonly string[] = []): Type {
  if (type.kind !== 'nominal' && type.kind !== 'alias') return type;
  const silent: TypeNamesContext = { ...names, report: () => undefined };
  const named = resolveType(silent, type, null);
  const alias = named.kind === 'alias' && !seen.includes(named.name) ? ctx.aliases.get(named.name) : undefined;
  if (named.kind !== 'alias' || alias === undefined) return type;
  const inside = { ...silent, nesting: alias.nesting };
  return expandAlias(ctx, inside, resolveType(inside, alias.type, null), [...seen, named.name]);
}

/** `pre`/`post` without a `type`: the parameters of the definition, untyped. */
function untypedArm(method: MethodInfo, one: Attached<ContractAnnotation>): SignatureArm {
  const type: MethodType = definitionType(method.definition, DYNAMIC);
  return { type, text: '', place: one.annotation.place, labels: NO_LABELS, origin: null, nesting: one.nesting };
}

function refineArm(
  ctx: ResolveContext,
  arm: SignatureArm,
  contract: ContractAnnotation,
  method: MethodInfo,
): SignatureArm {
  const type = addContract(arm.type, bindByName(contract, method, arm.type));
  if (type) return { ...arm, type };
  ctx.problems.push({ code: 'LP2505', place: contract.place, args: { when: contract.when } });
  return arm;
}

/**
 * An annotation for an inherited method uses that method's body; one for an undefined method has no body and is
 * trusted.
 */
function createAnnotatedMethod(
  ctx: ResolveContext,
  view: Program,
  key: string,
  attached: readonly AttachedMethod[],
): MethodInfo {
  const { owner, name, singleton } = keyParts(key);
  const inherited = (singleton ? findSingletonMethod : findMethod)(view, owner, name);
  const body = inherited?.definition ? inherited : null;
  const place = attached[0] ? namePlace(attached[0]) : null;
  const isMade = attached.every(one => isType(one) && one.annotation.origin !== null);
  const isAssumed = attached.every(
    one => one.annotation.kind === 'method' && (one.annotation.assumed || one.annotation.ofAttribute),
  );
  if (!inherited && !isMade && !isAssumed) suggestName(ctx, owner, name, singleton, place);
  const topLevel = owner === 'Object' && ctx.topLevelNames.has(name);
  return {
    key: topLevel ? topLevelKey(name) : methodKey(owner, name, singleton),
    owner,
    name,
    singleton,
    // A column named `open` is not Kernel's.
    visibility: (isMade && !body ? null : inherited?.visibility) ?? (topLevel ? 'private' : 'public'),
    definition: body?.definition ?? null,
    synthetic: inherited?.synthetic ?? null,
    aliasOf: body?.key ?? null,
    signature: null,
    place,
    origin: 'workspace',
    nesting: body?.nesting ?? attached[0]?.nesting ?? [],
    redefinitions: [],
  };
}

/** The place of the method name; a hook's annotation has none. */
function namePlace({ annotation }: AttachedMethod): Place {
  const { target, place } = annotation;
  const isMade = annotation.kind === 'method' && annotation.origin !== null;
  return target.type === 'named' && !isMade ? target.place : place;
}

/** An undefined name close to a method with a body but no type is probably a typo. */
function suggestName(ctx: ResolveContext, owner: string, name: string, singleton: boolean, place: Place | null): void {
  const draft = draftOf(ctx, owner);
  const methods = [...(singleton ? draft.singletonMethods : draft.methods).values()];
  const untyped = methods.filter(
    method => method.definition && !ctx.attached.has(methodKey(owner, method.name, singleton)),
  );
  const meant = closest(
    name,
    untyped.map(method => method.name),
  );
  if (meant && place) ctx.problems.push({ code: 'LP2506', place, args: { name, owner, meant } });
}

/** An alias without a type of its own has the type of its original. */
function copySignatureToAlias(ctx: ResolveContext, view: Program, method: MethodInfo): void {
  if (method.aliasOf === null || method.signature !== null) return;
  const { owner, name, singleton } = keyParts(method.aliasOf);
  const original = ownMethod(ctx, methodKey(owner, name, singleton)) ?? null;
  if (!original) return;
  if (original.definition?.anchor === method.definition?.anchor) {
    putMethod(ctx, { ...method, signature: original.signature });
    return;
  }
  const attached = ctx.attached.get(methodKey(owner, name, singleton)) ?? [];
  const then = attached.filter(one => one.definition !== null && one.definition === method.definition?.anchor);
  if (then.length > 0) putMethod(ctx, { ...method, signature: signatureOf(ctx, view, method, then) });
}

function ownMethod(ctx: ResolveContext, key: string): MethodInfo | null {
  const { owner, name, singleton } = keyParts(key);
  const draft = ctx.classes.get(owner);
  return (singleton ? draft?.singletonMethods : draft?.methods)?.get(name) ?? null;
}

function putMethod(ctx: ResolveContext, method: MethodInfo): void {
  const draft = draftOf(ctx, method.owner);
  (method.singleton ? draft.singletonMethods : draft.methods).set(method.name, method);
}
