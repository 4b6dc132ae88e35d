/** What a call by contract leaves of the state: by its frame, by what its body writes, or nothing of what it can reach. */
import type { MethodInfo } from '../program/program';
import type { FrameEntry } from '../types/annotation';
import type { Site } from './arguments';
import type { Bound } from './bindSignature';
import { type Ctx, placeOf } from './context';
import type { Reads } from './effects';
import { frameOwner } from './frameOwner';
import { demandUnfrozen } from './frozen';
import { grown, havoc, havocAt } from './havoc';
import { mayWrite } from './mayWrite';
import { copyAt } from './objects';
import { sharedKey } from './sharedVariables';
import { CONTENT_KEYS, type State } from './state';
import type { Val } from './value';

export type Mode =
  | { readonly kind: 'pure'; readonly reads: Reads }
  | { readonly kind: 'modifies'; readonly entries: readonly FrameEntry[] }
  | { readonly kind: 'protects'; readonly entries: readonly FrameEntry[] }
  | { readonly kind: 'writes'; readonly keys: ReadonlySet<string> }
  | { readonly kind: 'havoc' };

export function affect(
  ctx: Ctx,
  state: State,
  info: MethodInfo,
  mode: Mode,
  bound: Bound,
  receiver: Val,
  site: Site,
): State {
  switch (mode.kind) {
    case 'pure':
      return state;
    case 'modifies':
      return mode.entries
        .map(entry => ({ entry, owner: frameOwner(ctx, state, entry, receiver, bound.binders) }))
        .reduce((next, { entry, owner }) => forgetEntry(ctx, next, info, entry, owner, site), grown(ctx, state));
    case 'writes': {
      for (const key of mode.keys) mayWrite(ctx, state, key, null, placeOf(ctx, site));
      return havoc(ctx, state, { keys: expanded(mode.keys) });
    }
    case 'protects':
      mayWrite(ctx, state, '*', null, placeOf(ctx, site));
      return protect(ctx, state, mode.entries, bound, receiver);
    case 'havoc':
      mayWrite(ctx, state, '*', null, placeOf(ctx, site));
      return havoc(ctx, state);
  }
}

function expanded(keys: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].flatMap(key => (key === 'contents' ? CONTENT_KEYS : [key])));
}

/** havoc(x.f) of figure 3. */
function forgetEntry(
  ctx: Ctx,
  state: State,
  info: MethodInfo,
  entry: FrameEntry,
  owner: Val | null,
  site: Site,
): State {
  const place = placeOf(ctx, site);
  const isOfClass = owner?.kind === 'class' && entry.field.startsWith('@');
  if (/^(\$|@@)/.test(entry.field) || isOfClass) {
    const key = sharedKey(ctx, isOfClass ? (owner.name ?? info.owner) : info.owner, entry.field);
    mayWrite(ctx, state, key, null, place);
    return havoc(ctx, state, { keys: new Set([key]) });
  }
  if (owner?.kind !== 'ref') return owner === null || owner.kind === 'boxed' ? havoc(ctx, state) : state;
  const keys = entry.field === 'contents' ? CONTENT_KEYS : [entry.field];
  for (const key of keys.slice(0, 1)) mayWrite(ctx, state, key, owner.term, place);
  const what =
    entry.owner === 'self' ? 'the receiver' : /^@/.test(entry.owner) ? entry.owner : `argument ${entry.owner}`;
  return havocAt(ctx, demandUnfrozen(ctx, state, owner.term, place, what), owner, entry.field);
}

/** Everything but these is forgotten: the protected fields get their values back. */
function protect(ctx: Ctx, state: State, entries: readonly FrameEntry[], bound: Bound, receiver: Val): State {
  const kept = entries.flatMap(entry => {
    const owner = frameOwner(ctx, state, entry, receiver, bound.binders);
    return owner?.kind === 'ref' ? [{ owner, entry }] : [];
  });
  const after = havoc(ctx, state);
  return kept.reduce((next, { owner, entry }) => restore(ctx, state, next, owner, entry.field), after);
}

function restore(ctx: Ctx, before: State, after: State, owner: Val & { kind: 'ref' }, field: string): State {
  const keys = field === 'contents' ? CONTENT_KEYS : [field];
  return keys.reduce((next, key) => copyAt(ctx, before, next, owner.term, key), after);
}
