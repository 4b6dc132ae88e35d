/** Types as Sorbet's expressions. Null: Sorbet has no notation for it. */
import { ATTACHED } from '../../types/attachedClass';
import type { LiteralTypeValue, MethodType, Type } from '../../types/type';

/** `sig { params(x: Integer).returns(String) }`; null: a part of it cannot be expressed. */
export function showSig(method: MethodType, names: readonly string[]): string | null {
  const variables = method.typeParams.map(({ name }) => `:${name}`);
  const params = method.params.map((param, i) => showNamed(names[i] ?? null, showSorbetType(param.type)));
  const block = method.block === null ? [] : [showBlock(method, names[method.params.length] ?? null)];
  const result = method.result.kind === 'any' ? 'void' : showSorbetType(method.result);
  if (method.anyArgs || result === null || [...params, ...block].includes(null)) return null;
  const links = [
    ...(variables.length > 0 ? [`type_parameters(${variables.join(', ')})`] : []),
    ...(params.length + block.length > 0 ? [`params(${[...params, ...block].join(', ')})`] : []),
    result === 'void' ? 'void' : `returns(${result})`,
  ];
  return `sig { ${links.join('.')} }`;
}

function showNamed(name: string | null, type: string | null): string | null {
  return name === null || type === null ? null : `${name}: ${type}`;
}

function showBlock({ block }: MethodType, name: string | null): string | null {
  const proc = block && showProc(block.type);
  return showNamed(name, proc === null ? null : block?.optional ? `T.nilable(${proc})` : proc);
}

function showSorbetType(type: Type): string | null {
  switch (type.kind) {
    case 'any':
      return 'T.anything';
    case 'bottom':
      return 'T.noreturn';
    case 'dynamic':
      return 'T.untyped';
    case 'nil':
      return 'NilClass';
    case 'bool':
      return 'T::Boolean';
    case 'self':
      return 'T.self_type';
    case 'literal':
      return showLiteral(type.value);
    case 'nominal':
      return showNominal(type.name, type.args);
    case 'classOf':
      return `T.class_of(${type.name})`;
    case 'variable':
      return type.name === ATTACHED ? 'T.attached_class' : `T.type_parameter(:${type.name})`;
    case 'union':
      return showUnion(type.members);
    case 'intersection':
      return showAll('T.all', type.members);
    case 'tuple':
      return showList('[', type.elements, ']');
    case 'finiteHash': {
      const entries = type.entries.map(({ key, type: of }) =>
        key.type === 'symbol' ? showNamed(key.value, showSorbetType(of)) : null,
      );
      return type.rest !== null || entries.includes(null) ? null : `{ ${entries.join(', ')} }`;
    }
    case 'proc':
      return showProc(type.method);
    default:
      return null;
  }
}

function showLiteral(value: LiteralTypeValue): string | null {
  return value.type === 'true' ? 'TrueClass' : value.type === 'false' ? 'FalseClass' : null;
}

const COLLECTIONS = /^(Array|Hash|Set|Range|Enumerable|Enumerator(::(Lazy|Chain))?)$/;

function showNominal(name: string, args: readonly Type[]): string | null {
  const isCollection = COLLECTIONS.test(name);
  if (args.length === 0) return name;
  return showList(`${isCollection ? `T::${name}` : name}[`, args, ']');
}

function showUnion(members: readonly Type[]): string | null {
  const rest = members.filter(member => member.kind !== 'nil');
  const [only] = rest;
  const inner = rest.length === 1 && only ? showSorbetType(only) : showAll('T.any', rest);
  return inner === null ? null : rest.length < members.length ? `T.nilable(${inner})` : inner;
}

function showAll(form: string, types: readonly Type[]): string | null {
  return showList(`${form}(`, types, ')');
}

function showList(open: string, types: readonly Type[], close: string): string | null {
  const shown = types.map(showSorbetType);
  return shown.includes(null) ? null : `${open}${shown.join(', ')}${close}`;
}

function showProc(method: MethodType): string | null {
  const params = method.params.map((param, i) => showNamed(param.name ?? `arg${i}`, showSorbetType(param.type)));
  const result = method.result.kind === 'any' ? 'void' : showSorbetType(method.result);
  if (method.anyArgs || result === null || params.includes(null)) return null;
  const given = params.length === 0 ? '' : `.params(${params.join(', ')})`;
  return `T.proc${given}${result === 'void' ? '.void' : `.returns(${result})`}`;
}
