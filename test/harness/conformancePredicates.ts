/** Types -> Ruby: a predicate that tests whether a value has the type, with type variables bound as in the call. */
import type { LiteralTypeValue, Type } from '../../server/src/types/type';

/** How to interpret a type: the class, and its type variables. Unbound variables are not tested. */
export interface Scope {
  readonly self: string;
  readonly held: ReadonlyMap<string, Type>;
  /** Ruby source for what a value does not show; true if absent. */
  readonly open?: (value: string) => string;
}

export function literalText(value: LiteralTypeValue): string {
  switch (value.type) {
    case 'string':
      return JSON.stringify(value.value);
    case 'symbol':
      return `:${JSON.stringify(value.value)}`;
    case 'true':
    case 'false':
      return value.type;
    default:
      return value.value;
  }
}

/** A Ruby expression over `v`. What a value does not show (procs, interfaces) is true, or what the scope says. */
export function hasType(type: Type, value: string, scope: Scope): string {
  switch (type.kind) {
    case 'bottom':
      return 'false';
    case 'nil':
      return `${value}.nil?`;
    case 'bool':
      return `(true == ${value} || false == ${value})`;
    case 'literal':
      return `${literalText(type.value)}.eql?(${value})`;
    case 'self':
      return `${value}.is_a?(${scope.self})`;
    case 'classOf':
      return `(${value}.is_a?(Module) && ${value} <= ${type.name})`;
    case 'union': {
      const members = type.members.map(member => hasType(member, value, scope));
      return members.includes('true') ? 'true' : `(${members.join(' || ')})`;
    }
    case 'intersection':
      return `(${type.members.map(member => hasType(member, value, scope)).join(' && ')})`;
    case 'variable': {
      const held = scope.held.get(type.name);
      return held ? hasType(held, value, scope) : openIn(scope, value);
    }
    case 'nonNull':
      return `(!${value}.nil? && ${hasType(type.type, value, scope)})`;
    case 'refined':
      return hasType(type.base, value, scope);
    case 'tuple': {
      const items = type.elements.map((element, i) => hasType(element, `${value}[${i}]`, scope));
      return `(${[`${value}.is_a?(Array)`, `${value}.size == ${items.length}`, ...items].join(' && ')})`;
    }
    case 'nominal':
      return nominalHolds(type.name, type.args, value, scope);
    case 'alias':
      return CONVERTED.has(type.name) ? `${value}.respond_to?(:${CONVERTED.get(type.name)})` : openIn(scope, value);
    case 'structural':
      return `(${[openIn(scope, value), ...type.methods.map(({ name }) => `${value}.respond_to?(:${JSON.stringify(name)})`)].join(' && ')})`;
    case 'proc':
    case 'finiteHash':
      return openIn(scope, value);
    default:
      return 'true';
  }
}

/** Aliases of RBS for values that are converted implicitly, with the method that converts them. */
const CONVERTED: ReadonlyMap<string, string> = new Map([
  ['int', 'to_int'],
  ['string', 'to_str'],
]);

function openIn({ open }: Scope, value: string): string {
  return open ? open(value) : 'true';
}

function nominalHolds(name: string, args: readonly Type[], value: string, scope: Scope): string {
  const plain = `${value}.is_a?(${name})`;
  const every = (list: string, element: Type): string => {
    const inner = `e${value.length}`;
    const holds = hasType(element, inner, scope);
    return holds === 'true' ? '' : ` && ${list}.all? { |${inner}| ${holds} }`;
  };
  const [first, second] = args;
  if (name === 'Hash' && first && second)
    return `(${plain}${every(`${value}.keys`, first)}${every(`${value}.values`, second)})`;
  return (name === 'Array' || name === 'Set') && first ? `(${plain}${every(value, first)})` : plain;
}
