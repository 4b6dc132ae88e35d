/**
 * Signatures whose result is never nil, or has certain classes only -> edge-case calls: empty receivers, positions out
 * of range, missing keys, patterns that do not match. An exception does not count; nil is a violation.
 */
import type { MethodInfo, Program, SignatureArm } from '../../server/src/program/program';
import type { ParamTypeKind, Type } from '../../server/src/types/type';
import { type Call, conjunction, refinementText } from './conformanceCalls';
import { hasType, type Scope } from './conformancePredicates';
import { edgesOf } from './conformanceReceivers';
import { textsOf, valuesOf } from './conformanceValues';

/** Calls per arm and receiver. */
const ROUNDS = 6;

/** In addition to the values of conformanceValues.ts: out of range, negative, empty, not matching. */
const FAR: Readonly<Record<string, readonly string[]>> = {
  Integer: ['0', '99', '-99', '1', '2', '10'],
  Float: ['0.0', '1.5', 'Float::INFINITY'],
  String: ['+""', '+"zz"', '+"a"', '+"é"', '+"w+"'],
  Symbol: [':zz', ':a', ':upcase'],
  Regexp: ['/zz/', '/a/', '//'],
  Range: ['(99..100)', '(0...0)', '(2..9)'],
};

const KINDS: readonly (readonly ParamTypeKind[])[] = [
  ['required', 'post'],
  ['required', 'optional', 'post'],
  ['required', 'optional', 'rest', 'post'],
];

const BLOCK_RESULTS = ['1', 'false', 'true'];

/** Every arm of every method of the class, and of the class object if requested. */
export function sureCallsOf(library: Program, owner: string, skip: ReadonlySet<string>): readonly Call[] {
  const found = library.classes.get(owner);
  const methods = [...(found?.methods.values() ?? []), ...(found?.singletonMethods.values() ?? [])];
  return methods
    .filter(
      ({ visibility, key, name }) => visibility === 'public' && !skip.has(key) && !skip.has(name) && !isSetter(name),
    )
    .flatMap(method => (method.signature?.arms ?? []).flatMap(arm => callsOfArm(method, arm, owner)));
}

/** The value of an assignment is the assigned value, not the setter's result. */
function isSetter(name: string): boolean {
  return name === '[]=' || /^\w+=$/.test(name);
}

function callsOfArm(method: MethodInfo, arm: SignatureArm, owner: string): readonly Call[] {
  const { type } = arm;
  const promised = sure(type.result, owner);
  if (type.anyArgs || promised === 'true' || (method.singleton && type.result.kind === 'self')) return [];
  const receivers = method.singleton ? [owner] : [...new Set([...edgesOf(owner), ...textsOf(owner)])];
  return KINDS.flatMap(kinds => {
    if (kinds.includes('rest') && !type.params.some(param => param.kind === 'rest')) return [];
    if (kinds.includes('optional') && !type.params.some(param => param.kind === 'optional')) return [];
    const positional = type.params.filter(param => kinds.includes(param.kind));
    const keys = type.params.filter(param => param.kind === 'key');
    const pools = [...positional, ...keys].map(param => edgeValues(param.type, owner));
    if (pools.some(pool => pool.length === 0)) return [];
    const isRefined = positional.some(param => param.refinement !== null);
    const names = positional.map((param, i) => (isRefined ? param.name : null) ?? `p${i}`);
    const accepted = conjunction(positional.map(param => refinementText(param.refinement, new Set(names))));
    const rounds = pools.length === 0 && !type.block ? 1 : ROUNDS;
    return receivers.flatMap((receiver, r) =>
      Array.from({ length: rounds }, (_, round) => {
        const chosen = pools.map((pool, i) => pool[(round + i * 2 + r) % pool.length]!);
        return {
          key: method.key,
          owner,
          name: method.name,
          receiver,
          args: chosen.slice(0, positional.length),
          keywords: keys.map((key, i) => [key.name!, chosen[positional.length + i]!] as const),
          block: blockText(type.block, round, owner),
          accepted,
          promised,
          names,
          unchanged: [],
          repeats: false,
          raises: null,
          mayRaise: false,
          mayBeMissing: true,
        };
      }),
    );
  });
}

function blockText(block: SignatureArm['type']['block'], round: number, owner: string): string | null {
  if (!block || block.optional) return null;
  const { result } = block.type;
  const isOpen = result.kind === 'any' || result.kind === 'dynamic' || result.kind === 'bool';
  if (isOpen) return limitIterations(BLOCK_RESULTS[round % BLOCK_RESULTS.length]!);
  if (result.kind === 'variable') return limitIterations('given.first.nil? ? 1 : given.first');
  return limitIterations(edgeValues(result, owner)[0] ?? '1');
}

/** Stops after some iterations, so that endless iteration terminates. */
function limitIterations(value: string): string {
  return `{ |*given| (rounds += 1) > 40 ? raise(IOError, "enough") : (${value}) }`;
}

/** The values of conformanceValues.ts and edge cases. */
function edgeValues(type: Type, owner: string): readonly string[] {
  if (type.kind === 'union') return type.members.flatMap(member => edgeValues(member, owner).slice(0, 4));
  if (type.kind === 'nonNull') return edgeValues(type.type, owner);
  if (type.kind === 'any' || type.kind === 'dynamic') return ['99', '+"zz"', ':zz', '1'];
  if (type.kind !== 'nominal') return valuesOf(type, scopeOf(owner));
  if (type.name === 'Range' && type.args[0]?.kind === 'nominal' && type.args[0].name === 'Float') return ['(1.0..2.5)'];
  if (type.name === 'Range' && type.args[0] && canBeNil(type.args[0])) return [...FAR.Range!, '(-1..)', '(..-99)'];
  const known = FAR[type.name] ?? valuesOf(type, scopeOf(owner));
  return known.length > 0 ? known : edgesOf(type.name);
}

function canBeNil(type: Type): boolean {
  return type.kind === 'nil' || (type.kind === 'union' && type.members.some(canBeNil));
}

/** Like hasType, but type parameters and interfaces are not nil: no nil was passed. */
function sure(type: Type, owner: string): string {
  const self = owner.startsWith('RBS::') ? 'Object' : owner; // a class without a name in Ruby: that of ENV
  return hasType(type, 'v', { ...scopeOf(self), open: value => `!${value}.nil?` });
}

function scopeOf(self: string): Scope {
  return { self, held: new Map() };
}
