/**
 * The context of every rule of the checker: the program, the current method, and where results go. Rules call each
 * other through `ctx.rules` (check/setup/rules.ts), which keeps the imports free of cycles.
 */
import type { Settings } from '../../../../shared/src/settings';
import type { Problem, RelatedPlace } from '../../base/problem';
import type { WithProblems } from '../../base/result';
import type { AnchorId } from '../../base/span';
import type { MethodInfo, Nesting, Program } from '../../program/program';
import type { BranchOutcome, UntakenBranches } from '../../ril/branchOutcomes';
import type { Block, BlockArg, Call, Expr, Param, Super, Var, Yield } from '../../ril/ril';
import type { Hierarchy } from '../../types/hierarchy';
import type { Constraint } from '../../types/summary';
import type { BlockType, MethodType, Type } from '../../types/type';
import type { CallTarget } from '../../types/typedMethod';
import type { SummaryReader } from '../../typing/summaryReader';
import type { Actual } from './call';
import type { Env } from './env';

/** An expression's type, and the environment after it. */
export interface Typed {
  readonly type: Type;
  readonly env: Env;
}

/** A condition's type, and the environments after it was truthy and falsy. */
export interface Branches {
  readonly type: Type;
  readonly truthy: Env;
  readonly falsy: Env;
  /** The outcome that the condition never has: `if false`, `block_given?` under an arm without a block. */
  readonly never?: 'truthy' | 'falsy';
}

/** The targets of `break` and `next`; filled while the loop or block is checked. */
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
  /** The type of `self`: an instance or a class object. */
  readonly selfType: Type;
  /** The declared result; null if it is to be inferred. */
  readonly result: Type | null;
  readonly resultFrom: readonly RelatedPlace[];
  /** In a block that runs with another `self`, or that defines a method: `super` is not that of the method around it. */
  readonly otherSuper?: true;
  /** The block that `yield` runs; `unknown` in methods without a signature. */
  readonly block: BlockType | null | 'unknown';
  readonly returns: Typed[];
  /** Parameter types on entry, for a `super` without arguments. */
  readonly params: ReadonlyMap<string, Type>;
  /** Locals with a `var_type`. */
  readonly declared: Map<string, Type>;
  /** The join of everything assigned to a local: a block that runs later may see any of it. */
  readonly assigned: Map<string, Type>;
  readonly clause: ClauseScope | null;
  /** What `...` stands for, in a run with the arguments of a call. */
  readonly forwarded?: readonly Actual[];
  /** The script or class body that is being checked. */
  readonly script?: ScriptFrame;
  /** Checking an `invariant { … }` of a loop. */
  readonly inInvariant?: true;
}

interface ScriptFrame {
  /** Its statements. */
  readonly body: Expr;
  /** Those of its declarations. */
  readonly anchors: ReadonlySet<AnchorId>;
}

/** Checking a refinement, not a body. */
interface ClauseScope {
  readonly allowsOld: boolean;
  /** Names of the result; `r.exception?` is allowed on these. */
  readonly results: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** The environment on entry of a loop or block, and the fixed point found for it. */
interface Settled {
  readonly entered: Env;
  readonly expected: MethodType | null;
  readonly fixed: Env;
}

export interface Output {
  readonly types: Map<Expr, Type>;
  readonly calls: Map<Call | Super | Yield, CallTarget>;
  /** What the blocks of calls return. */
  readonly blockResults: Map<Call, Type>;
  readonly problems: Problem[];
  readonly reported: Set<string>;
  /** Loops and blocks whose fixed point was found: entered so, they settle so. */
  readonly settled: Map<object, Settled>;
  /** The hash literals and empty arrays that locals were bound to. */
  readonly made: Map<string, Set<Expr>>;
  /** Lambdas and procs that locals were bound to, with where they were created. */
  readonly procedures: Map<Expr, { readonly env: Env; readonly anchor: AnchorId }>;
  /** Locals that a block which may run later captured, with all that was assigned to them by then; null: nothing. */
  readonly captured: Map<string, Type | null>;
  /** Writes of fields, class variables and globals: targets of assignments, and calls that insert. */
  readonly writes: Map<Var | Call, WrittenField>;
  /** Insertions into containers that fields hold, of this class and of others. */
  readonly insertions: Map<Call, InsertedElement>;
  /** What the body requires of its flexible parameters, by the expression that requires it. */
  readonly constraints: Map<Expr, Constraint>;
  /** Flexible parameters that a type test looked at. */
  readonly splits: Set<string>;
  /** By `if`: the outcome that types exclude in every iteration; `both`: none. */
  readonly excludedBranches: Map<Expr, BranchOutcome | 'both'>;
  /** Calls of `new` whose result has the class of `self` (check/facts/classOfSelf.ts). */
  readonly ownInstances: Set<Expr>;
}

/** The field, with a container of nothing but what was inserted. */
export interface InsertedElement {
  readonly className: string;
  readonly singleton: boolean;
  readonly field: string;
  readonly type: Type;
}

interface WrittenField {
  readonly name: string;
  readonly type: Type;
  /** The assignment declares the type of the field: `@x = T.let(e, T)`, `@x = e #: T`. */
  readonly declares?: boolean;
  /** Of a container that is allocated here: without what nothing is known of. */
  readonly allocated?: Type;
}

/** Lives as long as one check. */
export interface Memory {
  /** The variables that parameters make: one each, under whatever arm the body is checked. */
  readonly paramVariables: Map<Param, Var>;
  /** Lambdas whose bodies are being checked for a call: guards against recursion. */
  readonly running: Set<string>;
  /** The methods that were run with the arguments of a call (check/certain/calleeRaises.ts), with their types. */
  readonly givenRuns: Set<string>;
  /** Expressions that may still be checked. */
  readonly steps: { left: number };
  /** Expressions around the present one. Here and not in the context, which would be copied for each expression. */
  readonly depth: { now: number };
}

/** Reads a type inside a body (`type_cast('T')`, `var_type :local, 'T'`, `T.let(x, T)`); provided by the engine. */
export type TypeReader = (type: Expr, anchor: AnchorId) => WithProblems<{ readonly type: Type }>;

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
  /** No visible code assigns the variable, and all code that may do so is visible. */
  isNeverAssigned(ctx: Ctx, variable: Var): boolean;
  /** Infers the result of a method without a signature from its body. */
  resultOf(ctx: Ctx, method: MethodInfo, receiver: Type, args: readonly Type[] | null, block?: Type | null): Type;
}

export interface BlockUse {
  readonly kind: 'block' | 'lambda';
  /** The block may be stored and run later. */
  readonly escapes: boolean;
  /** The block is the body of another method. */
  readonly defines?: boolean;
}

/**
 * Present while a unit without annotation is checked: problems are inference reports (check/certain), and the reports
 * for annotated methods are off.
 */
export interface Given {
  /** The call whose arguments a method is run with; null: the unit itself, in a script that is the whole program. */
  readonly call: RelatedPlace | null;
}

export interface Inference {
  /** May code that is not visible define the name? */
  readonly mayBeDefinedElsewhere: (name: string) => boolean;
  /** May code that is not visible open the class? */
  readonly mayBeOpenedElsewhere: (className: string) => boolean;
  /** May visible code define the name by a symbol, a string or a computed name? */
  readonly mayBeDefinedByName: (name: string) => boolean;
  /** Does the whole program write the name at one place only? */
  readonly isWrittenOnce: (name: string) => boolean;
  /** May a library that is not visible define a constant of this name in a nearer scope? */
  readonly mayBeShadowed: (name: string) => boolean;
  /** May code of this file write locals through a Binding or in a string? */
  readonly mayWriteLocals: () => boolean;
  /** May this file activate refinements? */
  readonly usesRefinements: () => boolean;
  /** May some code assign the global? */
  readonly isGlobalAssigned: (name: string) => boolean;
  /** Does a `rescue` that names this class of errors surround a call of a method of this name? */
  readonly isExpected: (error: string, method: string) => boolean;
  /** Is this file a script that can be run to confirm what is likely? */
  readonly isRunnable: () => boolean;
  /** Is an instance of the class created in this file? */
  readonly isInstantiated: (className: string) => boolean;
  /** `self` is the main object. */
  readonly isScript: boolean;
  /** The methods that the rest of this class body defines. */
  readonly later: ReadonlySet<AnchorId>;
  /** Classes of the errors that an enclosing `rescue` takes; null: any error. */
  readonly rescued: readonly string[] | null;
  /**
   * What the types of this run come from; null: the unit itself is run, with any arguments. Otherwise only what is sure
   * to be evaluated is reported: the values that were passed may exclude a branch.
   */
  readonly given: Given | null;
  /** The expression is evaluated whenever the method runs: no branch, loop or block is around it. */
  readonly isOnEveryPath: boolean;
  /** The code may never run, or its errors may be taken: nothing is certain here, but a run may confirm what is likely. */
  readonly isUncertain: boolean;
  /** In a run with the arguments of a call: whether a method that may raise on purpose was called before. */
  readonly progress: { mayHaveEnded: boolean };
}

export interface Ctx {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly settings: Settings;
  readonly rules: Rules;
  readonly memory: Memory;
  /** A run of inference, not a check. */
  readonly infers: boolean;
  /** A run along one observed path: what it did not do is not looked at. */
  readonly notTaken: UntakenBranches | null;
  /** What is inferred about other code. */
  readonly summaries: SummaryReader;
  readonly frame: Frame;
  readonly out: Output;
  readonly jumps: JumpScope | null;
  /** The enclosing lambda that a `return` would end, if any. */
  readonly lambda: JumpScope | null;
  readonly readType: TypeReader | null;
  readonly inference: Inference | null;
  /** A pass whose problems are discarded: computing a fixed point, or inferring. */
  readonly silent: boolean;
}

export function newOutput(): Output {
  return {
    types: new Map(),
    calls: new Map(),
    problems: [],
    reported: new Set(),
    settled: new Map(),
    made: new Map(),
    procedures: new Map(),
    captured: new Map(),
    writes: new Map(),
    insertions: new Map(),
    blockResults: new Map(),
    constraints: new Map(),
    splits: new Set(),
    excludedBranches: new Map(),
    ownInstances: new Set(),
  };
}

export function newMemory(steps: number): Memory {
  return {
    paramVariables: new Map(),
    running: new Set(),
    givenRuns: new Set(),
    steps: { left: steps },
    depth: { now: 0 },
  };
}

export function newJumps(kind: JumpScope['kind']): JumpScope {
  return { kind, breaks: [], nexts: [], returns: [] };
}
