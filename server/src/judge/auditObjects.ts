/** How instances of a class are created: by which constructor, and what is passed or set. */
import { allDescendants, ancestors } from '../program/ancestors';
import { findInheritedAnnotations } from '../program/inheritedAnnotations';
import { fieldOf, findMethod, findSingletonMethod } from '../program/lookup';
import type { FieldInfo, MethodInfo, Program } from '../program/program';
import { extendersOf } from '../program/workspace';
import type { Expr } from '../ril/ril';
import { ANY, type ParamType } from '../types/type';

export function hasConstructor(program: Program, className: string): boolean {
  return findMethod(program, className, 'initialize')?.origin === 'workspace';
}

type Field = Pick<FieldInfo, 'name' | 'type' | 'refinement'>;

/** The contents of instances if the user wrote no constructor: members of a Struct or Data, fields with a type. */
export function declaredFields(program: Program, className: string): readonly Field[] {
  const found = new Map<string, Field>();
  for (const name of ancestors(program, className)) {
    const info = program.classes.get(name);
    const maker = info?.singletonMethods.get('new')?.synthetic;
    if (maker?.type === 'structNew')
      return maker.members.map(member => {
        const declared = fieldOf(program, className, `@${member}`);
        if (declared?.type) return declared;
        const arm = findMethod(program, className, member)?.signature?.arms[0];
        return { name: `@${member}`, type: arm?.type.result ?? null, refinement: arm?.type.resultRefinement ?? null };
      });
    for (const field of info?.fields.values() ?? [])
      if (field.type && /^@[^@]/.test(field.name) && !found.has(field.name)) found.set(field.name, field);
  }
  return [...found.values()];
}

/** Subclasses that inherit this method without overriding it. */
export function inheritingSubclasses(program: Program, method: MethodInfo): readonly string[] {
  if (!method.singleton || program.classes.get(method.owner)?.kind !== 'class') return [];
  const below = allDescendants(program, method.owner);
  return below.filter(name => findSingletonMethod(program, name, method.name)?.key === method.key).slice(0, MOST_HEIRS);
}

const MOST_HEIRS = 5;

type ModuleHost =
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'new'; readonly className: string };

/** A module's methods are called on instances of the classes that include it, and on classes that extend it. */
export function hostsOf(program: Program, module: string): readonly ModuleHost[] {
  const classes = allDescendants(program, module).filter(name => program.classes.get(name)?.kind === 'class');
  return [
    ...classes.map(className => ({ kind: 'new', className }) as const),
    ...extendersOf(program, module).map(name => ({ kind: 'class', name }) as const),
  ];
}

/**
 * From its annotation, or that of the module that requires it; otherwise from the fields that the parameters are
 * assigned to. A refinement of the field then holds for the parameter, too.
 */
export function constructorParams(program: Program, className: string): readonly ParamType[] {
  const method = findMethod(program, className, 'initialize');
  if (!method) return [];
  const signature = method.signature ?? findInheritedAnnotations(program, method)[0]?.from.signature;
  const params = method.definition?.params ?? [];
  if (signature)
    return (signature.arms[0]?.type.params ?? []).map((param, index) => {
      const field = params[index]?.name ? fieldFor(program, className, method, params[index].name) : undefined;
      return param.refinement || param.kind === 'rest' ? param : { ...param, refinement: field?.refinement ?? null };
    });
  return params.flatMap(({ kind, name }) => {
    if (name === null || (kind !== 'required' && kind !== 'key')) return [];
    const field = fieldFor(program, className, method, name);
    return [{ kind, name, type: field?.type ?? ANY, refinement: field?.refinement ?? null, span: null }];
  });
}

/** The field that the parameter is assigned to unchanged, otherwise the field of the same name. */
function fieldFor(program: Program, className: string, method: MethodInfo, param: string): FieldInfo | undefined {
  const fields = program.classes.get(className)?.fields;
  const goesTo = [...assignments(method.definition?.body())].find(([, from]) => from === param)?.[0];
  return fields?.get(goesTo ?? `@${param}`);
}

/** `@x = y`, anywhere at the top level of a body. */
function* assignments(body: Expr | undefined): Generator<readonly [field: string, local: string]> {
  if (body?.kind === 'seq') for (const each of body.body) yield* assignments(each);
  if (body?.kind !== 'assign' || body.target.kind !== 'var' || body.target.scope !== 'instance') return;
  if (body.value.kind === 'var' && body.value.scope === 'local') yield [body.target.name, body.value.name];
}
