/**
 * Signatures -> calls to try in Ruby: each arm of each method with concrete values of its parameter types, and what the
 * arm guarantees about the result, exceptions and unchanged state.
 */
import { translateToRuby } from '../../server/src/judge/rubySource';
import type { MethodInfo, Program, SignatureArm } from '../../server/src/program/program';
import type { Labels } from '../../server/src/types/annotation';
import { freeVariablesOf } from '../../server/src/types/substitute';
import {
  INTEGER,
  type MethodType,
  type ParamType,
  type ParamTypeKind,
  type Refinement,
  SYMBOL,
  type Type,
  type TypeParam,
} from '../../server/src/types/type';
import { blocksOf } from './conformanceBlocks';
import { hasType, type Scope } from './conformancePredicates';
import { HUGE, type Sample, samplesOf, valuesOf } from './conformanceValues';

export interface Call {
  readonly key: string;
  readonly owner: string;
  readonly name: string;
  readonly receiver: string;
  readonly args: readonly string[];
  readonly keywords: readonly (readonly [name: string, value: string])[];
  /** Source of a block, or null. */
  readonly block: string | null;
  /** A Ruby expression over `receiver` and the parameter names: calls for which it is false are not tried. */
  readonly accepted: string;
  /** A Ruby expression over `receiver`, the parameter names and the result `v`. */
  readonly promised: string;
  readonly names: readonly string[];
  /** Which of the receiver, arguments and keywords must be unchanged. */
  readonly unchanged: readonly boolean[];
  readonly repeats: boolean;
  /** Null: anything except a wrong type, wrong number of arguments or missing method. */
  readonly raises: readonly string[] | null;
  /** The elements may not suit the method: exceptions mean nothing. */
  readonly mayRaise: boolean;
  /** It belongs to a library that may not be required. */
  readonly mayBeMissing: boolean;
}

/** Methods with few receivers are called with more arguments each. */
const FEW_ROUNDS = 4;
const ROUNDS = 5;
const MANY_ROUNDS = 9;

export function callsOf(library: Program, owner: string, skip: ReadonlySet<string>): readonly Call[] {
  const methods = [...(library.classes.get(owner)?.methods.values() ?? [])];
  return methods
    .filter(method => method.visibility === 'public' && !skip.has(method.name) && !skip.has(method.key))
    .flatMap(method => callsOfMethod(library, method, owner));
}

/** Only methods with a frame or purity label. */
export function labelledCallsOf(library: Program, owner: string, skip: ReadonlySet<string>): readonly Call[] {
  return callsOf(library, owner, skip).filter(call => call.unchanged.every(Boolean));
}

/** Whether the method is labelled pure, or as writing nothing. */
export function promisesNoChange({ signature }: MethodInfo): 'pure' | 'reads' | null {
  const labels = (signature?.arms ?? []).map(arm => arm.labels);
  if (labels.some(each => each.pure)) return 'pure';
  return labels.some(each => each.modifies?.length === 0) ? 'reads' : null;
}

/** On the class itself: `Integer.sqrt(2)`. `only`: restrict to these names. */
export function singletonCallsOf(library: Program, owner: string, only: readonly string[] | null): readonly Call[] {
  const methods = [...(library.classes.get(owner)?.singletonMethods.values() ?? [])];
  return methods
    .filter(method => method.visibility === 'public' && (only === null || only.includes(method.name)))
    .flatMap(method => callsOfMethod(library, method, owner));
}

export function callsOfMethod(library: Program, method: MethodInfo, owner: string): readonly Call[] {
  const params = method.singleton ? [] : (library.classes.get(owner)?.typeParams ?? []);
  const receivers = method.singleton ? [{ text: owner, holds: null, isOrdinary: true }] : samplesOf(owner);
  const rounds = receivers.length === 1 ? MANY_ROUNDS : receivers.length > ROUNDS ? FEW_ROUNDS : ROUNDS;
  return (method.signature?.arms ?? []).flatMap(arm =>
    shapesOf(arm).flatMap(shape =>
      receivers.flatMap((receiver, first) => {
        const own = ownVariables(arm.type, shape, params);
        // Methods with their own type variables: once with the elements of the receiver, once with something else.
        const standIns = params.length > 0 && own.length > 0 ? [INTEGER, SYMBOL] : [INTEGER];
        return standIns.flatMap(given => {
          const scope: Scope = { self: owner, held: bindTypeParams(receiver, params, own, given) };
          const isOrdinary = receiver.isOrdinary && given === INTEGER;
          return callsOfArm(method, arm, { ...receiver, isOrdinary }, scope, shape, { first, rounds });
        });
      }),
    ),
  );
}

/** Type variables of the method that the arguments determine. */
function ownVariables(type: MethodType, shape: Shape, params: readonly TypeParam[]): readonly string[] {
  const block = type.block && shape.hasBlock ? [type.block.type.result] : [];
  const passed = type.params.filter(param => isPassed(param, shape) && param.type.kind !== 'intersection');
  const names = new Set([...passed.map(param => param.type), ...block].flatMap(each => [...freeVariablesOf(each)]));
  const others = new Set([...params, ...type.typeParams.filter(param => param.bound !== null)].map(({ name }) => name));
  return [...names].filter(name => !others.has(name));
}

function isPassed({ kind, name }: ParamType, { kinds, keys }: Shape): boolean {
  return kinds.includes(kind) || kind === 'key' || (kind === 'optionalKey' && name !== null && keys.includes(name));
}

/** Binds the class's type parameters to what the receiver holds, and the method's to the arguments. */
function bindTypeParams(
  { holds }: Sample,
  params: readonly TypeParam[],
  own: readonly string[],
  given: Type,
): Scope['held'] {
  const ofClass = params.flatMap(({ name }, i) => {
    const held = holds ? holds[i] : INTEGER;
    return held ? [[name, held] as const] : [];
  });
  return new Map([...own.map(name => [name, given] as const), ...ofClass]);
}

/** The form of a call: positional arguments, keywords by name, with or without a block. */
interface Shape {
  readonly kinds: readonly ParamTypeKind[];
  readonly keys: readonly string[];
  readonly hasBlock: boolean;
}

/**
 * Required arguments only; with all optional ones; with one element of a rest; each keyword; without an optional block.
 */
function shapesOf({ type }: SignatureArm): readonly Shape[] {
  const has = (kind: ParamTypeKind): boolean => type.params.some(param => param.kind === kind);
  const needed: Shape = { kinds: ['required', 'post'], keys: [], hasBlock: type.block?.optional === false };
  const optional: Shape = { ...needed, kinds: ['required', 'optional', 'post'] };
  const keys = type.params.flatMap(({ kind, name }) => (kind === 'optionalKey' && name !== null ? [name] : []));
  return [
    needed,
    ...(has('optional') ? [optional] : []),
    ...(has('rest') ? [{ ...optional, kinds: [...optional.kinds, 'rest' as const] }] : []),
    ...keys.map(key => ({ ...needed, keys: [key] })),
    ...(type.block?.optional ? [{ ...needed, hasBlock: true }] : []),
  ];
}

function callsOfArm(
  method: MethodInfo,
  { type, labels }: SignatureArm,
  receiver: Sample,
  scope: Scope,
  shape: Shape,
  { first, rounds }: { readonly first: number; readonly rounds: number },
): readonly Call[] {
  if (type.anyArgs) return [];
  const positional = type.params.filter(param => shape.kinds.includes(param.kind));
  const keys = type.params.filter(param => isPassed(param, shape) && !positional.includes(param));
  const blocks = type.block && shape.hasBlock ? [blocksOf(type.block, scope)] : [];
  const pools = [...[...positional, ...keys].map(param => argumentsFor(method, param, scope)), ...blocks];
  const bounded = new Set(type.typeParams.filter(param => param.bound !== null).map(param => param.name));
  const isBounded = (param: ParamType): boolean => param.type.kind === 'variable' && bounded.has(param.type.name);
  if (pools.some(pool => pool.length === 0) || positional.some(isBounded)) return [];
  // Only refinements need the names, which may be keywords of Ruby (`end`).
  const isRefined = type.resultRefinement !== null || positional.some(param => param.refinement !== null);
  const names = positional.map((param, i) => (isRefined ? param.name : null) ?? `p${i}`);
  const result = type.resultName ?? type.resultRefinement?.binder ?? 'v';
  const known = new Set([...names, result]);
  return chooseFromPools(pools, first, rounds)
    .filter(chosen => !mayNeverEnd(method, [receiver.text, ...chosen]))
    .map(chosen => ({
      key: method.key,
      owner: scope.self,
      name: method.name,
      receiver: receiver.text,
      args: chosen.slice(0, positional.length),
      keywords: keys.map((key, i) => [key.name!, chosen[positional.length + i]!] as const),
      block: blocks.length > 0 ? chosen.at(-1)! : null,
      names,
      accepted: conjunction(positional.map(param => refinementText(param.refinement, known))),
      promised: conjunction([hasType(type.result, 'v', scope), resultText(type.resultRefinement, result, known)]),
      unchanged: ['self', ...[...positional, ...keys].map(({ name }) => name)].map(name => isKept(labels, name)),
      repeats: labels.pure,
      raises: labels.raises,
      mayRaise: !receiver.isOrdinary,
      mayBeMissing: method.origin !== 'core',
    }));
}

/** Whether the signature says that this argument is unchanged. */
function isKept({ pure, modifies }: Labels, name: string | null): boolean {
  return pure || (modifies !== null && !modifies.some(({ owner }) => owner === name));
}

/** Formats determine the other arguments and the result: these work with any number of Integers. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'Array#pack': ['+"U*"', '+"w*"', '+""'],
  'String#unpack': ['+"C*"', '+"a*"', '+"x"'],
  'String#unpack1': ['+"C"', '+"a*"'],
};

function argumentsFor({ key }: MethodInfo, param: ParamType, scope: Scope): readonly string[] {
  const formats = param.kind === 'required' ? FORMATS[key] : undefined;
  return formats ?? valuesOf(param.type, scope);
}

/** One of each pool, with as many different choices as there are calls. */
function chooseFromPools(
  pools: readonly (readonly string[])[],
  first: number,
  rounds: number,
): readonly (readonly string[])[] {
  const choices = Array.from({ length: rounds }, (_, round) =>
    pools.map((pool, i) => pool[(round + i * 2 + first) % pool.length]!),
  );
  return [...new Map(choices.map(chosen => [chosen.join('|'), chosen])).values()];
}

/** Whether it counts to a number that it never reaches. */
function mayNeverEnd({ name }: MethodInfo, texts: readonly string[]): boolean {
  return ['times', 'upto', 'downto'].includes(name) && texts.includes(HUGE);
}

function resultText(refinement: Refinement | null, name: string, known: ReadonlySet<string>): string {
  const text = refinementText(refinement, known);
  return text === 'true' ? text : `(${name} = v; ${text})`;
}

/** `self` in a refinement is the receiver. An implication whose condition fails is nil, which is not false. */
export function refinementText(refinement: Refinement | null, known: ReadonlySet<string>): string {
  if (!refinement) return 'true';
  const clauses = refinement.clauses.map(clause => translateToRuby(clause.expr, 'receiver', known)?.text);
  return conjunction(clauses.map(text => (text === undefined ? 'true' : `(${text}) != false`)));
}

export function conjunction(parts: readonly string[]): string {
  const told = parts.filter(part => part !== 'true');
  return told.length === 0 ? 'true' : told.map(part => `(${part})`).join(' && ');
}
