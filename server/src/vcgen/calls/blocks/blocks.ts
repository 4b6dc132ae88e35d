/** Inlines blocks where they are called: they keep their lexical scope, and `next` ends only the block. */
import { FALSE } from '../../../logic/build';
import { localsInTargets, localsOfParam } from '../../../ril/bindings';
import type { MultiTarget, Param, Var } from '../../../ril/ril';
import { havocHeap } from '../../fields/havoc';
import { arrayTypeFor, elementAt, isArray, makeArray } from '../../heap/arrays';
import { addObligation } from '../../obligations/obligations';
import { positionalArgs, type Site } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, placeOf, taintFor } from '../../state/context';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import { localKey } from '../../state/localKey';
import { type State, withLocal, withPath } from '../../state/state';
import { TooLarge } from '../../state/tooLarge';
import { type Closure, NIL_VAL, type Val } from '../../state/value';
import { destructure } from '../binding/destructure';

/** A lambda that calls itself would exhaust the stack before it exhausts the steps of a run. */
const MOST_NESTED = 100;

/** A call of a block. */
export interface BlockRun {
  readonly closure: Closure;
  readonly args: readonly Val[];
  readonly site: Site;
  /** The target of a `break` in the block: the end of the call that the block was passed to. */
  readonly breaks?: ExitList | null;
}

/** `breaks`: the target of a `break` in the block (the end of the call that the block was passed to). */
export function runBlock(ctx: Ctx, { closure, args, site, breaks = null }: BlockRun, state: State): Out {
  const { block, frame } = closure;
  if (closure.sends !== undefined && args.length > 0)
    return ctx.run.rules.send(
      ctx,
      { receiver: args[0]!, method: closure.sends, args: positionalArgs(args.slice(1)), site },
      state,
    );
  if (closure.lambda && refusesArity(block.params, args.length)) {
    const place = placeOf(ctx, site);
    const next = addObligation(ctx, state, {
      kind: 'core-precondition',
      goal: FALSE,
      place,
      reason: { kind: 'lambda-arity', given: args.length },
      raises: 'ArgumentError',
    });
    return { value: NIL_VAL, state: withPath(next, FALSE) };
  }
  ctx.run.names.counter++;
  // `for` has no scope of its own: its variables belong to the enclosing scope.
  const own = block.ownScope ? ctx.run.names.counter : (closure.scope[0] ?? ctx.run.names.counter);
  const nexts: ExitList = ctx.run.trail.list();
  const inner: Ctx = {
    run: ctx.run,
    mode: ctx.mode,
    frame,
    sinks: {
      ...ctx.sinks,
      returns: closure.lambda ? nexts : frame.returns,
      breaks: closure.lambda ? nexts : (closure.breaks ?? breaks),
      nexts,
    },
    scope: block.ownScope ? [own, ...closure.scope] : closure.scope,
    spec: ctx.spec,
  };
  const bound = bindBlockParams(inner, { own, params: block.params }, args, state, site);
  if (bound === null) {
    const taint = taintFor(ctx, { kind: 'block-parameters' }, site);
    return {
      value: makeUnmodelled(ctx, { kind: 'block-parameters' }, site),
      state: havocHeap(ctx, state, { taint }),
    };
  }
  const { nestedBlocks } = ctx.run.fuel;
  if (++nestedBlocks.value > MOST_NESTED) throw new TooLarge();
  const end = ctx.run.rules.evaluate(inner, block.body, clearLocals(bound, own, block.locals));
  nestedBlocks.value--;
  return joinExits(ctx, [...nexts, end], site, end.state);
}

/** Unlike a block, a lambda neither destructures its argument nor tolerates a different number. */
function refusesArity(params: readonly Param[], count: number): boolean {
  const required = params.filter(param => param.kind === 'required').length;
  if (params.every(isPlainOrRest) && params.some(param => param.kind === 'rest')) return count < required;
  const plain = params.every(param => param.kind === 'required' || param.kind === 'block');
  return plain && required !== count;
}

function isPlainOrRest({ kind }: Param): boolean {
  return kind === 'required' || kind === 'rest' || kind === 'block';
}

/** The parameters of a block and the scope of its locals. */
interface BlockParams {
  readonly own: number;
  readonly params: readonly Param[];
}

function bindBlockParams(ctx: Ctx, scope: BlockParams, args: readonly Val[], state: State, site: Site): State | null {
  const { own, params } = scope;
  const rest = params.find(param => param.kind === 'rest');
  if (rest && params.every(isPlainOrRest)) return bindWithRest(ctx, scope, { args, rest }, state, site);
  const plainKinds = params.every(param => param.kind === 'required' || param.kind === 'block');
  if (!plainKinds) return null;
  const required = params.filter(param => param.kind === 'required');
  const [only] = args;
  if (required.length > 1 && args.length === 1 && (only!.kind === 'boxed' || only!.kind === 'ref') && !isArray(only!))
    return bindParts(ctx, { ...scope, params: required }, only!, state, site);
  const values = spreadOver(ctx, required.length, args, state, site);
  let next = state;
  for (const [index, param] of required.entries()) {
    const value = values[index] ?? NIL_VAL;
    if (param.destructure) {
      next = clearLocals(next, own, localsInTargets(param.destructure));
      next = destructure(ctx, param.destructure, value, next, site);
    } else if (param.name) next = withLocal(next, localKey(own, param.name), value);
  }
  return next;
}

/** `|a, *rest|`: what is left becomes an array. Null: one array is passed, which is destructured. */
function bindWithRest(
  ctx: Ctx,
  { own, params }: BlockParams,
  { args, rest }: { readonly args: readonly Val[]; readonly rest: Param },
  state: State,
  site: Site,
): State | null {
  const required = params.filter(param => param.kind === 'required');
  const [only] = args;
  const isSpread = required.length > 0 && args.length === 1 && (only!.kind === 'boxed' || only!.kind === 'ref');
  if (isSpread || args.length < required.length || params.indexOf(rest) < required.length) return null;
  const plain = bindBlockParams(ctx, { own, params: required }, args.slice(0, required.length), state, site);
  if (plain === null || rest.name === null) return plain;
  const left = args.slice(required.length);
  const made = makeArray(ctx, plain, left, arrayTypeFor(left), site);
  return withLocal(made.state, localKey(own, rest.name), made.value);
}

/** One value that may be an array, passed to several parameters: destructured as in a multiple assignment. */
function bindParts(ctx: Ctx, { own, params }: BlockParams, value: Val, state: State, site: Site): State {
  const names = params.flatMap(localsOfParam);
  const targets = params.map((param): MultiTarget => {
    if (param.destructure) return { type: 'list', span: param.span, items: param.destructure };
    const target: Var | null =
      param.name === null ? null : { kind: 'var', span: param.span, scope: 'local', name: param.name };
    return target ? { type: 'one', span: param.span, target } : { type: 'list', span: param.span, items: [] };
  });
  return destructure(ctx, targets, value, clearLocals(state, own, names), site);
}

function clearLocals(state: State, own: number, names: readonly string[]): State {
  return names.reduce((next, name) => withLocal(next, localKey(own, name), NIL_VAL), state);
}

/** One array passed to a block with several parameters is destructured. */
function spreadOver(ctx: Ctx, count: number, args: readonly Val[], state: State, site: Site): readonly Val[] {
  const only = args[0];
  if (count < 2 || args.length !== 1 || !only || !isArray(only)) return args;
  return Array.from({ length: count }, (_, index) => elementAt(ctx, state, only, index, site));
}
