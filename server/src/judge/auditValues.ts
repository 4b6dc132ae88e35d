/**
 * Values of a type: often at boundaries, around every number in the code, otherwise random. Values that clauses reject
 * are mostly left out, since Ruby would build them in vain.
 */
import { expandAlias } from '../program/hierarchy';
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { RubyValue } from '../proof/rubyValue';
import {
  ANY,
  type Clause,
  type HashEntry,
  type LiteralTypeValue,
  type ParamType,
  type Refinement,
  type Type,
} from '../types/type';
import { type Given, mayHold } from './auditClauses';
import type { AuditArgument, AuditValue } from './auditInput';
import { constructorParams, declaredFields, hasConstructor, hostsOf } from './auditObjects';

export interface Generation {
  readonly program: Program;
  /** The class that owns the method: the meaning of `self` in a type. */
  readonly owner: string;
  readonly random: () => number;
  readonly integers: readonly string[];
  readonly strings: readonly string[];
  readonly maxSize: number;
  /** The absolute value of integers is below this. */
  readonly integerLimit: number;
  /** The largest distance of an integer from zero or from a number in the code. */
  readonly largest: number;
  readonly ids: { count: number };
  /** NaN, the infinities and -0.0 are Floats, too. */
  readonly specialFloats: boolean;
  /** See InputsWanted. */
  readonly paramsOf?: (method: MethodInfo) => readonly ParamType[] | null;
}

const MAX_DEPTH = 3;

/** How often a value that a clause rejects is generated again. */
const RETRIES = 12;
const RETRIES_OF_ALL = 8;

/**
 * Optional arguments may be absent; `#n` is the n-th parameter if the type names none, '' an element of the rest
 * parameter.
 */
export function argumentsFor(
  ctx: Generation,
  params: readonly ParamType[],
  depth: number,
  precondition: readonly Clause[] = [],
): readonly AuditArgument[] {
  const clauses = [...params.flatMap(param => param.refinement?.clauses ?? []), ...precondition];
  let args = chooseArguments(ctx, params, depth);
  for (let i = 0; i < RETRIES_OF_ALL && !mayHold(clauses, bindByName(params, args)); i++)
    args = chooseArguments(ctx, params, depth);
  return args.flat();
}

/** The arguments for each parameter. */
function chooseArguments(ctx: Generation, params: readonly ParamType[], depth: number): readonly AuditArgument[][] {
  return params.map((param, index): AuditArgument[] => {
    const optional = param.kind === 'optional' || param.kind === 'optionalKey';
    if (param.kind === 'keyRest' || (optional && ctx.random() < 0.4)) return [];
    const keyword = param.kind === 'key' || param.kind === 'optionalKey';
    const name = param.name ?? `#${index}`;
    if (param.kind !== 'rest')
      return [{ name, keyword, value: generateAccepted(ctx, param.type, param.name, param.refinement, depth) }];
    return generateMany(ctx, depth).map(() => ({ name: '', keyword: false, value: value(ctx, param.type, depth) }));
  });
}

function bindByName(params: readonly ParamType[], args: readonly AuditArgument[][]): Given {
  const given = new Map<string, AuditValue>();
  for (const [index, param] of params.entries()) {
    const elements = args[index]!.map(arg => arg.value);
    const whole = param.kind === 'rest' ? ({ kind: 'array', id: '', elements } as AuditValue) : elements[0];
    for (const name of [param.name, param.refinement?.binder]) if (name && whole) given.set(name, whole);
  }
  return given;
}

/** A value of the type that its own clauses do not reject. */
function generateAccepted(
  ctx: Generation,
  type: Type,
  name: string | null,
  refinement: Refinement | null,
  depth: number,
): AuditValue {
  let createObject = value(ctx, type, depth);
  if (!refinement) return createObject;
  const fits = (): boolean => {
    const names = [name, refinement.binder].filter(each => each !== null);
    return mayHold(refinement.clauses, new Map(names.map(each => [each, createObject])));
  };
  for (let i = 0; i < RETRIES && !fits(); i++) createObject = value(ctx, type, depth);
  return createObject;
}

/**
 * Created by the constructor. If the user wrote none, members of a Struct or Data are set as their readers declare;
 * declared fields are set, as the verdict assumes.
 */
export function constructInstance(ctx: Generation, className: string, depth: number): AuditValue {
  const isModule = ctx.program.classes.get(className)?.kind === 'module';
  const host = isModule ? pick(ctx, hostsOf(ctx.program, className)) : undefined;
  if (host?.kind === 'class') return host;
  const chosen = host?.className ?? className;
  if (chosen === 'Date') return date(ctx);
  const fields = hasConstructor(ctx.program, chosen) ? [] : declaredFields(ctx.program, chosen);
  if (fields.length === 0)
    return {
      kind: 'new',
      id: freshId(ctx),
      className: chosen,
      args: argumentsFor(ctx, paramsOfNew(ctx, chosen), depth + 1),
    };
  const set = fields.map(({ name, type, refinement }) => ({
    name,
    value: generateAccepted(ctx, type ?? ANY, name, refinement, depth + 1) as RubyValue,
  }));
  return { kind: 'object', id: freshId(ctx), className: chosen, fields: set };
}

/** A field with a declared type says more than what callers pass. */
function paramsOfNew(ctx: Generation, className: string): readonly ParamType[] {
  const known = constructorParams(ctx.program, className);
  const method = findMethod(ctx.program, className, 'initialize');
  const supplied = (method?.origin === 'workspace' && ctx.paramsOf?.(method)) || [];
  const typeOf = (name: string | null): Type => supplied.find(param => param.name === name)?.type ?? ANY;
  return known.map(param => (param.type.kind === 'any' ? { ...param, type: typeOf(param.name) } : param));
}

export function value(ctx: Generation, type: Type, depth: number): AuditValue {
  switch (type.kind) {
    case 'nil':
      return { kind: 'nil' };
    case 'bool':
      return { kind: 'boolean', value: ctx.random() < 0.5 };
    case 'literal':
      return literal(type.value);
    case 'finiteHash':
      return recordOf(ctx, type.entries, depth);
    case 'nominal':
      return nominal(ctx, type.name, type.args, depth);
    case 'union':
      return value(ctx, pick(ctx, type.members) ?? { kind: 'nil' }, depth);
    case 'refined':
      return generateAccepted(ctx, type.base, null, type.refinement, depth);
    case 'nonNull':
      return value(ctx, type.type, depth);
    case 'alias': {
      const known = expandAlias(ctx.program, type.name, type.args);
      return known ? value(ctx, known, depth) : { kind: 'nil' };
    }
    case 'tuple':
      return array(
        ctx,
        type.elements.map(element => value(ctx, element, depth + 1)),
      );
    case 'classOf':
      return { kind: 'class', name: type.name };
    case 'self':
      return depth > MAX_DEPTH ? { kind: 'nil' } : constructInstance(ctx, ctx.owner, depth);
    case 'any':
    case 'dynamic':
    case 'variable':
      return integer(ctx);
    default:
      return { kind: 'opaque', text: `a value of the type ${type.kind}` };
  }
}

function nominal(ctx: Generation, name: string, args: readonly Type[], depth: number): AuditValue {
  switch (name) {
    case 'Integer':
    case 'Numeric':
    case 'Comparable':
      return integer(ctx);
    case 'Float':
      return float(ctx);
    case 'Rational':
      return rational(ctx);
    case 'String':
      return { kind: 'string', id: freshId(ctx), value: pick(ctx, [...ctx.strings, ...STRINGS]) ?? '' };
    case 'Symbol':
      return { kind: 'symbol', value: pick(ctx, [...ctx.strings, 'a', 'b']) || 'a' };
    case 'NilClass':
      return { kind: 'nil' };
    case 'Array':
      return array(
        ctx,
        depth > MAX_DEPTH ? [] : generateMany(ctx, depth).map(() => value(ctx, args[0] ?? { kind: 'any' }, depth + 1)),
      );
    case 'Set':
      return {
        kind: 'new',
        className: name,
        args: [{ name: '', keyword: false, value: nominal(ctx, 'Array', args, depth) }],
      };
    case 'Hash':
      return hashValue(ctx, args, depth);
    case 'Range':
      return { kind: 'range', from: integer(ctx), to: integer(ctx), exclusive: ctx.random() < 0.5 };
    default:
      return depth > MAX_DEPTH ? { kind: 'nil' } : constructInstance(ctx, name, depth);
  }
}

const STRINGS = ['', 'a', 'ab', 'B c', 'é', '1', '日本', 'a\nb', ' ', '😀z'];
const SPECIAL_FLOATS = [
  'Float::NAN',
  'Float::INFINITY',
  '-Float::INFINITY',
  '-0.0',
  '5e-324',
  '1.7976931348623157e+308',
];
const FLOATS = ['0.0', '1.0', '-1.0', '0.5', '-0.5', '3.25', '100.0', '1e10', '-1e10', '0.1', '0.3', '1e-20', '1e300'];

/** Half of them of any magnitude: rounding shows where numbers of different magnitudes meet. */
function float(ctx: Generation): RubyValue {
  if (ctx.specialFloats && ctx.random() < 0.2) return { kind: 'float', value: pick(ctx, SPECIAL_FLOATS) ?? '0.0' };
  if (ctx.random() < 0.5) return { kind: 'float', value: pick(ctx, FLOATS) ?? '0.0' };
  const made = (ctx.random() * 2 - 1) * 10 ** Math.floor(ctx.random() * 24 - 12);
  return { kind: 'float', value: Number.isInteger(made) ? made.toFixed(1) : String(made) };
}

/** Small fractions, and integers of any size. */
function rational(ctx: Generation): RubyValue {
  const { value: numerator } = integer(ctx) as RubyValue & { readonly kind: 'integer' };
  const denominator = ctx.random() < 0.3 ? 1 : 1 + Math.floor(ctx.random() * 12);
  return { kind: 'rational', numerator, denominator: String(denominator) };
}

/** Larger than a machine word. */
const HUGE = ['18446744073709551616', '-18446744073709551617', '170141183460469231731687303715884105728'];

function integer(ctx: Generation): RubyValue {
  const chance = ctx.random();
  if (chance > 0.985 && ctx.largest > 1000 && ctx.integerLimit === Number.POSITIVE_INFINITY)
    return { kind: 'integer', value: pick(ctx, HUGE)! };
  const near = BigInt(chance < 0.7 ? (pick(ctx, ctx.integers) ?? '0') : '0');
  if (chance < 0.6) return { kind: 'integer', value: String(near) };
  const size = Math.min(ctx.integerLimit, chance < 0.9 ? 20 : chance < 0.97 ? 1000 : ctx.largest);
  const away = BigInt(Math.floor((ctx.random() * 2 - 1) * size));
  const made = near + away;
  return { kind: 'integer', value: String(Math.abs(Number(made)) < ctx.integerLimit ? made : away) };
}

/** Few integers are valid dates. */
function date(ctx: Generation): AuditValue {
  const parts = [2000, 1, 1].map((least, i) => least + Math.floor(ctx.random() * [30, 12, 28][i]!));
  const args = parts.map(part => ({
    name: '',
    keyword: false,
    value: { kind: 'integer', value: String(part) } as const,
  }));
  return { kind: 'new', className: 'Date', args };
}

/** Generated elements may be inside plain containers, too; Ruby's builder accepts both. */
function array(ctx: Generation, elements: readonly AuditValue[]): AuditValue {
  return { kind: 'array', id: freshId(ctx), elements: elements as readonly RubyValue[] };
}

function hash(ctx: Generation, entries: readonly (readonly [AuditValue, AuditValue])[]): AuditValue {
  return { kind: 'hash', id: freshId(ctx), entries: entries as readonly (readonly [RubyValue, RubyValue])[] };
}

function hashValue(ctx: Generation, args: readonly Type[], depth: number): AuditValue {
  const [key, item] = [args[0] ?? { kind: 'any' as const }, args[1] ?? { kind: 'any' as const }];
  const entries =
    depth > MAX_DEPTH
      ? []
      : generateMany(ctx, depth).map(() => [value(ctx, key, depth + 1), value(ctx, item, depth + 1)] as const);
  const distinct = new Map(entries.map(entry => [JSON.stringify({ ...entry[0], id: null }), entry]));
  return hash(ctx, [...distinct.values()]);
}

/** Optional keys may be absent; a class as a key means any key of that class, and none is generated here. */
function recordOf(ctx: Generation, types: readonly HashEntry[], depth: number): AuditValue {
  const entries = types.flatMap(({ key, type, optional }) =>
    key.type === 'class' || (optional && ctx.random() < 0.4)
      ? []
      : [[literal(key), value(ctx, type, depth + 1)] as const],
  );
  return hash(ctx, entries);
}

function literal(known: LiteralTypeValue): RubyValue {
  if (known.type === 'true' || known.type === 'false') return { kind: 'boolean', value: known.type === 'true' };
  return { kind: known.type, value: known.value };
}

function freshId(ctx: Generation): string {
  ctx.ids.count++;
  return `v${ctx.ids.count}`;
}

function generateMany(ctx: Generation, depth: number): readonly number[] {
  const limit = Math.min(ctx.maxSize, depth > 1 ? 3 : ctx.maxSize);
  return Array.from({ length: Math.floor(ctx.random() * (limit + 1)) }, (_, i) => i);
}

function pick<T>(ctx: Generation, items: readonly T[]): T | undefined {
  return items[Math.floor(ctx.random() * items.length)];
}
