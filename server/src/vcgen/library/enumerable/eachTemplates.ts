/**
 * The step of each Enumerable method for one element, as Ruby code in the block of the object's own `each`:
 *   map       %out << block(x)                      select    %out << x if block(x)
 *   any?      if block(x): %out = true; break       reduce    %out = block(%out, x)
 * so that the code of `each` between two elements runs, and the code after a `break` does not.
 */
import { FALSE, int, TRUE } from '../../../logic/build';
import { enumerated } from '../../../program/enumerated';
import type { Arg, Block, Call, Expr } from '../../../ril/ril';
import { nominal } from '../../../types/type';
import { assignLocal, readLocal } from '../../fields/variables';
import { makeArray } from '../../heap/arrays';
import { type Args, NO_ARGS, type Send, type Site } from '../../state/call';
import type { Ctx, ExitList, Out } from '../../state/context';
import { checkedType } from '../../state/context';
import { joinExits } from '../../state/join';
import { classNameOf, isDynamic } from '../../state/representation';
import type { State } from '../../state/state';
import { resolveTypeFor } from '../../state/typeGuards';
import { NIL_VAL, typeOf, type Val } from '../../state/value';
import type { Dispatch } from './userEach';

interface Rounds {
  /** The value of `%out` before the first element. */
  readonly begin: 'array' | Val;
  readonly body: Expr;
}

export function runEachTemplate(
  ctx: Ctx,
  send: Send<Val & { readonly kind: 'ref' }>,
  state: State,
  dispatch: Dispatch,
): Out | null {
  const { receiver, method, args, site } = send;
  if (ctx.spec || args.irregular || args.keywords.size > 0) return null;
  // Floats are summed more precisely than one after the other.
  if (method === 'sum' && ctx.run.input.settings.floats === 'ieee') return null;
  const names = {
    out: `%out${++ctx.run.names.counter}`,
    block: `%block${ctx.run.names.counter}`,
    given: `%given${ctx.run.names.counter}`,
  };
  const rounds = roundsOf(method, args, new Ruby(site, names));
  const then = rounds ? null : AFTERWARDS.has(method) && !args.block ? method : null;
  const all = rounds ?? (then === null ? null : roundsOf('to_a', NO_ARGS, new Ruby(site, names)));
  const type = all && arrayType(ctx, receiver, method, site);
  if (!all || !type) return null;
  const breaks: ExitList = ctx.run.trail.list();
  const begun = all.begin === 'array' ? makeArray(ctx, state, [], type, site) : { value: all.begin, state };
  let ready = assignLocal(ctx, begun.state, names.out, begun.value);
  if (args.block) {
    const closure = { ...args.block, breaks: args.block.breaks ?? breaks };
    ready = assignLocal(ctx, ready, names.block, { kind: 'proc', closure });
  }
  const [given] = args.positional;
  if (given) ready = assignLocal(ctx, ready, names.given, given);
  const block = { block: blockOf(all.body, site), frame: ctx.frame, scope: ctx.scope, lambda: false };
  const after = dispatch(ctx, { ...send, method: 'each', args: { ...NO_ARGS, block } }, ready).state;
  const value = readLocal(ctx, after, names.out);
  const out =
    then === null ? { value, state: after } : dispatch(ctx, { ...send, receiver: value, method: then }, after);
  return joinExits(ctx, [...breaks, out], site, out.state);
}

/** These only compare and sum the elements once they are collected. */
const AFTERWARDS: ReadonlySet<string> = new Set('sort min max minmax uniq tally to_set'.split(' '));

/** The type of the collected array: of elements, or (`map`) the checker's type of the block. Null: unknown. */
function arrayType(ctx: Ctx, receiver: Val, method: string, site: Site): ReturnType<typeof nominal> | null {
  const element = enumerated(ctx.run.input.program, classNameOf(typeOf(receiver)) ?? 'Object')?.element;
  if (!element || element.kind === 'tuple' || isDynamic(element)) return null;
  if (!MAPS.has(method)) return nominal('Array', [resolveTypeFor(ctx.run.input.program, element, typeOf(receiver))]);
  const found = checkedType(ctx, site);
  return found?.kind === 'nominal' && found.name === 'Array' && !found.args.some(isDynamic) ? found : null;
}

const MAPS: ReadonlySet<string> = new Set(['map', 'collect', 'filter_map']);

function roundsOf(method: string, { positional, block }: Args, ruby: Ruby): Rounds | null {
  const one = positional.length === 1;
  if (positional.length > 1 || (one && !WITH_ONE.has(method))) return null;
  const found = (begin: Val, end: Expr): Rounds => ({
    begin,
    body: ruby.when(ruby.asked(!!block), ruby.stopWith(end)),
  });
  switch (method) {
    case 'to_a':
    case 'entries':
      return block ? null : { begin: 'array', body: ruby.push(ruby.x) };
    case 'map':
    case 'collect':
      return block && { begin: 'array', body: ruby.push(ruby.block) };
    case 'select':
    case 'filter':
    case 'find_all':
      return block && { begin: 'array', body: ruby.when(ruby.block, ruby.push(ruby.x)) };
    case 'reject':
      return block && { begin: 'array', body: ruby.unless(ruby.block, ruby.push(ruby.x)) };
    case 'reduce':
    case 'inject':
      return one && block ? { begin: positional[0]!, body: ruby.set(ruby.folded) } : null;
    case 'sum':
      return { begin: positional[0] ?? ZERO, body: ruby.set(ruby.plus(block ? ruby.block : ruby.x)) };
    case 'count':
      if (one) return block ? null : { begin: ZERO, body: ruby.when(ruby.isGiven, ruby.set(ruby.plus(ruby.one))) };
      return {
        begin: ZERO,
        body: block ? ruby.when(ruby.block, ruby.set(ruby.plus(ruby.one))) : ruby.set(ruby.plus(ruby.one)),
      };
    case 'include?':
    case 'member?':
      return one ? { begin: bool(false), body: ruby.when(ruby.isGiven, ruby.stopWith(ruby.literal('true'))) } : null;
    case 'any?':
      return found(bool(false), ruby.literal('true'));
    case 'none?':
      return found(bool(true), ruby.literal('false'));
    case 'all?':
      return { begin: bool(true), body: ruby.unless(ruby.asked(!!block), ruby.stopWith(ruby.literal('false'))) };
    case 'find':
    case 'detect':
      return block && !one ? found(NIL_VAL, ruby.x) : null;
    case 'first':
      return block || one ? null : { begin: NIL_VAL, body: ruby.stopWith(ruby.x) };
    default:
      return null;
  }
}

/** Methods that are modelled with one argument. */
const WITH_ONE: ReadonlySet<string> = new Set('reduce inject sum count include? member?'.split(' '));

const ZERO: Val = { kind: 'int', term: int(0) };

function bool(value: boolean): Val {
  return { kind: 'bool', term: value ? TRUE : FALSE };
}

/** Builds the parts of the block's body. */
class Ruby {
  constructor(
    private readonly site: Site,
    private readonly names: { readonly out: string; readonly block: string; readonly given: string },
  ) {}

  get x(): Expr {
    return this.variable('%x');
  }

  get block(): Expr {
    return this.call(this.variable(this.names.block), 'call', this.x);
  }

  get folded(): Expr {
    return this.call(this.variable(this.names.block), 'call', this.variable(this.names.out), this.x);
  }

  get isGiven(): Expr {
    return { ...this.call(this.x, '==', this.variable(this.names.given)), madeBy: 'element' };
  }

  get one(): Expr {
    return { kind: 'lit', span: this.site.span, value: { type: 'integer', value: '1' } };
  }

  asked(hasBlock: boolean): Expr {
    return hasBlock ? this.block : this.x;
  }

  push(value: Expr): Expr {
    return this.call(this.variable(this.names.out), '<<', value);
  }

  plus(value: Expr): Expr {
    return this.call(this.variable(this.names.out), '+', value);
  }

  set(value: Expr): Expr {
    const target = { kind: 'var', span: this.site.span, scope: 'local', name: this.names.out } as const;
    return { kind: 'assign', span: this.site.span, target, value };
  }

  when(condition: Expr, then: Expr): Expr {
    return { kind: 'if', span: this.site.span, condition, then, else: this.literal('nil') };
  }

  unless(condition: Expr, then: Expr): Expr {
    return { kind: 'if', span: this.site.span, condition, then: this.literal('nil'), else: then };
  }

  stopWith(value: Expr): Expr {
    const { span } = this.site;
    return { kind: 'seq', span, body: [this.set(value), { kind: 'jump', span, jump: 'break', value: null }] };
  }

  literal(type: 'true' | 'false' | 'nil'): Expr {
    return { kind: 'lit', span: this.site.span, value: { type } };
  }

  private variable(name: string): Expr {
    return { kind: 'var', span: this.site.span, scope: 'local', name };
  }

  private call(receiver: Expr, method: string, ...values: readonly Expr[]): Call {
    const { span } = this.site;
    const args = values.map((value): Arg => ({ type: 'positional', value }));
    return {
      kind: 'call',
      span,
      receiver,
      method,
      methodSpan: span,
      args,
      block: null,
      safe: false,
      bare: false,
      madeBy: 'source',
    };
  }
}

function blockOf(body: Expr, { span }: Site): Block {
  const params = [{ kind: 'required', span, name: '%x', default: null, destructure: null } as const];
  return { span, params, locals: [], implicitParams: false, ownScope: true, body };
}
