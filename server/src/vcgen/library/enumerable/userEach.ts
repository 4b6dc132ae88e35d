/**
 * Enumerable's methods on an object of a class of the program, by its own `each`. If `each` only passes its block to an
 * array in a field (`@items.each(&block)`, `items.each(&block)`), the methods behave as on that array; with any other `each`, their bodies in
 * server/prelude are evaluated.
 */
import { candidates, findMethod } from '../../../program/lookup';
import type { MethodInfo, Program } from '../../../program/program';
import type { Call, Expr } from '../../../ril/ril';
import { readField } from '../../fields/fields';
import { isArray } from '../../heap/arrays';
import { NO_ARGS, type Send } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import { fieldKey } from '../../state/heapKey';
import { classNameOf } from '../../state/representation';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';
import { isRowOf, MANY, type ModelledMethods } from '../rows/rows';

type Dispatch = (ctx: Ctx, send: Send, state: State) => Out;

export function enumerableModel(ctx: Ctx, send: Send, state: State, dispatch: Dispatch): Out | null {
  const { receiver, method, site } = send;
  if (receiver.kind !== 'ref') return null;
  const { program } = ctx.run.input;
  const className = classNameOf(receiver.type) ?? 'Object';
  if (findMethod(program, className, method)?.owner !== 'Enumerable') return null;
  const [only, ...others] = candidates(program, className, 'each');
  const each = only && others.length === 0 ? only.method : null;
  if (!each?.definition || each.origin !== 'workspace' || ctx.frame.stack.includes(each.key)) return null;
  const field = findDelegateField(program, className, each);
  const array = field === null ? null : readField(ctx, state, receiver, fieldKey(field), site);
  return array && isArray(array) ? delegateToArray(ctx, send, array, state, dispatch) : null;
}

/** Methods that Array and Enumerable define alike. */
const AS_ARRAYS: ModelledMethods = {
  class: 'Enumerable',
  names:
    'first include? member? any? all? none? one? find detect find_index take take_while drop drop_while zip map collect flat_map ' +
    'collect_concat select filter reject filter_map reduce inject sum count sort sort_by min max min_by max_by minmax ' +
    'minmax_by partition group_by tally uniq each_with_object to_set to_h',
  arity: [0, MANY],
  block: 'allowed',
};

/** They return their receiver. */
const GIVES_ITSELF: ModelledMethods = {
  class: 'Enumerable',
  names: 'each_with_index each_slice each_cons reverse_each',
  arity: [0, MANY],
  block: 'required',
};

const COPIES: ModelledMethods = { class: 'Enumerable', names: 'to_a entries', arity: 0, block: 'allowed' };

export const ENUMERABLES: readonly ModelledMethods[] = [AS_ARRAYS, GIVES_ITSELF, COPIES];

/** The same call on the array that the receiver's `each` iterates over. */
function delegateToArray(ctx: Ctx, send: Send, array: Val, state: State, dispatch: Dispatch): Out | null {
  const delegated = { ...send, receiver: array };
  if (isRowOf(COPIES, delegated)) return dispatch(ctx, { ...delegated, method: 'dup', args: NO_ARGS }, state);
  if (isRowOf(GIVES_ITSELF, delegated)) return { value: send.receiver, state: dispatch(ctx, delegated, state).state };
  return isRowOf(AS_ARRAYS, delegated) ? dispatch(ctx, delegated, state) : null;
}

/** The field to whose `each` this `each` only passes its block; null: it does something else. */
function findDelegateField(program: Program, className: string, { definition }: MethodInfo): string | null {
  const body = definition!.body();
  const steps = body.kind === 'seq' ? body.body : [body];
  const [first, ...rest] = steps.filter((step, index) => !(index === 0 && returnsEnumeratorWithoutBlock(step)));
  if (first?.kind !== 'call' || first.method !== 'each' || first.safe || first.args.length > 0) return null;
  if (rest.length > 1 || (rest[0] && rest[0].kind !== 'self')) return null;
  const field = fieldIn(program, className, first.receiver);
  const blockName = definition!.params.find(param => param.kind === 'block')?.name ?? null;
  return definition!.params.every(param => param.kind === 'block') && passesOwnBlock(first, blockName) ? field : null;
}

/** `@items`, or `items` with `attr_reader :items`. */
function fieldIn(program: Program, className: string, expr: Expr | null): string | null {
  if (expr?.kind === 'var') return expr.scope === 'instance' ? expr.name : null;
  if (expr?.kind !== 'call' || expr.args.length > 0 || expr.block || expr.safe) return null;
  if (expr.receiver !== null && expr.receiver.kind !== 'self') return null;
  const [only, ...others] = candidates(program, className, expr.method);
  const synthetic = others.length === 0 ? only?.method.synthetic : undefined;
  return synthetic?.type === 'attributeReader' ? synthetic.field : null;
}

/** `return enum_for(:each) unless block_given?` */
function returnsEnumeratorWithoutBlock(step: Expr): boolean {
  if (step.kind !== 'if') return false;
  const condition = step.condition;
  const isBlockGivenCall = (expr: Expr | null): boolean =>
    expr?.kind === 'call' && expr.receiver === null && expr.method === 'block_given?';
  const isNegated = condition.kind === 'call' && condition.method === '!' && isBlockGivenCall(condition.receiver);
  const [without, otherwise] = isNegated ? [step.then, step.else] : [step.else, step.then];
  if (!isNegated && !isBlockGivenCall(condition)) return false;
  return without.kind === 'jump' && without.jump === 'return' && otherwise.kind === 'lit';
}

/** `each(&block)`, `each(&)`, `each { |x| yield x }` */
function passesOwnBlock({ block }: Call, blockName: string | null): boolean {
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
