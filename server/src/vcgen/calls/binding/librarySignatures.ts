/**
 * Instantiates a library signature at a call. The type variables of a container's class come from the type that the
 * verifier itself keeps for the receiver (it is required at every write); a method's own come from the checker, if the
 * arguments have the types that it inferred. Variables that neither knows stay unknown, and so do those that the
 * receiver's class does not enforce (the ends of a Range).
 */
import { hierarchyOf } from '../../../program/hierarchy';
import type { MethodInfo, Program, SignatureArm } from '../../../program/program';
import type { Call } from '../../../ril/ril';
import { equalTypes } from '../../../types/equal';
import { freeVariables, substituteMethod, substituteType } from '../../../types/substitute';
import { isSubtype } from '../../../types/subtype';
import { INTEGER, type MethodType, nominal, type ParamType, type Type } from '../../../types/type';
import type { CallCandidate } from '../../../types/typedMethod';
import type { CallMode } from '../../analysis/callMode';
import { elementType } from '../../heap/arrays';
import type { Args, Send, Site } from '../../state/call';
import type { Ctx } from '../../state/context';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { holdsUnknown, withoutAnnotations } from '../../state/representation';
import { resolveTypeFor } from '../../state/typeGuards';
import { typeOf, type Val } from '../../state/value';
import { assignPositional } from './matchParameters';

const SEQUENCE = 'Enumerator::ArithmeticSequence';

/** Their elements have the declared type: every write requires it. */
const KEPT: ReadonlySet<string> = new Set(['Array', 'Hash', 'Set', 'Enumerator', SEQUENCE]);

export function instantiateAtCall(
  ctx: Ctx,
  info: MethodInfo,
  arm: SignatureArm,
  mode: CallMode,
  send: Send,
): SignatureArm {
  const { receiver, args, site } = send;
  if (info.origin === 'workspace' || arm.type.block) return arm;
  const variables = freeVariables(arm.type);
  const solved = variables.size === 0 ? arm.type : instantiateFromArguments(ctx, info, arm, mode, send);
  const shaped = steppedResult(info, receiver, args) ?? shapedResult(ctx, info, solved.result, receiver, site);
  if (solved === arm.type && shaped === null) return arm;
  return { ...arm, type: shaped === null ? solved : { ...solved, result: shaped } };
}

function instantiateFromArguments(
  ctx: Ctx,
  info: MethodInfo,
  arm: SignatureArm,
  mode: CallMode,
  { receiver, args, site }: Send,
): MethodType {
  const { program } = ctx.run.input;
  const bindings = new Map(classBindings(program, info.owner, typeOf(receiver)));
  const open: MethodType = { ...arm.type, typeParams: [] };
  const found = candidateOf(ctx, info, site)?.arms.find(each => info.signature?.arms[each.index] === arm);
  for (const [name, type] of found ? solutionOf(open, found.type) : [])
    if (!bindings.has(name) && !holdsUnknown(type)) bindings.set(name, type);
  const solved = substituteMethod(open, bindings);
  // A method that writes the receiver needs arguments of its element type; a method that only reads accepts any.
  const asksForParams =
    info.facts?.stores !== 'nothing' &&
    mode.kind !== 'pure' &&
    !(mode.kind === 'modifies' && mode.entries.length === 0);
  return {
    ...solved,
    params: asksForParams ? solved.params : arm.type.params,
    result: argumentsFit(program, open.params, solved.params, args)
      ? solved.result
      : resultForClass(ctx, info, arm, receiver),
  };
}

function resultForClass(ctx: Ctx, info: MethodInfo, arm: SignatureArm, receiver: Val): Type {
  return substituteType(arm.type.result, classBindings(ctx.run.input.program, info.owner, typeOf(receiver)));
}

/** The type parameters of the class (or module) that defines the method, in terms of the receiver's elements. */
export function classBindings(program: Program, owner: string, receiver: Type): ReadonlyMap<string, Type> {
  const type = asNominal(withoutAnnotations(receiver));
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

export function candidateOf(ctx: Ctx, info: MethodInfo, site: Site): CallCandidate | null {
  const target = 'kind' in site ? ctx.frame.calls.get(site as Call) : undefined;
  const found = target?.candidates.filter(candidate => candidate.method === info.key) ?? [];
  return found.length === 1 ? found[0]! : null;
}

/** The types that replace the variables. */
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

/** The checker accepts nil everywhere; its solution for the variables counts only if all other arguments fit. */
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

/** `(0..n) % 2`: the ends of this range are visible, so it is known to be a range of Integers. */
function steppedResult(info: MethodInfo, receiver: Val, args: Args): Type | null {
  if (info.key !== 'Range#step' && info.key !== 'Range#%') return null;
  if (receiver.kind !== 'range' || args.irregular !== null) return null;
  const ends = [receiver.from, receiver.to].filter(end => end !== null);
  const isCounted = ends.length > 0 && [...ends, ...args.positional].every(one => one.kind === 'int');
  return isCounted ? nominal(SEQUENCE, [INTEGER]) : null;
}

/**
 * `rows.flatten`, `pairs.to_h`: the signature knows only the container, the checker also its elements. Its type counts
 * if it started from the type that the verifier has for the receiver.
 */
function shapedResult(ctx: Ctx, info: MethodInfo, declared: Type, receiver: Val, site: Site): Type | null {
  const bare = withoutAnnotations(declared);
  if (bare.kind !== 'nominal' || !KEPT.has(bare.name) || !holdsUnknown(bare)) return null;
  const candidate = candidateOf(ctx, info, site);
  if (!candidate || (site as Call).kind !== 'call' || (site as Call).args.length > 0) return null;
  const own = resolveTypeFor(ctx.run.input.program, candidate.receiver, typeOf(ctx.frame.self));
  if (!equalTypes(withoutAnnotations(own), withoutAnnotations(typeOf(receiver)))) return null;
  const found = ctx.frame.types.get(site as Call);
  const isSame = found?.kind === 'nominal' && found.name === bare.name && !holdsUnknown(found);
  return isSame ? found : null;
}
