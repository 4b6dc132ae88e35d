import { candidates, findMethod, findSingletonMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Type } from '../types/type';
import { ANY, BOTTOM, DYNAMIC, nominal } from '../types/type';
import { comparedTypes } from './comparable';
import { constructorCallees, dataCallees, hasOwnConstructor, openInstance, withInstance } from './constructors';
import type { Ctx } from './context';
import { use } from './context';
import { instantiated } from './instantiate';
import type { Callee } from './methodTypes';
import { signatureOf } from './methodTypes';
import { className } from './narrow';
import { countedRange, steppedTypes } from './ranges';
import { elementOf, filled, hashKeyOf, hashValueOf, isNil, membersOf, resolved } from './relations';
import { isUncertain } from './sight';
import { memberwiseTypes } from './structMethods';
import type { Bounds } from './unify';

export type { Callee } from './methodTypes';
export { signatureOf } from './methodTypes';

export interface Lookup {
  readonly callees: readonly Callee[];
  /** Alternatives without such a method. */
  readonly missing: readonly Type[];
  /** Something about the receiver is not known. */
  readonly dynamic: boolean;
}

const CALLS_OF_PROC: ReadonlySet<string> = new Set(['call', '()', '[]', 'yield', '===']);

/** May what is put in make the receiver's type arguments grow? A literal is then of what it holds after the call. */
export type Growing = 'no' | 'local' | 'literal';

export function lookUp(ctx: Ctx, receiver: Type, method: string, growing: Growing): Lookup {
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

/** Lenient: an alternative that is nil is the verifier's business, unless nil is all there is. */
function withoutLenientNil(ctx: Ctx, missing: readonly Type[], others: boolean): readonly Type[] {
  return ctx.settings.nil === 'lenient' && (others || missing.length > 1)
    ? missing.filter(type => !isNil(type))
    : missing;
}

function calleesOf(ctx: Ctx, member: Type, method: string, growing: Growing): readonly Callee[] | 'dynamic' {
  const plain = resolved(ctx, member);
  switch (plain.kind) {
    case 'dynamic':
      return 'dynamic';
    case 'bottom':
      return [{ receiver: BOTTOM, info: null, arms: [], growth: null, makes: null }];
    case 'bool':
      return booleanCallees(ctx, method);
    case 'classOf':
      return classCallees(ctx, plain.name, member, method);
    case 'tuple':
    case 'finiteHash':
      return containerCallees(ctx, plain, method, growing);
    case 'proc':
      if (CALLS_OF_PROC.has(method))
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
      return lookUp(ctx, plain, method, growing).callees;
    default: {
      const name = className(plain);
      if (name === null) return 'dynamic';
      if (growing !== 'no' && plain.kind === 'nominal' && plain.args.length > 0)
        return openCallees(ctx, plain, method, growing);
      const own = plain.kind === 'nominal' ? countedRange(filled(plain), method) : nominal(name);
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

/** A type parameter is what its bound says, else any object. */
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
  // Some class, we do not know which: neither what its `new` takes nor what it makes.
  if (!ctx.program.classes.has(type.name) || (type.name === 'Class' && method === 'new')) return 'dynamic';
  const info = findMethod(ctx.program, type.name, method);
  use(ctx, { kind: 'method', key: info?.key ?? `${type.name}#${method}` });
  if (info !== null) return [calleeOf(ctx, info, member, type)];
  const hosts = hostCallees(ctx, type.name, member, method);
  if (hosts.length > 0) return hosts;
  const promised = promisedCallees(ctx, type.name, member, method);
  if (promised.length > 0) return promised;
  return isUncertain(ctx, type.name) ? 'dynamic' : [];
}

/** A module's method may call what every class that includes it has. */
function hostCallees(ctx: Ctx, name: string, member: Type, method: string): readonly Callee[] {
  if (ctx.program.classes.get(name)?.kind !== 'module') return [];
  const hosts = candidates(ctx.program, name, method);
  const covered = new Set(hosts.flatMap(host => host.receivers));
  const all = (ctx.program.descendants.get(name) ?? []).filter(one => ctx.program.classes.get(one)?.kind === 'class');
  if (all.length === 0 || !all.every(one => covered.has(one))) return [];
  return hosts.map(host => calleeOf(ctx, host.method, member, nominal(host.receivers[0] ?? name)));
}

/** What RBS says that every host of a module is has it; which method will run is not known. */
function promisedCallees(ctx: Ctx, name: string, member: Type, method: string): readonly Callee[] {
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
  const typed = memberwiseTypes(ctx, info, name, comparedTypes(ctx, info, name, declared));
  const arms = steppedTypes(
    type,
    info.name,
    typed.map(arm => instantiated(ctx, arm, info.owner, type, member)),
  );
  return { receiver: member, info, arms, growth: null, makes: null };
}

/** Array and hash literals: calls see an Array or Hash whose element types may still grow. */
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

/** Where they may grow, the receiver's type arguments are lower bounds only. */
export function openCallees(
  ctx: Ctx,
  type: Extract<Type, { kind: 'nominal' }> | Type,
  method: string,
  growing: Growing,
): readonly Callee[] | 'dynamic' {
  const shown = growing === 'no' ? filled(type) : type;
  const found = instanceCallees(ctx, shown, shown, method);
  if (found === 'dynamic' || growing === 'no' || type.kind !== 'nominal') return found;
  const params = ctx.hierarchy.typeParams(type.name);
  const growth: Bounds = new Map(params.map((param, i) => [`?${param.name}`, type.args[i] ?? DYNAMIC]));
  return found.map(callee => {
    if (callee.info === null) return callee;
    const owner = callee.info.owner;
    const self = growing === 'literal' ? openInstance(ctx, type.name) : type;
    return {
      ...callee,
      growth,
      arms: signatureOf(ctx, callee.info).map(arm => instantiated(ctx, arm, owner, type, self, true)),
    };
  });
}

function classCallees(ctx: Ctx, name: string, member: Type, method: string): readonly Callee[] | 'dynamic' {
  if (!ctx.program.classes.has(name)) return 'dynamic';
  const info = findSingletonMethod(ctx.program, name, method);
  use(ctx, { kind: 'method', key: info?.key ?? `${name}.${method}` });
  if (method === 'new' && (info === null || info.owner === 'Class')) return constructorCallees(ctx, name);
  if (info !== null && hasOwnConstructor(ctx, name, info))
    return info.synthetic?.type === 'structNew' && info.synthetic.data
      ? dataCallees(ctx, name)
      : constructorCallees(ctx, name);
  if (info === null) return isUncertain(ctx, name) ? 'dynamic' : [];
  const arms = signatureOf(ctx, info, name).map(arm =>
    instantiated(ctx, arm, info.owner, openInstance(ctx, name), member, true),
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

/** Methods that subclasses in sight put in its place. */
export function overridesOf(
  ctx: Ctx,
  callee: Callee,
): readonly { readonly info: MethodInfo; readonly receivers: readonly string[] }[] {
  const receiver = resolved(ctx, callee.receiver);
  if (callee.info === null || receiver.kind !== 'nominal' || callee.info.singleton) return [];
  return candidates(ctx.program, receiver.name, callee.info.name)
    .filter(candidate => candidate.method.key !== callee.info?.key)
    .map(candidate => ({ info: candidate.method, receivers: candidate.receivers }));
}
