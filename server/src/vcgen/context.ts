/**
 * What every rule of the translation gets: the run (one method being verified, with all that was found so far), the
 * frame (whose body or clause is being read) and where control may leave to.
 */
import type { Settings } from '../../../shared/src/settings';
import type { AnchorId, Place, Span } from '../base/span';
import { implies, symbol, TRUE } from '../logic/build';
import type { Formula, FunctionDeclaration, Sort } from '../logic/formula';
import { methodByKey } from '../program/lookup';
import { isMereAlias } from '../program/mereAlias';
import type { MethodInfo, Nesting, Program } from '../program/program';
import type { LambdaLine } from '../proof/lambda';
import type { LoopChoice } from '../proof/loopChoice';
import type { Assumption, Caveat, GuessedInvariant, NotModelled, Obligation, Watched } from '../proof/obligation';
import type { Call, Expr, Super, Yield } from '../ril/ril';
import { DYNAMIC, type Type } from '../types/type';
import type { CallTarget, MethodKey, TypedClauses, TypedMethod } from '../types/typedMethod';
import type { Given } from './givenLengths';
import type { OnTrust } from './onTrust';
import type { Owed } from './owed';
import type { Epoch, State } from './state';
import { type Closure, VALUE_SORT, type Val } from './value';

export interface VcgenInput {
  readonly method: MethodInfo;
  readonly typed: TypedMethod;
  readonly program: Program;
  readonly settings: Settings;
  readonly typedOf: (key: MethodKey) => TypedMethod | null;
  readonly clausesOf: (key: MethodKey) => TypedClauses | null;
  /** Whose contract `method` has, if not its own. */
  readonly owed?: Owed | null;
  /** Left out: loops of unknown length are unrolled up to a bound. */
  readonly loops?: LoopChoice;
}

export interface Fact {
  readonly formula: Formula;
  /** About the state on entry: kept in every query, so that counterexamples meet the precondition. */
  readonly entry: boolean;
}

/** What may be written, as the label says; checked at every write. */
export interface WriteLimit {
  readonly kind: 'purity' | 'frame';
  readonly allocOnEntry: Formula;
  /** The formula that allows a write of `key` at `ref` (null: everywhere). */
  readonly allows: (key: string, ref: Formula | null) => Formula;
  readonly clause: { readonly text: string; readonly place: Place | null };
}

/** One method being verified. The lists grow as the rules go along. */
export interface Run {
  readonly input: VcgenInput;
  readonly facts: Fact[];
  readonly obligations: Obligation[];
  /** What was assumed of methods without a body. */
  readonly onTrust: OnTrust[];
  /** `part`: only a part of a value is not known, and counts where it is asked for. */
  readonly notModelled: { construct: string; place: Place; affects: string[]; part?: true }[];
  /** Symbol -> index into notModelled. */
  readonly taints: Map<string, number>;
  readonly functions: Map<string, FunctionDeclaration>;
  readonly bases: Map<string, { readonly key: string; readonly epoch: Epoch & { readonly kind: 'base' } }>;
  readonly classes: Set<string>;
  readonly lambda: LambdaLine[];
  readonly inlined: Set<MethodKey>;
  readonly contracts: Set<MethodKey>;
  readonly assumptions: Map<string, Assumption>;
  readonly caveats: Map<string, Caveat>;
  readonly mayRaise: Set<string>;
  readonly watched: Watched[];
  /** Guards against assuming the same fact about the same term again. */
  readonly assumed: Map<Formula, Set<string>>;
  readonly divisions: { readonly a: Formula; readonly b: Formula; readonly q: Formula; readonly r: Formula }[];
  /** Integers taken apart into bits, and pairs of which the common bits were asked for (core/boundedBits.ts). */
  readonly bits: { readonly term: Formula; readonly bits: readonly Formula[] }[];
  readonly conjunctions: { readonly a: Formula; readonly b: Formula; readonly both: Formula }[];
  counter: number;
  /** Errors that an enclosing rescue takes: the way on is only where they did not happen (joined in by evaluate). */
  readonly edges: Formula[];
  /** How many symbols were made: a quantified clause must make none. */
  freshCount: number;
  quantifiers: number;
  /** The state on entry, for old() in loop invariants. */
  entry: State | null;
  /** Declared types of locals (`var_type :x, …` in the body). */
  readonly localTypes: Map<string, Type>;
  steps: number;
  /** How deep inside of structs that are being compared. */
  comparing: number;
  limit: WriteLimit | null;
  /** Self while `initialize` runs: its fields are not yet what they promise. */
  underConstruction: { readonly object: Val & { readonly kind: 'ref' }; readonly place: Place } | null;
  /** Objects whose methods are being read, outermost first; `constructing`: its `initialize` (atRest.ts). */
  readonly active: { readonly object: Val; readonly constructing: boolean; readonly place: Place }[];
  /** Objects are made here: a field of one of them may be nil against its type. */
  allocates: boolean;
  /** Objects of exactly their class that were made here. */
  readonly made: (Val & { readonly kind: 'ref' })[];
  /** Objects made by clauses so far. */
  madeInClauses: number;
  /** Somebody has asked whether an object is frozen: from here on nothing is taken to be unfrozen unseen. */
  frozenAsked: boolean;
  /** How many symbols there were when a hash first handed out keys that may be strings; null: none did (frozenKeys.ts). */
  keysSince: number | null;
  /** Arguments and results of calls, with what containers held when they were handed over. */
  readonly given: Given;
  /** Locals that a proc which was handed over may write at any time (exposed.ts). */
  readonly exposed: Set<string>;
  /** Keys that were looked for in hashes, for the judge. */
  readonly hashKeys: Formula[];
  readonly watchedHashes: { readonly of: string; readonly ref: Formula; readonly type: Type }[];
  /** Entries of constants that are frozen hashes, by symbol. */
  readonly constantHashes: Map<string, readonly { readonly key: Formula; readonly value: Formula }[]>;
  /** What a loop has left in one hash, by the symbols for its keys and its values: which keys were there then. */
  readonly hashCells: Map<string, { readonly present: Formula; readonly alloc: Formula }>;
  /** Maps of frozen objects by their symbol, with the newest object that each speaks of. */
  readonly frozenBases: Map<string, Formula>;
  /** Loops that were read in general, and the invariants guessed for them. */
  readonly general: { loops: number; readonly guesses: GuessedInvariant[] };
  /** The rules call each other through here, so that their files need not import one another in circles. */
  readonly rules: Rules;
}

export interface Rules {
  /** What flows into a tuple's place is as long as the tuple (tuples.ts). */
  readonly demandLengths: (ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string) => void;
  /** What flows into the place of a container without nil holds none (nilInside.ts). */
  readonly demandNoNilInside: (ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string) => void;
  /** What flows into the place of a proc keeps what its type says of calls (procContracts.ts). */
  readonly demandCalls: (ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string) => void;
  readonly evaluate: (ctx: Ctx, expr: Expr, state: State) => Out;
  /** `receiver.method(args)` on values that are already there. */
  readonly send: (
    ctx: Ctx,
    receiver: Val,
    method: string,
    args: readonly Val[],
    site: { readonly span: Span },
    state: State,
  ) => Out;
}

/** The body or clause being read: who is self, whose types and constants count, how deep we are. */
export interface Frame {
  readonly id: number;
  readonly method: MethodInfo;
  readonly anchor: AnchorId;
  readonly nesting: Nesting;
  readonly self: Val;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  readonly block: Closure | null;
  /** Methods being read, outermost first: what calls one of these is recursive. */
  readonly stack: readonly MethodKey[];
  /** For an inlined body: the call in the verified method; its problems are shown there. */
  readonly callSite: Place | null;
  readonly params: readonly Val[];
  /** Where `return` leads, also from a block that runs elsewhere. */
  readonly returns: Exit[];
}

export interface Exit {
  readonly state: State;
  readonly value: Val;
  readonly place: Place;
  /** Of a raise: the class, when it is known. */
  readonly exception: string | null;
  /** It is no exception but a `throw`: to this catch, or past the method (catching.ts). No rescue takes it. */
  readonly thrown?: number | 'past';
}

/** A `catch` that is running: what a throw of its tag ends. */
export interface Catch {
  readonly id: number;
  readonly tag: Val;
}

export interface Sinks {
  readonly returns: Exit[];
  readonly raises: Exit[];
  readonly breaks: Exit[] | null;
  readonly nexts: Exit[] | null;
  /** Where a `retry` in a rescue clause leads. */
  readonly retries?: Exit[];
  /** Inside a `loop`: where a callee that may raise StopIteration leads. */
  readonly stops?: Exit[];
  /** The catches around, innermost first. */
  readonly catches?: readonly Catch[];
  /** Inside a `rescue` or `ensure`: what Ruby raises by itself is an edge, not an obligation. */
  readonly observed: boolean;
  /** Classes that the enclosing rescues take. */
  readonly caught: readonly string[];
}

/** How a method ended, and what its result is called. */
export interface Outcome {
  readonly results: readonly string[];
  readonly raised: boolean;
}

/** Reading a clause: partial operations make it false instead of becoming obligations. */
export interface SpecMode {
  readonly wellDefined: Formula[];
  readonly old: State | null;
  /** What `r.exception?` is, in the frame of a clause about the result r. */
  readonly outcome?: Outcome & { readonly frame: number };
}

export interface Ctx {
  readonly run: Run;
  readonly frame: Frame;
  readonly sinks: Sinks;
  readonly scope: readonly number[];
  readonly spec: SpecMode | null;
  /** What is being rescued here: one of these was raised. Absent: perhaps something of a caller's. */
  readonly handled?: readonly Exit[];
}

export interface Out {
  readonly value: Val;
  readonly state: State;
}

export function placeOf(ctx: Ctx, node: { readonly span: Span }): Place {
  return { anchor: ctx.frame.anchor, span: node.span };
}

export function fresh(run: Run, hint: string, sort: Sort): Formula {
  run.counter++;
  run.freshCount++;
  return symbol(`${hint}!${run.counter}`, sort);
}

export function assume(ctx: Ctx, state: State, formula: Formula): void {
  assumeAlways(ctx.run, implies(state.path, formula));
}

export function assumeAlways(run: Run, formula: Formula, entry = false): void {
  if (formula !== TRUE) run.facts.push({ formula, entry });
}

export function leanOn(run: Run, assumption: Assumption): void {
  // Another name for a method is as good as the method.
  const named = methodByKey(run.input.program, assumption.owner);
  const owner = named && isMereAlias(run.input.program, named) ? named.aliasOf! : assumption.owner;
  run.assumptions.set(`${owner}|${assumption.what}`, { ...assumption, owner });
}

export function caveat(run: Run, found: Caveat): void {
  if (found.type === 'reals' && run.input.settings.floats === 'ieee') return;
  run.caveats.set(JSON.stringify(found), found);
}

export function note(ctx: Ctx, line: Omit<LambdaLine, 'depth'>): void {
  if (ctx.spec === null) ctx.run.lambda.push({ ...line, depth: ctx.frame.stack.length - 1 });
}

/** Remembers what has no meaning here; the index marks symbols that stand for its unknown effects. */
export function taintFor(ctx: Ctx, construct: string, node: { readonly span: Span }): number {
  const place = ctx.frame.callSite ?? placeOf(ctx, node);
  const list = ctx.run.notModelled;
  const known = list.findIndex(
    each =>
      each.construct === construct && each.place.anchor === place.anchor && each.place.span.start === place.span.start,
  );
  if (known >= 0) return known;
  list.push({ construct, place, affects: [] });
  return list.length - 1;
}

/** A symbol that stands for a part of a value: nothing is said of it unless something depends on it. */
export function taintPart(ctx: Ctx, symbol: Formula, construct: string, node: { readonly span: Span }): void {
  const index = taintFor(ctx, construct, node);
  ctx.run.notModelled[index]!.part = true;
  if (symbol.kind === 'symbol') ctx.run.taints.set(symbol.name, index);
}

/** A value of which nothing is known because its construct is not modelled. */
export function notModelled(ctx: Ctx, construct: string, node: { readonly span: Span }): Val {
  const index = taintFor(ctx, construct, node);
  const term = fresh(ctx.run, 'unknown', VALUE_SORT);
  if (term.kind === 'symbol') ctx.run.taints.set(term.name, index);
  return { kind: 'boxed', term, type: DYNAMIC };
}

export function taintedSymbols(run: Run, names: ReadonlySet<string>): Set<number> {
  const found = new Set<number>();
  for (const name of names) {
    const index = run.taints.get(name);
    if (index !== undefined) found.add(index);
  }
  return found;
}

export type { NotModelled };
