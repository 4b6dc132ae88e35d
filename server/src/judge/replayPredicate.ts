/**
 * Parsed refinement -> predicate data: the form in which clauses are sent to Ruby (server/ruby/lib/loupe/predicate.rb).
 * Nested lists whose head names the form. The source is never evaluated: `0 <= x < 60` has another meaning in Ruby.
 */
import { showOpaqueCode } from '../problems/opaqueCode';
import type { Nesting } from '../program/program';
import type { Arg, BlockArg, Call, Const, Expr, LiteralValue, Param, Var } from '../ril/ril';
import { isOutcomeTest } from '../types/exceptionalOutcome';

export type PredicateData = null | boolean | number | string | readonly PredicateData[];

interface Reading {
  olds: number;
  /** Where the clause was written: constants are resolved from there. */
  readonly nesting: Nesting;
  readonly results: readonly string[];
}

/** What has no meaning at run time becomes a form that Ruby reports as not evaluated, by name. */
/** `results`: the names of the result in its own clauses. */
export function predicateData(expr: Expr, nesting: Nesting = [], results: readonly string[] = []): PredicateData {
  return data({ olds: 0, nesting, results }, expr);
}

function data(ctx: Reading, expr: Expr): PredicateData {
  switch (expr.kind) {
    case 'lit':
      return literal(expr.value);
    case 'self':
      return ['self'];
    case 'var':
      return variable(ctx, expr);
    case 'const':
      return constant(ctx, expr);
    case 'call':
      return call(ctx, expr);
    case 'if':
      return ['if', data(ctx, expr.condition), data(ctx, expr.then), data(ctx, expr.else)];
    case 'and':
    case 'or':
      return [expr.kind, data(ctx, expr.left), data(ctx, expr.right)];
    case 'seq':
      return ['seq', expr.body.map(each => data(ctx, each))];
    case 'array':
      return ['array', args(ctx, expr.elements)];
    case 'hash':
      return ['hash', args(ctx, expr.entries)];
    case 'range':
      return ['range', orNil(ctx, expr.from), orNil(ctx, expr.to), expr.exclusive];
    case 'interpolate':
      return expr.as === 'string' ? ['text', expr.parts.map(each => data(ctx, each))] : [`interpolated ${expr.as}`];
    case 'lambda':
      return ['lambda', block(ctx, { type: 'block', block: expr.block })];
    case 'opaque':
      return [showOpaqueCode(expr.code)];
    case 'assign':
    case 'multiAssign':
    case 'super':
    case 'yield':
    case 'while':
    case 'jump':
    case 'rescue':
    case 'ensure':
    case 'defined':
    case 'match':
    case 'define':
      return [`a ${expr.kind} expression`];
  }
}

function orNil(ctx: Reading, expr: Expr | null): PredicateData {
  return expr ? data(ctx, expr) : ['nil'];
}

function literal(value: LiteralValue): PredicateData {
  switch (value.type) {
    case 'nil':
    case 'true':
    case 'false':
      return [value.type];
    case 'integer':
      return ['int', value.value];
    case 'float':
      return ['float', value.value];
    case 'rational':
      return ['rational', value.value.replace(/r$/, '')];
    case 'string':
      return ['str', value.value];
    case 'symbol':
      return ['sym', value.value];
    case 'regexp':
      return ['regexp', value.value, regexpOptions(value.flags)];
    case 'imaginary':
      return ['an imaginary number'];
  }
}

/** As Ruby's Regexp.new takes them. */
function regexpOptions(flags: string): number {
  return (flags.includes('i') ? 1 : 0) + (flags.includes('x') ? 2 : 0) + (flags.includes('m') ? 4 : 0);
}

function variable(ctx: Reading, expr: Var): PredicateData {
  switch (expr.scope) {
    case 'local':
      return ['var', expr.name];
    case 'instance':
      return ['field', expr.name];
    case 'global':
      return ['global', expr.name];
    case 'class':
      return ctx.nesting[0] === undefined ? ['a class variable'] : ['classvar', expr.name, ctx.nesting[0]];
  }
}

function constant(ctx: Reading, expr: Const): PredicateData {
  const names = constantNames(expr);
  if (!names) return ['a computed constant'];
  return isRooted(expr) || ctx.nesting.length === 0 ? ['const', names] : ['const', names, ctx.nesting];
}

function isRooted(expr: Const): boolean {
  return expr.scope === 'root' || (expr.scope !== null && expr.scope.kind === 'const' && isRooted(expr.scope));
}

function constantNames(expr: Const): readonly string[] | null {
  if (expr.scope === null || expr.scope === 'root') return [expr.name];
  if (expr.scope.kind !== 'const') return null;
  const outer = constantNames(expr.scope);
  return outer && [...outer, expr.name];
}

function call(ctx: Reading, expr: Call): PredicateData {
  const only = expr.args[0];
  if (isOutcomeTest(expr, ctx.results)) return ['raised'];
  if (expr.method === 'old' && expr.receiver === null && expr.args.length === 1 && only?.type === 'positional')
    return ['old', ctx.olds++, data(ctx, only.value)];
  return [
    'call',
    expr.receiver && data(ctx, expr.receiver),
    expr.method,
    args(ctx, expr.args),
    expr.block && block(ctx, expr.block),
    expr.safe,
  ];
}

function args(ctx: Reading, list: readonly Arg[]): PredicateData {
  return list.map(arg => argument(ctx, arg));
}

function argument(ctx: Reading, arg: Arg): PredicateData {
  switch (arg.type) {
    case 'positional':
      return ['pos', data(ctx, arg.value)];
    case 'splat':
      return ['splat', orNil(ctx, arg.value)];
    case 'keyword':
      return ['key', arg.name, data(ctx, arg.value)];
    case 'pair':
      return ['pair', data(ctx, arg.key), data(ctx, arg.value)];
    case 'doubleSplat':
      return ['dsplat', orNil(ctx, arg.value)];
    case 'forward':
      return ['pos', ['an argument list ...']];
  }
}

function block(ctx: Reading, given: BlockArg): PredicateData {
  if (given.type === 'pass') return ['pass', orNil(ctx, given.value)];
  const { params, body } = given.block;
  return params.every(isPlain)
    ? ['block', params.map(param => param.name), data(ctx, body)]
    : ['block', [], ['a block with special parameters']];
}

function isPlain(param: Param): boolean {
  return param.kind === 'required' && param.name !== null && param.destructure === null;
}
