/**
 * A type that gives its parameters by name (Sorbet's `sig`, `# @rbs x: T`, `@param`) -> a type with the kinds and the
 * order of the definition's parameters. A name that the definition does not have is reported, and so is, in Sorbet, a
 * parameter without a type.
 */
import type { Problem } from '../base/problem';
import type { MethodInfo } from '../program/program';
import type { Param } from '../ril/ril';
import type { MethodAnnotation } from '../types/annotation';
import { type BlockType, DYNAMIC, type MethodType, type ParamType, type Type } from '../types/type';
import { KINDS } from './definitionType';

interface FitContext {
  readonly report: (problem: Problem) => void;
  /** The type that an alias stands for; any other type as it is. */
  readonly expandAlias: (type: Type) => Type;
}

export function fitToDefinition(
  annotation: MethodAnnotation,
  method: MethodInfo,
  { report, expandAlias }: FitContext,
): MethodType {
  const { type, byName, typePlace: place } = annotation;
  const params = method.definition?.params;
  // Without a definition (an accessor, a method that is only declared) the parameters are those that are given.
  if (byName === undefined || params === undefined) return type;
  const given = new Map(type.params.map(param => [param.name, param]));
  const names = new Set(params.flatMap(param => nameOf(param) ?? []));
  for (const param of type.params) {
    if (param.name === null || names.has(param.name)) continue;
    const span = param.span ?? place.span;
    const known = [...names].map(name => `\`${name}\``).join(', ');
    report({
      code: 'LP2211',
      place: { anchor: place.anchor, span },
      args: { name: param.name, method: method.name, known },
    });
  }
  const without = params.filter(param => param.name !== null && !given.has(param.name));
  if (byName === 'every' && without.length > 0) {
    const list = without.map(param => `\`${param.name}\``).join(', ');
    report({ code: 'LP2212', place, args: { names: list, method: method.name } });
  }
  return {
    ...type,
    params: params.flatMap(param => fitParam(param, given.get(nameOf(param)))),
    anyArgs: params.some(param => param.kind === 'forward'),
    block: type.block ?? blockOf(params, given, expandAlias),
  };
}

/** `*`, `**` and `&` are the names of parameters without one. */
function nameOf({ name, kind }: Param): string | null {
  return name ?? SIGNS[kind] ?? null;
}

const SIGNS: Partial<Readonly<Record<Param['kind'], string>>> = { rest: '*', keyRest: '**', block: '&' };

function fitParam(param: Param, given: ParamType | undefined): ParamType[] {
  const kind = KINDS[param.kind];
  if (kind === null) return [];
  return [
    {
      kind,
      name: param.name,
      type: given?.type ?? DYNAMIC,
      refinement: given?.refinement ?? null,
      span: given?.span ?? null,
    },
  ];
}

function blockOf(
  params: readonly Param[],
  given: ReadonlyMap<string | null, ParamType>,
  expandAlias: FitContext['expandAlias'],
): BlockType | null {
  const block = params.find(param => param.kind === 'block');
  const type = block && given.get(nameOf(block))?.type;
  return type === undefined ? null : asBlock(type, expandAlias);
}

/** A procedure that may be nil is an optional block; anything else says nothing about the block's type. */
function asBlock(written: Type, expandAlias: FitContext['expandAlias']): BlockType | null {
  const type = expandAlias(written);
  if (type.kind === 'proc') return { type: type.method, optional: false };
  if (type.kind !== 'union') return null;
  const proc = type.members.map(expandAlias).find(member => member.kind === 'proc');
  const optional = type.members.some(member => member.kind === 'nil');
  return proc?.kind === 'proc' ? { type: proc.method, optional } : null;
}
