/**
 * The types that a call passes, by parameter of the callee, in Ruby's order of binding: required parameters from both
 * ends, then optional ones from the left, then the rest. Of a rest parameter: the join of its elements. A parameter
 * that is missing in the result gets its default; %dyn: the call alone does not determine it.
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

/** A splat hides how many arguments there are, or which. */
export function hidesArguments(args: readonly Arg[], typeOf: ArgumentTypes['typeOf']): boolean {
  return expandArguments(args, typeOf) === null;
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
    else if (arg.type === 'splat') {
      const elements = arg.value && elementsOf(typeOf(arg.value));
      if (!elements) return null;
      values.push(...elements);
    } else if (arg.type === 'doubleSplat') {
      const entries = arg.value && entriesOf(typeOf(arg.value));
      if (!entries) return null;
      for (const [name, type] of entries) keywords.set(name, type);
    } else return null;
  }
  return { values, keywords };
}

/** Null: not all keys are known, or some are not symbols. */
function entriesOf(type: Type): readonly (readonly [string, Type])[] | null {
  if (type.kind !== 'finiteHash' || type.rest !== null || type.entries.some(({ optional }) => optional)) return null;
  const named = type.entries.flatMap(({ key, type: value }) =>
    key.type === 'symbol' ? [[key.value, value] as const] : [],
  );
  return named.length === type.entries.length ? named : null;
}

function elementsOf(type: Type): readonly Type[] | null {
  if (type.kind === 'tuple') return type.elements;
  return type.kind === 'nominal' && type.name === 'Array' ? (type.shape ?? null) : null;
}
