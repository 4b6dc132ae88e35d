/** Arguments, evaluated at the call. What they are bound to: bindSignature.ts, bindParams.ts. */
import type { Span } from '../base/span';
import { integer } from '../logic/arithmetic';
import { int, isApply } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Arg, BlockArg, Call, Expr } from '../ril/ril';
import { type ArrayVal, elementInRange, isArray, lengthOf } from './arrays';
import type { Ctx } from './context';
import { knownEntries } from './hashEntries';
import { type HashVal, isHash, valueAt } from './hashes';
import { HIDDEN_KEYS, HIDDEN_REST } from './hiddenParams';
import { blockTypeOf, isOwnBlock } from './ownBlock';
import { methodAsBlock } from './sentByName';
import type { State } from './state';
import type { Closure, Val } from './value';
import { hasLocal, readLocal } from './variables';

export interface Site {
  readonly span: Span;
}

export interface Args {
  readonly positional: readonly Val[];
  readonly keywords: ReadonlyMap<string, Val>;
  readonly block: Closure | null;
  /** A form of argument (splat, `**`, `&x`) that cannot be bound one by one. */
  readonly irregular: string | null;
  /** The one splat whose length is not known (`irregular` says so too): its elements come after so many arguments. */
  readonly spread: Spread | null;
  /** The one `**` of a hash whose keys are not known (`irregular` says so too). */
  readonly keySpread: HashVal | null;
  /** What is irregular besides a block of which nothing is known, for methods that take none. */
  readonly besideBlock: string | null;
  /** Where each positional argument stands, for underlining. */
  readonly sites: readonly Site[];
}

export interface Spread {
  readonly after: number;
  readonly array: ArrayVal;
}

export const NO_ARGS: Args = {
  positional: [],
  keywords: new Map(),
  block: null,
  irregular: null,
  spread: null,
  keySpread: null,
  besideBlock: null,
  sites: [],
};

/** Nothing but the length of a splat keeps these arguments from being bound one by one. */
export function onlySpread(args: Args): Spread | null {
  return args.irregular === IRREGULAR.splat ? args.spread : null;
}

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
  let spread: Spread | null = null;
  let keySpread: HashVal | null = null;
  let [splats, doubleSplats] = [0, 0];
  let next = state;
  const value = (expr: Expr): Val => {
    const out = ctx.run.rules.evaluate(ctx, expr, next);
    next = out.state;
    return out.value;
  };
  const splat = (array: Val | null, site: Site): void => {
    const parts = array && knownParts(ctx, array, next);
    if (!parts) {
      irregular ??= IRREGULAR.splat;
      spread = ++splats === 1 && array && isArray(array) ? { after: positional.length, array } : null;
    }
    for (const part of parts ?? []) {
      positional.push(part);
      sites.push(site);
    }
  };
  const doubleSplat = (hash: Val | null): void => {
    const parts = hash && knownKeywords(ctx, hash, next);
    if (!parts) {
      irregular = IRREGULAR.doubleSplat;
      keySpread = ++doubleSplats === 1 && hash && isHash(hash) ? hash : null;
    }
    for (const [name, part] of parts ?? []) keywords.set(name, part);
  };
  for (const arg of args) {
    if (arg.type === 'positional') {
      positional.push(value(arg.value));
      sites.push(arg.value);
    } else if (arg.type === 'keyword') keywords.set(arg.name, value(arg.value));
    else if (arg.type === 'splat') splat(arg.value ? value(arg.value) : hidden(ctx, HIDDEN_REST, next), arg);
    else if (arg.type === 'doubleSplat') doubleSplat(arg.value ? value(arg.value) : hidden(ctx, HIDDEN_KEYS, next));
    else if (arg.type === 'forward') {
      splat(hidden(ctx, HIDDEN_REST, next), arg);
      doubleSplat(hidden(ctx, HIDDEN_KEYS, next));
    } else {
      irregular = IRREGULAR[arg.type];
      for (const part of [arg.key, arg.value]) value(part);
    }
  }
  const forward = args.find(arg => arg.type === 'forward');
  const { closure, unknown } = blockOf(
    ctx,
    block ?? (forward ? { ...forward, type: 'pass', value: null } : null),
    value,
  );
  const besideBlock = irregular;
  if (unknown) irregular = IRREGULAR.block;
  return {
    args: { positional, keywords, block: closure, irregular, besideBlock, spread, keySpread, sites },
    state: next,
  };
}

/** What an unnamed `*` or `**` of the method holds; null: nothing is known of it. */
function hidden(ctx: Ctx, name: string, state: State): Val | null {
  return hasLocal(ctx, state, name) ? readLocal(ctx, state, name) : null;
}

/** `*a` of an array whose length is known, one by one; null: how many there are is not known. */
export function knownParts(ctx: Ctx, val: Val, state: State): readonly Val[] | null {
  if (val.kind === 'nil') return [];
  if (!isArray(val)) return null;
  const length = integer(lengthOf(ctx, state, val));
  if (length === null || length > MOST_PARTS) return null;
  return Array.from({ length: Number(length) }, (_, index) => elementInRange(ctx, state, val, int(index)));
}

const MOST_PARTS = 20n;

/** `**h` of a hash that was built in sight from symbols. */
export function knownKeywords(ctx: Ctx, val: Val, state: State): ReadonlyMap<string, Val> | null {
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

export const IRREGULAR = {
  splat: 'a splat argument',
  pair: 'an argument by =>',
  doubleSplat: 'a ** argument',
  block: 'a block given by &',
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
  if (block.value === null) return passedOn(ctx, block);
  if (block.value.kind === 'var' && block.value.scope === 'local' && isOwnBlock(ctx, block.value.name))
    return passedOn(ctx, block);
  const named = methodAsBlock(ctx, block.value);
  if (named) return { closure: named, unknown: false };
  const passed = value(block.value);
  if (passed.kind === 'proc') return { closure: passed.closure, unknown: false };
  if (passed.kind === 'sym' && passed.term.kind === 'text')
    return { closure: sending(ctx, passed.term.value, block.value), unknown: false };
  return { closure: null, unknown: passed.kind !== 'nil' };
}

/** The method's own block. Of the verified method nobody knows more than its type: it is one that yields to it. */
function passedOn(ctx: Ctx, site: Site): GivenBlock {
  const { block, callSite } = ctx.frame;
  if (block || callSite !== null) return { closure: block, unknown: false };
  const given = blockTypeOf(ctx);
  if (!given || given.block.optional || ctx.spec) return { closure: null, unknown: true };
  const { params } = given.block.type;
  if (params.some(param => param.kind !== 'required')) return { closure: null, unknown: true };
  return { closure: yielding(ctx, params.length, site), unknown: false };
}

/** `{ |a, b| yield(a, b) }` */
function yielding(ctx: Ctx, count: number, { span }: Site): Closure {
  const names = Array.from({ length: count }, (_, index) => `%yielded${index}`);
  const params = names.map(name => ({ kind: 'required', span, name, default: null, destructure: null }) as const);
  const args = names.map((name): Arg => ({ type: 'positional', value: { kind: 'var', span, scope: 'local', name } }));
  const block = {
    span,
    params,
    locals: [],
    implicitParams: false,
    ownScope: true,
    body: { kind: 'yield', span, args } as const,
  };
  return { block, frame: ctx.frame, scope: ctx.scope, lambda: false };
}

/** `&:name`: the block that calls this method of what it is given. */
function sending(ctx: Ctx, method: string, { span }: Expr): Closure {
  const name = '%receiver';
  const body: Call = {
    kind: 'call',
    span,
    receiver: { kind: 'var', span, scope: 'local', name },
    method,
    methodSpan: span,
    args: [],
    block: null,
    safe: false,
    bare: false,
    madeBy: 'source',
  };
  const params = [{ kind: 'required', span, name, default: null, destructure: null } as const];
  const block = { span, params, locals: [], implicitParams: false, ownScope: true, body };
  return { block, frame: ctx.frame, scope: ctx.scope, lambda: true, sends: method };
}
