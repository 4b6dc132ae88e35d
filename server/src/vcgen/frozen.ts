/**
 * Frozen objects: a bit per reference in the heap. What is frozen in sight (`freeze`, literals under the magic comment,
 * constants) is known. Of what comes from outside the convention is that of nil: what a method writes without asking
 * `frozen?` is not frozen, and who calls it answers for that (askUnfrozen). Where somebody asks, or rescues FrozenError by
 * that name, nothing is taken for granted any more; any other rescue sees the FrozenErrors of what it is around. New
 * objects are never frozen.
 */
import type { Place } from '../base/span';
import { compare, integer } from '../logic/arithmetic';
import { apply, FALSE, implies, isApply, not, same, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { INT_SORT } from '../logic/sorts';
import { freeSymbols } from '../logic/symbols';
import type { MethodInfo } from '../program/program';
import { walk } from '../ril/walk';
import type { Site } from './arguments';
import { heapMap } from './bases';
import type { Bound } from './bindSignature';
import { assume, type Ctx, fresh, type Out, placeOf } from './context';
import { effectsOf } from './effects';
import { mayBeKey } from './frozenKeys';
import { takes } from './handlers';
import { oblige } from './obligations';
import { classNameOf } from './shape';
import { baseSymbols, FROZEN, type State, sortOfKey, withMap } from './state';
import type { Val } from './value';

const WRITERS: ReadonlySet<string> = new Set(
  '<< push append unshift prepend pop shift insert concat clear replace delete delete_at delete_if reject! select! filter! keep_if map! collect! sort! sort_by! reverse! rotate! shuffle! uniq! compact! flatten! fill []= store merge! update default= transform_values! transform_keys! add add? delete? subtract sub! gsub! upcase! downcase! capitalize! swapcase! strip! lstrip! rstrip! chomp! chop! squeeze! tr! tr_s! delete! delete_prefix! delete_suffix! succ! next! encode! scrub! unicode_normalize! slice! setbyte bytesplice append_as_bytes force_encoding reset rehash compare_by_identity default_proc='.split(
    ' ',
  ),
);

/** `const:X` names the object that a constant holds. */
export const CONSTANT_PREFIX = 'const:';

/** `frozen:f(x)` is an object that Ruby itself has frozen: a string that is a key of a hash. */
export const FROZEN_PREFIX = 'frozen:';

const FROZEN_ON_ENTRY = symbol(`${FROZEN}!0`, sortOfKey(FROZEN));

export function isFrozen(ctx: Ctx, state: State, ref: Formula): Formula {
  if (isFrozenByName(ref)) return TRUE;
  const bit = select(heapMap(ctx, state, FROZEN), ref);
  const [map, at] = isApply(bit, 'select') ? bit.args : [];
  return map && at && isNew(ref) && same(map, FROZEN_ON_ENTRY) && same(at, ref) ? FALSE : bit;
}

function isFrozenByName(ref: Formula): boolean {
  return ref.kind === 'apply' && ref.operator.startsWith(FROZEN_PREFIX);
}

/** `alloc + n`: made here, so it is not in the map of what was frozen on entry. */
function isNew(ref: Formula): boolean {
  if (!isApply(ref, '+') || ref.args.length !== 2) return false;
  const [newest, by] = ref.args as [Formula, Formula];
  return newest.kind === 'symbol' && newest.name.startsWith('alloc!') && (integer(by) ?? 0n) > 0n;
}

/** `frozen?`: numbers, symbols and the like always are. */
export function frozenTerm(ctx: Ctx, state: State, val: Val): Formula | null {
  switch (val.kind) {
    case 'ref':
      return asked(ctx, state, val.term);
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

function asked(ctx: Ctx, state: State, ref: Formula): Formula {
  const bit = isFrozen(ctx, state, ref);
  if (bit.kind === 'boolean') return bit;
  ctx.run.frozenAsked = true;
  newOnesAreNot(ctx, state, ref);
  return bit;
}

/** A clone is frozen if the original is. */
export function frozenLike(ctx: Ctx, state: State, original: Formula, copy: Formula): State {
  if (ctx.spec) return state;
  newOnesAreNot(ctx, state, original);
  return withFrozen(ctx, state, copy, isFrozen(ctx, state, original));
}

export function frozenIf(frozen: boolean, ctx: Ctx, out: Out): Out {
  if (!frozen || ctx.spec || out.value.kind !== 'ref') return out;
  return { value: out.value, state: withFrozen(ctx, out.state, out.value.term, TRUE) };
}

/** The state on the way on, after one of Ruby's own methods that write has asked for an object that is not frozen. */
export function whereNotFrozen(ctx: Ctx, receiver: Val, method: string, site: Site, state: State): State {
  if (receiver.kind !== 'ref') return state;
  const isMerged = method === 'merge' && classNameOf(receiver.type) === 'Set';
  if (!isMerged && !WRITERS.has(method)) return state;
  return demandUnfrozen(ctx, state, receiver.term, placeOf(ctx, site), `the receiver of ${method}`);
}

/** A write to this object: FrozenError is an obligation, or an edge where a rescue takes it. */
export function demandUnfrozen(ctx: Ctx, state: State, ref: Formula, place: Place, what: string): State {
  if (ctx.spec) return state;
  const caught = takes(ctx, 'FrozenError', ctx.sinks.caught) === true;
  const isKey = mayBeKey(ctx, ref);
  const touchedHere = state.heap.maps.has(FROZEN) || isKey || isFrozenByName(ref);
  if (!touchedHere && ((!ctx.run.frozenAsked && !caught) || state.fresh.some(each => same(each, ref)))) return state;
  if (ctx.sinks.caught.includes('FrozenError')) ctx.run.frozenAsked = true;
  const bit = isFrozen(ctx, state, ref);
  if (bit === FALSE) return state;
  newOnesAreNot(ctx, state, ref);
  if (!ctx.run.frozenAsked && !caught && bit !== TRUE && !isKey) byConvention(ctx, state, ref);
  const about = `${what} is not frozen`;
  return oblige(ctx, state, { kind: 'core-precondition', goal: not(bit), place, about, raises: 'FrozenError' });
}

/** Objects made after a map of frozen ones began are not in it. */
function newOnesAreNot(ctx: Ctx, state: State, ref: Formula): void {
  for (const name of baseSymbols(heapMap(ctx, state, FROZEN))) {
    const newest = ctx.run.frozenBases.get(name) ?? symbol('alloc!0', INT_SORT);
    assume(ctx, state, implies(compare('>', ref, newest), not(select(symbol(name, sortOfKey(FROZEN)), ref))));
  }
}

/** Objects that come straight from outside are not frozen; constants, and what was put into containers here, may be. */
function byConvention(ctx: Ctx, state: State, ref: Formula): void {
  if (isApply(ref, 'ite')) {
    byConvention(ctx, state, ref.args[1]!);
    byConvention(ctx, state, ref.args[2]!);
    return;
  }
  if (isApply(ref, 'v-ref-of') || isApply(ref, 'v-ref')) {
    byConvention(ctx, state, ref.args[0]!);
    return;
  }
  if (mentionsWrites(ref) || [...freeSymbols([ref])].some(name => name.startsWith(CONSTANT_PREFIX))) return;
  const term = ref.sort.kind === 'int' ? ref : apply('v-ref-of', [ref], INT_SORT);
  assume(ctx, state, not(select(FROZEN_ON_ENTRY, term)));
}

function mentionsWrites(term: Formula): boolean {
  return term.kind === 'apply' && (term.operator === 'store' || term.args.some(mentionsWrites));
}

/** A callee without a frame of its own: what its body plainly writes of its parameters must not be frozen here. */
export function askUnfrozenArguments(ctx: Ctx, state: State, info: MethodInfo, bound: Bound, site: Site): State {
  if (!info.definition || (!state.heap.maps.has(FROZEN) && !ctx.run.frozenAsked)) return state;
  const written = new Set<string>();
  walk(info.definition.body, expr => {
    if (expr.kind === 'call' && expr.receiver?.kind === 'var' && WRITERS.has(expr.method))
      written.add(expr.receiver.name);
    return true;
  });
  return info.definition.params.reduce((next, param, index) => {
    const given = bound.values[index];
    if (given?.kind !== 'ref' || !param.name || !written.has(param.name)) return next;
    return demandUnfrozen(ctx, next, given.term, placeOf(ctx, site), `argument ${param.name} of ${info.name}`);
  }, state);
}

/** A callee that freezes something: which objects is not known afterwards. */
export function afterFreezing(ctx: Ctx, info: MethodInfo, state: State): State {
  if (!info.definition || ctx.spec || !effectsOf(ctx.run, info.key).freezes) return state;
  ctx.run.frozenAsked = true;
  const map = fresh(ctx.run, 'frozen', sortOfKey(FROZEN));
  if (map.kind === 'symbol') ctx.run.frozenBases.set(map.name, state.heap.alloc);
  return withMap(state, FROZEN, map);
}
