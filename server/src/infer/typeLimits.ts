/**
 * The types that a summary may contain: nesting, unions, intersections and tuples are bounded, so that every chain of
 * growing types is finite and a fixed point is reached. A union that is too wide becomes its nearest common class, else
 * unknown; an intersection keeps its first members; a long tuple becomes an Array.
 */
import type { UnknownCause } from '../problems/unknownCauses';
import { mapFields, withFields } from '../types/allocatedTypes';
import type { Hierarchy } from '../types/hierarchy';
import { printType } from '../types/print';
import type { MethodType, Type } from '../types/type';
import { DYNAMIC, nominal } from '../types/type';
import { makeUnion } from '../types/union';

const DEEPEST = 4;
const WIDEST = 8;
/** Elements of a tuple. */
const LONGEST = 64;

export interface Limited {
  readonly type: Type;
  readonly causes: readonly UnknownCause[];
}

export function limitType(hierarchy: Hierarchy, type: Type): Limited {
  const causes: UnknownCause[] = [];
  return { type: limit({ hierarchy, causes }, type, 0), causes };
}

interface Limiting {
  readonly hierarchy: Hierarchy;
  readonly causes: UnknownCause[];
}

function limit(ctx: Limiting, type: Type, depth: number): Type {
  if (depth > DEEPEST) {
    if (type.kind === 'nominal' && type.args.length === 0) return withFields(type, []);
    if (type.kind === 'nil' || type.kind === 'bool' || type.kind === 'bottom' || type.kind === 'literal') return type;
    if (type.kind !== 'dynamic') note(ctx, { kind: 'too-deep' });
    return DYNAMIC;
  }
  const inside = (one: Type): Type => limit(ctx, one, depth + 1);
  switch (type.kind) {
    case 'nominal':
      if (type.args.length === 0) return mapFields(type, inside);
      return { ...type, args: type.args.map(inside), ...(type.shape && { shape: type.shape.map(inside) }) };
    case 'tuple': {
      const elements = type.elements.map(inside);
      return elements.length > LONGEST ? inside(nominal('Array', [makeUnion(elements)])) : { ...type, elements };
    }
    case 'finiteHash': {
      const entries = type.entries.map(entry => ({ ...entry, type: inside(entry.type) }));
      return { ...type, entries, rest: type.rest === null ? null : inside(type.rest) };
    }
    case 'union': {
      const members = type.members.map(member => limit(ctx, member, depth));
      return members.length > WIDEST ? narrowUnion(ctx, members) : { kind: 'union', members: sortMembers(members) };
    }
    case 'intersection':
      return { ...type, members: type.members.slice(0, WIDEST).map(inside) };
    case 'structural':
      return { ...type, methods: type.methods.map(one => ({ ...one, type: limitMethod(one.type, inside) })) };
    case 'proc':
      return { ...type, method: limitMethod(type.method, inside) };
    default:
      return type;
  }
}

function limitMethod(method: MethodType, limitInside: (type: Type) => Type): MethodType {
  const { params, block, result, selfType } = method;
  return {
    ...method,
    params: params.map(param => ({ ...param, type: limitInside(param.type) })),
    block: block && { ...block, type: limitMethod(block.type, limitInside) },
    result: limitInside(result),
    selfType: selfType && limitInside(selfType),
  };
}

function note({ causes }: Limiting, cause: UnknownCause): void {
  if (!causes.some(other => other.kind === cause.kind)) causes.push(cause);
}

/** One order, whichever path came first; nil reads best at the end. */
function sortMembers(members: readonly Type[]): readonly Type[] {
  const texts = new Map(members.map(member => [member, member.kind === 'nil' ? '~' : printType(member)]));
  return [...members].sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}

function narrowUnion(ctx: Limiting, members: readonly Type[]): Type {
  const others = members.filter(member => member.kind !== 'nil');
  const common = commonClass(ctx.hierarchy, others);
  if (common === null) {
    note(ctx, { kind: 'too-wide', members: WIDEST });
    return DYNAMIC;
  }
  const type = nominal(common);
  return others.length < members.length ? { kind: 'union', members: [type, { kind: 'nil' }] } : type;
}

/** The nearest class above all of them, if it says more than Object. */
function commonClass(hierarchy: Hierarchy, members: readonly Type[]): string | null {
  const [first, ...rest] = members.map(member => (member.kind === 'nominal' ? hierarchy.ancestors(member.name) : []));
  const shared = (first ?? []).find(name => rest.every(list => list.includes(name)));
  return shared === undefined || ['Object', 'Kernel', 'BasicObject', 'Comparable'].includes(shared) ? null : shared;
}
