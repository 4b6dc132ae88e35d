/** Arguments, evaluated at the call. What they are bound to: bindSignature.ts, bindParams.ts. */
import type { Span } from '../base/span';
import { integer } from '../logic/arithmetic';
import { int, isApply } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Arg, BlockArg, Call, Expr } from '../ril/ril';
import { type ArrayVal, elementInRange, isArray, lengthOf } from './arrays';
import type { Ctx } from './context';
import { knownEntries } from './hashEntries';
import { isHash, valueAt } from './hashes';
import type { State } from './state';
import type { Closure, Val } from './value';

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
  let splats = 0;
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
      const array = value(arg.value);
      const parts = knownParts(ctx, array, next);
      if (!parts) {
        irregular ??= IRREGULAR.splat;
        spread = ++splats === 1 && isArray(array) ? { after: positional.length, array } : null;
      }
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
  return { args: { positional, keywords, block: closure, irregular, spread, sites }, state: next };
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
  if (passed.kind === 'sym' && passed.term.kind === 'text')
    return { closure: sending(ctx, passed.term.value, block.value), unknown: false };
  return { closure: null, unknown: passed.kind !== 'nil' };
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
