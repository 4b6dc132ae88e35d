/** Arguments: evaluated at the call, then bound to a signature's binders or to a definition's parameters. */
import type { Span } from '../base/span';
import { integer } from '../logic/arithmetic';
import { int, isApply } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Arg, BlockArg, Expr, Param } from '../ril/ril';
import { type MethodType, nominal, type ParamType } from '../types/type';
import { arrayTypeFor, elementInRange, isArray, lengthOf, makeArray } from './arrays';
import { assume, type Ctx, type Out, placeOf } from './context';
import { flowInto } from './flow';
import { isHash, knownEntries, valueAt } from './hashes';
import { keywordsAsHash } from './hashLiterals';
import type { State } from './state';
import { anyOf, concrete } from './typing';
import { type Closure, NIL_VAL, typeOf, type Val } from './value';
import { assignLocal } from './variables';

export interface Site {
  readonly span: Span;
}

export interface Args {
  readonly positional: readonly Val[];
  readonly keywords: ReadonlyMap<string, Val>;
  readonly block: Closure | null;
  /** A form of argument (splat, `**`, `&x`) that cannot be bound one by one. */
  readonly irregular: string | null;
  /** Where each positional argument stands, for underlining. */
  readonly sites: readonly Site[];
}

export const NO_ARGS: Args = { positional: [], keywords: new Map(), block: null, irregular: null, sites: [] };

export function plainArgs(values: readonly Val[]): Args {
  return { ...NO_ARGS, positional: values };
}

export function evaluateArgs(
  ctx: Ctx,
  args: readonly Arg[],
  block: BlockArg | null,
  state: State,
): { args: Args; state: State } {
  const positional: Val[] = [];
  const sites: Site[] = [];
  const keywords = new Map<string, Val>();
  let irregular: string | null = null;
  let next = state;
  const value = (expr: Expr): Val => {
    const out = ctx.run.rules.evaluate(ctx, expr, next);
    next = out.state;
    return out.value;
  };
  for (const arg of args) {
    if (arg.type === 'positional') {
      positional.push(value(arg.value));
      sites.push(arg.value);
    } else if (arg.type === 'keyword') keywords.set(arg.name, value(arg.value));
    else if (arg.type === 'splat' && arg.value) {
      const parts = knownParts(ctx, value(arg.value), next);
      if (!parts) irregular = IRREGULAR.splat;
      for (const part of parts ?? []) {
        positional.push(part);
        sites.push(arg);
      }
    } else if (arg.type === 'doubleSplat' && arg.value) {
      const parts = knownKeywords(ctx, value(arg.value), next);
      if (!parts) irregular = IRREGULAR.doubleSplat;
      for (const [name, part] of parts ?? []) keywords.set(name, part);
    } else {
      irregular = IRREGULAR[arg.type];
      if (arg.type === 'pair') for (const part of [arg.key, arg.value]) value(part);
    }
  }
  const { closure, unknown } = blockOf(ctx, block, value);
  if (unknown) irregular = 'a block given by &';
  return { args: { positional, keywords, block: closure, irregular, sites }, state: next };
}

/** `*a` of an array whose length is known, one by one; null: how many there are is not known. */
function knownParts(ctx: Ctx, val: Val, state: State): readonly Val[] | null {
  if (val.kind === 'nil') return [];
  if (!isArray(val)) return null;
  const length = integer(lengthOf(ctx, state, val));
  if (length === null || length > MOST_PARTS) return null;
  return Array.from({ length: Number(length) }, (_, index) => elementInRange(ctx, state, val, int(index)));
}

const MOST_PARTS = 20n;

/** `**h` of a hash that was built in sight from symbols. */
function knownKeywords(ctx: Ctx, val: Val, state: State): ReadonlyMap<string, Val> | null {
  if (val.kind === 'nil') return new Map();
  const entries = isHash(val) ? knownEntries(ctx, state, val) : null;
  if (!entries || !isHash(val)) return null;
  const named = entries.map(({ key }) => [nameOfKey(key), valueAt(ctx, state, val, key)] as const);
  return named.every(([name]) => name !== null) ? new Map(named as readonly (readonly [string, Val])[]) : null;
}

function nameOfKey(key: Formula): string | null {
  const text = isApply(key, 'v-sym') ? key.args[0]! : null;
  return text?.kind === 'text' ? text.value : null;
}

const IRREGULAR = {
  splat: 'a splat argument',
  pair: 'an argument by =>',
  doubleSplat: 'a ** argument',
  forward: 'a ... argument',
} as const;

interface GivenBlock {
  readonly closure: Closure | null;
  /** There may be one, of which nothing is known. */
  readonly unknown: boolean;
}

function blockOf(ctx: Ctx, block: BlockArg | null, value: (expr: Expr) => Val): GivenBlock {
  if (!block) return { closure: null, unknown: false };
  if (block.type === 'block')
    return { closure: { block: block.block, frame: ctx.frame, scope: ctx.scope, lambda: false }, unknown: false };
  if (block.value === null) return { closure: ctx.frame.block, unknown: ctx.frame.block === null };
  const passed = value(block.value);
  if (passed.kind === 'proc') return { closure: passed.closure, unknown: false };
  return { closure: null, unknown: passed.kind !== 'nil' };
}

export interface Bound {
  /** By the binder's name in the signature. */
  readonly binders: ReadonlyMap<string, Val>;
  /** By position in the signature's list; undefined: not given. */
  readonly values: readonly (Val | undefined)[];
  /** With the array of the rest in it, where the signature speaks of that. */
  readonly state: State;
}

/** Positional and keyword arguments against a signature; null where they cannot be matched one by one. */
export function bindToSignature(
  ctx: Ctx,
  state: State,
  type: MethodType,
  args: Args,
  self: Val,
  site: Site,
  callee: string,
): Bound | null {
  if (args.irregular) return null;
  if (!takesKeywords(type.params, args)) return null;
  const assigned = assignPositional(
    type.params.map(param => param.kind),
    args.positional.length,
  );
  if (!assigned || type.params.some(param => isRest(param) && param.type.kind === 'refined')) return null;
  const binders = new Map<string, Val>();
  let next = state;
  const values = type.params.map((param, index) => {
    const position = assigned[index];
    const given = isKeyword(param)
      ? args.keywords.get(param.name ?? '')
      : position === undefined || position === null
        ? undefined
        : args.positional[position];
    if (param.kind === 'rest') {
      const rest = bindRest(ctx, next, type, param, args, self, site, callee);
      next = rest.state;
      for (const name of namesOf(param)) binders.set(name, rest.value);
      return rest.value;
    }
    if (param.kind === 'keyRest') {
      const rest = bindKeyRest(ctx, next, type.params, param, args, self, site, callee);
      next = rest?.state ?? next;
      for (const name of rest ? namesOf(param) : []) binders.set(name, rest!.value);
      return rest?.value;
    }
    if (given === undefined) {
      leaveOpen(ctx, state, param, binders, self, site);
      return undefined;
    }
    const at = placeOf(ctx, (typeof position === 'number' ? args.sites[position] : undefined) ?? site);
    const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
    const val = flowInto(ctx, state, given, declared, at, `argument ${param.name ?? index + 1} of ${callee}`);
    if (param.name) binders.set(param.name, val);
    if (param.refinement?.binder) binders.set(param.refinement.binder, val);
    return val;
  });
  return { binders, values, state: next };
}

function namesOf(param: ParamType): readonly string[] {
  return [param.name, param.refinement?.binder].filter((name): name is string => !!name);
}

/** Each of the rest has the type that is declared; the array that holds them is made for the callee. */
function bindRest(
  ctx: Ctx,
  state: State,
  type: MethodType,
  param: ParamType,
  args: Args,
  self: Val,
  site: Site,
  callee: string,
): Out {
  const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
  const kinds = type.params.map(each => each.kind);
  const values = restOf(kinds, args.positional).map(value =>
    flowInto(ctx, state, value, declared, placeOf(ctx, site), `an argument of ${callee}`),
  );
  if (namesOf(param).length === 0) return { value: NIL_VAL, state };
  return makeArray(ctx, state, values, nominal('Array', [declared]), site);
}

function bindKeyRest(
  ctx: Ctx,
  state: State,
  params: readonly ParamType[],
  param: ParamType,
  args: Args,
  self: Val,
  site: Site,
  callee: string,
): Out | null {
  const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
  const keywords = new Map(
    [...otherKeywords(params, args)].map(([name, value]) => [
      name,
      flowInto(ctx, state, value, declared, placeOf(ctx, site), `${name} of ${callee}`),
    ]),
  );
  return keywordsAsHash(ctx, { ...args, keywords }, state, declared);
}

function isRest(param: { readonly kind: string }): boolean {
  return param.kind === 'rest' || param.kind === 'keyRest';
}

interface Named {
  readonly kind: string;
  readonly name: string | null;
}

/** Keywords that no parameter is named for: they are what `**` gets. */
function otherKeywords(params: readonly Named[], args: Args): ReadonlyMap<string, Val> {
  const names = new Set(
    params.filter(param => param.kind === 'key' || param.kind === 'optionalKey').map(param => param.name),
  );
  return new Map([...args.keywords].filter(([name]) => !names.has(name)));
}

/** An argument that is not given has its default, which a contract does not show: any value of its type. */
function leaveOpen(ctx: Ctx, state: State, param: ParamType, binders: Map<string, Val>, self: Val, site: Site): void {
  const names = namesOf(param);
  if (names.length === 0) return;
  const type = concrete(ctx.run.input.program, param.type, typeOf(self));
  const { val, guard } = anyOf(ctx, type, names[0]!, state.heap.alloc, site);
  assume(ctx, state, guard);
  for (const name of names) binders.set(name, val);
}

/** Every keyword given has a parameter of its name, or `**` takes it; else Ruby would make a hash of them. */
function takesKeywords(params: readonly Named[], args: Args): boolean {
  return params.some(param => param.kind === 'keyRest') || otherKeywords(params, args).size === 0;
}

export function isKeyword(param: ParamType): boolean {
  return param.kind === 'key' || param.kind === 'optionalKey' || param.kind === 'keyRest';
}

/**
 * Ruby's matching of positional arguments: required ones first, then posts from the end, optional ones with what is
 * left, a rest parameter with what is left then (it is not bound here). Null: wrong number (the checker's business).
 */
export function assignPositional(kinds: readonly string[], count: number): readonly (number | null)[] | null {
  const before = kinds.filter(kind => kind === 'required').length;
  const after = kinds.filter(kind => kind === 'post').length;
  const optional = kinds.filter(kind => kind === 'optional').length;
  const extra = count - before - after;
  const remaining = Math.max(0, extra - optional);
  if (extra < 0 || (remaining > 0 && !kinds.includes('rest'))) return null;
  let next = 0;
  let spare = extra;
  return kinds.map(kind => {
    if (kind === 'rest') next += remaining;
    if (kind === 'required' || kind === 'post') return next++;
    if (kind === 'optional' && spare > 0) {
      spare--;
      return next++;
    }
    return null;
  });
}

/** What a rest parameter gets: those between the ones that others take. */
function restOf(kinds: readonly string[], values: readonly Val[]): readonly Val[] {
  const taken = kinds.filter(kind => kind === 'required' || kind === 'post' || kind === 'optional').length;
  const from = kinds.filter(kind => kind === 'required' || kind === 'optional').length;
  return values.slice(from, from + Math.max(0, values.length - taken));
}

/** Arguments as the locals of an inlined body; defaults are evaluated in it, in order. Null: not one by one. */
export function bindToParams(ctx: Ctx, state: State, params: readonly Param[], args: Args): State | null {
  if (args.irregular) return null;
  if (!takesKeywords(params, args)) return null;
  const assigned = assignPositional(
    params.map(param => param.kind),
    args.positional.length,
  );
  if (!assigned) return null;
  let next = state;
  for (const [index, param] of params.entries()) {
    const position = assigned[index] ?? null;
    if (param.kind === 'rest') {
      const rest = restOf(
        params.map(each => each.kind),
        args.positional,
      );
      const made = makeArray(ctx, next, rest, arrayTypeFor(rest), param);
      next = param.name ? assignLocal(ctx, made.state, param.name, made.value) : made.state;
      continue;
    }
    if (param.kind === 'keyRest') {
      const made = keywordsAsHash(ctx, { ...args, keywords: otherKeywords(params, args) }, next);
      if (!made) return null;
      next = param.name ? assignLocal(ctx, made.state, param.name, made.value) : made.state;
      continue;
    }
    const bound = bindOne(ctx, next, param, position === null ? null : args.positional[position]!, args);
    if (bound === null) return null;
    next = bound;
  }
  return next;
}

function bindOne(ctx: Ctx, state: State, param: Param, given: Val | null, args: Args): State | null {
  const put = (out: Out): State => (param.name ? assignLocal(ctx, out.state, param.name, out.value) : out.state);
  const orDefault = (val: Val | null | undefined): Out =>
    val
      ? { value: val, state }
      : param.default
        ? ctx.run.rules.evaluate(ctx, param.default, state)
        : { value: NIL_VAL, state };
  switch (param.kind) {
    case 'required':
    case 'post':
      return param.destructure || given === null ? null : put({ value: given, state });
    case 'optional':
      return put(orDefault(given));
    case 'key':
    case 'optionalKey':
      return put(orDefault(args.keywords.get(param.name ?? '')));
    case 'block':
      return put({ value: args.block ? { kind: 'proc', closure: args.block } : NIL_VAL, state });
    case 'noKey':
      return state;
    default:
      return null;
  }
}
