/**
 * The context of every rule: the run (the method being verified and all results so far), the frame (the body or clause
 * being evaluated) and the targets of jumps.
 */

import type { Settings } from '../../../../shared/src/settings';
import { equal } from '../../base/equal';
import type { Place, Span } from '../../base/span';
import { implies, symbol, TRUE } from '../../logic/build';
import type { Formula, Sort, SymbolFormula } from '../../logic/formula';
import { BOOL_SORT, INT_SORT } from '../../logic/sorts';
import type { Construct } from '../../problems/constructs';
import type { Subject, WriteLabel } from '../../problems/reason';
import { isAliasWithSameContract } from '../../program/contractAlias';
import type { InheritedAnnotation } from '../../program/inheritedAnnotations';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import type { LambdaLine } from '../../proof/lambda';
import type { LoopChoice } from '../../proof/loopStrategy';
import type { Assumption, Caveat, Obligation } from '../../proof/obligation';
import type { Expr } from '../../ril/ril';
import { DYNAMIC, type Type } from '../../types/type';
import type { MethodKey, TypedClauses, TypedMethod } from '../../types/typedMethod';
import type { SummaryReader } from '../../typing/summaryReader';
import type { Send } from './call';
import type { Exit, ExitList, Frame } from './frame';
import type { HeapKey, SlotKey, WrittenKey } from './heapKey';
import type { ReadonlyKeyMap } from './keyedMap';
import type { LocalKey } from './localKey';
import type { RunState } from './runState';
import type { State } from './state';
import type { Mark, TrailList } from './trail';
import type { Val } from './value';
import { VALUE_SORT } from './valueSort';

export interface VcgenInput {
  readonly method: MethodInfo;
  readonly typed: TypedMethod;
  readonly program: Program;
  readonly settings: Settings;
  readonly typedOf: (key: MethodKey) => TypedMethod | null;
  readonly clausesOf: (key: MethodKey) => TypedClauses | null;
  /** What is inferred about fields and methods without a declared type. */
  readonly summaries: SummaryReader;
  /** The inherited contract to verify `method` against, if not its own. */
  readonly inherited?: InheritedContract | null;
  /** Absent: loops of unknown length are unrolled up to a bound. */
  readonly loops?: LoopChoice;
  /** Note what is known at the first expression that starts here or later. */
  readonly lookAt?: number;
}

/** The writes that a label permits; checked at every write. */
export interface WriteLimit {
  readonly kind: 'purity' | 'frame';
  readonly label: WriteLabel;
  readonly allocOnEntry: Formula;
  /** The formula that allows a write of `key` at `ref` (null: everywhere). */
  readonly allows: (key: WrittenKey, ref: Formula | null) => Formula;
  readonly clause: { readonly text: string; readonly place: Place | null };
}

/** The verification of one method. Rules append to its lists. */
export interface Run extends RunState {
  readonly input: VcgenInput;
  /** Rules call each other through this record, which avoids import cycles. */
  readonly rules: Rules;
}

/** Settings for a piece of code. Rules pass a modified copy to nested code. */
export interface ReadingMode {
  /** The state on entry, for old() in loop invariants; null while the method is entered. */
  readonly entry: State | null;
  /** How many nested struct comparisons are in progress. */
  readonly comparing: number;
  /** The writes that the labels permit; null: all. */
  readonly limit: WriteLimit | null;
  /** Self while `initialize` runs: its fields do not satisfy their contracts yet. */
  readonly underConstruction: { readonly object: Val & { readonly kind: 'ref' }; readonly place: Place } | null;
  /** Receivers of the methods being evaluated, outermost first; `constructing`: the method is `initialize`. */
  readonly active: readonly { readonly object: Val; readonly constructing: boolean; readonly place: Place }[];
}

/** A value inside a container; `depth` bounds how many more levels are checked. */
export interface Nested<Value extends Val = Val> {
  readonly value: Value;
  readonly depth: number;
}

/** A nested value that flows into a place of this type. */
export interface NestedFlow<Value extends Val = Val> extends Nested<Value> {
  readonly type: Type;
}

/** A read of an object's field; `term` is the field's value. */
export interface FieldRead {
  readonly object: Val & { kind: 'ref' };
  readonly field: SlotKey;
  readonly term: Formula;
}

/** The result of a method and its type at this call. */
export interface Returned {
  readonly info: MethodInfo;
  readonly type: Type;
}

/** A use of a value at a place; `subject` names the value in obligations. */
export interface Use<Value extends Val = Val> {
  readonly value: Value;
  readonly place: Place;
  readonly subject: Subject;
}

/** A value flows into a place with a declared type. */
export interface Flow<Value extends Val = Val> extends Use<Value> {
  readonly type: Type;
}

interface Rules {
  /** Requires a value that flows into a tuple type to have the tuple's length (fixedShapes.ts). */
  readonly requireFixedShapes: (ctx: Ctx, state: State, flow: Flow) => void;
  /** Requires the elements of a value to be non-nil where the container's type says so (elementConformance.ts). */
  readonly requireElementConformance: (ctx: Ctx, state: State, flow: Flow) => void;
  /** Requires a proc to satisfy the contract in the declared proc type (procConformance.ts). */
  readonly requireProcConformance: (ctx: Ctx, state: State, flow: Flow) => void;
  readonly evaluate: (ctx: Ctx, expr: Expr, state: State) => Out;
  /** `receiver.method(args)` on evaluated operands. */
  readonly send: (ctx: Ctx, send: Send, state: State) => Out;
}

/** An active `catch`, which a throw of its tag ends. */
export interface Catch {
  readonly id: number;
  readonly tag: Val;
}

interface Sinks {
  readonly returns: ExitList;
  readonly raises: ExitList;
  readonly breaks: ExitList | null;
  readonly nexts: ExitList | null;
  /** Receives the exits of `retry` in a rescue clause. */
  readonly retries?: ExitList;
  /** Inside a `loop`: receives the exits of callees that may raise StopIteration. */
  readonly stops?: ExitList;
  /** The enclosing catches, innermost first. */
  readonly catches?: readonly Catch[];
  /** Inside a `rescue` or `ensure`: an error that Ruby raises is an exceptional exit, not an obligation. */
  readonly observed: boolean;
  /** Classes that the enclosing rescues handle. */
  readonly caught: readonly string[];
}

/** How a method ended, and the names of its result. */
export interface Outcome {
  readonly results: readonly string[];
  readonly raised: boolean;
}

/** The mode for clauses: partial operations make a clause false instead of generating obligations. */
export interface SpecMode {
  readonly wellDefined: TrailList<Formula>;
  /** The clause is evaluated for a bound index or key. */
  readonly quantified?: true;
  readonly old: State | null;
  /** In a loop invariant: the locals whose entry values `old` reads, which are the parameters. */
  readonly given?: ReadonlyKeyMap<LocalKey, Val> | null;
  /** The value of `r.exception?`, in the frame of a clause about the result r. */
  readonly outcome?: Outcome & { readonly frame: number };
}

export interface Ctx {
  readonly run: Run;
  readonly mode: ReadingMode;
  readonly frame: Frame;
  readonly sinks: Sinks;
  readonly scope: readonly number[];
  readonly spec: SpecMode | null;
  /** The exceptions being rescued: one of these was raised. Absent: perhaps an exception of the caller. */
  readonly handled?: readonly Exit[];
}

export const INITIAL_MODE: ReadingMode = {
  entry: null,
  comparing: 0,
  limit: null,
  underConstruction: null,
  active: [],
};

export interface Out {
  readonly value: Val;
  readonly state: State;
}

/** The checker's type of the expression at this site; undefined if the site is not an expression. */
export function checkedType(ctx: Ctx, site: { readonly span: Span }): Type | undefined {
  return isExpr(site) ? ctx.frame.types.get(site) : undefined;
}

function isExpr(site: { readonly span: Span }): site is Expr {
  return 'kind' in site;
}

export function placeOf(ctx: Ctx, node: { readonly span: Span }): Place {
  return { anchor: ctx.frame.anchor, span: node.span };
}

export function freshSymbol(run: Run, hint: string, sort: Sort): SymbolFormula {
  const serial = takeSerial(run);
  return symbol(`${hint}!${serial}`, sort, { kind: 'fresh', serial });
}

function takeSerial(run: Run): number {
  run.names.freshCount++;
  return ++run.names.counter;
}

/** The number of the newest object at some later moment. */
export function freshAllocation(run: Run): SymbolFormula {
  const serial = takeSerial(run);
  return symbol(`alloc!${serial}`, INT_SORT, { kind: 'allocation', serial });
}

/** The number of the newest object on entry. */
export const ENTRY_ALLOCATION: SymbolFormula = symbol('alloc!0', INT_SORT, { kind: 'allocation', serial: 0 });

/** An unknown value of one object in a map of the heap. */
export function freshCell(run: Run, key: HeapKey, sort: Sort): SymbolFormula {
  const serial = takeSerial(run);
  return symbol(`${key.id}@!${serial}`, sort, { kind: 'heap-cell', serial, key: key.id });
}

export function assume(ctx: Ctx, state: State, formula: Formula): void {
  assumeAlways(ctx.run, implies(state.path, formula));
}

export function assumeAlways(run: Run, formula: Formula, entry = false): void {
  if (formula !== TRUE) run.hypotheses.facts.push({ formula, entry });
}

/** Drops the facts since the mark, and nothing else. */
export function undoFacts({ trail, hypotheses, trace }: Run, mark: Mark): void {
  trail.undo(mark, [hypotheses.facts, trace.known]);
}

/** False: the facts about this term and base symbol are already assumed. */
export function markAssumed(run: Run, term: Formula, base: string): boolean {
  const known = run.hypotheses.assumed.get(term);
  if (known?.has(base)) return false;
  run.hypotheses.assumed.set(term, new Set(known).add(base));
  return true;
}

export function recordAssumption(run: Run, assumption: Assumption): void {
  // An alias stands for its method.
  const named = methodByKey(run.input.program, assumption.owner);
  const owner = named && isAliasWithSameContract(run.input.program, named) ? named.aliasOf! : assumption.owner;
  run.results.assumptions.set(`${owner}|${assumption.what}`, { ...assumption, owner });
}

export function addCaveat(run: Run, found: Caveat): void {
  if (found.type === 'reals' && run.input.settings.floats === 'ieee') return;
  run.results.caveats.set(JSON.stringify(found), found);
}

export function noteStep(ctx: Ctx, line: Omit<LambdaLine, 'depth'>): void {
  if (ctx.spec === null) ctx.run.trace.lambda.push({ ...line, depth: ctx.frame.stack.length - 1 });
}

/** Records a construct that is not modelled; its index taints the symbols for its unknown effects. */
export function taintFor(ctx: Ctx, construct: Construct, node: { readonly span: Span }, part = false): number {
  const place = ctx.frame.callSite ?? placeOf(ctx, node);
  const list = ctx.run.results.notModelled;
  const known = list.all.findIndex(
    each =>
      each.place.anchor === place.anchor &&
      each.place.span.start === place.span.start &&
      (each.part ?? false) === part &&
      equal(each.construct, construct),
  );
  if (known >= 0) return known;
  list.push({ construct, place, ...(part && { part }) });
  return list.length - 1;
}

/** The obligation depends on a construct that is not modelled. */
export function recordAffected(run: Run, index: number, { id, kind }: Pick<Obligation, 'id' | 'kind'>): void {
  run.results.affected.push({ index, obligation: id });
  countNumber(run, kind);
}

export function recordGenerated(run: Run, obligation: Obligation): void {
  run.results.obligations.push(obligation);
  countNumber(run, obligation.kind);
}

function countNumber({ results }: Run, kind: string): void {
  results.numbers.set(kind, (results.numbers.get(kind) ?? 0) + 1);
}

/** Taints a symbol for a part of a value: reported only if an obligation depends on it. */
export function taintPart(ctx: Ctx, symbol: Formula, construct: Construct, node: { readonly span: Span }): void {
  taintSymbol(ctx, symbol, noteUnmodelledPart(ctx, construct, node));
}

/**
 * Names what leaves values open, which may then be anything of their types: reported only if an obligation needs more.
 */
export function noteUnmodelledPart(ctx: Ctx, construct: Construct, node: { readonly span: Span }): number {
  return taintFor(ctx, construct, node, true);
}

/** What leaves this value open is not modelled where the value is used in a way that has no model. */
export function markPartsNotModelled(ctx: Ctx, value: Formula): void {
  const { notModelled, taints } = ctx.run.results;
  for (const index of taints.below([value])) {
    const gap = notModelled.all[index];
    if (!gap?.part) continue;
    const closed = { construct: gap.construct, place: gap.place };
    if (!notModelled.all.some(each => equal(each, closed))) notModelled.push(closed);
  }
}

export function taintSymbol(ctx: Ctx, symbol: Formula, open: number): void {
  if (symbol.kind === 'symbol') ctx.run.results.taints.set(symbol.name, open);
}

/** A value that may be any. In clauses it is not modelled. */
export function makeUnmodelledValue(ctx: Ctx, construct: Construct, node: { readonly span: Span }): Val {
  if (ctx.spec) return makeUnmodelled(ctx, construct, node);
  const term = freshSymbol(ctx.run, 'open', VALUE_SORT);
  taintSymbol(ctx, term, noteUnmodelledPart(ctx, construct, node));
  return { kind: 'boxed', term, type: DYNAMIC };
}

/** A truth value that may be either. */
export function makeUnmodelledTruth(ctx: Ctx, construct: Construct, node: { readonly span: Span }): Val {
  if (ctx.spec) return makeUnmodelled(ctx, construct, node);
  const term = freshSymbol(ctx.run, 'open', BOOL_SORT);
  taintSymbol(ctx, term, noteUnmodelledPart(ctx, construct, node));
  return { kind: 'bool', term };
}

/** An unknown value, because its construct is not modelled. */
export function makeUnmodelled(ctx: Ctx, construct: Construct, node: { readonly span: Span }): Val {
  const index = taintFor(ctx, construct, node);
  const term = freshSymbol(ctx.run, 'unknown', VALUE_SORT);
  if (term.kind === 'symbol') ctx.run.results.taints.set(term.name, index);
  return { kind: 'boxed', term, type: DYNAMIC };
}

export interface InheritedContract extends InheritedAnnotation {
  /** The method with its own annotations. */
  readonly own: MethodInfo;
}

/** The model of a library method; null: it does not cover this call. */
export type Model = (ctx: Ctx, send: Send, state: State) => Out | null;
