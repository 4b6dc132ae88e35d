/** Which method a call on a class object runs: `C.new`, the program's own, our model, or the library's signature. */
import { eq, or } from '../../logic/build';
import { type Candidate, findSingletonMethod, singletonCandidates } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { findImplicitCall } from '../analysis/implicitCalls';
import { invoke } from '../calls/modes/invoke';
import { callWithUnknownEffects } from '../calls/modes/openCall';
import { inlinePrelude } from '../calls/modes/prelude';
import { runUnknownCall } from '../calls/modes/unknownCall';
import { applyModel } from '../library/models';
import type { Args, Send } from '../state/call';
import type { Ctx, Out } from '../state/context';
import { forkState } from '../state/fork';
import type { State } from '../state/state';
import { classTerm, instantiableClasses } from '../state/typeGuards';
import type { Val } from '../state/value';
import { construct } from './construct';

/** `C.new`, `C === x`, singleton methods. */
export function sendToClass(ctx: Ctx, send: Send<Val & { kind: 'class' }>, state: State): Out {
  const { receiver, method, args } = send;
  const { name } = receiver;
  const several = name === null ? sendToOneOf(ctx, send, state) : null;
  if (several) return several;
  const { program } = ctx.run.input;
  const found =
    name === null ? methodOfAll(program, receiver.base, method) : findSingletonMethod(program, name, method);
  if (found?.origin === 'workspace' && found.synthetic?.type !== 'structNew') return invoke(ctx, found, send, state);
  const proc = name === 'Proc' && method === 'new' ? procOf(args) : null;
  if (proc) return { value: proc, state };
  const made = name ?? receiver.base;
  if (method === 'new' && made !== null) return construct(ctx, send, made, state);
  const callback = ctx.spec || method === '===' ? null : findImplicitCall(ctx, send, found?.facts?.calls ?? null);
  const byBody = (): Out | null => (found && name !== null ? inlinePrelude(ctx, found, name, send, state) : null);
  if (callback) {
    const what = { kind: 'implicit-call', from: { kind: 'method', name: method }, callee: callback } as const;
    return byBody() ?? callWithUnknownEffects(ctx, found, what, send, state) ?? runUnknownCall(ctx, what, send, state);
  }
  const known = applyModel(ctx, send, state) ?? byBody();
  if (known) return known;
  if (found?.signature && args.irregular === null) return invoke(ctx, found, send, state);
  return runUnknownCall(ctx, { kind: 'class-method', of: name, method }, send, state);
}

/** `Proc.new { … }` is `proc { … }`; a `break` in it has no target. */
function procOf({ block, positional, irregular }: Args): Val | null {
  if (!block || block.sends !== undefined || positional.length > 0 || irregular !== null) return null;
  const { block: body, frame, scope, lambda } = block;
  return { kind: 'proc', closure: { block: body, frame, scope, lambda } };
}

/** The one library method that all classes at or below this one share. */
function methodOfAll(program: Program, base: string | null, method: string): MethodInfo | null {
  const [first, ...others] = base === null ? [] : singletonCandidates(program, base, method).map(each => each.method);
  const isShared =
    first && first.origin !== 'workspace' && !first.synthetic && others.every(({ key }) => key === first.key);
  return isShared ? first : null;
}

/** Any class at or below this one: each may define its own method. Null: none of them has a method of the program. */
function sendToOneOf(ctx: Ctx, send: Send<Val & { kind: 'class' }>, state: State): Out | null {
  const { receiver, method, site } = send;
  const { program } = ctx.run.input;
  const found = receiver.base === null ? [] : singletonCandidates(program, receiver.base, method);
  if (found.every(each => each.method.origin !== 'workspace')) return null;
  const covered = found.flatMap(each => each.receivers);
  const missing = instantiableClasses(program, receiver.base!).some(each => !covered.includes(each));
  const foreign = found.some(each => each.method.origin !== 'workspace' || each.method.synthetic);
  if (missing || foreign) return runUnknownCall(ctx, { kind: 'class-method', of: receiver.base, method }, send, state);
  const as = (candidate: Candidate) => (s: State) => {
    const [only, ...others] = candidate.receivers;
    const narrowed = others.length === 0 ? { ...receiver, name: only!, base: only! } : receiver;
    return invoke(ctx, candidate.method, { ...send, receiver: narrowed }, s);
  };
  const [last, ...others] = [...found].reverse();
  return others.reduce<(s: State) => Out>((otherwise, candidate) => {
    const is = or(...candidate.receivers.map(each => eq(receiver.term, classTerm(ctx.run, each))));
    return s => forkState(ctx, is, s, site, { yes: as(candidate), no: otherwise });
  }, as(last!))(state);
}
