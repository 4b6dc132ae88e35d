/** T-New: a fresh object of the class, then `initialize` on it. `x.class.new` makes one of x's class, whatever that is. */

import { compare } from '../logic/arithmetic';
import { eq, int, same } from '../logic/build';
import { hiddenAncestor } from '../program/hidden';
import { candidates, findMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import { nominal } from '../types/type';
import type { Args, Site } from './arguments';
import { type ArrayVal, makeArray } from './arrays';
import { runBlock } from './blocks';
import { assume, type Ctx, notModelled, type Out, placeOf, taintFor } from './context';
import { constructSet } from './core/setBuilding';
import { collect } from './general/collected';
import { constructHash } from './hashLiterals';
import { havoc } from './havoc';
import { invoke } from './invoke';
import { allocate } from './objects';
import { oblige } from './obligations';
import { classNameOf, isDynamic } from './shape';
import type { State } from './state';
import { constructStruct } from './structObjects';
import { makerOf } from './structs';
import { classOf } from './typing';
import { NIL_VAL, type Val } from './value';

type ClassVal = Val & { readonly kind: 'class' };

export function construct(ctx: Ctx, receiver: ClassVal, className: string, args: Args, site: Site, state: State): Out {
  const { program } = ctx.run.input;
  const info = program.classes.get(className);
  if (className === 'Array') return constructArray(ctx, args, site, state) ?? unknownNew(ctx, className, site, state);
  if (className === 'Hash') return constructHash(ctx, args, site, state) ?? unknownNew(ctx, className, site, state);
  if (className === 'Set') return constructSet(ctx, args, site, state) ?? unknownNew(ctx, className, site, state);
  const maker = makerOf(program, className);
  if (maker && receiver.name === className)
    return constructStruct(ctx, className, maker, args, site, state) ?? unknownNew(ctx, className, site, state);
  const ours = info?.origin === 'workspace' && maker === null;
  if (!ours && className !== 'Object') return unknownNew(ctx, className, site, state);
  const exact = receiver.name === className;
  const initialize = exact ? findMethod(program, className, 'initialize') : onlyInitialize(ctx, className);
  if (initialize === undefined) return unknownNew(ctx, className, site, state);
  // Who makes it is not in sight: nobody knows what it sets.
  if (initialize?.origin !== 'workspace' && hiddenAncestor(program, className))
    return unknownNew(ctx, className, site, state);
  const made = allocate(ctx, state, className, nominal(className), exact);
  if (!exact) assume(ctx, made.state, eq(classOf(ctx.run, made.object.term), receiver.term));
  if (initialize?.origin !== 'workspace') return { value: made.object, state: made.state };
  const { term } = made.object;
  const out = invoke(ctx, initialize, made.object, args, site, { ...made.state, apart: [...state.apart, term] });
  return { value: made.object, state: { ...out.state, apart: out.state.apart.filter(each => !same(each, term)) } };
}

/** The one `initialize` that all subclasses share; undefined: they differ. A module's annotation speaks for its hosts. */
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
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const element = checked?.kind === 'nominal' && classNameOf(checked) === 'Array' ? checked.args[0] : undefined;
  const type = nominal('Array', [element && !isDynamic(element) ? element : { kind: 'any' }]);
  const made = makeArray(ctx, state, [], type, site);
  const [size, value] = args.positional;
  if (!size && !args.block) return made;
  if (size?.kind !== 'int' || args.positional.length > 2 || args.irregular) return null;
  oblige(ctx, made.state, {
    kind: 'core-precondition',
    goal: compare('>=', size.term, int(0)),
    place: placeOf(ctx, site),
    about: 'the size of the array is not negative',
    raises: 'ArgumentError',
  });
  const { settings } = ctx.run.input;
  const array = made.value as ArrayVal;
  const { block } = args;
  const end = collect(ctx, made.state, site, {
    array,
    count: () => size.term,
    element: (k, s) =>
      block ? runBlock(ctx, block, [{ kind: 'int', term: k }], s, site) : { value: value ?? NIL_VAL, state: s },
    rounds: {
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
  const what = `${className}.new`;
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
