import { superclassChain } from '../../program/ancestors';
import { callsProc } from '../../program/libraryFacts';
import { candidates, findMethod, findSingletonMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { fieldTypeOf } from '../../types/allocatedTypes';
import type { MethodType, Type } from '../../types/type';
import { ANY, BOTTOM, DYNAMIC, nominal } from '../../types/type';
import { instantiateMethod } from '../../typing/instantiate';
import { className } from '../../typing/narrow';
import { mayBeExtendedByLibrary, mayHaveUnknownMethods } from '../../typing/openClasses';
import {
  elementOf,
  fillEmptyLiterals,
  hashKeyOf,
  hashValueOf,
  isNil,
  membersOf,
  resolveType,
} from '../../typing/typeOps';
import type { Bounds } from '../../typing/unify';
import type { Ctx } from '../state/context';
import { REPLACED, replacesContents } from '../state/replacedContents';
import { typesOfComparable } from '../types/comparable';
import {
  constructorCallees,
  dataCallees,
  hasOwnConstructor,
  instantiationCallees,
  openInstance,
  withInstance,
} from '../types/constructors';
import type { Callee } from '../types/methodTypes';
import { signatureOf } from '../types/methodTypes';
import { asCountableRange, typesOfStep } from '../types/ranges';
import { memberwiseTypes } from '../types/structMethods';

export interface Lookup {
  readonly callees: readonly Callee[];
  /** Alternatives that do not have the method. */
  readonly missing: readonly Type[];
  /** Some part of the receiver's type is unknown. */
  readonly dynamic: boolean;
}

/** May insertions widen the receiver's type arguments? A literal then has the type of what it holds after the call. */
export type Growing = 'no' | 'local' | 'literal';

export function lookUpCallees(ctx: Ctx, receiver: Type, method: string, growing: Growing): Lookup {
  const callees: Callee[] = [];
  const missing: Type[] = [];
  let dynamic = false;
  for (const member of membersOf(ctx, receiver)) {
    const found = calleesOf(ctx, member, method, growing);
    if (found === 'dynamic') dynamic = true;
    else if (found.length === 0) missing.push(member);
    else callees.push(...found.filter(callee => callee.receiver.kind !== 'bottom'));
  }
  return { callees, missing: withoutLenientNil(ctx, missing, callees.length > 0 || dynamic), dynamic };
}

/** In lenient mode the verifier checks a nil alternative, unless the receiver can only be nil. */
function withoutLenientNil(ctx: Ctx, missing: readonly Type[], others: boolean): readonly Type[] {
  return ctx.settings.nil === 'lenient' && (others || missing.length > 1)
    ? missing.filter(type => !isNil(type))
    : missing;
}

function calleesOf(ctx: Ctx, member: Type, method: string, growing: Growing): readonly Callee[] | 'dynamic' {
  const plain = resolveType(ctx, member);
  switch (plain.kind) {
    case 'dynamic':
      return 'dynamic';
    case 'bottom':
      return [{ receiver: BOTTOM, info: null, arms: [], growth: null, makes: null }];
    case 'bool':
      return booleanCallees(ctx, method);
    case 'classOf':
      return plain.args !== undefined && method === 'new'
        ? instantiationCallees(ctx, plain.name, plain.args)
        : classCallees(ctx, plain.name, member, method);
    case 'tuple':
    case 'finiteHash':
      return containerCallees(ctx, plain, method, growing);
    case 'proc':
      if (callsProc(ctx.program, method))
        return [{ receiver: member, info: null, arms: [plain.method], growth: null, makes: null }];
      return instanceCallees(ctx, member, nominal('Proc'), method);
    case 'structural': {
      const arms = plain.methods.filter(one => one.name === method).map(one => one.type);
      if (arms.length > 0) return [{ receiver: member, info: null, arms, growth: null, makes: null }];
      return instanceCallees(ctx, member, nominal('Object'), method);
    }
    case 'intersection': {
      const found = plain.members.map(one => calleesOf(ctx, one, method, growing));
      return found.find(one => one !== 'dynamic' && one.length > 0) ?? (found.includes('dynamic') ? 'dynamic' : []);
    }
    case 'any':
      return instanceCallees(ctx, ANY, nominal('Object'), method);
    case 'variable':
      return variableCallees(ctx, plain, method, growing);
    case 'union':
      return lookUpCallees(ctx, plain, method, growing).callees;
    default: {
      const name = className(plain);
      if (name === null) return 'dynamic';
      if (growing !== 'no' && plain.kind === 'nominal' && plain.args.length > 0)
        return openCallees(ctx, plain, method, growing);
      const own =
        plain.kind === 'nominal' ? asCountableRange(ctx.program, fillEmptyLiterals(plain), method) : nominal(name);
      return instanceCallees(ctx, member, own, method);
    }
  }
}

/** true and false are instances of two classes. */
function booleanCallees(ctx: Ctx, method: string): readonly Callee[] | 'dynamic' {
  const [yes, no] = ['TrueClass', 'FalseClass'].map(name => instanceCallees(ctx, nominal(name), nominal(name), method));
  if (yes === undefined || no === undefined || yes === 'dynamic' || no === 'dynamic') return 'dynamic';
  return yes.length === 0 || no.length === 0 ? [] : [...yes, ...no];
}

/** A type parameter has the methods of its bound, or else those of any object. */
function variableCallees(
  ctx: Ctx,
  variable: Extract<Type, { kind: 'variable' }>,
  method: string,
  growing: Growing,
): readonly Callee[] | 'dynamic' {
  if (variable.bound) return calleesOf(ctx, variable.bound, method, growing);
  return instanceCallees(ctx, variable, nominal('Object'), method);
}

function instanceCallees(ctx: Ctx, member: Type, type: Type, method: string): readonly Callee[] | 'dynamic' {
  if (type.kind !== 'nominal') return 'dynamic';
  // The class is unknown, and so are the parameters of its `new` and the instances that it creates.
  if (!ctx.program.classes.has(type.name) || (type.name === 'Class' && method === 'new')) return 'dynamic';
  const info = findMethod(ctx.program, type.name, method);
  if (info !== null && !isOverriddenByHosts(ctx, type.name, info)) return [calleeOf(ctx, info, member, type)];
  const promised = selfTypeCallees(ctx, type.name, member, method);
  if (info !== null) return promised;
  // A body of the prelude: the program may not show all classes that include the module.
  if (promised.length > 0 && member.kind === 'self' && ctx.program.classes.get(type.name)?.origin !== 'workspace')
    return promised;
  const hosts = hostCallees(ctx, type.name, member, method);
  if (hosts.length > 0) return hosts;
  if (promised.length > 0) return promised;
  return mayHaveUnknownMethods(ctx, type.name) ? 'dynamic' : [];
}

/**
 * A module requires a class that overrides what every object has: `requires_ancestor { Shell }` with a `Shell#exec`.
 */
function isOverriddenByHosts({ program }: Ctx, name: string, info: MethodInfo): boolean {
  return (program.classes.get(name)?.selfTypes ?? []).some(type => {
    const required = type.kind === 'nominal' ? findMethod(program, type.name, info.name) : null;
    return required !== null && required.owner !== info.owner && isOfEveryObject(info);
  });
}

function isOfEveryObject({ owner }: MethodInfo): boolean {
  return owner === 'Object' || owner === 'Kernel' || owner === 'BasicObject';
}

/** A method of a module may call the methods of every class that includes it. */
function hostCallees(ctx: Ctx, name: string, member: Type, method: string): readonly Callee[] {
  if (ctx.program.classes.get(name)?.kind !== 'module') return [];
  const hosts = candidates(ctx.program, name, method);
  const covered = new Set(hosts.flatMap(host => host.receivers));
  const all = (ctx.program.descendants.get(name) ?? []).filter(one => ctx.program.classes.get(one)?.kind === 'class');
  if (all.length === 0 || !all.every(one => covered.has(one))) return [];
  return hosts.map(host => calleeOf(ctx, host.method, member, nominal(host.receivers[0] ?? name)));
}

/** RBS declares what every class that includes a module is, so the method exists; which definition runs is unknown. */
function selfTypeCallees(ctx: Ctx, name: string, member: Type, method: string): readonly Callee[] {
  for (const type of ctx.program.classes.get(name)?.selfTypes ?? []) {
    const found = calleesOf(ctx, type, method, 'no');
    if (found !== 'dynamic' && found.length > 0)
      return found.map(callee => ({ ...callee, receiver: member, info: null }));
  }
  return [];
}

function calleeOf(ctx: Ctx, info: MethodInfo, member: Type, type: Type): Callee {
  const name = type.kind === 'nominal' ? type.name : info.owner;
  const declared = signatureOf(ctx, info, name);
  const typed = memberwiseTypes(ctx, info, name, typesOfComparable(ctx, info, name, declared));
  const arms = typesOfStep(
    type,
    info,
    typed.map(arm => instantiateMethod(ctx, arm, { owner: info.owner, receiver: type, self: member })),
  );
  return { receiver: member, info, arms: armsByAllocation(info, type, arms), growth: null, makes: null };
}

/** A reader of a field whose type follows from the allocation of the receiver. */
function armsByAllocation({ synthetic }: MethodInfo, type: Type, arms: Callee['arms']): Callee['arms'] {
  const allocated = synthetic?.type === 'attributeReader' ? fieldTypeOf(type, synthetic.field) : null;
  return allocated === null ? arms : arms.map(arm => ({ ...arm, result: allocated }));
}

/** Array and hash literals: a call sees an Array or a Hash whose element types may still grow. */
function containerCallees(
  ctx: Ctx,
  type: Extract<Type, { kind: 'tuple' | 'finiteHash' }>,
  method: string,
  growing: Growing,
): readonly Callee[] | 'dynamic' {
  const name = type.kind === 'tuple' ? 'Array' : 'Hash';
  const args = type.kind === 'tuple' ? [elementOf(ctx, type.elements)] : [hashKeyOf(ctx, type), hashValueOf(ctx, type)];
  return openCallees(ctx, nominal(name, args), method, growing);
}

/** If they may grow, the receiver's type arguments are only lower bounds. */
function openCallees(
  ctx: Ctx,
  type: Extract<Type, { kind: 'nominal' }> | Type,
  method: string,
  growing: Growing,
): readonly Callee[] | 'dynamic' {
  const shown = growing === 'no' ? fillEmptyLiterals(type) : type;
  const found = instanceCallees(ctx, shown, shown, method);
  if (found === 'dynamic' || growing === 'no' || type.kind !== 'nominal') return found;
  const params = ctx.hierarchy.typeParams(type.name);
  const growth: Bounds = new Map(params.map((param, i) => [`?${param.name}`, type.args[i] ?? DYNAMIC]));
  return found.map(callee => {
    if (callee.info === null) return callee;
    const owner = callee.info.owner;
    const self = growing === 'literal' ? openInstance(ctx, type.name) : type;
    const arms = signatureOf(ctx, callee.info).map(arm =>
      instantiateMethod(ctx, arm, { owner, receiver: type, self }, true),
    );
    return {
      ...callee,
      growth,
      arms: replacesContents(callee.info) ? arms.map(arm => armReplacingContents(arm, type)) : arms,
    };
  });
}

/** `map!`: afterwards the container holds what the block returned, whatever it held before. */
function armReplacingContents(arm: MethodType, { name }: Extract<Type, { kind: 'nominal' }>): MethodType {
  if (arm.block === null) return arm;
  const type = { ...arm.block.type, result: REPLACED };
  return { ...arm, block: { ...arm.block, type }, result: nominal(name, [REPLACED]) };
}

function classCallees(ctx: Ctx, name: string, member: Type, method: string): readonly Callee[] | 'dynamic' {
  if (!ctx.program.classes.has(name)) return 'dynamic';
  const info = findSingletonMethod(ctx.program, name, method);
  if (method === 'new' && info === null && hasNoConstructor(ctx, name)) return [];
  if (method === 'new' && (info === null || info.owner === 'Class')) return constructorCallees(ctx, name);
  if (info !== null && hasOwnConstructor(ctx, name, info))
    return info.synthetic?.type === 'structNew' && info.synthetic.data
      ? dataCallees(ctx, name)
      : constructorCallees(ctx, name);
  if (info === null) return mayHaveUnknownMethods(ctx, name) || mayBeExtendedByLibrary(ctx, name) ? 'dynamic' : [];
  const arms = signatureOf(ctx, info, name).map(arm =>
    instantiateMethod(ctx, arm, { owner: info.owner, receiver: openInstance(ctx, name), self: member }, true),
  );
  return [
    {
      receiver: member,
      info,
      arms: arms.map(arm => withInstance(arm, method, info, name, ctx)),
      growth: null,
      makes: null,
    },
  ];
}

/** `undef new` in the singleton class, as Integer has it. */
function hasNoConstructor(ctx: Ctx, name: string): boolean {
  const isUndefined = (one: string): boolean => ctx.program.classes.get(one)?.undefined.get('.new') === 'surely';
  return superclassChain(ctx.program, name).some(isUndefined) && !mayHaveUnknownMethods(ctx, name);
}

/** Overrides in visible subclasses. */
export function overridesOf(
  ctx: Ctx,
  callee: Callee,
): readonly { readonly info: MethodInfo; readonly receivers: readonly string[] }[] {
  const receiver = resolveType(ctx, callee.receiver);
  if (callee.info === null || receiver.kind !== 'nominal' || callee.info.singleton) return [];
  // The main object has no subclasses.
  if (receiver.name === 'Object' && callee.receiver.kind === 'self' && ctx.inference?.isScript) return [];
  return candidates(ctx.program, receiver.name, callee.info.name)
    .filter(candidate => candidate.method.key !== callee.info?.key)
    .map(candidate => ({ info: candidate.method, receivers: candidate.receivers }));
}
