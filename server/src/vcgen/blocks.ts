/** Blocks, inlined where they are called: the scope they were written in stays theirs, `next` ends the block only. */
import { FALSE } from '../logic/build';
import type { MultiTarget, Param, Var } from '../ril/ril';
import type { Site } from './arguments';
import { elementAt, isArray } from './arrays';
import { type Ctx, type Exit, notModelled, type Out, placeOf, taintFor } from './context';
import { havoc } from './havoc';
import { joinExits } from './join';
import { destructure } from './multiAssign';
import { oblige } from './obligations';
import { type State, withLocal, withPath } from './state';
import { type Closure, NIL_VAL, type Val } from './value';

/** `breaks`: where a `break` in the block leads (the end of the call that the block was given to). */
export function runBlock(
  ctx: Ctx,
  closure: Closure,
  args: readonly Val[],
  state: State,
  site: Site,
  breaks: Exit[] | null = null,
): Out {
  const { block, frame } = closure;
  if (closure.sends !== undefined && args.length > 0)
    return ctx.run.rules.send(ctx, args[0]!, closure.sends, args.slice(1), site, state);
  if (closure.lambda && refuses(block.params, args.length)) {
    const about = `the lambda takes the number of arguments that it is given (${args.length})`;
    const place = placeOf(ctx, site);
    const next = oblige(ctx, state, { kind: 'core-precondition', goal: FALSE, place, about, raises: 'ArgumentError' });
    return { value: NIL_VAL, state: withPath(next, FALSE) };
  }
  ctx.run.counter++;
  // `for` has no scope of its own: what it is handed stands in the scope around it.
  const own = block.ownScope ? ctx.run.counter : (closure.scope[0] ?? ctx.run.counter);
  const nexts: Exit[] = [];
  const inner: Ctx = {
    run: ctx.run,
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
  const bound = bindBlockParams(inner, own, block.params, args, state, site);
  if (bound === null) {
    const taint = taintFor(ctx, 'a block with these parameters', site);
    return { value: notModelled(ctx, 'a block with these parameters', site), state: havoc(ctx, state, { taint }) };
  }
  const end = ctx.run.rules.evaluate(inner, block.body, cleared(bound, own, block.locals));
  return joinExits(ctx, [...nexts, end], site, end.state);
}

/** Unlike a block, a lambda takes nothing apart and leaves nothing out. */
function refuses(params: readonly Param[], count: number): boolean {
  const plain = params.every(param => param.kind === 'required' || param.kind === 'block');
  return plain && params.filter(param => param.kind === 'required').length !== count;
}

function bindBlockParams(
  ctx: Ctx,
  own: number,
  params: readonly Param[],
  args: readonly Val[],
  state: State,
  site: Site,
): State | null {
  const plainKinds = params.every(param => param.kind === 'required' || param.kind === 'block');
  if (!plainKinds) return null;
  const required = params.filter(param => param.kind === 'required');
  const [only] = args;
  if (required.length > 1 && args.length === 1 && (only!.kind === 'boxed' || only!.kind === 'ref') && !isArray(only!))
    return bindParts(ctx, own, required, only!, state, site);
  const values = spreadOver(ctx, required.length, args, state, site);
  let next = state;
  for (const [index, param] of required.entries()) {
    const value = values[index] ?? NIL_VAL;
    if (param.destructure) {
      next = cleared(next, own, namesIn(param));
      next = destructure(ctx, param.destructure, value, next, site);
    } else if (param.name) next = withLocal(next, `${own}/${param.name}`, value);
  }
  return next;
}

/** One value that may be an array, given to several parameters: as in a multiple assignment. */
function bindParts(ctx: Ctx, own: number, params: readonly Param[], value: Val, state: State, site: Site): State {
  const names = params.flatMap(param => (param.destructure ? namesIn(param) : param.name ? [param.name] : []));
  const targets = params.map((param): MultiTarget => {
    if (param.destructure) return { type: 'list', span: param.span, items: param.destructure };
    const target: Var | null =
      param.name === null ? null : { kind: 'var', span: param.span, scope: 'local', name: param.name };
    return target ? { type: 'one', span: param.span, target } : { type: 'list', span: param.span, items: [] };
  });
  return destructure(ctx, targets, value, cleared(state, own, names), site);
}

function cleared(state: State, own: number, names: readonly string[]): State {
  return names.reduce((next, name) => withLocal(next, `${own}/${name}`, NIL_VAL), state);
}

/** One array given to a block with several parameters is taken apart. */
function spreadOver(ctx: Ctx, count: number, args: readonly Val[], state: State, site: Site): readonly Val[] {
  const only = args[0];
  if (count < 2 || args.length !== 1 || !only || !isArray(only)) return args;
  return Array.from({ length: count }, (_, index) => elementAt(ctx, state, only, index, site));
}

function namesIn(param: Param): string[] {
  return (
    JSON.stringify(param.destructure)
      .match(/"scope":"local","name":"[^"]+"/g)
      ?.map(found => found.slice(found.lastIndexOf(':"') + 2, -1)) ?? []
  );
}
