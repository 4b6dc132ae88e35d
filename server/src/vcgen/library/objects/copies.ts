/**
 * `dup` and `clone` of objects of the program's own classes: another object of the same class with the same fields. The
 * containers in them are shared.
 */
import { eq } from '../../../logic/build';
import { select, store } from '../../../logic/maps';
import { allDescendants, ancestors } from '../../../program/ancestors';
import type { Program } from '../../../program/program';
import { readField } from '../../fields/fields';
import { copyFrozenBit } from '../../heap/frozen';
import { allocate, slotKeysOf } from '../../heap/objects';
import type { Site } from '../../state/call';
import type { Model } from '../../state/context';
import { assume, type Ctx } from '../../state/context';
import type { SlotKey } from '../../state/heapKey';
import { heapMap } from '../../state/heapMaps';
import { KeySet } from '../../state/keyedMap';
import { classNameOf } from '../../state/representation';
import { type State, withMap } from '../../state/state';
import { classOf } from '../../state/typeGuards';
import type { Val } from '../../state/value';

type Ref = Val & { readonly kind: 'ref' };

export const copyObject: Model = (ctx, { receiver, method, args, site }, state) => {
  const { program } = ctx.run.input;
  const name = receiver.kind === 'ref' ? classNameOf(receiver.type) : null;
  if (receiver.kind !== 'ref' || name === null || ctx.spec || args.keywords.size > 0) return null;
  const classes = receiver.exact ? [name] : [name, ...allDescendants(program, name)];
  if (!classes.every(each => isCopiedByFields(program, each, method))) return null;
  const made = allocate(ctx, state, name, receiver.type, receiver.exact);
  const copy = made.object.term;
  assume(ctx, made.state, eq(classOf(ctx.run, copy), classOf(ctx.run, receiver.term)));
  const slots = [...new KeySet(classes.flatMap(each => slotKeysOf(ctx.run, each)))];
  const next = slots.reduce((s, slot) => copySlot(ctx, s, { from: receiver, to: copy, slot, site }), made.state);
  const end = method === 'clone' ? copyFrozenBit(ctx, next, receiver.term, copy) : next;
  return { value: made.object, state: end };
};

interface Slot {
  readonly from: Ref;
  readonly to: Ref['term'];
  readonly slot: SlotKey;
  readonly site: Site;
}

function copySlot(ctx: Ctx, state: State, { from, to, slot, site }: Slot): State {
  readField(ctx, state, from, slot, site); // assumes the type of its value
  const map = heapMap(ctx, state, slot);
  return withMap(state, slot, store(map, to, select(map, from.term)));
}

/** A class of the program over Object, without a method of its own that decides what a copy is. */
function isCopiedByFields(program: Program, className: string, method: string): boolean {
  const info = program.classes.get(className);
  if (info?.kind !== 'class' || info.origin !== 'workspace') return false;
  return ancestors(program, className).every(name => {
    const above = program.classes.get(name);
    if (!above) return false;
    const own = above.origin === 'workspace' ? [...above.methods.values()] : [];
    if (own.some(each => each.name === method || isCopyHook(each.name))) return false;
    return above.origin === 'workspace' || above.kind === 'module' || ROOTS.has(name);
  });
}

/** `initialize_copy`, `initialize_dup`, `initialize_clone`: Ruby calls them on the copy. */
function isCopyHook(name: string): boolean {
  return name.startsWith('initialize_');
}

const ROOTS: ReadonlySet<string> = new Set(['Object', 'BasicObject']);
