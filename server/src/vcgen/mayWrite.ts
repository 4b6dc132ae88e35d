/** Each write is asked of the limit that the labels of the verified method set (writeLimit.ts), in its reader's words. */
import type { Place } from '../base/span';
import { or, same } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { heapMap } from './bases';
import type { Ctx } from './context';
import { oblige } from './obligations';
import type { State } from './state';
import { isMemberKey } from './structs';
import { unboxed } from './value';

/** The label of the verified method limits what it may write: objects made here are always free to change. */
export function mayWrite(ctx: Ctx, state: State, key: string, ref: Formula | null, place: Place): void {
  const { limit } = ctx.run;
  if (limit === null || ctx.spec) return;
  const made = ref === null ? limit.allows(key, null) : or(isNew(ref, limit.allocOnEntry), limit.allows(key, ref));
  oblige(ctx, state, {
    kind: limit.kind,
    goal: made,
    place,
    clause: limit.clause,
    about: `${shownWrite(ctx, state, key, ref)}, ${FORBIDDEN[limit.clause.text] ?? FORBIDDEN.modifies}`,
  });
}

const FORBIDDEN: Readonly<Record<string, string>> = {
  ':pure': 'which a pure method may not',
  protects: 'which `protects:` names',
  modifies: 'which `modifies:` does not list',
};

/** What is written, as its reader would name it. */
function shownWrite(ctx: Ctx, state: State, key: string, ref: Formula | null): string {
  if (key === '*') return 'may write anything';
  const what = shownKey(key);
  if (what !== 'contents') return `writes ${what}`;
  return `writes the contents of ${(ref && nameOfObject(ctx, state, ref)) ?? 'an object'}`;
}

function nameOfObject(ctx: Ctx, state: State, ref: Formula): string | null {
  const { self } = ctx.frame;
  if (self.kind === 'ref' && same(self.term, ref)) return 'self';
  if (self.kind === 'ref')
    for (const key of new Set([...state.heap.maps.keys(), ...[...ctx.run.bases.values()].map(base => base.key)]))
      if (/^@\w/.test(key) && same(unboxed(select(heapMap(ctx, state, key), self.term), 'ref'), ref)) return key;
  for (const [key, val] of state.locals)
    if (val.kind === 'ref' && same(val.term, ref) && /^\d+\/[a-z_]\w*$/.test(key))
      return key.slice(key.indexOf('/') + 1);
  return null;
}

function isNew(ref: Formula, allocOnEntry: Formula): Formula {
  return { kind: 'apply', operator: '>', args: [ref, allocOnEntry], sort: { kind: 'bool' } };
}

export function shownKey(key: string): string {
  if (isMemberKey(key)) return key.slice(key.indexOf(':') + 1);
  return key.startsWith('#') ? 'contents' : key === '*' ? 'anything' : key;
}
