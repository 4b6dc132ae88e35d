/** A call as the rules pass it on: where it is, its arguments and what they are bound to. */
import type { Span } from '../../base/span';
import type { MethodInfo, SignatureArm } from '../../program/program';
import type { State } from './state';
import type { ArrayVal, Closure, HashVal, Val } from './value';

export interface Site {
  readonly span: Span;
}

/** The two operands of a symmetric operation, and its site. */
export interface Operands<Value extends Val = Val> {
  readonly a: Value;
  readonly b: Value;
  readonly site: Site;
}

export interface Args {
  readonly positional: readonly Val[];
  readonly keywords: ReadonlyMap<string, Val>;
  readonly block: Closure | null;
  /** A form of argument that cannot be bound one by one. */
  readonly irregular: Irregular | null;
  /** The only splat of unknown length; `irregular` is then 'splat'. */
  readonly spread: Splat | null;
  /** The only `**` of a hash with unknown keys; `irregular` is then 'double-splat'. */
  readonly keySpread: HashVal | null;
  /** What is irregular apart from an unknown block, for methods that take no block. */
  readonly besideBlock: Irregular | null;
  /** The site of each positional argument, for diagnostics. */
  readonly sites: readonly Site[];
}

/** A call `receiver.method(args)` whose receiver and arguments are evaluated. */
export interface Send<Receiver extends Val = Val> {
  readonly receiver: Receiver;
  readonly method: string;
  readonly args: Args;
  readonly site: Site;
}

export interface Splat {
  readonly after: number;
  readonly array: ArrayVal;
}

export const NO_ARGS: Args = {
  positional: [],
  keywords: new Map(),
  block: null,
  irregular: null,
  spread: null,
  keySpread: null,
  besideBlock: null,
  sites: [],
};

/** The splat, if its unknown length is the only obstacle to binding the arguments one by one. */
export function soleSplat(args: Args): Splat | null {
  return args.irregular === 'splat' ? args.spread : null;
}

export function positionalArgs(values: readonly Val[]): Args {
  return { ...NO_ARGS, positional: values };
}

/** Forms of arguments that cannot be bound one by one. */
export type Irregular =
  | 'splat'
  | 'double-splat'
  /** An argument by `=>`. */
  | 'pair'
  /** A block passed by `&`. */
  | 'block'
  /** `super` without arguments, where a parameter has no name, is a `**` or a `...`. */
  | 'super-parameter'
  /** `super` without arguments, which passes the caller's block on. */
  | 'super-block';

export interface Bound {
  /** By the binder's name in the signature. */
  readonly binders: ReadonlyMap<string, Val>;
  /** By position in the signature's list; undefined: not given. */
  readonly values: readonly (Val | undefined)[];
  /** Contains the rest array if the signature mentions it. */
  readonly state: State;
}

/** One arm of a method's signature, with the values of its binders. */
export interface BoundSignature {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly bound: { readonly binders: ReadonlyMap<string, Val> };
  readonly self: Val;
}

/** A call whose arguments are bound to one arm of the method's signature. */
export interface BoundCall extends BoundSignature {
  readonly bound: Bound;
  readonly site: Site;
}
