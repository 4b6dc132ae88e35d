/** What the visible callers pass to a parameter, where a signature shows that rather than what is required of it. */
import type { MethodInfo } from '../program/program';
import type { Param } from '../ril/ril';
import { walk } from '../ril/walk';
import { flexibleName, hasDynamic, mapDynamics } from '../types/flexible';
import type { Hierarchy } from '../types/hierarchy';
import { joinAll } from '../types/join';
import type { Constraint, Summary } from '../types/summary';
import type { Type } from '../types/type';
import { makeUnion, unionMembers } from '../types/union';
import { joinClasses, type ParentOf } from './joinClasses';

interface SuppliedMethod {
  readonly method: MethodInfo;
  readonly summary: Summary;
  /** What the visible callers pass, by parameter. */
  readonly supplied: ReadonlyMap<string, Type>;
  readonly hierarchy: Hierarchy;
  readonly parentOf: ParentOf;
}

/** More alternatives say less than the constraint. */
const MOST_SUPPLIED = 3;

/** What the visible callers pass, if it says more than the constraint and meets it. */
export function chooseSuppliedType(input: SuppliedMethod, param: Param): readonly [string, Type][] {
  const { summary, hierarchy } = input;
  const name = param.name ?? '';
  const given = input.supplied.get(name);
  if (given === undefined || given.kind === 'nil') return [];
  const standard = summary.params.find(each => each.name === name)?.default ?? null;
  const isTold = standard?.kind === 'nil' || defaultOf(summary, name) !== null;
  const all = standard === null || !isTold ? given : joinAll([given, standard], hierarchy);
  const type = refusesNil(input, name) ? makeUnion(unionMembers(all).filter(member => member.kind !== 'nil')) : all;
  const members = unionMembers(type).filter(member => member.kind !== 'nil');
  const constraints = constraintsOn(summary, name);
  if (members.some(isEmptyLiteral)) return [];
  if (isUntouched(input, name) && (constraints.length === 0 || members.length > 1)) return [];
  const must = constraintsOn({ constraints: summary.constraints.filter(constraint => constraint.must) }, name);
  const isMet = members.every(member => must.every(constraint => meets(hierarchy, member, constraint)));
  const shown = unionMembers(joinClasses(type, input.parentOf)).filter(member => member.kind !== 'nil');
  return shown.length > MOST_SUPPLIED || !isMet ? [] : [[name, type]];
}

/** Every call of the method raises if nil is passed. */
function refusesNil({ summary, hierarchy }: SuppliedMethod, name: string): boolean {
  return summary.constraints.some(
    ({ must, requires }) =>
      must &&
      requires.on === name &&
      (requires.kind === 'method' ? !hierarchy.hasMethod('NilClass', requires.name) : excludesNil(requires.type)),
  );
}

/** A class, perhaps beside what converts to it: `Integer or %_ToInt`. */
function excludesNil(bound: Type): boolean {
  const classes = unionMembers(bound).filter(({ kind }) => kind !== 'alias' && kind !== 'structural');
  return classes.length > 0 && classes.every(({ kind, ...type }) => kind === 'nominal' && !isAnyObject(type));
}

function isAnyObject(type: object): boolean {
  return 'name' in type && (type.name === 'Object' || type.name === 'BasicObject');
}

export function constraintsOn({ constraints }: Pick<Summary, 'constraints'>, name: string): readonly Constraint[] {
  return constraints.map(({ requires }) => requires).filter(({ on }) => on === name);
}

/** The result is or contains the argument itself, nothing else takes it, and its class decides nothing. */
function isUntouched({ method, summary }: SuppliedMethod, name: string): boolean {
  const { result, splits, writes } = summary;
  const isKept = splits.includes(name) || writes.some(write => mentions(write.type, name));
  return !isKept && mentions(result, name) && !isPassedOn(method, summary, name);
}

/** The body passes it to a method of the program, which may require something of it. */
function isPassedOn({ definition }: MethodInfo, { calls }: Summary, name: string): boolean {
  const starts = new Set(calls.map(({ place }) => place.span.start));
  let isFound = false;
  if (definition)
    walk(definition.body(), expr => {
      const args = expr.kind === 'call' && starts.has(expr.span.start) ? (expr.args ?? []) : [];
      isFound ||= args.some(arg => 'value' in arg && arg.value?.kind === 'var' && arg.value.name === name);
      return !isFound;
    });
  return isFound;
}

/** Whether the type holds what the parameter holds. */
export function mentions(type: Type, name: string): boolean {
  let isFound = false;
  mapDynamics(type, one => {
    isFound ||= flexibleName(one) === name;
    return one;
  });
  return isFound;
}

function meets(hierarchy: Hierarchy, type: Type, requirement: Constraint): boolean {
  if (requirement.kind !== 'method' || type.kind !== 'nominal') return true;
  return hierarchy.hasMethod(type.name, requirement.name);
}

/** The type of the default value; null: there is none, or it says little. */
export function defaultOf({ params }: Summary, name: string): Type | null {
  const type = params.find(param => param.name === name)?.default ?? null;
  return type === null || type.kind === 'nil' || hasDynamic(type) || isEmptyLiteral(type) ? null : type;
}

/** `[]` and `{}` say nothing about their elements. */
function isEmptyLiteral(type: Type): boolean {
  return type.kind === 'nominal' && type.args.some(arg => arg.kind === 'bottom');
}
