/**
 * Signatures -> calls to try in Ruby: each arm of each method with concrete values of its parameter types, together
 * with what the arm promises of the result, of exceptions and of what stays as it was.
 */
import { rubyText } from '../../server/src/judge/rubyText';
import type { MethodInfo, Program, SignatureArm } from '../../server/src/program/program';
import type { ParamType, ParamTypeKind, Refinement } from '../../server/src/types/type';
import { hasType, samplesOf, valuesOf } from './conformanceValues';

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
  /** It comes with a library that may not have been required. */
  readonly mayBeMissing: boolean;
}

const ROUNDS = 5;

export function callsOf(library: Program, owner: string, skip: ReadonlySet<string>): readonly Call[] {
  const methods = [...(library.classes.get(owner)?.methods.values() ?? [])];
  return methods
    .filter(method => method.visibility === 'public' && !skip.has(method.name) && !skip.has(method.key))
    .flatMap(method => callsOfMethod(method, owner));
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
    .flatMap(method => callsOfMethod(method, owner));
}

export function callsOfMethod(method: MethodInfo, owner: string): readonly Call[] {
  return (method.signature?.arms ?? []).flatMap(arm =>
    ARGUMENTS.flatMap(kinds => (hasAll(arm, kinds) ? callsOfArm(method, arm, owner, kinds) : [])),
  );
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
  arm: SignatureArm,
  owner: string,
  kinds: readonly ParamTypeKind[],
): readonly Call[] {
  const { type, labels } = arm;
  if (type.anyArgs) return [];
  const positional = type.params.filter(param => kinds.includes(param.kind));
  const keys = type.params.filter(param => param.kind === 'key');
  const pools = [...positional, ...keys].map(param => valuesOf(param.type, owner));
  const bounded = new Set(type.typeParams.filter(param => param.bound !== null).map(param => param.name));
  const isBounded = (param: ParamType): boolean => param.type.kind === 'variable' && bounded.has(param.type.name);
  if (pools.some(pool => pool.length === 0) || positional.some(isBounded)) return [];
  const block = type.block && !type.block.optional ? blockText(type.block.type.result, owner) : null;
  if (type.block && !type.block.optional && block === null) return [];
  // Names matter to refinements only; elsewhere they may be words of Ruby's (`end`).
  const isRefined = type.resultRefinement !== null || positional.some(param => param.refinement !== null);
  const names = positional.map((param, i) => (isRefined ? param.name : null) ?? `p${i}`);
  const result = type.resultName ?? type.resultRefinement?.binder ?? 'v';
  const known = new Set([...names, result]);
  const calls: Call[] = [];
  const receivers = method.singleton ? [owner] : samplesOf(owner);
  for (const [r, receiver] of receivers.entries()) {
    for (let round = 0; round < (pools.length === 0 ? 1 : ROUNDS); round++) {
      const chosen = pools.map((pool, i) => pool[(round + i * 2 + r) % pool.length]!);
      const args = chosen.slice(0, positional.length);
      calls.push({
        key: method.key,
        owner,
        name: method.name,
        receiver,
        args,
        keywords: keys.map((key, i) => `${key.name}: ${chosen[positional.length + i]}`),
        block,
        names,
        accepted: conjunction(positional.map(param => refinementText(param.refinement, known))),
        promised: conjunction([hasType(type.result, 'v', owner), resultText(type.resultRefinement, result, known)]),
        unchanged: labels.pure || labels.modifies?.length === 0,
        repeats: labels.pure,
        raises: labels.raises,
        mayBeMissing: method.origin !== 'core',
      });
    }
  }
  return calls;
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

function blockText(result: SignatureArm['type']['result'], owner: string): string | null {
  const value = result.kind === 'variable' || result.kind === 'any' ? 'given.first' : valuesOf(result, owner)[0];
  return value === undefined ? null : `{ |*given| ${value} }`;
}

export function conjunction(parts: readonly string[]): string {
  const told = parts.filter(part => part !== 'true');
  return told.length === 0 ? 'true' : told.map(part => `(${part})`).join(' && ');
}
