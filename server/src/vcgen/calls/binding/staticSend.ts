/**
 * Methods that a literal names: `x.send(:name, …)` is the call `x.name(…)`, and `&method(:name)` a block that calls it,
 * unless the program defines its own `send` or `method`. `public_send` raises if the method may not be public: not
 * modelled here.
 */
import { candidates, visibilityOn } from '../../../program/lookup';
import type { MethodInfo } from '../../../program/program';
import { directCallOf } from '../../../program/staticSend';
import { workspaceMethods } from '../../../program/workspace';
import type { Arg, Call, Expr } from '../../../ril/ril';
import type { Ctx } from '../../state/context';
import { classNameOf } from '../../state/representation';
import { type Closure, typeOf } from '../../state/value';

/** The call that the send performs; null: it is an ordinary call. */
export function resolveStaticSend(ctx: Ctx, call: Call): Call | null {
  const sent = directCallOf(ctx.run.input.program, call);
  if (!sent) return null;
  const type = call.receiver ? ctx.frame.types.get(call.receiver) : typeOf(ctx.frame.self);
  const className = (type && classNameOf(type)) ?? null;
  if (!isObjects(ctx, className, call.method)) return null;
  return call.method !== 'public_send' || isPublic(ctx, className, sent.method) ? sent : null;
}

const OBJECTS: ReadonlySet<string> = new Set(['Object', 'Kernel', 'BasicObject']);

/** Whether no class that the receiver may have overrides the method. */
function isObjects(ctx: Ctx, className: string | null, method: string): boolean {
  const { program } = ctx.run.input;
  if (className === null) return workspaceMethods(program, method).length === 0;
  return candidates(program, className, method).every(each => OBJECTS.has(each.method.owner));
}

function isPublic(ctx: Ctx, className: string | null, method: string): boolean {
  const { program } = ctx.run.input;
  if (className === null) return false;
  return candidates(program, className, method).every(each =>
    each.receivers.every(receiver => visibilityOn(program, receiver, each.method) === 'public'),
  );
}

/** `&method(:name)` for a method of self with a fixed number of positional parameters. */
export function methodAsBlock(ctx: Ctx, passed: Expr): Closure | null {
  if (passed.kind !== 'call' || passed.method !== 'method' || passed.block || passed.safe) return null;
  const [name] = passed.args;
  if (passed.args.length !== 1 || name?.type !== 'positional' || name.value.kind !== 'lit') return null;
  const { value } = name.value;
  if ((value.type !== 'symbol' && value.type !== 'string') || (passed.receiver && passed.receiver.kind !== 'self'))
    return null;
  const className = classNameOf(typeOf(ctx.frame.self));
  const { program } = ctx.run.input;
  if (className === null || !isObjects(ctx, className, 'method')) return null;
  const counts = new Set(candidates(program, className, value.value).map(({ method }) => countOf(method)));
  const [count] = counts;
  return counts.size === 1 && count ? makeCallingBlock(ctx, value.value, count, passed) : null;
}

/** Null: it has optional or keyword parameters. */
function countOf({ definition }: MethodInfo): number | null {
  if (!definition || definition.params.some(param => param.kind !== 'required')) return null;
  return definition.params.length;
}

/** `{ |a, b| name(a, b) }` */
function makeCallingBlock(ctx: Ctx, method: string, count: number, { span }: Expr): Closure {
  const names = Array.from({ length: count }, (_, index) => `%given${index}`);
  const args = names.map((name): Arg => ({ type: 'positional', value: { kind: 'var', span, scope: 'local', name } }));
  const body: Call = {
    kind: 'call',
    span,
    receiver: null,
    method,
    methodSpan: span,
    args,
    block: null,
    safe: false,
    bare: false,
    madeBy: 'send',
  };
  const params = names.map(name => ({ kind: 'required', span, name, default: null, destructure: null }) as const);
  const block = { span, params, locals: [], implicitParams: false, ownScope: true, body };
  return { block, frame: ctx.frame, scope: ctx.scope, lambda: true };
}
