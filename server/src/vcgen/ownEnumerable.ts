/**
 * Enumerable's methods on an object of the program's own class, by its own `each`. One that hands its block on to an
 * array in a field (`@items.each(&block)`) answers as that array does; any other is run with a block that does what the
 * method does with each element (enumerableRounds.ts).
 */
import { candidates, findMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Call, Expr } from '../ril/ril';
import { type Args, NO_ARGS, type Site } from './arguments';
import { isArray } from './arrays';
import type { Ctx, Out } from './context';
import { byRounds } from './enumerableRounds';
import { readField } from './fields';
import { classNameOf } from './shape';
import type { State } from './state';
import type { Val } from './value';

export type Send = (ctx: Ctx, receiver: Val, method: string, args: Args, site: Site, state: State) => Out;
type Ref = Val & { readonly kind: 'ref' };

export function enumerableModel(
  ctx: Ctx,
  receiver: Val,
  method: string,
  args: Args,
  site: Site,
  state: State,
  send: Send,
): Out | null {
  if (receiver.kind !== 'ref') return null;
  const { program } = ctx.run.input;
  const className = classNameOf(receiver.type) ?? 'Object';
  if (findMethod(program, className, method)?.owner !== 'Enumerable') return null;
  const [only, ...others] = candidates(program, className, 'each');
  const each = only && others.length === 0 ? only.method : null;
  if (!each?.definition || each.origin !== 'workspace' || ctx.frame.stack.includes(each.key)) return null;
  const field = handedTo(each);
  const array = field === null ? null : readField(ctx, state, receiver, field, site);
  if (array && isArray(array)) return byArray(ctx, { receiver, array, method, args, site, state, send });
  return byRounds(ctx, receiver, method, args, site, state, send);
}

/** Arrays have these as Enumerable has them. */
const AS_ARRAYS: ReadonlySet<string> = new Set(
  'first include? member? any? all? none? one? find detect find_index take take_while drop drop_while zip map collect flat_map collect_concat select filter find_all reject filter_map reduce inject sum count to_a entries sort sort_by min max min_by max_by minmax minmax_by partition group_by tally uniq each_with_object to_set to_h'.split(
    ' ',
  ),
);

const GIVES_ITSELF: ReadonlySet<string> = new Set('each_with_index each_slice each_cons reverse_each'.split(' '));

interface Asked {
  readonly receiver: Ref;
  readonly array: Val;
  readonly method: string;
  readonly args: Args;
  readonly site: Site;
  readonly state: State;
  readonly send: Send;
}

function byArray(ctx: Ctx, { receiver, array, method, args, site, state, send }: Asked): Out | null {
  if (method === 'to_a' || method === 'entries')
    return args.positional.length > 0 ? null : send(ctx, array, 'dup', NO_ARGS, site, state);
  if (GIVES_ITSELF.has(method)) {
    if (!args.block) return null;
    return { value: receiver, state: send(ctx, array, method, args, site, state).state };
  }
  return AS_ARRAYS.has(method) ? send(ctx, array, method, args, site, state) : null;
}

/** The field whose `each` is all that this `each` runs, with its own block; null: it does something else. */
function handedTo({ definition }: MethodInfo): string | null {
  const body = definition!.body;
  const steps = body.kind === 'seq' ? body.body : [body];
  const [first, ...rest] = steps.filter((step, index) => !(index === 0 && isForNoBlock(step)));
  if (first?.kind !== 'call' || first.method !== 'each' || first.safe || first.args.length > 0) return null;
  if (rest.length > 1 || (rest[0] && rest[0].kind !== 'self')) return null;
  if (first.receiver?.kind !== 'var' || first.receiver.scope !== 'instance') return null;
  const blockName = definition!.params.find(param => param.kind === 'block')?.name ?? null;
  return definition!.params.every(param => param.kind === 'block') && handsOn(first, blockName)
    ? first.receiver.name
    : null;
}

/** `return enum_for(:each) unless block_given?` */
function isForNoBlock(step: Expr): boolean {
  if (step.kind !== 'if') return false;
  const asked = step.condition;
  const isAsked = (expr: Expr | null): boolean =>
    expr?.kind === 'call' && expr.receiver === null && expr.method === 'block_given?';
  const isNegated = asked.kind === 'call' && asked.method === '!' && isAsked(asked.receiver);
  const [without, otherwise] = isNegated ? [step.then, step.else] : [step.else, step.then];
  if (!isNegated && !isAsked(asked)) return false;
  return without.kind === 'jump' && without.jump === 'return' && otherwise.kind === 'lit';
}

/** `each(&block)`, `each(&)`, `each { |x| yield x }` */
function handsOn({ block }: Call, blockName: string | null): boolean {
  if (block?.type === 'pass')
    return block.value === null || (block.value.kind === 'var' && block.value.name === blockName);
  if (!block) return false;
  const { params, body, locals } = block.block;
  const [param] = params;
  if (params.length !== 1 || param?.kind !== 'required' || param.destructure || locals.length > 0) return false;
  const [given] = body.kind === 'yield' ? body.args : [];
  if (body.kind !== 'yield' || body.args.length !== 1 || given?.type !== 'positional') return false;
  return given.value.kind === 'var' && given.value.scope === 'local' && given.value.name === param.name;
}
