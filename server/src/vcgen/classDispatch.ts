/** Which method a call on a class object runs: `C.new`, the program's own, our model, what the library's signature says. */
import { eq, or } from '../logic/build';
import { type Candidate, findSingletonMethod, singletonCandidates } from '../program/lookup';
import type { Args, Site } from './arguments';
import { fork } from './branch';
import { callbackOf } from './callbacks';
import { construct } from './construct';
import type { Ctx, Out } from './context';
import { coreModel } from './core/models';
import { invoke } from './invoke';
import type { State } from './state';
import { classTerm, instantiable } from './typing';
import { unknownCall } from './unknownCall';
import type { Val } from './value';

/** `C.new`, `C === x`, singleton methods. */
export function sendToClass(
  ctx: Ctx,
  receiver: Val & { kind: 'class' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  const { name } = receiver;
  const several = name === null ? sendToOneOf(ctx, receiver, method, args, site, state) : null;
  if (several) return several;
  const found = name === null ? null : findSingletonMethod(ctx.run.input.program, name, method);
  if (found?.origin === 'workspace' && found.synthetic?.type !== 'structNew')
    return invoke(ctx, found, receiver, args, site, state);
  const proc = name === 'Proc' && method === 'new' ? procOf(args) : null;
  if (proc) return { value: proc, state };
  const made = name ?? receiver.base;
  if (method === 'new' && made !== null) return construct(ctx, receiver, made, args, site, state);
  const callback = ctx.spec || method === '===' ? null : callbackOf(ctx, method, receiver, args);
  if (callback) return unknownCall(ctx, `${method}, which may call ${callback}`, receiver, args, site, state);
  const modelled = coreModel(ctx, receiver, method, args, site, state);
  if (modelled) return modelled;
  if (found?.signature && args.irregular === null) return invoke(ctx, found, receiver, args, site, state);
  return unknownCall(ctx, `${name ?? 'a class'}.${method}`, receiver, args, site, state);
}

/** `Proc.new { … }` is `proc { … }`; a `break` in it has nowhere to go. */
function procOf({ block, positional, irregular }: Args): Val | null {
  if (!block || block.sends !== undefined || positional.length > 0 || irregular !== null) return null;
  const { block: body, frame, scope, lambda } = block;
  return { kind: 'proc', closure: { block: body, frame, scope, lambda } };
}

/** Some class, this one or one below: each may have a method of its own. Null: none of the program's own is among them. */
function sendToOneOf(
  ctx: Ctx,
  receiver: Val & { kind: 'class' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const { program } = ctx.run.input;
  const found = receiver.base === null ? [] : singletonCandidates(program, receiver.base, method);
  if (found.every(each => each.method.origin !== 'workspace')) return null;
  const covered = found.flatMap(each => each.receivers);
  const missing = instantiable(program, receiver.base!).some(each => !covered.includes(each));
  const foreign = found.some(each => each.method.origin !== 'workspace' || each.method.synthetic);
  if (missing || foreign) return unknownCall(ctx, `${receiver.base}.${method}`, receiver, args, site, state);
  const as = (candidate: Candidate) => (s: State) => {
    const [only, ...others] = candidate.receivers;
    const narrowed = others.length === 0 ? { ...receiver, name: only!, base: only! } : receiver;
    return invoke(ctx, candidate.method, narrowed, args, site, s);
  };
  const [last, ...others] = [...found].reverse();
  return others.reduce<(s: State) => Out>((otherwise, candidate) => {
    const is = or(...candidate.receivers.map(each => eq(receiver.term, classTerm(ctx.run, each))));
    return s => fork(ctx, is, s, site, as(candidate), otherwise);
  }, as(last!))(state);
}
