/**
 * Inputs for a method, by the types of its signature: often at the boundaries (around every number that its clauses, its
 * body and the contracts that it meets name), else random. Deterministic: the same method gets the same inputs. Objects are made by `new`.
 */
import { hash } from '../base/hash';
import { allDescendants } from '../program/ancestors';
import { debtsOf } from '../program/debts';
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import { extendersOf } from '../program/workspace';
import type { RubyValue } from '../proof/rubyValue';
import { ANY, type BlockType, type HashEntry, type LiteralTypeValue, type ParamType, type Type } from '../types/type';
import { calleesOf } from './replayCallees';

/** `new`: an object made through its constructor, whatever its fields come out as. */
export type AuditValue =
  | RubyValue
  | { readonly kind: 'new'; readonly className: string; readonly args: readonly AuditArgument[] };

export interface AuditArgument {
  readonly name: string;
  readonly keyword: boolean;
  readonly value: AuditValue;
}

export interface AuditInput {
  /** Number of the signature that it was made for. */
  readonly arm: number;
  readonly receiver: AuditValue | null;
  readonly args: readonly AuditArgument[];
  /** What the block gives that is passed; absent: none is. */
  readonly block?: AuditValue;
}

interface Generation {
  readonly program: Program;
  /** The class whose method it is: what `self` means in a type. */
  readonly owner: string;
  readonly random: () => number;
  readonly integers: readonly string[];
  readonly strings: readonly string[];
  readonly maxSize: number;
  /** Integers are smaller than this, and not smaller than its negative. */
  readonly integerLimit: number;
  readonly ids: { count: number };
}

const MAX_DEPTH = 3;
/** Methods whose contracts may name the numbers where this one turns. */
const MAX_NEAR = 8;

export interface InputsWanted {
  readonly count: number;
  readonly maxSize: number;
  readonly integerLimit?: number;
  /** The signatures to make inputs for; absent: the method's own. */
  readonly arms?: readonly SignatureArm[];
  /** Other numbers, other inputs. */
  readonly part?: number;
}

export function auditInputs(program: Program, method: MethodInfo, wanted: InputsWanted): readonly AuditInput[] {
  const { count, maxSize, integerLimit = Number.POSITIVE_INFINITY, part = 0 } = wanted;
  const arms = wanted.arms ?? method.signature?.arms ?? [];
  const near = [findMethod(program, method.owner, 'initialize'), ...calleesOf(program, method).slice(0, MAX_NEAR)];
  const literals = literalsOf([method.definition?.body, arms, ...near.map(each => each?.signature)]);
  const ctx: Generation = {
    program,
    owner: method.owner,
    random: generator(part === 0 ? method.key : `${method.key} ${part}`),
    maxSize,
    integerLimit,
    ids: { count: 0 },
    ...literals,
    integers: literals.integers.filter(text => Number(text) < integerLimit && Number(text) >= -integerLimit),
  };
  return Array.from({ length: count }, () => input(ctx, method, arms));
}

/** Whose contracts say which of the inputs are none: an object made against its constructor's contract is not one. */
export function constructorsIn(program: Program, inputs: readonly AuditInput[]): readonly MethodInfo[] {
  const names = new Set(JSON.stringify(inputs).match(/(?<="kind":"new","className":")[^"]+/g) ?? []);
  return [...names]
    .flatMap(name => findMethod(program, name, 'initialize') ?? [])
    .filter(method => method.origin === 'workspace' && method.signature !== null);
}

function input(ctx: Generation, method: MethodInfo, arms: readonly SignatureArm[]): AuditInput {
  const chosen = Math.floor(ctx.random() * arms.length);
  const arm = arms[chosen];
  const onInstance = !method.singleton && method.owner !== 'Object' && method.name !== 'initialize';
  return {
    arm: chosen,
    receiver: onInstance ? made(ctx, method.owner, 0) : null,
    args: argumentsFor(ctx, arm?.type.params ?? [], 0),
    ...blockFor(ctx, arm?.type.block ?? null),
  };
}

/** A block that gives one value, whatever it is handed. */
function blockFor(ctx: Generation, block: BlockType | null): { readonly block?: AuditValue } {
  if (!block || (block.optional && ctx.random() < 0.5)) return {};
  return { block: value(ctx, block.type.result, 1) };
}

/** Optional arguments come and go; `#n` stands for the n-th parameter where the type names none, '' for one of the rest. */
function argumentsFor(ctx: Generation, params: readonly ParamType[], depth: number): readonly AuditArgument[] {
  return params.flatMap((param, index): readonly AuditArgument[] => {
    const optional = param.kind === 'optional' || param.kind === 'optionalKey';
    if (param.kind === 'keyRest' || (optional && ctx.random() < 0.4)) return [];
    const keyword = param.kind === 'key' || param.kind === 'optionalKey';
    const name = param.name ?? `#${index}`;
    if (param.kind !== 'rest') return [{ name, keyword, value: value(ctx, param.type, depth) }];
    return many(ctx, depth).map(() => ({ name: '', keyword: false, value: value(ctx, param.type, depth) }));
  });
}

function made(ctx: Generation, className: string, depth: number): AuditValue {
  const isModule = ctx.program.classes.get(className)?.kind === 'module';
  const host = isModule ? pick(ctx, hostsOf(ctx.program, className)) : undefined;
  if (host?.kind === 'class') return host;
  const chosen = host?.className ?? className;
  return { kind: 'new', className: chosen, args: argumentsFor(ctx, constructorParams(ctx, chosen), depth + 1) };
}

type ModuleHost =
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'new'; readonly className: string };

/** A module's methods are called on objects of the classes that include it, and on those that extend it themselves. */
function hostsOf(program: Program, module: string): readonly ModuleHost[] {
  const classes = allDescendants(program, module).filter(name => program.classes.get(name)?.kind === 'class');
  return [
    ...classes.map(className => ({ kind: 'new', className }) as const),
    ...extendersOf(program, module).map(({ name }) => ({ kind: 'class', name }) as const),
  ];
}

/** As its annotation says, or that of the module that asks for it; else a parameter `x` is of the type of `@x`. */
function constructorParams({ program }: Generation, className: string): readonly ParamType[] {
  const method = findMethod(program, className, 'initialize');
  const signature = method && (method.signature ?? debtsOf(program, method)[0]?.from.signature);
  if (signature) return signature.arms[0]?.type.params ?? [];
  const fields = program.classes.get(className)?.fields;
  return (method?.definition?.params ?? []).flatMap(({ kind, name }) =>
    kind === 'required' || kind === 'key'
      ? [{ kind, name, type: fields?.get(`@${name}`)?.type ?? ANY, refinement: null, span: null }]
      : [],
  );
}

function value(ctx: Generation, type: Type, depth: number): AuditValue {
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
      return value(ctx, type.base, depth);
    case 'nonNull':
      return value(ctx, type.type, depth);
    case 'alias': {
      const known = ctx.program.aliases.get(type.name);
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
      return depth > MAX_DEPTH ? { kind: 'nil' } : made(ctx, ctx.owner, depth);
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
      return { kind: 'float', value: pick(ctx, FLOATS) ?? '0.0' };
    case 'String':
      return { kind: 'string', value: pick(ctx, [...ctx.strings, '', 'a', 'ab', 'B c', 'é', '1']) ?? '' };
    case 'Symbol':
      return { kind: 'symbol', value: pick(ctx, [...ctx.strings, 'a', 'b']) || 'a' };
    case 'NilClass':
      return { kind: 'nil' };
    case 'Array':
      return array(
        ctx,
        depth > MAX_DEPTH ? [] : many(ctx, depth).map(() => value(ctx, args[0] ?? { kind: 'any' }, depth + 1)),
      );
    case 'Hash':
      return hashValue(ctx, args, depth);
    case 'Range':
      return { kind: 'range', from: integer(ctx), to: integer(ctx), exclusive: ctx.random() < 0.5 };
    default:
      return depth > MAX_DEPTH ? { kind: 'nil' } : made(ctx, name, depth);
  }
}

const FLOATS = ['0.0', '1.0', '-1.0', '0.5', '-0.5', '3.25', '100.0', '1e10', '-1e10', '0.1'];

function integer(ctx: Generation): RubyValue {
  const chance = ctx.random();
  if (chance < 0.6) return { kind: 'integer', value: pick(ctx, ctx.integers) ?? '0' };
  const size = Math.min(ctx.integerLimit, chance < 0.9 ? 20 : chance < 0.97 ? 1000 : 2 ** 40);
  return { kind: 'integer', value: String(Math.floor((ctx.random() * 2 - 1) * size)) };
}

/** Elements of our own kind stand inside plain containers, too; Ruby's builder knows both. */
function array(ctx: Generation, elements: readonly AuditValue[]): AuditValue {
  return { kind: 'array', id: freshId(ctx), elements: elements as readonly RubyValue[] };
}

function hashValue(ctx: Generation, args: readonly Type[], depth: number): AuditValue {
  const [key, item] = [args[0] ?? { kind: 'any' as const }, args[1] ?? { kind: 'any' as const }];
  const entries =
    depth > MAX_DEPTH ? [] : many(ctx, depth).map(() => [value(ctx, key, depth + 1), value(ctx, item, depth + 1)]);
  return {
    kind: 'hash',
    id: freshId(ctx),
    entries: entries as unknown as readonly (readonly [RubyValue, RubyValue])[],
  };
}

/** Keys that may be missing come and go; a class for a key stands for any of its kind, and has none here. */
function recordOf(ctx: Generation, types: readonly HashEntry[], depth: number): AuditValue {
  const entries = types.flatMap(({ key, type, optional }) =>
    key.type === 'class' || (optional && ctx.random() < 0.4) ? [] : [[literal(key), value(ctx, type, depth + 1)]],
  );
  return {
    kind: 'hash',
    id: freshId(ctx),
    entries: entries as unknown as readonly (readonly [RubyValue, RubyValue])[],
  };
}

function literal(known: LiteralTypeValue): RubyValue {
  if (known.type === 'true' || known.type === 'false') return { kind: 'boolean', value: known.type === 'true' };
  return { kind: known.type, value: known.value };
}

function freshId(ctx: Generation): string {
  ctx.ids.count++;
  return `v${ctx.ids.count}`;
}

function many(ctx: Generation, depth: number): readonly number[] {
  const limit = Math.min(ctx.maxSize, depth > 1 ? 3 : ctx.maxSize);
  return Array.from({ length: Math.floor(ctx.random() * (limit + 1)) }, (_, i) => i);
}

function pick<T>(ctx: Generation, items: readonly T[]): T | undefined {
  return items[Math.floor(ctx.random() * items.length)];
}

/** Numbers and words that the method itself speaks of: where it may turn. */
function literalsOf(nodes: readonly unknown[]): { integers: readonly string[]; strings: readonly string[] } {
  const integers = new Set(['0', '1', '-1', '2']);
  const strings = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      if ('type' in node && 'value' in node && typeof node.value === 'string') note(node.type, node.value);
      Object.values(node).forEach(visit);
    }
  };
  const note = (type: unknown, text: string): void => {
    if (type === 'integer' && text.length < 16) for (const by of [-1, 0, 1]) integers.add(String(Number(text) + by));
    if ((type === 'string' || type === 'symbol') && text.length < 20) strings.add(text);
  };
  nodes.forEach(visit);
  return { integers: [...integers], strings: [...strings] };
}

/** A small generator of pseudo-random numbers in [0, 1), seeded by the method's name (mulberry32). */
function generator(key: string): () => number {
  let state = Number.parseInt(hash(key).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
