/** T-New: a fresh object of the class, then `initialize` on it. */
import { findMethod } from '../program/lookup';
import { nominal } from '../types/type';
import type { Args, Site } from './arguments';
import { type Ctx, notModelled, type Out, taintFor } from './context';
import { allocate, havoc } from './heap';
import { invoke } from './invoke';
import type { State } from './state';
import type { Val } from './value';

/** Core classes whose `new` does more than we know. */
const FOREIGN: ReadonlySet<string> = new Set([
  'Array',
  'Hash',
  'String',
  'Set',
  'Range',
  'Struct',
  'Data',
  'Class',
  'Module',
  'Proc',
]);

export function construct(
  ctx: Ctx,
  receiver: Val & { kind: 'class' },
  className: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  const { program } = ctx.run.input;
  const info = program.classes.get(className);
  if (!info || FOREIGN.has(className) || (info.origin !== 'workspace' && className !== 'Object'))
    return unknownNew(ctx, className, site, state);
  const made = allocate(ctx, state, className, nominal(className));
  const object: Val = receiver.name === className ? made.object : { ...made.object, exact: false };
  const initialize = findMethod(program, className, 'initialize');
  if (initialize?.origin !== 'workspace') return { value: object, state: made.state };
  const out = invoke(ctx, initialize, object, args, site, made.state);
  return { value: object, state: out.state };
}

function unknownNew(ctx: Ctx, className: string, site: Site, state: State): Out {
  const what = `${className}.new`;
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
