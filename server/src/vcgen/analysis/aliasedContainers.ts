/**
 * One container under two types: `b[0] = 's'` through an Array<Integer or String>, then `a[0]` through an
 * Array<Integer>. If neither was allocated in this method, they may alias, and an element may not have the type it is
 * read with. Callers that pass one container as two types get a report; a proof that reads after such a write names
 * what it assumes.
 */
import { and, FALSE, isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { hierarchyOf } from '../../program/hierarchy';
import { isSubtype } from '../../types/subtype';
import { ANY, type MethodType, type Type } from '../../types/type';
import { addCaveat, type Ctx, type Run } from '../state/context';
import {
  classNameOf,
  containedTypes,
  isDynamic,
  isUnknown,
  makeUnionType,
  unionMembers,
  withoutAnnotations,
  withoutNil,
} from '../state/representation';
import type { State } from '../state/state';
import { tagsOf } from '../state/typeGuards';
import type { Ref, Tag, Val } from '../state/value';
import { areDisjointContainers, CONTAINERS } from './disjointContainers';

export function noteContainerArguments(
  run: Run,
  params: readonly { readonly name: string; readonly val: Val }[],
): void {
  for (const { name, val } of params)
    if (val.kind === 'ref' && CONTAINERS.has(classNameOf(val.type)))
      run.heapNotes.containerArguments.push({ name, term: val.term });
}

/** Records a write of contents through `container`. `values`: the values stored, if known; null: any of its type. */
export function noteContentsWrite(ctx: Ctx, state: State, container: Ref, values: readonly Formula[] | null): void {
  const { run } = ctx;
  if (ctx.spec || values?.length === 0 || !originOf(ctx, container.term)) return;
  const parts = containedTypes(withoutAnnotations(container.type));
  const held = parts.length === 0 ? [ANY] : parts;
  const put = held.map((part, index) => (index === held.length - 1 && values ? typesOf(part, values) : part));
  run.hazards.contentsWrites.push({ container, put, path: state.path });
}

/** Records that elements are read through `container`, or that it is passed with its type. */
export function noteContentsRead(ctx: Ctx, state: State, container: Ref): void {
  const { run } = ctx;
  const { program } = run.input;
  if (run.hazards.contentsWrites.length === 0) return;
  const read = originOf(ctx, container.term);
  if (read === null) return;
  for (const { container: written, put, path } of run.hazards.contentsWrites) {
    if (same(written.term, container.term) || classNameOf(written.type) !== classNameOf(container.type)) continue;
    const parts = containedTypes(withoutAnnotations(container.type));
    const fit = put.every((type, index) => mayHoldType(ctx, type, parts[index] ?? parts.at(-1) ?? ANY));
    if (fit || areDisjointContainers(program, written.type, container.type) || and(path, state.path) === FALSE)
      continue;
    const other = originOf(ctx, written.term);
    if (read.kind === 'field' && other?.kind === 'field') continue; // only the class decides which container a field holds
    const names = [showOrigin(read), other === null ? '' : showOrigin(other)].sort();
    addCaveat(run, { type: 'distinct', names, container: classNameOf(container.type) ?? 'object' });
  }
}

/** Whether a call may pass one container for two parameters, one of which permits elements that the other does not. */
export function mayShareContainer(ctx: Ctx, { params }: MethodType, values: readonly (Val | undefined)[]): boolean {
  const { program } = ctx.run.input;
  return values.some((one, index) =>
    values.slice(index + 1).some((other, offset) => {
      const [a, b] = [params[index]!.type, params[index + 1 + offset]!.type].map(withoutAnnotations) as [Type, Type];
      if (one?.kind !== 'ref' || other?.kind !== 'ref' || !CONTAINERS.has(classNameOf(a))) return false;
      if (classNameOf(a) !== classNameOf(b) || areDisjointContainers(program, a, b) || areDistinct(ctx, one, other))
        return false;
      const [x, y] = [containedTypes(a), containedTypes(b)];
      const fits = (from: readonly Type[], to: readonly Type[]): boolean =>
        from.every((type, at) => mayHoldType(ctx, type, to[at] ?? ANY));
      return !fits(x, y) || !fits(y, x);
    }),
  );
}

/** Whether two objects are distinct: one was allocated in this method, the other one too or is an argument. */
function areDistinct({ run }: Ctx, one: Ref, other: Ref): boolean {
  if (same(one.term, other.term)) return false;
  const isMade = ({ term }: Ref): boolean => run.heapNotes.allocated.all.some(each => same(each.term, term));
  const isKnown = (ref: Ref): boolean =>
    isMade(ref) || run.heapNotes.containerArguments.all.some(each => same(each.term, ref.term));
  return (isMade(one) && isKnown(other)) || (isMade(other) && isKnown(one));
}

/** Ignores nil: a separate obligation requires values to be non-nil. */
function mayHoldType(ctx: Ctx, put: Type, declared: Type): boolean {
  if (isUnknown(declared) || isDynamic(declared)) return true;
  if (isUnknown(put) || isDynamic(put)) return false;
  return unionMembers(put).every(
    member => member.kind === 'nil' || isSubtype(withoutNil(member), declared, hierarchyOf(ctx.run.input.program)),
  );
}

/** The values that a map from index (or key) gained since `before`; null: they are not listed individually. */
export function storedValues(after: Formula, before: Formula): readonly Formula[] | null {
  const values: Formula[] = [];
  let map = after;
  while (!same(map, before)) {
    if (!isApply(map, 'store')) return null;
    values.push(map.args[2]!);
    map = map.args[0]!;
  }
  return values;
}

const TAG = /^v-(\w+)$/;

/** The alternatives of `type` that these values can have. */
function typesOf(type: Type, values: readonly Formula[]): Type {
  const tags = values.map((value): Tag | null => {
    const name = value.kind === 'apply' ? TAG.exec(value.operator)?.[1] : undefined;
    return (name as Tag | undefined) ?? null;
  });
  if (tags.includes(null)) return type;
  const possible = unionMembers(type).filter(member => {
    const own = tagsOf(member);
    return own === null || tags.some(tag => own.has(tag!));
  });
  return possible.length === 0 ? type : makeUnionType(possible);
}

/** Where a container that was not allocated in this method comes from. */
type ContainerOrigin =
  | { readonly kind: 'argument' | 'field'; readonly name: string }
  /** An element of a container, or of one inside it. */
  | { readonly kind: 'element'; readonly of: string };

/** Null: it was allocated in this method, or its origin is unknown. */
function originOf(ctx: Ctx, term: Formula): ContainerOrigin | null {
  const given = ctx.run.heapNotes.containerArguments.all.find(each => same(each.term, term));
  if (given) return { kind: 'argument', name: given.name };
  const read = isApply(term, 'v-ref-of') ? term.args[0]! : null;
  const field = read && fieldOf(ctx, read);
  if (field) return { kind: 'field', name: field };
  const holder = read && holderOf(ctx, read);
  return holder && (holder.kind === 'element' ? holder : { kind: 'element', of: holder.name });
}

function showOrigin(origin: ContainerOrigin): string {
  return origin.kind === 'element' ? `what ${origin.of} holds` : origin.name;
}

/** The field that the term was read from. */
function fieldOf({ run }: Ctx, term: Formula): string | null {
  if (!isApply(term, 'select')) return null;
  let map = term.args[0]!;
  while (isApply(map, 'store')) map = map.args[0]!;
  const key = map.kind === 'symbol' ? run.heapNotes.bases.get(map.name)?.key : undefined;
  return key?.kind === 'field' ? key.name : null;
}

/** The container that the term was read from. */
function holderOf(ctx: Ctx, term: Formula): ContainerOrigin | null {
  if (isApply(term, 'ite')) return holderOf(ctx, term.args[1]!) ?? holderOf(ctx, term.args[2]!);
  if (!isApply(term, 'select') || !isApply(term.args[0]!, 'select')) return null;
  return originOf(ctx, term.args[0].args[1]!);
}
