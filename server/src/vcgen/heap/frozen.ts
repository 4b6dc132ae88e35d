/**
 * Frozen objects: a bit per reference in the heap. Visible freezing (`freeze`, literals under the magic comment, constants)
 * is modelled. For other objects the convention is that of nil: an object that a method writes without calling `frozen?`
 * is assumed to be unfrozen, and callers must ensure it (requireUnfrozen). Once the method calls `frozen?` or rescues
 * FrozenError by name, nothing is assumed; any other rescue handles the FrozenErrors inside it. New objects are unfrozen.
 */

import type { Place } from '../../base/span';
import { compare, integer } from '../../logic/arithmetic';
import { apply, FALSE, implies, isApply, not, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import { symbolsIn } from '../../logic/symbols';
import { methodNamed, type Subject } from '../../problems/reason';
import { isLabelled, mayWriteContents, writesReceiver } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { walk } from '../../ril/walk';
import { effectsOf } from '../analysis/effects';
import { handlesException } from '../obligations/handlers';
import { addObligation } from '../obligations/obligations';
import type { Bound, Site } from '../state/call';
import { assume, type Ctx, ENTRY_ALLOCATION, freshSymbol, type Out, placeOf, type Run } from '../state/context';
import { FROZEN, sortOfKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf } from '../state/representation';
import { baseSymbol, baseSymbols, type State, withMap } from '../state/state';
import type { Val } from '../state/value';
import { mayBeFrozenKey } from './frozenKeys';

const FROZEN_ON_ENTRY = baseSymbol(FROZEN, 0);

export function isFrozen(ctx: Ctx, state: State, ref: Formula): Formula {
  if (isFrozenKey(ctx.run, ref)) return TRUE;
  const bit = select(heapMap(ctx, state, FROZEN), ref);
  const [map, at] = isApply(bit, 'select') ? bit.args : [];
  return map && at && isNew(ref) && same(map, FROZEN_ON_ENTRY) && same(at, ref) ? FALSE : bit;
}

/** A string that Ruby itself has frozen, because it is a key of a hash. */
function isFrozenKey(run: Run, ref: Formula): boolean {
  return ref.kind === 'apply' && run.hypotheses.functions.get(ref.operator)?.origin?.kind === 'frozen-key';
}

/** `alloc + n`: allocated in this method, so it was not frozen on entry. */
function isNew(ref: Formula): boolean {
  if (!isApply(ref, '+') || ref.args.length !== 2) return false;
  const [newest, by] = ref.args as [Formula, Formula];
  return newest.kind === 'symbol' && newest.origin.kind === 'allocation' && (integer(by) ?? 0n) > 0n;
}

/** `frozen?`: numbers, symbols and the like always are. */
export function frozenTerm(ctx: Ctx, state: State, val: Val): Formula | null {
  switch (val.kind) {
    case 'ref':
      return readFrozenBit(ctx, state, val.term);
    case 'boxed':
    case 'proc':
    case 'class':
      return null;
    default:
      return TRUE;
  }
}

export function withFrozen(ctx: Ctx, state: State, ref: Formula, bit: Formula): State {
  return withMap(state, FROZEN, store(heapMap(ctx, state, FROZEN), ref, bit));
}

function readFrozenBit(ctx: Ctx, state: State, ref: Formula): Formula {
  const bit = isFrozen(ctx, state, ref);
  if (bit.kind === 'boolean') return bit;
  ctx.run.hazards.frozenAsked = true;
  assumeNewUnfrozen(ctx, state, ref);
  return bit;
}

/** A clone is frozen if the original is. */
export function copyFrozenBit(ctx: Ctx, state: State, original: Formula, copy: Formula): State {
  if (ctx.spec) return state;
  assumeNewUnfrozen(ctx, state, original);
  return withFrozen(ctx, state, copy, isFrozen(ctx, state, original));
}

export function markFrozenIf(frozen: boolean, ctx: Ctx, out: Out): Out {
  if (!frozen || ctx.spec || out.value.kind !== 'ref') return out;
  return { value: out.value, state: withFrozen(ctx, out.state, out.value.term, TRUE) };
}

/** Requires the receiver of a library method that writes to be unfrozen; returns the state of the normal exit. */
export function requireReceiverUnfrozen(ctx: Ctx, receiver: Val, method: string, site: Site, state: State): State {
  if (receiver.kind !== 'ref') return state;
  if (!mayWrite(ctx.run, classNameOf(receiver.type), method)) return state;
  return requireUnfrozen(ctx, state, receiver.term, placeOf(ctx, site), { kind: 'receiver', method });
}

function mayWrite({ input: { program } }: Run, className: string | null, method: string): boolean {
  const found = className === null ? null : findMethod(program, className, method);
  return found && found.origin !== 'workspace' && isLabelled(found)
    ? writesReceiver(found)
    : mayWriteContents(program, method);
}

/** Requires a written object to be unfrozen: an obligation, or an exceptional exit if a rescue handles FrozenError. */
export function requireUnfrozen(ctx: Ctx, state: State, ref: Formula, place: Place, subject: Subject): State {
  if (ctx.spec) return state;
  const caught = handlesException(ctx, 'FrozenError', ctx.sinks.caught) === true;
  const isKey = mayBeFrozenKey(ctx, ref);
  const touchedHere = state.heap.maps.has(FROZEN) || isKey || isFrozenKey(ctx.run, ref);
  if (!touchedHere && ((!ctx.run.hazards.frozenAsked && !caught) || state.fresh.some(each => same(each, ref))))
    return state;
  if (ctx.sinks.caught.includes('FrozenError')) ctx.run.hazards.frozenAsked = true;
  const bit = isFrozen(ctx, state, ref);
  if (bit === FALSE) return state;
  assumeNewUnfrozen(ctx, state, ref);
  if (!ctx.run.hazards.frozenAsked && !caught && bit !== TRUE && !isKey) assumeUnfrozen(ctx, state, ref);
  const reason = { kind: 'not-frozen', subject } as const;
  return addObligation(ctx, state, { kind: 'core-precondition', goal: not(bit), place, reason, raises: 'FrozenError' });
}

/** Assumes that objects allocated after the base of the frozen map are unfrozen in it. */
function assumeNewUnfrozen(ctx: Ctx, state: State, ref: Formula): void {
  for (const base of baseSymbols(heapMap(ctx, state, FROZEN))) {
    const newest = ctx.run.heapNotes.frozenBases.get(base.name) ?? ENTRY_ALLOCATION;
    assume(ctx, state, implies(compare('>', ref, newest), not(select(base, ref))));
  }
}

/** Assumes that an object from the caller is unfrozen; constants and elements stored in this method may be frozen. */
function assumeUnfrozen(ctx: Ctx, state: State, ref: Formula): void {
  if (isApply(ref, 'ite')) {
    assumeUnfrozen(ctx, state, ref.args[1]!);
    assumeUnfrozen(ctx, state, ref.args[2]!);
    return;
  }
  if (isApply(ref, 'v-ref-of') || isApply(ref, 'v-ref')) {
    assumeUnfrozen(ctx, state, ref.args[0]!);
    return;
  }
  if (mentionsWrites(ref) || symbolsIn([ref]).some(each => each.origin.kind === 'constant')) return;
  const term = ref.sort.kind === 'int' ? ref : apply('v-ref-of', [ref], INT_SORT);
  assume(ctx, state, not(select(FROZEN_ON_ENTRY, term)));
}

function mentionsWrites(term: Formula): boolean {
  return term.kind === 'apply' && (term.operator === 'store' || term.args.some(mentionsWrites));
}

/** Requires the arguments that a callee without a frame visibly writes to be unfrozen. */
export function requireUnfrozenArguments(ctx: Ctx, state: State, info: MethodInfo, bound: Bound, site: Site): State {
  if (!info.definition || (!state.heap.maps.has(FROZEN) && !ctx.run.hazards.frozenAsked)) return state;
  const written = new Set<string>();
  walk(info.definition.body(), expr => {
    if (expr.kind === 'call' && expr.receiver?.kind === 'var' && mayWriteContents(ctx.run.input.program, expr.method))
      written.add(expr.receiver.name);
    return true;
  });
  return info.definition.params.reduce((next, param, index) => {
    const given = bound.values[index];
    if (given?.kind !== 'ref' || !param.name || !written.has(param.name)) return next;
    return requireUnfrozen(ctx, next, given.term, placeOf(ctx, site), {
      kind: 'argument',
      param: param.name,
      callee: methodNamed(info.name),
    });
  }, state);
}

/** Havocs the frozen bits after a callee that freezes objects. */
export function havocFrozenBits(ctx: Ctx, info: MethodInfo, state: State): State {
  if (!info.definition || ctx.spec || !effectsOf(ctx.run, info.key).freezes) return state;
  ctx.run.hazards.frozenAsked = true;
  const map = freshSymbol(ctx.run, 'frozen', sortOfKey(FROZEN));
  ctx.run.heapNotes.frozenBases.set(map.name, state.heap.alloc);
  return withMap(state, FROZEN, map);
}
