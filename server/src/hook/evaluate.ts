/**
 * A hook's block with a call's arguments -> the annotations it makes, as lines of Ruby, without running Ruby: locals,
 * strings, Rails' inflections, conditions and loops over what was given. Null: it needs more than that.
 */
import { constantName } from '../program/constants';
import type { RubyValue } from '../proof/rubyValue';
import type { Arg, Call, Expr, Param } from '../ril/ril';
import { array, bool, hash, NIL, NotSimple, notSimple, send, symbol, textOf, truthy, written } from './values';

interface Evaluation {
  readonly className: string;
  /** The full name of a class that is named in the hook; null: it is something else. */
  readonly classNamed: (name: string) => string | null;
  readonly locals: Map<string, RubyValue>;
  readonly lines: string[];
  steps: number;
}

const MAX_STEPS = 2000;
const ANNOTATION = /^(rdl_)?(type|var_type|type_params|type_alias|attr_(accessor|reader|writer)_type)$/;

export interface HookBlock {
  readonly params: readonly Param[];
  readonly body: Expr;
}

/** For a call in the body of this class. */
export function evaluateHook(
  hook: HookBlock,
  call: Call,
  className: string,
  classNamed: (name: string) => string | null,
): readonly string[] | null {
  const ctx: Evaluation = { className, classNamed, locals: new Map(), lines: [], steps: 0 };
  try {
    bindParams(ctx, hook.params, argumentsOf(ctx, call));
    value(ctx, hook.body);
    return ctx.lines;
  } catch (error) {
    if (error instanceof NotSimple) return null;
    throw error;
  }
}

interface Given {
  readonly positional: readonly RubyValue[];
  readonly keywords: readonly (readonly [RubyValue, RubyValue])[];
}

function argumentsOf(ctx: Evaluation, call: Call): Given {
  const positional: RubyValue[] = [];
  const keywords: (readonly [RubyValue, RubyValue])[] = [];
  for (const arg of call.args) {
    if (arg.type === 'positional') positional.push(argument(ctx, arg.value));
    else if (arg.type === 'keyword') keywords.push([symbol(arg.name), argument(ctx, arg.value)]);
    else if (arg.type === 'pair') keywords.push([argument(ctx, arg.key), argument(ctx, arg.value)]);
    else throw new NotSimple();
  }
  return { positional, keywords };
}

/** What a hook never looks at may be anything: `scope :recent, -> { … }`. */
function argument(ctx: Evaluation, expr: Expr): RubyValue {
  return expr.kind === 'lambda' ? { kind: 'opaque', text: '-> {}' } : value(ctx, expr);
}

/** A block with several parameters takes a single array apart. */
function isOneArray(positional: readonly RubyValue[]): boolean {
  return positional.length === 1 && positional[0]!.kind === 'array';
}

/** A block takes what it is given: missing values are nil, surplus ones are dropped. */
function bindParams(ctx: Evaluation, params: readonly Param[], { positional, keywords }: Given): void {
  if (params.some(param => param.destructure) || (params.length > 1 && isOneArray(positional))) throw new NotSimple();
  const takesKeywords = params.some(({ kind }) => kind === 'key' || kind === 'optionalKey' || kind === 'keyRest');
  const rest = keywords.length > 0 && !takesKeywords ? [...positional, hash(keywords)] : [...positional];
  const open = [...keywords];
  for (const param of params) {
    const name = param.name ?? '_';
    switch (param.kind) {
      case 'required':
      case 'post':
        ctx.locals.set(name, rest.shift() ?? NIL);
        break;
      case 'optional':
        ctx.locals.set(name, rest.shift() ?? (param.default ? value(ctx, param.default) : NIL));
        break;
      case 'rest':
        ctx.locals.set(name, array(rest.splice(0)));
        break;
      case 'key':
      case 'optionalKey': {
        const at = open.findIndex(([key]) => key.kind === 'symbol' && key.value === name);
        const given = at >= 0 ? open.splice(at, 1)[0]![1] : null;
        if (!given && !param.default) throw new NotSimple();
        ctx.locals.set(name, given ?? value(ctx, param.default!));
        break;
      }
      case 'keyRest':
        ctx.locals.set(name, hash(open.splice(0)));
        break;
      default:
        throw new NotSimple();
    }
  }
}

function value(ctx: Evaluation, expr: Expr): RubyValue {
  if (++ctx.steps > MAX_STEPS) throw new NotSimple();
  switch (expr.kind) {
    case 'lit':
      return literal(expr.value);
    case 'self':
      return { kind: 'class', name: ctx.className };
    case 'var':
      return (expr.scope === 'local' ? ctx.locals.get(expr.name) : null) ?? notSimple();
    case 'const':
      return { kind: 'class', name: ctx.classNamed(constantName(expr) ?? '') ?? notSimple() };
    case 'assign': {
      if (expr.target.kind !== 'var' || expr.target.scope !== 'local') throw new NotSimple();
      const assigned = value(ctx, expr.value);
      ctx.locals.set(expr.target.name, assigned);
      return assigned;
    }
    case 'seq':
      return expr.body.reduce<RubyValue>((_, each) => value(ctx, each), NIL);
    case 'if':
      return value(ctx, truthy(value(ctx, expr.condition)) ? expr.then : expr.else);
    case 'and': {
      const left = value(ctx, expr.left);
      return truthy(left) ? value(ctx, expr.right) : left;
    }
    case 'or': {
      const left = value(ctx, expr.left);
      return truthy(left) ? left : value(ctx, expr.right);
    }
    case 'array':
      return array(expr.elements.map(each => (each.type === 'positional' ? value(ctx, each.value) : notSimple())));
    case 'hash':
      return hash(expr.entries.map(entry => pair(ctx, entry)));
    case 'interpolate': {
      if (expr.as !== 'string' && expr.as !== 'symbol') throw new NotSimple();
      const text = expr.parts.map(part => textOf(value(ctx, part))).join('');
      return expr.as === 'string' ? { kind: 'string', value: text } : symbol(text);
    }
    case 'call':
      return call(ctx, expr);
    default:
      throw new NotSimple();
  }
}

function call(ctx: Evaluation, expr: Call): RubyValue {
  const onSelf = expr.receiver === null || expr.receiver.kind === 'self';
  if (onSelf && ANNOTATION.test(expr.method)) return annotate(ctx, expr);
  if (expr.receiver === null && !(expr.bare && expr.method === 'name')) throw new NotSimple();
  const receiver = expr.receiver ? value(ctx, expr.receiver) : ({ kind: 'class', name: ctx.className } as const);
  if (expr.method === 'each' && receiver.kind === 'array') return each(ctx, expr, receiver.elements);
  if (expr.block) throw new NotSimple();
  if (expr.safe && receiver.kind === 'nil') return NIL;
  const args = expr.args.map(arg => (arg.type === 'positional' ? value(ctx, arg.value) : notSimple()));
  return send(receiver, expr.method, args);
}

/** As a line that says the same without the hook. */
function annotate(ctx: Evaluation, expr: Call): RubyValue {
  if (expr.block) throw new NotSimple();
  const args = expr.args.map(arg => {
    if (arg.type === 'positional') return written(value(ctx, arg.value));
    if (arg.type === 'keyword') return `${arg.name}: ${written(value(ctx, arg.value))}`;
    if (arg.type === 'pair') return `${written(value(ctx, arg.key))} => ${written(value(ctx, arg.value))}`;
    throw new NotSimple();
  });
  ctx.lines.push(`${expr.method} ${args.join(', ')}`);
  return NIL;
}

function each(ctx: Evaluation, expr: Call, elements: readonly RubyValue[]): RubyValue {
  if (expr.block?.type !== 'block') throw new NotSimple();
  const { params, body } = expr.block.block;
  for (const element of elements) {
    bindParams(ctx, params, { positional: [element], keywords: [] });
    value(ctx, body);
  }
  return array(elements);
}

function pair(ctx: Evaluation, entry: Arg): readonly [RubyValue, RubyValue] {
  if (entry.type === 'keyword') return [symbol(entry.name), value(ctx, entry.value)];
  if (entry.type === 'pair') return [value(ctx, entry.key), value(ctx, entry.value)];
  throw new NotSimple();
}

type LiteralValue = Extract<Expr, { kind: 'lit' }>['value'];

function literal(value: LiteralValue): RubyValue {
  switch (value.type) {
    case 'nil':
      return NIL;
    case 'true':
    case 'false':
      return bool(value.type === 'true');
    case 'integer':
      return { kind: 'integer', value: value.value };
    case 'string':
      return { kind: 'string', value: value.value };
    case 'symbol':
      return symbol(value.value);
    default:
      throw new NotSimple();
  }
}
