/**
 * Inputs for a method, by the types of its signature: often at the boundaries (around every number that its clauses, its
 * body and the contracts that it meets name), else random. Deterministic: the same method gets the same inputs. Objects are made by `new`.
 */
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import type { BlockType } from '../types/type';
import type { AuditArgument, AuditInput, AuditValue } from './auditInput';
import { heirsOf } from './auditObjects';
import { generator, goesRound, literalsOf } from './auditSeeds';
import { argumentsFor, type Generation, made, value } from './auditValues';
import { calleesOf } from './replayCallees';

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
  /** Whether NaN and its kin are among the Floats; not unless said so. */
  readonly specialFloats?: boolean;
}

export function auditInputs(program: Program, method: MethodInfo, wanted: InputsWanted): readonly AuditInput[] {
  const { count, maxSize, integerLimit = Number.POSITIVE_INFINITY, part = 0 } = wanted;
  const arms = wanted.arms ?? method.signature?.arms ?? [];
  const near = [findMethod(program, method.owner, 'initialize'), ...calleesOf(program, method).slice(0, MAX_NEAR)];
  const literals = literalsOf([method.definition?.body, arms, ...near.map(each => each?.signature)]);
  const bodies = [method, ...near].map(each => each?.definition?.body);
  const ctx: Generation = {
    program,
    owner: method.owner,
    random: generator(part === 0 ? method.key : `${method.key} ${part}`),
    maxSize,
    integerLimit,
    largest: goesRound([arms, bodies]) ? 1000 : 2 ** 40,
    ids: { count: 0 },
    specialFloats: wanted.specialFloats ?? false,
    ...literals,
    integers: literals.integers.filter(text => Number(text) < integerLimit && Number(text) >= -integerLimit),
  };
  return Array.from({ length: count }, () => input(ctx, method, arms));
}

/** Whose contracts say which of the inputs are none: an object made against its constructor's contract is not one. */
export function constructorsIn(program: Program, inputs: readonly AuditInput[]): readonly MethodInfo[] {
  const names = new Set(JSON.stringify(inputs).match(/(?<="kind":"new",("id":"\w+",)?"className":")[^"]+/g) ?? []);
  return [...names]
    .flatMap(name => findMethod(program, name, 'initialize') ?? [])
    .filter(method => method.origin === 'workspace' && method.signature !== null);
}

function input(ctx: Generation, method: MethodInfo, arms: readonly SignatureArm[]): AuditInput {
  const chosen = Math.floor(ctx.random() * arms.length);
  const arm = arms[chosen];
  const onInstance = !method.singleton && method.owner !== 'Object' && method.name !== 'initialize';
  const receiver = onInstance ? made(ctx, method.owner, 0) : heir(ctx, method);
  const args = argumentsFor(ctx, arm?.type.params ?? [], 0, arm?.type.precondition?.clauses);
  return {
    arm: chosen,
    receiver,
    args: ctx.random() < 0.2 ? withAlias(ctx, receiver, args) : args,
    ...blockFor(ctx, arm?.type.block ?? null),
  };
}

/** The class itself (null), or one below it. */
function heir(ctx: Generation, method: MethodInfo): AuditValue | null {
  const heirs = ctx.random() < 0.3 ? heirsOf(ctx.program, method) : [];
  const name = heirs[Math.floor(ctx.random() * heirs.length)];
  return name === undefined ? null : { kind: 'class', name };
}

/** One of the arguments is an object that is there already: another argument of its kind, or the receiver. */
function withAlias(
  ctx: Generation,
  receiver: AuditValue | null,
  args: readonly AuditArgument[],
): readonly AuditArgument[] {
  const pairs = args.flatMap((arg, index) =>
    [receiver, ...args.slice(0, index).map(each => each.value)].flatMap(other => {
      const id = other && 'id' in other && other.kind !== 'again' && isAlike(other, arg.value) ? other.id : undefined;
      return id === undefined ? [] : [{ index, id }];
    }),
  );
  const chosen = pairs[Math.floor(ctx.random() * pairs.length)];
  if (!chosen) return args;
  return args.map((arg, i) => (i === chosen.index ? { ...arg, value: { kind: 'again', id: chosen.id } } : arg));
}

function isAlike(a: AuditValue, b: AuditValue): boolean {
  if (a.kind === 'string' && b.kind === 'string') return true;
  if ((a.kind === 'new' || a.kind === 'object') && (b.kind === 'new' || b.kind === 'object'))
    return a.className === b.className;
  // What is in them must be of the same kinds, or it may not be what the signature takes.
  if (a.kind === 'array' && b.kind === 'array')
    return a.elements.length > 0 && kindsIn(a.elements) === kindsIn(b.elements);
  return false;
}

function kindsIn(elements: readonly AuditValue[]): string {
  return [...new Set(elements.map(each => each.kind))].sort().join();
}

/** A block that gives one value, whatever it is handed. */
function blockFor(ctx: Generation, block: BlockType | null): { readonly block?: AuditValue } {
  if (!block || (block.optional && ctx.random() < 0.5)) return {};
  return { block: value(ctx, block.type.result, 1) };
}
