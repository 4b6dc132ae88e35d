/**
 * Rows of the registry: which methods of a class have a model, and for how many arguments. `modelOf` makes one model of
 * several rows: the first row that fits the call and answers counts.
 */
import type { Formula } from '../../../logic/formula';
import type { Send } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';

/** What the registry says about a model. */
export interface ModelledMethods {
  /** The class or module that has the methods. */
  readonly class: string;
  /** Separated by spaces. */
  readonly names: string;
  /** The number of positional arguments, or the least and the most. */
  readonly arity: number | readonly [least: number, most: number];
  /** Without this it takes none. */
  readonly block?: 'required' | 'allowed';
}

export interface ModelRow<Receiver extends Val = Val> extends ModelledMethods {
  readonly model: ModelOf<Receiver>;
}

export type ModelOf<Receiver extends Val> = (ctx: Ctx, send: Send<Receiver>, state: State) => Out | null;

export const MANY = Number.POSITIVE_INFINITY;

/** Null: no row fits, or none of those that fit answers. */
export function modelOf<Receiver extends Val>(rows: readonly ModelRow<Receiver>[]): ModelOf<Receiver> {
  const byName = new Map<string, readonly ModelRow<Receiver>[]>();
  for (const row of rows) for (const name of namesIn(row)) byName.set(name, [...(byName.get(name) ?? []), row]);
  return (ctx, send, state) => {
    for (const row of byName.get(send.method) ?? []) {
      const out = fitsArguments(row, send) ? row.model(ctx, send, state) : null;
      if (out !== null) return out;
    }
    return null;
  };
}

export function namesIn({ names }: ModelledMethods): readonly string[] {
  return names.split(/\s+/);
}

/** Whether the row describes the call, whatever the class of the receiver. */
export function isRowOf(row: ModelledMethods, send: Send): boolean {
  return namesIn(row).includes(send.method) && fitsArguments(row, send);
}

function fitsArguments({ arity, block }: ModelledMethods, { args }: Send): boolean {
  if (block !== 'allowed' && (block === 'required') !== (args.block !== null)) return false;
  const [least, most] = typeof arity === 'number' ? [arity, arity] : arity;
  return args.positional.length >= least && args.positional.length <= most;
}

export function integerResult(term: Formula, state: State): Out {
  return { value: { kind: 'int', term }, state };
}

export function boolResult(term: Formula, state: State): Out {
  return { value: { kind: 'bool', term }, state };
}

/** The argument at this index: the row's arity says that there is one. */
export function argumentAt({ args, method }: Send, index: number): Val {
  const found = args.positional[index];
  if (!found) throw new Error(`the row of ${method} has a smaller arity`);
  return found;
}
