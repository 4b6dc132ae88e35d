/**
 * Parsed clause -> plain Ruby, for tests that users keep. Our notations become Ruby's (`0 <= x < 60` was split into
 * clauses, `p ==> q` is an `or`), `self` and fields are those of a given variable, `old(e)` becomes a variable that is
 * set before the call, a copy if it holds a container. Null: a part of it has no plain Ruby.
 */
import { showString } from '../proof/showValue';
import type { Arg, Block, Call, Expr, LiteralValue } from '../ril/ril';
import type { Type } from '../types/type';

export interface RubySource {
  readonly text: string;
  /** `old_1 = …` statements to run before the call. */
  readonly before: readonly string[];
}

interface Writing {
  /** Name of the variable for self; null: the test's own self. */
  readonly receiver: string | null;
  readonly before: string[];
  /** Names that are variables in the scope of the source. */
  readonly names: ReadonlySet<string>;
  readonly typeOf: TypeOf;
}

/** The declared type of a field, an argument or a method of self; null: unknown. */
export type TypeOf = (expr: Expr) => Type | null;

class NotExpressible extends Error {}

const OPERATOR = /^([-+*/%<>&|^]|\*\*|<<|>>|<=|>=|==|!=|===|=~|!~|<=>)$/;

export function translateToRuby(
  expr: Expr,
  receiver: string | null,
  names: ReadonlySet<string>,
  typeOf: TypeOf = () => null,
): RubySource | null {
  const ctx: Writing = { receiver, before: [], names, typeOf };
  try {
    return { text: write(ctx, expr), before: ctx.before };
  } catch (error) {
    if (error instanceof NotExpressible) return null;
    throw error;
  }
}

function write(ctx: Writing, expr: Expr): string {
  switch (expr.kind) {
    case 'lit':
      return literal(expr.value);
    case 'self':
      return ctx.receiver ?? 'self';
    case 'var':
      return expr.scope === 'instance' ? field(ctx, expr.name) : expr.name;
    case 'const':
      return constant(ctx, expr.scope, expr.name);
    case 'call':
      return call(ctx, expr);
    case 'and':
      return `(${write(ctx, expr.left)} && ${write(ctx, expr.right)})`;
    case 'or':
      return `(${write(ctx, expr.left)} || ${write(ctx, expr.right)})`;
    case 'if':
      return `(${write(ctx, expr.condition)} ? ${write(ctx, expr.then)} : ${write(ctx, expr.else)})`;
    case 'array':
      return `[${args(ctx, expr.elements)}]`;
    case 'hash':
      return `{ ${args(ctx, expr.entries)} }`;
    case 'range':
      return `(${expr.from ? write(ctx, expr.from) : ''}${expr.exclusive ? '...' : '..'}${expr.to ? write(ctx, expr.to) : ''})`;
    default:
      throw new NotExpressible();
  }
}

function field(ctx: Writing, name: string): string {
  return `${ctx.receiver === null ? '' : `${ctx.receiver}.`}instance_variable_get(:${name})`;
}

function constant(ctx: Writing, scope: Expr | 'root' | null, name: string): string {
  if (scope === null) return name;
  return scope === 'root' ? `::${name}` : `${write(ctx, scope)}::${name}`;
}

function literal(value: LiteralValue): string {
  switch (value.type) {
    case 'nil':
    case 'true':
    case 'false':
      return value.type;
    case 'string':
      return showString(value.value);
    case 'symbol':
      return /^[A-Za-z_]\w*[?!=]?$/.test(value.value) ? `:${value.value}` : `:${showString(value.value)}`;
    case 'regexp':
      return `/${value.value}/${value.flags}`;
    default:
      return value.value;
  }
}

function call(ctx: Writing, expr: Call): string {
  const [first] = expr.args;
  if (expr.method === 'old' && expr.receiver === null && first?.type === 'positional') return old(ctx, first.value);
  if (expr.receiver === null && expr.args.length === 0 && ctx.names.has(expr.method)) return expr.method;
  const block = expr.block ? blockText(ctx, expr.block) : '';
  if (expr.receiver === null) return `${onSelf(ctx, expr)}${block}`;
  const receiver = write(ctx, expr.receiver);
  if (expr.method === '!' && expr.args.length === 0) return `!(${receiver})`;
  if (expr.method === '[]') return `${receiver}[${args(ctx, expr.args)}]`;
  if (OPERATOR.test(expr.method) && first?.type === 'positional')
    return `(${receiver} ${expr.method} ${write(ctx, first.value)})`;
  if (/^[-+~]@?$/.test(expr.method) && expr.args.length === 0) return `${expr.method[0]}(${receiver})`;
  const list = expr.args.length > 0 ? `(${args(ctx, expr.args)})` : '';
  return `${receiver}${expr.safe ? '&.' : '.'}${expr.method}${list}${block}`;
}

function onSelf(ctx: Writing, expr: Call): string {
  const list = args(ctx, expr.args);
  if (ctx.receiver === null) return list === '' ? expr.method : `${expr.method}(${list})`;
  return `${ctx.receiver}.send(:${[expr.method, ...(list === '' ? [] : [list])].join(', ')})`;
}

function old(ctx: Writing, value: Expr): string {
  const name = `old_${ctx.before.length + 1}`;
  ctx.before.push(`${name} = ${writeCopy(write(ctx, value), ctx.typeOf(value))}`);
  return name;
}

const CONTAINERS: ReadonlySet<string> = new Set(['String', 'Array', 'Hash', 'Set']);

/** Containers change in place, and `old` means their contents on entry, so nested containers are copied as well. */
function writeCopy(text: string, type: Type | null): string {
  const containers = type ? containersIn(type) : [];
  if (containers.length === 0) return text;
  const isDeep = containers.some(each => each.args.some(arg => containersIn(arg).length > 0));
  return isDeep ? `Marshal.load(Marshal.dump(${text}))` : `${text}.dup`;
}

function containersIn(type: Type): readonly (Type & { readonly kind: 'nominal' })[] {
  if (type.kind === 'union') return type.members.flatMap(containersIn);
  if (type.kind === 'refined') return containersIn(type.base);
  return type.kind === 'nominal' && CONTAINERS.has(type.name) ? [type] : [];
}

function args(ctx: Writing, list: readonly Arg[]): string {
  return list.map(arg => argument(ctx, arg)).join(', ');
}

function argument(ctx: Writing, arg: Arg): string {
  switch (arg.type) {
    case 'positional':
      return write(ctx, arg.value);
    case 'keyword':
      return `${arg.name}: ${write(ctx, arg.value)}`;
    case 'pair':
      return `${write(ctx, arg.key)} => ${write(ctx, arg.value)}`;
    case 'splat':
      if (arg.value) return `*${write(ctx, arg.value)}`;
      throw new NotExpressible();
    default:
      throw new NotExpressible();
  }
}

function blockText(ctx: Writing, given: NonNullable<Call['block']>): string {
  if (given.type === 'pass') {
    if (given.value === null) throw new NotExpressible();
    return `(&${write(ctx, given.value)})`;
  }
  return ` { |${paramNames(given.block)}| ${write({ ...ctx, names: innerNames(ctx, given.block) }, given.block.body)} }`;
}

function paramNames(block: Block): string {
  if (block.params.some(param => param.kind !== 'required' || param.name === null)) throw new NotExpressible();
  return block.params.map(param => param.name).join(', ');
}

function innerNames(ctx: Writing, block: Block): ReadonlySet<string> {
  return new Set([...ctx.names, ...block.params.flatMap(param => (param.name ? [param.name] : []))]);
}
