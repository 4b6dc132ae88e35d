/**
 * Inputs for a method, by the types of its signature: often at boundaries (around every number in its clauses, its body
 * and the contracts that it uses), otherwise random. Deterministic: the same method gets the same inputs. Objects are
 * created by `new`.
 */
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import type { BlockType, ParamType } from '../types/type';
import { type AuditArgument, type AuditInput, type AuditValue, valuesIn } from './auditInput';
import { inheritingSubclasses } from './auditObjects';
import { generator, hasCountedLoop, literalsOf } from './auditSeeds';
import { argumentsFor, constructInstance, type Generation, value } from './auditValues';
import { calleesOf } from './replayCallees';

/** How many other methods contribute the numbers in their contracts. */
const MAX_NEAR = 8;

export interface InputsWanted {
  readonly count: number;
  readonly maxSize: number;
  readonly integerLimit?: number;
  /** The signatures to generate inputs for; absent: the method's own. */
  readonly arms?: readonly SignatureArm[];
  /** Different parts have different inputs. */
  readonly part?: number;
  /** Whether NaN, infinities and -0.0 are among the Floats; by default they are not. */
  readonly specialFloats?: boolean;
  /** No object is passed twice; an assumption of the proof. */
  readonly distinct?: boolean;
  /** The parameters of a constructor without an annotation, with the types that its callers pass; null: not known. */
  readonly paramsOf?: (method: MethodInfo) => readonly ParamType[] | null;
}

export function auditInputs(program: Program, method: MethodInfo, wanted: InputsWanted): readonly AuditInput[] {
  const { count, maxSize, integerLimit = Number.POSITIVE_INFINITY, part = 0 } = wanted;
  const arms = wanted.arms ?? method.signature?.arms ?? [];
  const near = [findMethod(program, method.owner, 'initialize'), ...calleesOf(program, method).slice(0, MAX_NEAR)];
  const literals = literalsOf([method.definition?.body(), arms, ...near.map(each => each?.signature)]);
  const bodies = [method, ...near].map(each => each?.definition?.body());
  const ctx: Generation = {
    program,
    owner: method.owner,
    random: generator(part === 0 ? method.key : `${method.key} ${part}`),
    maxSize,
    integerLimit,
    largest: hasCountedLoop([arms, bodies]) ? 1000 : 2 ** 40,
    ids: { count: 0 },
    specialFloats: wanted.specialFloats ?? false,
    ...(wanted.paramsOf && { paramsOf: wanted.paramsOf }),
    ...literals,
    integers: literals.integers.filter(text => Number(text) < integerLimit && Number(text) >= -integerLimit),
  };
  const distinct = wanted.distinct ?? false;
  return Array.from({ length: count }, () => input(ctx, method, arms, distinct));
}

/**
 * The constructors whose contracts filter the inputs: an object created against its constructor's contract is not a
 * valid input.
 */
export function constructorsIn(program: Program, inputs: readonly AuditInput[]): readonly MethodInfo[] {
  const names = new Set(inputs.flatMap(constructedClasses));
  return [...names]
    .flatMap(name => findMethod(program, name, 'initialize') ?? [])
    .filter(method => method.origin === 'workspace' && method.signature !== null);
}

function constructedClasses({ receiver, args, block }: AuditInput): readonly string[] {
  const values = [receiver, ...args.map(arg => arg.value), block ?? null];
  const all = values.flatMap(value => (value ? [...valuesIn(value)] : []));
  return all.flatMap(value => (value.kind === 'new' ? [value.className] : []));
}

function input(ctx: Generation, method: MethodInfo, arms: readonly SignatureArm[], distinct: boolean): AuditInput {
  const chosen = Math.floor(ctx.random() * arms.length);
  const arm = arms[chosen];
  const onInstance = !method.singleton && method.owner !== 'Object' && method.name !== 'initialize';
  const receiver = onInstance ? constructInstance(ctx, method.owner, 0) : chooseReceiverClass(ctx, method);
  const args = argumentsFor(ctx, arm?.type.params ?? [], 0, arm?.type.precondition?.clauses);
  return {
    arm: chosen,
    receiver,
    args: ctx.random() < 0.2 && !distinct ? withAlias(ctx, receiver, args) : args,
    ...blockFor(ctx, arm?.type.block ?? null),
  };
}

/** The class itself (null), or a subclass. */
function chooseReceiverClass(ctx: Generation, method: MethodInfo): AuditValue | null {
  const heirs = ctx.random() < 0.3 ? inheritingSubclasses(ctx.program, method) : [];
  const name = heirs[Math.floor(ctx.random() * heirs.length)];
  return name === undefined ? null : { kind: 'class', name };
}

/** Replaces one argument by an existing object: another argument of its kind, or the receiver. */
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
  // Their contents must be of the same kinds, or the object may not match the signature.
  if (a.kind === 'array' && b.kind === 'array')
    return a.elements.length > 0 && kindsOfContents(a.elements) === kindsOfContents(b.elements);
  return false;
}

function kindsOfContents(elements: readonly AuditValue[]): string {
  return [...new Set(elements.map(each => each.kind))].sort().join();
}

/** A block that returns one value, whatever it receives. */
function blockFor(ctx: Generation, block: BlockType | null): { readonly block?: AuditValue } {
  if (!block || (block.optional && ctx.random() < 0.5)) return {};
  return { block: value(ctx, block.type.result, 1) };
}
