/**
 * Sorbet's type expressions, which are Ruby: `T.nilable(String)`, `T::Array[Integer]`, `[A, B]`, `{ a: A }`. What Sorbet
 * has and Loupe does not read is %dyn and reported as such; what Sorbet does not accept as a type either is an error.
 */
import type { Problem, ProblemArg } from '../base/problem';
import type { AnchorId, Span } from '../base/span';
import type { Arg, Call, Expr } from '../ril/ril';
import { classObjectType } from '../types/classObject';
import {
  ANY,
  BOOL,
  BOTTOM,
  DYNAMIC,
  FALSE,
  type HashEntry,
  type LiteralTypeValue,
  type MethodType,
  NIL,
  nominal,
  type ParamType,
  SELF,
  TRUE,
  type Type,
  UNTYPED_METHOD,
} from '../types/type';
import { makeUnion } from '../types/union';
import { constantPath, literalName } from './staticString';

/** What the readers of Sorbet's notation share. */
export interface SorbetContext {
  readonly anchor: AnchorId;
  readonly problems: Problem[];
}

export function reportSorbet(ctx: SorbetContext, span: Span, why: string): void {
  report(ctx, 'LP2210', span, { why });
}

/** `what` is a construct of Sorbet that Loupe does not read. */
export function reportNotRead(ctx: SorbetContext, span: Span, what: string): void {
  report(ctx, 'LP2209', span, { what });
}

function report(ctx: SorbetContext, code: string, span: Span, args: Readonly<Record<string, ProblemArg>>): void {
  ctx.problems.push({ code, place: { anchor: ctx.anchor, span }, args });
}

export function readSorbetType(ctx: SorbetContext, expr: Expr): Type {
  switch (expr.kind) {
    case 'const':
      return readConstant(ctx, expr);
    case 'call':
      return readCall(ctx, expr);
    case 'array':
      return { kind: 'tuple', elements: positionalTypes(ctx, expr.elements) };
    case 'hash':
      return { kind: 'finiteHash', entries: expr.entries.flatMap(arg => readEntry(ctx, arg)), rest: null };
    case 'seq':
      if (expr.body.length === 1 && expr.body[0] !== undefined) return readSorbetType(ctx, expr.body[0]);
      break;
    case 'lit':
      if (expr.value.type === 'nil') reportSorbet(ctx, expr.span, '`nil` is a value; its type is `NilClass`');
      if (expr.value.type === 'nil') return NIL;
      break;
  }
  reportSorbet(ctx, expr.span, 'this is not a type');
  return DYNAMIC;
}

/** Classes with one value each, and Sorbet's name for both booleans. */
const CONSTANTS: ReadonlyMap<string, Type> = new Map([
  ['T::Boolean', BOOL],
  ['NilClass', NIL],
  ['TrueClass', TRUE],
  ['FalseClass', FALSE],
]);

function readConstant(ctx: SorbetContext, expr: Expr): Type {
  const path = constantPath(expr);
  if (path === null) {
    reportNotRead(ctx, expr.span, 'a computed constant');
    return DYNAMIC;
  }
  const plain = path.replace(/^::/, '');
  const known = CONSTANTS.get(plain);
  if (known !== undefined) return known;
  // `T::Array` without arguments is `T::Array[T.untyped]`.
  return nominal(COLLECTIONS.test(plain) ? plain.slice('T::'.length) : path);
}

const COLLECTIONS = /^T::(Array|Hash|Set|Range|Enumerable|Enumerator(::(Lazy|Chain))?|Class|Module)$/;

function readCall(ctx: SorbetContext, call: Call): Type {
  const owner = call.receiver === null ? null : constantPath(call.receiver);
  if (call.method === '[]' && owner !== null) return readApplied(ctx, call, owner.replace(/^::T::/, 'T::'));
  if (owner === 'T' || owner === '::T') return readForm(ctx, call);
  const proc = readProc(ctx, call);
  if (proc !== null) return proc;
  // `T.class_of(A)[B]`: the type arguments of the class object.
  if (call.method === '[]' && call.receiver?.kind === 'call') return readSorbetType(ctx, call.receiver);
  reportSorbet(ctx, call.span, 'this is not a type');
  return DYNAMIC;
}

/** `T::Array[Integer]`, `Box[Integer]` */
function readApplied(ctx: SorbetContext, call: Call, owner: string): Type {
  const args = positionalTypes(ctx, call.args);
  if (!COLLECTIONS.test(owner)) return nominal(owner, args);
  const name = owner.slice('T::'.length);
  return classObjectType(name, args) ?? nominal(name, name === 'Class' || name === 'Module' ? [] : args);
}

type Form = (ctx: SorbetContext, call: Call) => Type;

/** `T.name(…)` in a type. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['nilable', (ctx, call) => makeUnion([oneType(ctx, call), NIL])],
  ['any', (ctx, call) => makeUnion([...atLeastTwo(ctx, call)])],
  ['all', (ctx, call) => ({ kind: 'intersection', members: atLeastTwo(ctx, call) })],
  ['untyped', () => DYNAMIC],
  ['anything', () => ANY],
  ['noreturn', () => BOTTOM],
  ['self_type', () => SELF],
  ['attached_class', () => nominal('instance')],
  ['class_of', readClassOf],
  ['type_parameter', readTypeParameter],
  ['enum', readValues],
  ['deprecated_enum', readValues],
  // `T.proc` alone: any procedure.
  ['proc', () => nominal('Proc')],
]);

function readForm(ctx: SorbetContext, call: Call): Type {
  const form = FORMS.get(call.method);
  if (form !== undefined) return form(ctx, call);
  reportNotRead(ctx, call.span, `T.${call.method}`);
  return DYNAMIC;
}

function oneType(ctx: SorbetContext, call: Call): Type {
  const [first, ...rest] = call.args;
  if (first?.type === 'positional' && rest.length === 0) return readSorbetType(ctx, first.value);
  reportSorbet(ctx, call.span, `T.${call.method} takes one type`);
  return DYNAMIC;
}

function atLeastTwo(ctx: SorbetContext, call: Call): readonly Type[] {
  const types = positionalTypes(ctx, call.args);
  if (types.length < 2) reportSorbet(ctx, call.span, `T.${call.method} takes at least two types`);
  return types.length === 0 ? [DYNAMIC] : types;
}

function positionalTypes(ctx: SorbetContext, args: readonly Arg[]): readonly Type[] {
  return args.map(arg => {
    if (arg.type === 'positional') return readSorbetType(ctx, arg.value);
    if (arg.type === 'splat' && arg.value !== null) reportNotRead(ctx, arg.span, 'a `*` among types');
    return DYNAMIC;
  });
}

function readClassOf(ctx: SorbetContext, call: Call): Type {
  const type = oneType(ctx, call);
  if (type.kind === 'nominal') return { kind: 'classOf', name: type.name };
  return type.kind === 'dynamic' ? DYNAMIC : nominal('Class');
}

function readTypeParameter(ctx: SorbetContext, call: Call): Type {
  const [first] = call.args;
  const name = first?.type === 'positional' ? literalName(first.value) : null;
  if (name !== null) return { kind: 'variable', name };
  reportSorbet(ctx, call.span, 'T.type_parameter takes a symbol');
  return DYNAMIC;
}

/** `T.deprecated_enum([:a, :b])` */
function readValues(ctx: SorbetContext, call: Call): Type {
  const [first] = call.args;
  const list = first?.type === 'positional' && first.value.kind === 'array' ? first.value.elements : [];
  const values = list.map(arg => (arg.type === 'positional' ? literalValue(arg.value) : null));
  if (values.length === 0 || values.some(value => value === null)) {
    reportNotRead(ctx, call.span, `T.${call.method} of computed values`);
    return DYNAMIC;
  }
  return makeUnion(values.flatMap((value): Type[] => (value === null ? [] : [{ kind: 'literal', value }])));
}

function literalValue(expr: Expr): LiteralTypeValue | null {
  if (expr.kind !== 'lit') return null;
  const { value } = expr;
  switch (value.type) {
    case 'symbol':
    case 'string':
      return { type: value.type, value: value.value };
    case 'integer':
    case 'float':
      return value;
    case 'true':
    case 'false':
      return { type: value.type };
    default:
      return null;
  }
}

function readEntry(ctx: SorbetContext, arg: Arg): HashEntry[] {
  if (arg.type === 'keyword')
    return [
      {
        key: { type: 'symbol', value: arg.name },
        type: readSorbetType(ctx, arg.value),
        optional: isNilable(arg.value),
      },
    ];
  const key = arg.type === 'pair' ? literalValue(arg.key) : null;
  if (arg.type === 'pair' && key !== null)
    return [{ key, type: readSorbetType(ctx, arg.value), optional: isNilable(arg.value) }];
  return [];
}

/** Sorbet does not distinguish a missing key from one whose value is nil. */
function isNilable(expr: Expr): boolean {
  return expr.kind === 'call' && expr.method === 'nilable';
}

/** `T.proc.bind(A).params(x: B).returns(C)`; null if the chain does not begin with `T.proc`. */
function readProc(ctx: SorbetContext, call: Call): Type | null {
  const [head, ...links] = chainOf(call);
  const owner = head.receiver === null ? null : constantPath(head.receiver);
  if (head.method !== 'proc' || (owner !== 'T' && owner !== '::T')) return null;
  let method: MethodType = { ...UNTYPED_METHOD, anyArgs: false };
  let hasResult = false;
  for (const link of links) {
    const { method: word } = link;
    if (word === 'params') method = { ...method, params: readNamedTypes(ctx, link) };
    else if (word === 'returns') method = { ...method, result: oneType(ctx, link), resultSpan: link.span };
    else if (word === 'void') method = { ...method, result: ANY };
    else if (word === 'bind') method = { ...method, selfType: oneType(ctx, link) };
    else reportNotRead(ctx, link.methodSpan, `${word} of T.proc`);
    hasResult ||= word === 'returns' || word === 'void';
  }
  if (!hasResult) reportSorbet(ctx, call.span, 'this T.proc has neither `returns` nor `void`');
  return { kind: 'proc', method };
}

/** `params(x: A, y: B)`; all of them are required: what they are in the definition is not known here. */
export function readNamedTypes(ctx: SorbetContext, call: Call): readonly ParamType[] {
  const args = call.args.flatMap((arg): readonly Arg[] =>
    arg.type === 'positional' && arg.value.kind === 'hash' ? arg.value.entries : [arg],
  );
  return args.flatMap((arg): ParamType[] => {
    const named = arg.type === 'keyword' ? arg : arg.type === 'pair' ? pairName(arg) : null;
    if (named === null) {
      reportSorbet(ctx, call.methodSpan, '`params` takes names with their types: `params(x: Integer)`');
      return [];
    }
    const { name, value } = named;
    return [{ kind: 'required', name, type: readSorbetType(ctx, value), refinement: null, span: value.span }];
  });
}

function pairName(arg: Extract<Arg, { type: 'pair' }>): { readonly name: string; readonly value: Expr } | null {
  const name = literalName(arg.key);
  return name === null ? null : { name, value: arg.value };
}

/** `a.b.c`, from the first call to the last. */
export function chainOf(call: Call): readonly [Call, ...Call[]] {
  const links: [Call, ...Call[]] = [call];
  for (let at: Expr | null = call.receiver; at?.kind === 'call'; at = at.receiver) links.unshift(at);
  return links;
}
