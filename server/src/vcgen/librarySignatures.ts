/**
 * A signature of the library at one call: its type variables are what they stand for there. Those of a container's class
 * come from the type that the verifier itself keeps of the receiver (it asks for it at every write); a method's own come
 * from the checker, as far as the arguments are of the types that it found. What neither knows stays unknown, and so does
 * what the receiver's class does not watch over (the ends of a Range).
 */
import { hierarchyOf } from '../program/hierarchy';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import type { Call } from '../ril/ril';
import { equalTypes } from '../types/equal';
import { freeVariables, substituteMethod, substituteType } from '../types/substitute';
import { isSubtype } from '../types/subtype';
import { INTEGER, type MethodType, nominal, type ParamType, type Type } from '../types/type';
import type { CallCandidate } from '../types/typedMethod';
import type { Args, Site } from './arguments';
import { elementType } from './arrays';
import type { Mode } from './callEffects';
import type { Ctx } from './context';
import { keyTypeOf, valueTypeOf } from './hashTypes';
import { assignPositional } from './positions';
import { holdsUnknown, plain } from './shape';
import { concrete } from './typing';
import { typeOf, type Val } from './value';

const SEQUENCE = 'Enumerator::ArithmeticSequence';

/** Their elements are what their type says: every write is asked for it. */
const KEPT: ReadonlySet<string> = new Set(['Array', 'Hash', 'Set', 'Enumerator', SEQUENCE]);

/** They write the receiver, but keep nothing of what they are given (a default may always be nil). */
const SEEKS: ReadonlySet<string> = new Set(['delete', 'delete?', 'subtract', 'default=']);

export function asCalled(
  ctx: Ctx,
  info: MethodInfo,
  arm: SignatureArm,
  mode: Mode,
  receiver: Val,
  args: Args,
  site: Site,
): SignatureArm {
  if (info.origin === 'workspace' || arm.type.block) return arm;
  const variables = freeVariables(arm.type);
  const solved = variables.size === 0 ? arm.type : withVariables(ctx, info, arm, mode, receiver, args, site);
  const shaped = steppedResult(info, receiver, args) ?? shapedResult(ctx, info, solved.result, receiver, site);
  if (solved === arm.type && shaped === null) return arm;
  return { ...arm, type: shaped === null ? solved : { ...solved, result: shaped } };
}

function withVariables(
  ctx: Ctx,
  info: MethodInfo,
  arm: SignatureArm,
  mode: Mode,
  receiver: Val,
  args: Args,
  site: Site,
): MethodType {
  const { program } = ctx.run.input;
  const bindings = new Map(classBindings(program, info.owner, typeOf(receiver)));
  const open: MethodType = { ...arm.type, typeParams: [] };
  const found = candidateOf(ctx, info, site)?.arms.find(each => info.signature?.arms[each.index] === arm);
  for (const [name, type] of found ? solutionOf(open, found.type) : [])
    if (!bindings.has(name) && !holdsUnknown(type)) bindings.set(name, type);
  const solved = substituteMethod(open, bindings);
  // Who writes the receiver must be given what the receiver holds; who only reads may be asked for anything.
  const asksForParams =
    !SEEKS.has(info.name) && mode.kind !== 'pure' && !(mode.kind === 'modifies' && mode.entries.length === 0);
  return {
    ...solved,
    params: asksForParams ? solved.params : arm.type.params,
    result: argumentsFit(program, open.params, solved.params, args)
      ? solved.result
      : onlyOfClass(ctx, info, arm, receiver),
  };
}

function onlyOfClass(ctx: Ctx, info: MethodInfo, arm: SignatureArm, receiver: Val): Type {
  return substituteType(arm.type.result, classBindings(ctx.run.input.program, info.owner, typeOf(receiver)));
}

/** The parameters of the class (or module) that has the method, in terms of what the receiver holds. */
function classBindings(program: Program, owner: string, receiver: Type): ReadonlyMap<string, Type> {
  const type = asNominal(plain(receiver));
  if (type.kind !== 'nominal' || !KEPT.has(type.name) || type.args.length === 0) return new Map();
  const hierarchy = hierarchyOf(program);
  const own = new Map(hierarchy.typeParams(type.name).map((param, index) => [param.name, type.args[index]]));
  const known = new Map([...own].filter((pair): pair is [string, Type] => pair[1] !== undefined));
  const args = owner === type.name ? null : hierarchy.ancestorArgs(type.name, owner);
  return new Map(
    hierarchy.typeParams(owner).flatMap((param, index): [string, Type][] => {
      const arg = args === null ? known.get(param.name) : args[index] && substituteType(args[index], known);
      return arg && !holdsUnknown(arg) ? [[param.name, arg]] : [];
    }),
  );
}

function asNominal(type: Type): Type {
  if (type.kind === 'tuple') return nominal('Array', [elementType(type)]);
  return type.kind === 'finiteHash' ? nominal('Hash', [keyTypeOf(type), valueTypeOf(type)]) : type;
}

function candidateOf(ctx: Ctx, info: MethodInfo, site: Site): CallCandidate | null {
  const target = 'kind' in site ? ctx.frame.calls.get(site as Call) : undefined;
  const found = target?.candidates.filter(candidate => candidate.method === info.key) ?? [];
  return found.length === 1 ? found[0]! : null;
}

/** What stands where the variables were. */
function solutionOf(open: MethodType, solved: MethodType): ReadonlyMap<string, Type> {
  const found = new Map<string, Type>();
  for (const [index, param] of open.params.entries()) {
    const other = solved.params[index];
    if (other) match(param.type, other.type, found);
  }
  return found;
}

function match(open: Type, solved: Type, found: Map<string, Type>): void {
  if (open.kind === 'variable') found.set(open.name, solved);
  else if (open.kind === 'nominal' && solved.kind === 'nominal' && open.name === solved.name)
    for (const [index, arg] of open.args.entries()) if (solved.args[index]) match(arg, solved.args[index], found);
}

/** The checker lets nil pass everywhere; what it found of the variables counts only if nothing else came in. */
function argumentsFit(program: Program, open: readonly ParamType[], solved: readonly ParamType[], args: Args): boolean {
  if (open.every((param, index) => equalTypes(param.type, solved[index]!.type))) return true;
  if (args.irregular !== null || args.keywords.size > 0) return false;
  const kinds = open.map(param => param.kind);
  const assigned = assignPositional(kinds, args.positional.length);
  if (!assigned || kinds.includes('rest')) return false;
  const hierarchy = hierarchyOf(program);
  return open.every((param, index) => {
    const wanted = solved[index]!.type;
    const position = assigned[index];
    const given = position === null || position === undefined ? undefined : args.positional[position];
    if (!given || equalTypes(param.type, wanted)) return true;
    const own = typeOf(given);
    return !holdsUnknown(own) && isSubtype(own, wanted, hierarchy);
  });
}

/** `(0..n) % 2`: the ends of this range are in sight, so it is known to be of Integers. */
function steppedResult(info: MethodInfo, receiver: Val, args: Args): Type | null {
  if (info.key !== 'Range#step' && info.key !== 'Range#%') return null;
  if (receiver.kind !== 'range' || args.irregular !== null) return null;
  const ends = [receiver.from, receiver.to].filter(end => end !== null);
  const isCounted = ends.length > 0 && [...ends, ...args.positional].every(one => one.kind === 'int');
  return isCounted ? nominal(SEQUENCE, [INTEGER]) : null;
}

/**
 * `rows.flatten`, `pairs.to_h`: the signature knows no more than the container, the checker what is in it. It counts where
 * it began with the type that the verifier has of the receiver.
 */
function shapedResult(ctx: Ctx, info: MethodInfo, declared: Type, receiver: Val, site: Site): Type | null {
  const bare = plain(declared);
  if (bare.kind !== 'nominal' || !KEPT.has(bare.name) || !holdsUnknown(bare)) return null;
  const candidate = candidateOf(ctx, info, site);
  if (!candidate || (site as Call).kind !== 'call' || (site as Call).args.length > 0) return null;
  const own = concrete(ctx.run.input.program, candidate.receiver, typeOf(ctx.frame.self));
  if (!equalTypes(plain(own), plain(typeOf(receiver)))) return null;
  const found = ctx.frame.types.get(site as Call);
  const isSame = found?.kind === 'nominal' && found.name === bare.name && !holdsUnknown(found);
  return isSame ? found : null;
}
