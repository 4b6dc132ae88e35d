/**
 * T-New: allocate a fresh object of the class, then call `initialize` on it. `x.class.new` allocates one of x's dynamic
 * class.
 */

import { compare } from '../../logic/arithmetic';
import { eq, int, same, text } from '../../logic/build';
import { ancestors } from '../../program/ancestors';
import { hasInvisibleAncestor } from '../../program/invisibleAncestor';
import { candidates, findMethod } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { nominal } from '../../types/type';
import { makerOf } from '../analysis/structClasses';
import { runBlock } from '../calls/blocks/blocks';
import { invoke } from '../calls/modes/invoke';
import { havocHeap } from '../fields/havoc';
import { makeArray } from '../heap/arrays';
import { markEscaped } from '../heap/escape';
import { constructHash } from '../heap/hashLiterals';
import { allocate } from '../heap/objects';
import { makeString, textOf } from '../heap/strings';
import { isString } from '../heap/stringTheory';
import { constructStruct } from '../library/objects/newStruct';
import { constructSet } from '../library/tables/newSet';
import { summarizeMap } from '../loops/mapSummary';
import { addObligation } from '../obligations/obligations';
import type { Args, Send, Site } from '../state/call';
import { assume, type Ctx, checkedType, makeUnmodelled, type Out, placeOf, taintFor } from '../state/context';
import { classNameOf, isDynamic, representationOf } from '../state/representation';
import type { State } from '../state/state';
import { classOf } from '../state/typeGuards';
import { type ArrayVal, NIL_VAL, type Val } from '../state/value';

type ClassVal = Val & { readonly kind: 'class' };

export function construct(ctx: Ctx, send: Send<ClassVal>, className: string, state: State): Out {
  const { receiver, args, site } = send;
  const { program } = ctx.run.input;
  const info = program.classes.get(className);
  if (className === 'Array') return constructArray(ctx, args, site, state) ?? unknownNew(ctx, className, site, state);
  if (className === 'Hash') return constructHash(ctx, args, site, state) ?? unknownNew(ctx, className, site, state);
  if (className === 'Set') return constructSet(ctx, args, site, state) ?? unknownNew(ctx, className, site, state);
  const maker = makerOf(program, className);
  if (maker && receiver.name === className)
    return constructStruct(ctx, send, className, maker, state) ?? unknownNew(ctx, className, site, state);
  if (className === 'String') return constructString(ctx, args, state) ?? unknownNew(ctx, className, site, state);
  const ours = info?.origin === 'workspace' && maker === null;
  const exact = receiver.name === className;
  if (!ours && className !== 'Object')
    return (exact && constructFromLibrary(ctx, send, className, state)) || unknownNew(ctx, className, site, state);
  const initialize = exact ? findMethod(program, className, 'initialize') : onlyInitialize(ctx, className);
  if (initialize === undefined) return unknownNew(ctx, className, site, state);
  // The constructor is not visible: the fields it sets are unknown.
  if (initialize?.origin !== 'workspace' && hasInvisibleAncestor(program, className))
    return unknownNew(ctx, className, site, state);
  const made = allocate(ctx, state, className, nominal(className), exact);
  if (!exact) assume(ctx, made.state, eq(classOf(ctx.run, made.object.term), receiver.term));
  if (initialize?.origin !== 'workspace') return { value: made.object, state: made.state };
  const { term } = made.object;
  const out = invoke(
    ctx,
    initialize,
    { ...send, method: initialize.name, receiver: made.object },
    { ...made.state, apart: [...state.apart, term] },
  );
  return { value: made.object, state: { ...out.state, apart: out.state.apart.filter(each => !same(each, term)) } };
}

/**
 * An object of the library's own class: only its class is known, and what the signature of `initialize` says. It may
 * keep its arguments; one that keeps a block runs it later.
 */
function constructFromLibrary(ctx: Ctx, send: Send<ClassVal>, className: string, state: State): Out | null {
  const { args } = send;
  const { program } = ctx.run.input;
  const initialize = findMethod(program, className, 'initialize');
  const isPlainObject = representationOf(nominal(className)) === 'ref' && !isContainerClass(program, className);
  if (!initialize?.signature || !isPlainObject || hasInvisibleAncestor(program, className)) return null;
  if (args.irregular !== null || args.block) return null;
  const made = allocate(ctx, state, className, nominal(className), true);
  const method = initialize.name;
  const { state: after } = invoke(ctx, initialize, { ...send, method, receiver: made.object }, made.state);
  return { value: made.object, state: markEscaped(after, ...args.positional, ...args.keywords.values()) };
}

/** Whether objects of this class have contents of their own in the heap, or members, or are classes themselves. */
function isContainerClass(program: Program, className: string): boolean {
  const info = program.classes.get(className);
  if (info?.kind !== 'class' || info.typeParams.length > 0) return true;
  return ancestors(program, className).some(each => HAS_CONTENTS.has(each));
}

const HAS_CONTENTS: ReadonlySet<string> = new Set([
  'String',
  'Array',
  'Hash',
  'Set',
  'Range',
  'Struct',
  'Data',
  'Module',
]);

/** `String.new`, `String.new(s)`; options concern encoding and capacity. */
function constructString(ctx: Ctx, { positional, block, irregular }: Args, state: State): Out | null {
  const [given] = positional;
  if (block || irregular !== null || positional.length > 1) return null;
  if (given === undefined) return makeString(ctx, state, text(''));
  return isString(given) ? makeString(ctx, state, textOf(ctx, state, given)) : null;
}

/**
 * The one `initialize` that all subclasses share; undefined: they differ. A module's annotation covers its includers.
 */
function onlyInitialize(ctx: Ctx, className: string): MethodInfo | null | undefined {
  const { program } = ctx.run.input;
  const own = program.classes.get(className);
  const assumed = own?.kind === 'module' ? own.methods.get('initialize') : undefined;
  if (assumed && !assumed.definition) return assumed;
  const found = candidates(program, className, 'initialize');
  return found.length > 1 ? undefined : (found[0]?.method ?? null);
}

/** `Array.new(n)`, `Array.new(n, x)`, `Array.new(n) { |i| … }`; a negative size raises. */
function constructArray(ctx: Ctx, args: Args, site: Site, state: State): Out | null {
  const checked = checkedType(ctx, site);
  const element = checked?.kind === 'nominal' && classNameOf(checked) === 'Array' ? checked.args[0] : undefined;
  const type = nominal('Array', [element && !isDynamic(element) ? element : { kind: 'any' }]);
  const made = makeArray(ctx, state, [], type, site);
  const [size, value] = args.positional;
  if (!size && !args.block) return made;
  if (size?.kind !== 'int' || args.positional.length > 2 || args.irregular) return null;
  addObligation(ctx, made.state, {
    kind: 'core-precondition',
    goal: compare('>=', size.term, int(0)),
    place: placeOf(ctx, site),
    reason: { kind: 'nonnegative-array-size' },
    raises: 'ArgumentError',
  });
  const { settings } = ctx.run.input;
  const array = made.value as ArrayVal;
  const { block } = args;
  const end = summarizeMap(ctx, made.state, site, {
    array,
    count: () => size.term,
    element: (k, s) =>
      block
        ? runBlock(ctx, { closure: block, args: [{ kind: 'int', term: k }], site }, s)
        : { value: value ?? NIL_VAL, state: s },
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, size.term), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [],
      counted: true,
    },
  });
  return { value: array, state: end };
}

function unknownNew(ctx: Ctx, className: string, site: Site, state: State): Out {
  const what = { kind: 'class-method', of: className, method: 'new' } as const;
  return { value: makeUnmodelled(ctx, what, site), state: havocHeap(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
