/**
 * Constructs that vcgen does not model, as data, with their descriptions. Code compares `kind` and never reads a
 * description; a description completes "… is not modelled".
 */
import { type DynamicCause, showDynamicCause } from './dynamicCauses';
import { type OpaqueCode, showOpaqueCode } from './opaqueCode';
import type { CalleeName, Case, Table } from './reason';

export interface ConstructCases {
  /** Code that RIL cannot express. */
  opaque: { readonly code: OpaqueCode };
  'syntax-error': object;
  'large-method': object;
  hole: object;
  'nested-definition': object;
  jump: { readonly jump: string };
  yield: object;
  super: object;
  'super-arguments': object;
  pattern: object;
  'computed-rescue': object;
  ensure: object;
  'defined-check': object;
  'block-given-check': object;
  'unknown-throw': object;
  'thrown-by-callee': object;
  'loop-value': object;
  'loop-calls': object;
  'loop-beyond-bound': object;
  'local-after-loop': { readonly name: string };
  literal: { readonly type: string };
  interpolation: { readonly as: string };
  'hash-literal': object;
  'splat-in-array': object;
  'splat-in-assignment': object;
  'constant-assignment': object;
  'constant-value': { readonly name: string };
  'non-array-destructuring': object;
  cast: { readonly from: string; readonly to: string };
  parameter: { readonly name: string | null };
  'writing-default': object;

  /** A call of a method whose effect is unknown; `of`: the class, null if it is unknown. */
  method: { readonly name: string };
  'instance-method': { readonly of: string; readonly method: string };
  'class-method': { readonly of: string | null; readonly method: string };
  'method-of-any': { readonly method: string; readonly className: string | null };
  'method-of-unknown': { readonly method: string };
  'method-missing': { readonly method: string };
  'redefined-method': { readonly method: string; readonly by: DynamicCause };
  /** Ruby may call a method of the user's classes implicitly. */
  'implicit-call': { readonly from: 'range' | 'interpolation' | CalleeName<'method'>; readonly callee: string };
  'unannotated-method': { readonly method: string };
  'recursion-beyond-bound': { readonly method: string; readonly bound: number };
  'method-arguments': { readonly method: string };
  'method-value': { readonly method: string };
  'method-result': { readonly method: string };
  'exceptional-result': object;
  'block-of-call': { readonly method: string };
  'block-parameters': object;
  'parameters-of-block': object;
  'leaving-block': { readonly method: string };
  'proc-contract': object;
  'local-of-proc': { readonly name: string };
  'captured-local': { readonly name: string; readonly by: 'proc' | 'binding' };

  /** A value of this representation where a term is needed. */
  'value-in-array': { readonly value: string };
  'value-in-hash': { readonly value: string };
  'value-in-variable': { readonly value: string; readonly name: string };
  'value-in-field': { readonly value: string; readonly field: string };
  'pure-argument': { readonly value: string };
  'either-value': { readonly left: string; readonly right: string };
  'unknown-type': object;
  'unknown-container': object;
  'untyped-field': { readonly owner: string; readonly member: string };
  'untyped-variable': { readonly name: string };
  'class-object-variable': { readonly name: string };
  'match-variable': { readonly name: string };
  'variable-in-refinement': { readonly name: string };
  'variable-of-receiver': { readonly name: string };
  'invariant-reads-more': object;
  'invariant-of-escaping-field': { readonly field: string; readonly by: DynamicCause | CalleeName<'method'> };
  old: object;
  'old-container': object;
  'old-contents': object;
  'old-comparison': { readonly method: string };

  'set-order': object;
  'hash-order': { readonly parts: string };
  'text-order': object;
  'order-of-changing-array': object;
  'order-of-other-keys': object;
  'non-integer-key': object;
  'grouping-keys': { readonly method: string };
  'element-equality': object;
  'float-sum': object;
  'flat-map-array': object;
  'changing-hash': object;
  'changing-collection': object;
  'windows-over-changing-array': object;
  'reverse-over-changing-array': object;
  'compare-by-identity': object;
  'comparison-of-kinds': { readonly method: string; readonly left: string; readonly right: string };
  'comparison-with-float': { readonly number: 'int' | 'rat' };
  'comparison-with-float-union': { readonly method: string };
  'comparison-of-unknown': { readonly method: string };
  'comparison-of-class': { readonly method: string; readonly className: string };
  'nested-comparison': { readonly method: string; readonly className: string };
}

export type Construct<Kind extends keyof ConstructCases = keyof ConstructCases> = Case<ConstructCases, Kind>;

export const CONSTRUCTS: Table<ConstructCases, string> = {
  opaque: ({ code }) => showOpaqueCode(code),
  'syntax-error': () => 'a syntax error',
  'large-method': () => 'a method of this size',
  hole: () => 'a contract with a hole',
  'nested-definition': () => 'a definition inside a method',
  jump: ({ jump }) => jump,
  yield: () => 'yield',
  super: () => 'super',
  'super-arguments': () => 'super with these arguments',
  pattern: () => 'this pattern',
  'computed-rescue': () => 'a rescue with computed classes',
  ensure: () => 'ensure',
  'defined-check': () => 'defined?',
  'block-given-check': () => 'block_given?',
  'unknown-throw': () => 'throw with an unknown tag',
  'thrown-by-callee': () => 'what a callee may throw to this catch',
  'loop-value': () => 'the value of a loop that StopIteration ends',
  'loop-calls': () => 'the calls in this loop',
  'loop-beyond-bound': () => 'a loop that exceeds the bound in every run',
  'local-after-loop': ({ name }) => `${name} after a loop`,
  literal: ({ type }) => `a ${type} literal`,
  interpolation: ({ as }) => `an interpolated ${as}`,
  'hash-literal': () => 'a hash',
  'splat-in-array': () => 'a splat in an array',
  'splat-in-assignment': () => 'a splat in an assignment',
  'constant-assignment': () => 'assignment of a constant',
  'constant-value': ({ name }) => `the value of ${name}`,
  'non-array-destructuring': () => 'destructuring of a value that is not an array',
  cast: ({ from, to }) => `a cast of ${from} to ${to}`,
  parameter: ({ name }) => `the parameter ${name}`,
  'writing-default': () => 'a default value with side effects',

  method: ({ name }) => name,
  'instance-method': ({ of, method }) => `${of}#${method}`,
  'class-method': ({ of, method }) => `${of ?? 'a class'}.${method}`,
  'method-of-any': ({ method, className }) => `${method} of any ${className ?? 'value'}`,
  'method-of-unknown': ({ method }) => `a call of ${method} on a value of unknown type`,
  'method-missing': ({ method }) => `${method} of a class with method_missing`,
  'redefined-method': ({ method, by }) => `${method}, which ${showDynamicCause(by)} may redefine`,
  'implicit-call': ({ from, callee }) => {
    const construct = from === 'range' ? 'a range' : from === 'interpolation' ? 'an interpolation' : from.name;
    return `${construct}, which may call ${callee}`;
  },
  'unannotated-method': ({ method }) => `${method}, which has no annotation`,
  'recursion-beyond-bound': ({ method, bound }) =>
    `recursion of ${method} beyond the bound (exactRecursion: ${bound}; without :exact its contract is used, at any depth)`,
  'method-arguments': ({ method }) => `${method} with these arguments`,
  'method-value': ({ method }) => `the value of ${method}`,
  'method-result': ({ method }) => `the result of ${method}, whose type is unknown`,
  'exceptional-result': () => 'the result if the method raises',
  'block-of-call': ({ method }) => `a block passed to ${method}`,
  'block-parameters': () => 'a block with these parameters',
  'parameters-of-block': () => 'these parameters of the block',
  'leaving-block': ({ method }) => `a block of ${method} that may exit it`,
  'proc-contract': () => 'the contract of a proc that is passed on',
  'local-of-proc': ({ name }) => `${name}, which may change before the proc is called`,
  'captured-local': ({ name, by }) => `${name}, which ${by === 'proc' ? 'an escaping proc' : 'a binding'} may write`,

  'value-in-array': ({ value }) => `a ${value} in an array`,
  'value-in-hash': ({ value }) => `a ${value} in a hash`,
  'value-in-variable': ({ value, name }) => `a ${value} in ${name}`,
  'value-in-field': ({ value, field }) => `a ${value} stored in ${field}`,
  'pure-argument': ({ value }) => `a ${value} passed to a pure method`,
  'either-value': ({ left, right }) => `a ${left} or a ${right}`,
  'unknown-type': () => 'a value of unknown type',
  'unknown-container': () => 'a container of unknown types',
  'untyped-field': ({ owner, member }) => `${owner}#${member}, which has no type`,
  'untyped-variable': ({ name }) => `${name}, which has no type`,
  'class-object-variable': ({ name }) => `${name} of one of several class objects`,
  'match-variable': ({ name }) => `${name} of the last match`,
  'variable-in-refinement': ({ name }) => `${name} in a refinement`,
  'variable-of-receiver': ({ name }) => `${name} of this receiver`,
  'invariant-reads-more': () => 'a class invariant that reads more than plain fields',
  'invariant-of-escaping-field': ({ field, by }) => {
    const who = by.kind === 'method' ? by.name : showDynamicCause(by);
    return `a class invariant that reads the contents of ${field}, which ${who} may let escape`;
  },
  old: () => 'old() here',
  'old-container': () => 'old() of a value that may be a container',
  'old-contents': () => 'the contents of a container on entry, which may have changed since',
  'old-comparison': ({ method }) => `${method} of an object in its state on entry`,

  'set-order': () => 'the order of a set',
  'hash-order': ({ parts }) => `the order of a hash's ${parts}`,
  'text-order': () => 'the order of strings and symbols',
  'order-of-changing-array': () => 'sorting an array that the block changes',
  'order-of-other-keys': () => 'sorting by keys that are not numbers',
  'non-integer-key': () => 'a key that is not an Integer',
  'grouping-keys': ({ method }) => `the keys of ${method}`,
  'element-equality': () => 'which elements are equal',
  'float-sum': () => 'sum of Floats',
  'flat-map-array': () => 'a value that may be an array in flat_map',
  'changing-hash': () => 'a hash that changes while it is iterated',
  'changing-collection': () => 'a hash or set that changes while it is iterated',
  'windows-over-changing-array': () => 'windows over an array that its block changes',
  'reverse-over-changing-array': () => 'reverse_each over an array that its block changes',
  'compare-by-identity': () => 'compare_by_identity',
  'comparison-of-kinds': ({ method, left, right }) => `${method} of a ${left} and a ${right}`,
  'comparison-with-float': ({ number }) => `== of ${number === 'int' ? 'an Integer' : 'a Rational'} and a Float`,
  'comparison-with-float-union': ({ method }) => `${method} of a union with Float`,
  'comparison-of-unknown': ({ method }) => `${method} of a value of unknown type`,
  'comparison-of-class': ({ method, className }) => `${method} of ${className}`,
  'nested-comparison': ({ method, className }) => `${method} of ${className} inside ${className}`,
};

export function showConstruct<Kind extends keyof ConstructCases>(construct: Construct<Kind>): string {
  return CONSTRUCTS[construct.kind](construct);
}
