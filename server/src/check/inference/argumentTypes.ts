/**
 * The types that a call passes, by parameter of the callee, in Ruby's order of binding: required parameters from both
 * ends, then optional ones from the left, then the rest. Of a rest parameter: the join of its elements. A parameter
 * that is missing in the result gets its default; %dyn: the call alone does not tell.
 */
import type { Arg, Expr, Param } from '../../ril/ril';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';

export interface ArgumentTypes {
  readonly typeOf: (expr: Expr) => Type;
  readonly join: (types: readonly Type[]) => Type;
}

export function bindArguments(
  params: readonly Param[],
  args: readonly Arg[],
  { typeOf, join }: ArgumentTypes,
): ReadonlyMap<string, Type> {
  const bound = new Map<string, Type>();
  const bind = (param: Param | undefined, types: readonly Type[]): void => {
    const [only] = types;
    if (param?.name && only) bound.set(param.name, types.length === 1 ? only : join(types));
  };
  const of = (...kinds: readonly Param['kind'][]): readonly Param[] =>
    params.filter(({ kind }) => kinds.includes(kind));
  const keys = of('key', 'optionalKey');
  const [keyRest] = of('keyRest');
  const given = expandArguments(args, typeOf);
  const takesKeywords = keys.length > 0 || keyRest !== undefined;
  if (given === null || (given.keywords.size > 0 && !takesKeywords)) {
    for (const param of params) bind(param, [DYNAMIC]);
    return bound;
  }
  const { values, keywords } = given;
  for (const param of keys)
    bind(
      param,
      [...keywords].flatMap(([name, type]) => (name === param.name ? [type] : [])),
    );
  const others = [...keywords].filter(([name]) => !keys.some(param => param.name === name));
  bind(
    keyRest,
    others.map(([, type]) => type),
  );
  const [required, optional, post] = [of('required'), of('optional'), of('post')];
  for (const [i, param] of required.entries()) bind(param, values.slice(i, i + 1));
  const last = Math.max(required.length, values.length - post.length);
  for (const [i, param] of post.entries()) bind(param, values.slice(last + i, last + i + 1));
  const middle = values.slice(required.length, last);
  for (const [i, param] of optional.entries()) bind(param, middle.slice(i, i + 1));
  bind(of('rest')[0], middle.slice(optional.length));
  return bound;
}

interface Given {
  readonly values: readonly Type[];
  readonly keywords: ReadonlyMap<string, Type>;
}

/** The arguments one by one; null: a splat hides how many there are. */
function expandArguments(args: readonly Arg[], typeOf: ArgumentTypes['typeOf']): Given | null {
  const values: Type[] = [];
  const keywords = new Map<string, Type>();
  for (const arg of args) {
    if (arg.type === 'positional') values.push(typeOf(arg.value));
    else if (arg.type === 'keyword') keywords.set(arg.name, typeOf(arg.value));
    else {
      const type = arg.type === 'splat' || arg.type === 'doubleSplat' ? arg.value && typeOf(arg.value) : null;
      const elements = type && elementsOf(type);
      const entries = type?.kind === 'finiteHash' && type.rest === null ? type.entries : null;
      if (arg.type === 'splat' && elements) values.push(...elements);
      else if (arg.type === 'doubleSplat' && entries?.every(({ key }) => key.type === 'symbol'))
        for (const { key, type: value } of entries)
          if (key.type === 'symbol') keywords.set(key.value, value);
          else return null;
    }
  }
  return { values, keywords };
}

function elementsOf(type: Type): readonly Type[] | null {
  if (type.kind === 'tuple') return type.elements;
  return type.kind === 'nominal' && type.name === 'Array' ? (type.shape ?? null) : null;
}
