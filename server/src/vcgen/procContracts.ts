/**
 * A proc flows into a place whose type says how it may be called: it must keep that whenever it is called, which may be
 * much later. Where its body is in sight it is read once, with any arguments that the type allows, in a state of which only
 * that is known which nobody can change: locals that are not assigned any more. A proc from outside has its own type's word.
 */
import type { Place } from '../base/span';
import { and } from '../logic/build';
import { BOOL_SORT } from '../logic/sorts';
import type { Expr } from '../ril/ril';
import { equalTypes } from '../types/equal';
import { entryClauses, type MethodType, type Type } from '../types/type';
import type { Args, Site } from './arguments';
import { runBlock } from './blocks';
import { type Callable, callByType, clausesIn, promised } from './callsByType';
import { assume, type Ctx, type Exit, fresh, notModelled, type Out, placeOf } from './context';
import { demandNonNil, flowInto } from './flow';
import { havoc } from './havoc';
import { oblige } from './obligations';
import { isUnknown, mayBeNil, members } from './shape';
import { refinementsOf } from './signatureClauses';
import { type State, withLocal, withPath } from './state';
import { anyOf, concrete } from './typing';
import { type Closure, isNil, typeOf, type Val } from './value';
import { eachExpr, writtenLocals } from './writes';

type ProcType = Type & { readonly kind: 'proc' };

/** What runs a proc. */
const CALLS: ReadonlySet<string> = new Set(['call', 'yield', '()', '[]', '===']);

/** A call of a proc whose body nobody sees, by its type; null: it is none, or says nothing. */
export function callProc(
  ctx: Ctx,
  receiver: Val & { kind: 'boxed' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const [type, ...others] = members(receiver.type).filter(member => member.kind !== 'nil');
  if (type?.kind !== 'proc' || others.length > 0 || !CALLS.has(method) || args.block || ctx.spec) return null;
  const there = demandNonNil(ctx, state, receiver, placeOf(ctx, site), `the receiver of ${method}`, 'NoMethodError');
  return callByType(ctx, asCallable(ctx, type.method), args, site, there);
}

function asCallable(ctx: Ctx, type: MethodType): Callable {
  return { type, nesting: ctx.frame.nesting, name: 'the proc' };
}

export function demandCalls(ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string): void {
  const wanted = members(type).filter((member): member is ProcType => member.kind === 'proc');
  if (ctx.spec || wanted.length === 0) return;
  if (val.kind === 'proc') {
    const [only, ...others] = wanted;
    if (others.length > 0 || !canBeRead(ctx, val.closure, only!.method)) unknownCalls(ctx, state, wanted, place, about);
    else readClosure(ctx, state, val.closure, only!.method, place, about);
  } else if (val.kind === 'boxed') {
    const own = members(val.type).filter(member => member.kind !== 'nil');
    if (!own.every(each => wanted.some(one => callsFit(each, one)))) unknownCalls(ctx, state, wanted, place, about);
  }
}

function unknownCalls(ctx: Ctx, state: State, wanted: readonly ProcType[], place: Place, about: string): void {
  if (wanted.every(({ method }) => saysNothing(method))) return;
  const goal = isNil(notModelled(ctx, 'the contract of a proc that is handed over', place));
  oblige(ctx, state, { kind: 'postcondition', goal, place, about: `${about} keeps the contract of its type` });
}

function saysNothing(type: MethodType): boolean {
  return !type.resultRefinement && type.result.kind !== 'refined' && (isUnknown(type.result) || mayBeNil(type.result));
}

/** Is what the one type promises of calls enough for the other? The checker has compared the rest, but for nil. */
export function callsFit(own: Type, wanted: Type): boolean {
  if (wanted.kind !== 'proc' || equalTypes(own, wanted)) return true;
  if (own.kind !== 'proc') return saysNothing(wanted.method);
  const [mine, its] = [own.method, wanted.method];
  if (entryClauses(mine).length > 0 || its.resultRefinement || its.result.kind === 'refined') return false;
  if (mayBeNil(mine.result) && !mayBeNil(its.result)) return false;
  return mine.params.every((param, index) => {
    const given = its.params[index]?.type;
    return param.type.kind !== 'refined' && !(given && mayBeNil(given) && !mayBeNil(param.type));
  });
}

/** Its type gives it arguments one by one, and it leaves in no other way than by its end. */
function canBeRead(ctx: Ctx, closure: Closure, type: MethodType): boolean {
  if (type.anyArgs || type.block || type.params.some(param => param.kind !== 'required')) return false;
  let plain = true;
  eachExpr(closure.block.body, expr => {
    if (expr.kind === 'jump' && expr.jump === 'return' && !closure.lambda) plain = false;
    // An object that is not finished is not yet what its fields promise.
    if (ctx.run.underConstruction && isOfSelf(expr)) plain = false;
  });
  return plain;
}

function isOfSelf(expr: Expr): boolean {
  if (expr.kind === 'var') return expr.scope === 'instance';
  return expr.kind === 'self' || expr.kind === 'super' || (expr.kind === 'call' && expr.receiver === null);
}

function readClosure(ctx: Ctx, state: State, closure: Closure, type: MethodType, place: Place, about: string): void {
  const { run } = ctx;
  const site = { span: place.span };
  const { limit } = run;
  run.limit = null; // what it writes is not written here
  const start = whenCalled(ctx, state, closure, site);
  const binders = new Map<string, Val>();
  const values = type.params.map(param => {
    const declared = concrete(run.input.program, param.type, typeOf(ctx.frame.self));
    const { val, guard } = anyOf(ctx, declared, param.name ?? 'given', start.heap.alloc, site);
    assume(ctx, start, guard);
    for (const name of [param.name, param.refinement?.binder]) if (name) binders.set(name, val);
    return val;
  });
  const callee: Callable = { type, nesting: ctx.frame.nesting, name: 'the proc' };
  for (const param of type.params)
    for (const { formula } of clausesIn(ctx, start, refinementsOf(param.refinement, param.type), callee, binders))
      assume(ctx, start, formula);
  const raises: Exit[] = [];
  const inner: Ctx = {
    ...ctx,
    sinks: { ...ctx.sinks, raises, breaks: null, observed: false, caught: [], catches: [] },
  };
  const out = runBlock(inner, closure, values, start, site);
  const declared = concrete(run.input.program, type.result, typeOf(ctx.frame.self));
  const said = about === 'the result' ? 'what the returned proc gives' : `what ${about} gives`;
  const value = flowInto(inner, out.state, out.value, declared, place, said);
  for (const { formula, clause } of promised(ctx, out.state, callee, binders, value))
    oblige(inner, out.state, { kind: 'postcondition', goal: formula, place, clause, about: said });
  run.limit = limit;
}

/** Some time after it was handed over: only locals that nobody assigns any more are as they are now. */
function whenCalled(ctx: Ctx, state: State, closure: Closure, site: Site): State {
  const called = fresh(ctx.run, 'called', BOOL_SORT);
  const later = havoc(ctx, { ...withPath(state, and(state.path, called)), fresh: [], apart: [] });
  const changing = assignedLater(closure);
  const read = namesIn(closure.block.body);
  return [...state.locals.keys()].reduce((next, key) => {
    const [scope, name] = [Number(key.slice(0, key.indexOf('/'))), key.slice(key.indexOf('/') + 1)];
    if (!closure.scope.includes(scope) || !read.has(name)) return next;
    if (changing !== 'all' && !changing.has(name)) return next;
    return withLocal(next, key, notModelled(ctx, `${name}, which may change before the proc is called`, site));
  }, later);
}

function namesIn(body: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  eachExpr(body, expr => {
    if (expr.kind === 'var' && expr.scope === 'local') names.add(expr.name);
    if (expr.kind === 'call' && expr.bare) names.add(expr.method);
  });
  return names;
}

/** Names that are assigned after the closure was made, in it, or in something that may run again. */
function assignedLater({ frame, block }: Closure): ReadonlySet<string> | 'all' {
  const body = frame.method.definition?.body;
  if (!body) return 'all';
  const names = new Set<string>(writtenLocals(block.body));
  eachExpr(body, expr => {
    if (expr.kind === 'opaque') for (const name of expr.assigns) names.add(name);
    const again = expr.kind === 'while' || expr.kind === 'lambda' || (expr.kind === 'call' && expr.block);
    const after = expr.span.end > block.span.start && ['assign', 'multiAssign', 'match', 'rescue'].includes(expr.kind);
    if (again || after) for (const name of writtenLocals(expr)) names.add(name);
  });
  return names;
}
