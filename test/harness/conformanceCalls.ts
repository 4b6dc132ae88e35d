/**
 * Signatures -> calls to try in Ruby: each arm of each method with concrete values of its parameter types, together
 * with what the arm promises of the result, of exceptions and of what stays as it was.
 */
import { rubyText } from '../../server/src/judge/rubyText';
import type { MethodInfo, Program, SignatureArm } from '../../server/src/program/program';
import { freeVariablesOf } from '../../server/src/types/substitute';
import {
  INTEGER,
  type ParamType,
  type ParamTypeKind,
  type Refinement,
  type Type,
  type TypeParam,
} from '../../server/src/types/type';
import { hasType, type Scope } from './conformancePredicates';
import { HUGE, type Sample, samplesOf, valuesOf } from './conformanceValues';

export interface Call {
  readonly key: string;
  readonly owner: string;
  readonly name: string;
  readonly receiver: string;
  readonly args: readonly string[];
  readonly keywords: readonly string[];
  /** Source of a block, or null. */
  readonly block: string | null;
  /** Ruby over `receiver` and the names of parameters: calls outside of it are not tried. */
  readonly accepted: string;
  /** Ruby over `receiver`, the names of parameters and `v`. */
  readonly promised: string;
  readonly names: readonly string[];
  readonly unchanged: boolean;
  readonly repeats: boolean;
  /** Null: anything but a wrong type, wrong number or missing method. */
  readonly raises: readonly string[] | null;
  /** Its elements may be wrong for it: exceptions say nothing. */
  readonly mayRaise: boolean;
  /** It comes with a library that may not have been required. */
  readonly mayBeMissing: boolean;
}

/** The fewer objects a method is called on, the more arguments it is given with each. */
const FEW_ROUNDS = 4;
const ROUNDS = 5;
const MANY_ROUNDS = 9;

export function callsOf(library: Program, owner: string, skip: ReadonlySet<string>): readonly Call[] {
  const methods = [...(library.classes.get(owner)?.methods.values() ?? [])];
  return methods
    .filter(method => method.visibility === 'public' && !skip.has(method.name) && !skip.has(method.key))
    .flatMap(method => callsOfMethod(library, method, owner));
}

/** Only of methods that are said to change nothing. */
export function labelledCallsOf(library: Program, owner: string, skip: ReadonlySet<string>): readonly Call[] {
  return callsOf(library, owner, skip).filter(call => call.unchanged);
}

/** Whether anything is said to be pure, or to write nothing. */
export function promisesNoChange({ signature }: MethodInfo): 'pure' | 'reads' | null {
  const labels = (signature?.arms ?? []).map(arm => arm.labels);
  if (labels.some(each => each.pure)) return 'pure';
  return labels.some(each => each.modifies?.length === 0) ? 'reads' : null;
}

/** Of the class itself: `Integer.sqrt(2)`. Only these names, where they are given. */
export function singletonCallsOf(library: Program, owner: string, only: readonly string[] | null): readonly Call[] {
  const methods = [...(library.classes.get(owner)?.singletonMethods.values() ?? [])];
  return methods
    .filter(method => method.visibility === 'public' && (only === null || only.includes(method.name)))
    .flatMap(method => callsOfMethod(library, method, owner));
}

export function callsOfMethod(library: Program, method: MethodInfo, owner: string): readonly Call[] {
  const params = method.singleton ? [] : (library.classes.get(owner)?.typeParams ?? []);
  const receivers = method.singleton ? [{ text: owner, holds: null, isOrdinary: true }] : samplesOf(owner);
  return (method.signature?.arms ?? []).flatMap(arm =>
    ARGUMENTS.filter(kinds => hasAll(arm, kinds)).flatMap(kinds =>
      receivers.flatMap((receiver, r) => {
        const scope: Scope = { self: owner, held: heldBy(receiver, params, arm) };
        const rounds = receivers.length === 1 ? MANY_ROUNDS : receivers.length > ROUNDS ? FEW_ROUNDS : ROUNDS;
        return callsOfArm(method, arm, receiver, scope, kinds, { first: r, rounds });
      }),
    ),
  );
}

/** The parameters of the class by what the receiver holds; those of the method are given Integers, where they are given. */
function heldBy({ holds }: Sample, params: readonly TypeParam[], { type }: SignatureArm): Scope['held'] {
  const ofClass = params.flatMap(({ name }, i) => {
    const held = holds ? holds[i] : INTEGER;
    return held ? [[name, held] as const] : [];
  });
  const block = type.block && !type.block.optional ? [type.block.type.result] : [];
  const passed = type.params.filter(param => !isLeftOut(param) && param.type.kind !== 'intersection');
  const given = [...passed.map(param => param.type), ...block];
  const bounded = new Set(type.typeParams.filter(param => param.bound !== null).map(param => param.name));
  const names = [...new Set(given.flatMap(each => [...freeVariablesOf(each)]))].filter(name => !bounded.has(name));
  return new Map([...names.map(name => [name, INTEGER] as const), ...ofClass]);
}

function isLeftOut({ kind }: ParamType): boolean {
  return kind === 'optionalKey' || kind === 'keyRest';
}

/** What is needed; all that may be given, too; where it is a list, one of it. */
const ARGUMENTS: readonly (readonly ParamTypeKind[])[] = [
  ['required', 'post'],
  ['required', 'optional', 'post'],
  ['required', 'optional', 'rest', 'post'],
];

/** Whether these arguments make another call than the ones before. */
function hasAll({ type }: SignatureArm, kinds: readonly ParamTypeKind[]): boolean {
  const has = (kind: ParamTypeKind): boolean => type.params.some(param => param.kind === kind);
  if (kinds.includes('rest')) return has('rest');
  return kinds.includes('optional') ? has('optional') : true;
}

function callsOfArm(
  method: MethodInfo,
  { type, labels }: SignatureArm,
  receiver: Sample,
  scope: Scope,
  kinds: readonly ParamTypeKind[],
  { first, rounds }: { readonly first: number; readonly rounds: number },
): readonly Call[] {
  if (type.anyArgs) return [];
  const positional = type.params.filter(param => kinds.includes(param.kind));
  const keys = type.params.filter(param => param.kind === 'key');
  const pools = [...positional, ...keys].map(param => valuesOf(param.type, scope));
  const bounded = new Set(type.typeParams.filter(param => param.bound !== null).map(param => param.name));
  const isBounded = (param: ParamType): boolean => param.type.kind === 'variable' && bounded.has(param.type.name);
  if (pools.some(pool => pool.length === 0) || positional.some(isBounded)) return [];
  const block = type.block && !type.block.optional ? blockText(type.block.type.result, scope) : null;
  if (type.block && !type.block.optional && block === null) return [];
  // Names matter to refinements only; elsewhere they may be words of Ruby's (`end`).
  const isRefined = type.resultRefinement !== null || positional.some(param => param.refinement !== null);
  const names = positional.map((param, i) => (isRefined ? param.name : null) ?? `p${i}`);
  const result = type.resultName ?? type.resultRefinement?.binder ?? 'v';
  const known = new Set([...names, result]);
  return chosenFrom(pools, first, rounds)
    .filter(chosen => !goesOn(method, [receiver.text, ...chosen]))
    .map(chosen => ({
      key: method.key,
      owner: scope.self,
      name: method.name,
      receiver: receiver.text,
      args: chosen.slice(0, positional.length),
      keywords: keys.map((key, i) => `${key.name}: ${chosen[positional.length + i]}`),
      block,
      names,
      accepted: conjunction(positional.map(param => refinementText(param.refinement, known))),
      promised: conjunction([hasType(type.result, 'v', scope), resultText(type.resultRefinement, result, known)]),
      unchanged: labels.pure || labels.modifies?.length === 0,
      repeats: labels.pure,
      raises: labels.raises,
      mayRaise: !receiver.isOrdinary,
      mayBeMissing: method.origin !== 'core',
    }));
}

/** One of each pool, as many different choices as there are rounds. */
function chosenFrom(
  pools: readonly (readonly string[])[],
  first: number,
  rounds: number,
): readonly (readonly string[])[] {
  const choices = Array.from({ length: rounds }, (_, round) =>
    pools.map((pool, i) => pool[(round + i * 2 + first) % pool.length]!),
  );
  return [...new Map(choices.map(chosen => [chosen.join('|'), chosen])).values()];
}

/** Counts to a number that is never reached. */
function goesOn({ name }: MethodInfo, texts: readonly string[]): boolean {
  return ['times', 'upto', 'downto'].includes(name) && texts.includes(HUGE);
}

function resultText(refinement: Refinement | null, name: string, known: ReadonlySet<string>): string {
  const text = refinementText(refinement, known);
  return text === 'true' ? text : `(${name} = v; ${text})`;
}

/** `self` of a refinement is the receiver; an implication whose condition fails gives nil, which is not false. */
export function refinementText(refinement: Refinement | null, known: ReadonlySet<string>): string {
  if (!refinement) return 'true';
  const clauses = refinement.clauses.map(clause => rubyText(clause.expr, 'receiver', known)?.text);
  return conjunction(clauses.map(text => (text === undefined ? 'true' : `(${text}) != false`)));
}

function blockText(result: Type, scope: Scope): string | null {
  const values = valuesOf(result, scope);
  const [value] =
    result.kind === 'any'
      ? ['given.first']
      : result.kind === 'variable' && scope.held.get(result.name) === INTEGER
        ? ['(given.first.is_a?(Integer) ? given.first : 1)']
        : values;
  return value === undefined ? null : `{ |*given| ${value} }`;
}

export function conjunction(parts: readonly string[]): string {
  const told = parts.filter(part => part !== 'true');
  return told.length === 0 ? 'true' : told.map(part => `(${part})`).join(' && ');
}
