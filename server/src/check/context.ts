/**
 * What every rule of the checker gets: the program, the method at hand, and where results go. Rules call each other
 * through `ctx.rules` (tied together in check/rules.ts), so that no file of this room imports in a circle.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem, RelatedPlace } from '../base/problem';
import type { WithProblems } from '../base/result';
import type { AnchorId } from '../base/span';
import type { MethodInfo, Nesting, Program } from '../program/program';
import type { Block, BlockArg, Call, Expr, Lit, Super, Yield } from '../ril/ril';
import type { Hierarchy } from '../types/hierarchy';
import type { BlockType, MethodType, Type } from '../types/type';
import type { CallTarget, Dependency, MethodKey } from '../types/typedMethod';
import type { Env } from './env';

/** An expression's type, and what is known after it ran. */
export interface Typed {
  readonly type: Type;
  readonly env: Env;
}

/** A condition: what is known when it was truthy and when it was not. */
export interface Branches {
  readonly type: Type;
  readonly truthy: Env;
  readonly falsy: Env;
}

/** Where `break` and `next` go; filled while the loop or block is checked. */
export interface JumpScope {
  readonly kind: 'loop' | 'block' | 'lambda';
  readonly breaks: Typed[];
  readonly nexts: Typed[];
  /** `return` inside a lambda ends the lambda. */
  readonly returns: Typed[];
}

/** The method (or clause, or constant's value) whose expressions are being checked. */
export interface Frame {
  readonly method: MethodInfo | null;
  readonly anchor: AnchorId;
  readonly nesting: Nesting;
  /** What `self` is: an instance or a class object. */
  readonly selfType: Type;
  /** Declared result; null: to be found out. */
  readonly result: Type | null;
  readonly resultFrom: readonly RelatedPlace[];
  /** The block that `yield` runs; `unknown` in methods without a signature. */
  readonly block: BlockType | null | 'unknown';
  readonly returns: Typed[];
  /** Parameters' types on entry, for a `super` without arguments. */
  readonly params: ReadonlyMap<string, Type>;
  /** Locals with a `var_type`. */
  readonly declared: Map<string, Type>;
  /** Everything ever assigned to a local: what a block that runs later may find there. */
  readonly assigned: Map<string, Type>;
  readonly clause: ClauseScope | null;
}

/** Checking a refinement, not a body. */
export interface ClauseScope {
  readonly allowsOld: boolean;
  /** Names of the result: its outcome may be asked for. */
  readonly results: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** How a loop or block was entered, and what is known whenever it begins again. */
export interface Settled {
  readonly entered: Env;
  readonly expected: MethodType | null;
  readonly fixed: Env;
}

export interface Output {
  readonly types: Map<Expr, Type>;
  readonly calls: Map<Call | Super | Yield, CallTarget>;
  readonly problems: Problem[];
  readonly reported: Set<string>;
  readonly uses: Map<string, Dependency>;
  /** Loops and blocks whose fixed point was found: entered so, they settle so. */
  readonly settled: Map<object, Settled>;
  /** The hash literals and empty arrays that locals were bound to. */
  readonly made: Map<string, Set<Expr>>;
  /** Lambdas and procs that locals were bound to, with what was known where they were made. */
  readonly procedures: Map<Expr, Env>;
}

/** Lives as long as one check: what was inferred on the way, and what is being inferred (recursion guards). */
export interface Memory {
  readonly results: Map<string, Type>;
  readonly fields: Map<string, Type | null>;
  readonly constants: Map<string, Type>;
  readonly running: Set<string>;
  /** Bodies looked at on the way; bounded, so that one check never becomes a check of everything. */
  readonly spent: { bodies: number };
  /** Writes to fields that a method's body makes, with their types. */
  readonly writes: Map<MethodKey, ReadonlyMap<Expr, Type>>;
  readonly effects: Map<MethodKey, readonly string[] | null>;
}

/** Reads a type string that stands inside a body (`type_cast`, `var_type :local`); given by the engine. */
export type TypeReader = (literal: Lit, anchor: AnchorId) => WithProblems<{ readonly type: Type } | null>;

export interface CheckedBlock {
  readonly result: Type;
  readonly env: Env;
  /** Types of `break` values. */
  readonly breaks: readonly Type[];
  readonly type: MethodType | null;
}

export interface Rules {
  expr(ctx: Ctx, env: Env, expr: Expr, expected: Type | null): Typed;
  condition(ctx: Ctx, env: Env, expr: Expr): Branches;
  block(ctx: Ctx, env: Env, block: Block, expected: MethodType | null, how: BlockUse): CheckedBlock;
  blockArg(ctx: Ctx, env: Env, arg: BlockArg, expected: MethodType | null, how: BlockUse): CheckedBlock;
  /** The result of a method without a signature, from its body. */
  resultOf(ctx: Ctx, method: MethodInfo, receiver: Type, args: readonly Type[] | null): Type;
  /** The type of a field without a `var_type`, from its writes; null: never written. */
  fieldFromWrites(ctx: Ctx, className: string, field: string, singleton: boolean): Type | null;
  /** The type to propose for such a field; null: nobody knows. */
  suggestedFieldType(ctx: Ctx, className: string, field: string, singleton: boolean): Type | null;
}

export interface BlockUse {
  readonly kind: 'block' | 'lambda';
  /** It may be kept and run later. */
  readonly escapes: boolean;
}

export interface Ctx {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly settings: Settings;
  readonly rules: Rules;
  readonly memory: Memory;
  readonly frame: Frame;
  readonly out: Output;
  readonly jumps: JumpScope | null;
  /** The lambda that a `return` would end, if we are in one. */
  readonly lambda: JumpScope | null;
  readonly readType: TypeReader | null;
  /** A pass whose problems do not count: looking for a fixed point, or inferring. */
  readonly silent: boolean;
  readonly depth: number;
}

export function newOutput(): Output {
  return {
    types: new Map(),
    calls: new Map(),
    problems: [],
    reported: new Set(),
    uses: new Map(),
    settled: new Map(),
    made: new Map(),
    procedures: new Map(),
  };
}

export function newMemory(): Memory {
  return {
    results: new Map(),
    fields: new Map(),
    constants: new Map(),
    running: new Set(),
    spent: { bodies: 0 },
    writes: new Map(),
    effects: new Map(),
  };
}

/** May another body be looked at from here, at this depth? Counts it. */
export function mayLookInto(ctx: Ctx, deepest: number): boolean {
  if (ctx.memory.running.size >= deepest || ctx.memory.spent.bodies >= MOST_BODIES) return false;
  ctx.memory.spent.bodies++;
  return true;
}

const MOST_BODIES = 60;

export function use(ctx: Ctx, dependency: Dependency): void {
  const name =
    dependency.kind === 'field'
      ? `${dependency.className} ${dependency.name}`
      : 'key' in dependency
        ? dependency.key
        : dependency.name;
  ctx.out.uses.set(`${dependency.kind} ${name}`, dependency);
}

export function newJumps(kind: JumpScope['kind']): JumpScope {
  return { kind, breaks: [], nexts: [], returns: [] };
}
