/** Evaluates the arguments of a call. Binding them to parameters: bindSignature.ts, bindParams.ts. */
import { integer } from '../../../logic/arithmetic';
import { int, isApply } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import type { Arg, BlockArg, Call, Expr } from '../../../ril/ril';
import { ANONYMOUS_KEYWORDS, ANONYMOUS_REST } from '../../analysis/anonymousParams';
import { hasLocal, readLocal } from '../../fields/variables';
import { elementInRange, isArray, lengthOf } from '../../heap/arrays';
import { knownEntries } from '../../heap/hashEntries';
import { isHash, valueAt } from '../../heap/hashes';
import type { Args, Irregular, Site, Splat } from '../../state/call';
import type { Ctx } from '../../state/context';
import type { State } from '../../state/state';
import type { Closure, HashVal, Val } from '../../state/value';
import { callerBlockOf, isCallerBlock } from './callerBlockParam';
import { methodAsBlock } from './staticSend';

export function evaluateArgs(
  ctx: Ctx,
  args: readonly Arg[],
  block: BlockArg | null,
  state: State,
): { args: Args; state: State } {
  const positional: Val[] = [];
  const sites: Site[] = [];
  const keywords = new Map<string, Val>();
  let irregular: Irregular | null = null;
  let spread: Splat | null = null;
  let keySpread: HashVal | null = null;
  let [splats, doubleSplats] = [0, 0];
  let next = state;
  const value = (expr: Expr): Val => {
    const out = ctx.run.rules.evaluate(ctx, expr, next);
    next = out.state;
    return out.value;
  };
  const splat = (array: Val | null, site: Site): void => {
    const parts = array && knownSplatElements(ctx, array, next);
    if (!parts) {
      irregular ??= 'splat';
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
      irregular = 'double-splat';
      keySpread = ++doubleSplats === 1 && hash && isHash(hash) ? hash : null;
    }
    for (const [name, part] of parts ?? []) keywords.set(name, part);
  };
  for (const arg of args) {
    if (arg.type === 'positional') {
      positional.push(value(arg.value));
      sites.push(arg.value);
    } else if (arg.type === 'keyword') keywords.set(arg.name, value(arg.value));
    else if (arg.type === 'splat')
      splat(arg.value ? value(arg.value) : readAnonymousRest(ctx, ANONYMOUS_REST, next), arg);
    else if (arg.type === 'doubleSplat')
      doubleSplat(arg.value ? value(arg.value) : readAnonymousRest(ctx, ANONYMOUS_KEYWORDS, next));
    else if (arg.type === 'forward') {
      splat(readAnonymousRest(ctx, ANONYMOUS_REST, next), arg);
      doubleSplat(readAnonymousRest(ctx, ANONYMOUS_KEYWORDS, next));
    } else {
      irregular = 'pair';
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
  if (unknown) irregular = 'block';
  return {
    args: { positional, keywords, block: closure, irregular, besideBlock, spread, keySpread, sites },
    state: next,
  };
}

/** The contents of the method's unnamed `*` or `**`; null: unknown. */
function readAnonymousRest(ctx: Ctx, name: string, state: State): Val | null {
  return hasLocal(ctx, state, name) ? readLocal(ctx, state, name) : null;
}

/** The elements of `*a` if the array's length is known; null: their number is unknown. */
export function knownSplatElements(ctx: Ctx, val: Val, state: State): readonly Val[] | null {
  if (val.kind === 'nil') return [];
  if (!isArray(val)) return null;
  const length = integer(lengthOf(ctx, state, val));
  if (length === null || length > MOST_PARTS) return null;
  return Array.from({ length: Number(length) }, (_, index) => elementInRange(ctx, state, val, int(index)));
}

const MOST_PARTS = 20n;

/** The entries of `**h` if the hash was visibly built from symbol keys. */
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

interface GivenBlock {
  readonly closure: Closure | null;
  /** There may be a block, but nothing is known about it. */
  readonly unknown: boolean;
}

function blockOf(ctx: Ctx, block: BlockArg | null, value: (expr: Expr) => Val): GivenBlock {
  if (!block) return { closure: null, unknown: false };
  if (block.type === 'block')
    return { closure: { block: block.block, frame: ctx.frame, scope: ctx.scope, lambda: false }, unknown: false };
  if (block.value === null) return passOwnBlock(ctx, block);
  if (block.value.kind === 'var' && block.value.scope === 'local' && isCallerBlock(ctx, block.value.name))
    return passOwnBlock(ctx, block);
  const named = methodAsBlock(ctx, block.value);
  if (named) return { closure: named, unknown: false };
  const passed = value(block.value);
  if (passed.kind === 'proc') return { closure: passed.closure, unknown: false };
  if (passed.kind === 'sym' && passed.term.kind === 'text')
    return { closure: makeSendingBlock(ctx, passed.term.value, block.value), unknown: false };
  return { closure: null, unknown: passed.kind !== 'nil' };
}

/** The method's own block. Only its type is known for the verified method: it becomes a block that yields to it. */
function passOwnBlock(ctx: Ctx, site: Site): GivenBlock {
  const { block, callSite } = ctx.frame;
  if (block || callSite !== null) return { closure: block, unknown: false };
  const given = callerBlockOf(ctx);
  if (!given || given.block.optional || ctx.spec) return { closure: null, unknown: true };
  const { params } = given.block.type;
  if (params.some(param => param.kind !== 'required')) return { closure: null, unknown: true };
  return { closure: makeYieldingBlock(ctx, params.length, site), unknown: false };
}

/** `{ |a, b| yield(a, b) }` */
function makeYieldingBlock(ctx: Ctx, count: number, { span }: Site): Closure {
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

/** `&:name`: a block that calls this method on its argument. */
function makeSendingBlock(ctx: Ctx, method: string, { span }: Expr): Closure {
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
