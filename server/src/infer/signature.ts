/**
 * Summary, supply -> the signature that is shown. A parameter of which nothing is required and which reaches the result
 * untouched is a variable. Otherwise what callers pass is shown if it meets the constraint and has at most three
 * alternatives, else what is required of it.
 */
import type { MethodInfo } from '../program/program';
import type { Expr, Param } from '../ril/ril';
import { walk } from '../ril/walk';
import { flexibleName, hasDynamic, mapDynamics, YIELDED } from '../types/flexible';
import type { Hierarchy } from '../types/hierarchy';
import { substituteType } from '../types/substitute';
import type { BlockUseSummary, Constraint, Summary } from '../types/summary';
import type { BlockType, MethodType, ParamType, ParamTypeKind, StructuralMethod, Type } from '../types/type';
import { ANY, DYNAMIC, nominal, SELF, UNTYPED_METHOD } from '../types/type';
import { makeUnion } from '../types/union';
import { joinClasses, type ParentOf } from './joinClasses';
import { printScheme } from './printSummary';
import { chooseSuppliedType, constraintsOn, defaultOf, mentions } from './shownSupply';

export interface InferredSignature {
  readonly type: MethodType;
  /** Types that are known from the visible callers only. */
  readonly fromCallers: ReadonlySet<string>;
  /** No part of it is unknown. */
  readonly isKnown: boolean;
}

export interface SignatureInput {
  readonly method: MethodInfo;
  readonly summary: Summary;
  /** What the visible callers pass, by parameter. */
  readonly supplied: ReadonlyMap<string, Type>;
  readonly hierarchy: Hierarchy;
  /** Every exit returns the receiver. */
  readonly returnsSelf: boolean;
  readonly parentOf: ParentOf;
  /**
   * The classes of the program that have all of these methods, if one class above them is among them; none: others may
   * have them.
   */
  readonly withMethods: (names: readonly string[]) => readonly string[];
  /** Whether every object has this method, and other code may call it. */
  readonly isMethodOfAll: (name: string) => boolean;
  /** What other bodies pass to the block that the method keeps; null: it keeps none. */
  readonly storedBlock: (BlockUseSummary & { readonly isUsed: boolean }) | null;
  /** The outcome for these argument types. */
  readonly runWith: (args: ReadonlyMap<string, Type>) => Pick<Summary, 'result' | 'block'>;
}

const OBJECT = nominal('Object');

export function inferSignature(input: SignatureInput): InferredSignature {
  const { method, summary } = input;
  const params = (method.definition?.params ?? []).filter(({ kind }) => kind !== 'block' && kind !== 'noKey');
  const supplied = new Map(params.flatMap(param => chooseSuppliedType(input, param)));
  const objects = params.flatMap(param => (supplied.has(param.name ?? '') ? [] : assumedObject(input, param)));
  const isOpen = hasDynamicPart(summary) || passesBlock(method);
  const met = new Map(params.flatMap(param => (supplied.has(param.name ?? '') ? [] : classesMeeting(input, param))));
  const args = new Map([...objects, ...met, ...supplied]);
  const found = isOpen ? runWithBlock(input, args) : { ...summary, yielded: null };
  const { result, block, yielded } = found.block ? found : { ...found, ...storedBlockOf(input) };
  const variables = method.name === 'initialize' ? new Map<string, string>() : nameVariables(result, args);
  const type: MethodType = {
    ...UNTYPED_METHOD,
    anyArgs: params.some(({ kind }) => kind === 'forward'),
    params: params.flatMap(param => paramType(input, param, new Map([...met, ...supplied]), variables)),
    block:
      block && blockType(joinedBlock(block, input.parentOf), variables, !block.must && testsForBlock(method), yielded),
    result: method.name === 'initialize' ? { kind: 'self' } : resultType(input, nameFlexible(result, variables)),
  };
  const parts = [...type.params, ...(type.block?.type.params ?? [])].map(param => param.type);
  return { type, fromCallers: new Set(supplied.keys()), isKnown: ![...parts, type.result].some(hasDynamic) };
}

/** The classes of the program that have all that is required of a parameter which no visible call passes. */
function classesMeeting(
  { summary, isMethodOfAll, withMethods }: SignatureInput,
  { name }: Param,
): readonly [string, Type][] {
  if (name === null || defaultOf(summary, name) !== null) return [];
  const required = constraintsOn(summary, name).flatMap(constraint =>
    constraint.kind === 'method' ? [constraint.name] : [],
  );
  const names = [...new Set(required)].filter(each => !isMethodOfAll(each));
  const found = names.length === 0 ? [] : withMethods(names);
  return found.length === 0 ? [] : [[name, makeUnion(found.map(each => nominal(each)))]];
}

/** A parameter on which only methods that every object has are called takes any object. */
function assumedObject({ summary, isMethodOfAll }: SignatureInput, { name }: Param): readonly [string, Type][] {
  if (name === null || mentions(summary.result, name)) return [];
  const constraints = constraintsOn(summary, name);
  const isOfAll = (constraint: Constraint): boolean => constraint.kind === 'method' && isMethodOfAll(constraint.name);
  return constraints.length > 0 && constraints.every(isOfAll) ? [[name, OBJECT]] : [];
}

/** What its blocks return is shown where something is done with it. */
function storedBlockOf({ storedBlock, supplied }: SignatureInput): Pick<RunWithBlock, 'block' | 'yielded'> {
  const yielded = supplied.get(YIELDED);
  const isShown = storedBlock?.isUsed && yielded !== undefined && yielded.kind !== 'bottom';
  return { block: storedBlock, yielded: isShown ? yielded : null };
}

interface RunWithBlock extends Pick<Summary, 'result' | 'block'> {
  /** What the block returns, if the result is known with that only. */
  readonly yielded: Type | null;
}

/** What the visible blocks return counts where the method keeps it: `cache[key] ||= yield`. */
function runWithBlock(input: SignatureInput, args: ReadonlyMap<string, Type>): RunWithBlock {
  const open = input.runWith(args);
  const yielded = input.supplied.get(YIELDED);
  if (yielded === undefined || yielded.kind === 'bottom' || open.block === null) return { ...open, yielded: null };
  const isPassed = passesYielded(input.method);
  if (isScheme(open.result) || input.method.name === 'initialize')
    return { ...open, yielded: isPassed ? yielded : null };
  const found = input.runWith(new Map([...args, [YIELDED, yielded]]));
  const isKept = isPassed || printScheme(found.result) !== printScheme(open.result);
  return hasDynamic(found.result) || !isKept ? { ...open, yielded: null } : { ...found, yielded };
}

/** `store(key, yield)` */
function passesYielded({ definition }: MethodInfo): boolean {
  let isFound = false;
  if (definition)
    walk(definition.body(), expr => {
      const args = expr.kind === 'call' ? expr.args : [];
      isFound ||= args.some(arg => 'value' in arg && arg.value?.kind === 'yield');
      return !isFound;
    });
  return isFound;
}

/** Nothing in it is unknown but what is a variable. */
function isScheme(type: Type): boolean {
  let isIt = true;
  mapDynamics(type, one => {
    isIt &&= flexibleName(one) !== null;
    return one;
  });
  return isIt;
}

function joinedBlock(block: BlockUseSummary, parentOf: ParentOf): BlockUseSummary {
  return { ...block, args: block.args.map(type => joinClasses(type, parentOf)) };
}

/** `Person or self` of a Person is a Person. */
function resultType({ method: { owner, singleton }, returnsSelf, parentOf }: SignatureInput, found: Type): Type {
  const own = singleton || found.kind === 'self' ? found : withOwner(found, owner, parentOf);
  const type = joinClasses(own, parentOf);
  if (returnsSelf && type.kind === 'nominal' && type.name === owner) return SELF;
  const isOwner = (member: Type): boolean => !singleton && member.kind === 'nominal' && member.name === owner;
  if (type.kind !== 'union' || !type.members.some(isOwner)) return type;
  return makeUnion(type.members.filter(member => member.kind !== 'self'));
}

/** The receiver beside objects of other classes, and in a container, is an object of its class. */
function withOwner(type: Type, owner: string, parentOf: ParentOf): Type {
  if (type.kind !== 'union') return substituteType(type, new Map(), nominal(owner));
  const isRelated = (member: Type): boolean => member.kind === 'nominal' && parentOf([owner, member.name]) !== null;
  if (type.members.some(isRelated)) return substituteType(type, new Map(), nominal(owner));
  const isOutside = (member: Type): boolean => member.kind === 'self';
  return makeUnion(
    type.members.map(each => (isOutside(each) ? each : substituteType(each, new Map(), nominal(owner)))),
  );
}

function hasDynamicPart({ result, block }: Summary): boolean {
  return hasDynamic(result) || (block?.args.some(hasDynamic) ?? false);
}

const KINDS: Readonly<Partial<Record<Param['kind'], ParamTypeKind>>> = {
  required: 'required',
  optional: 'optional',
  post: 'post',
  rest: 'rest',
  key: 'key',
  optionalKey: 'optionalKey',
  keyRest: 'keyRest',
};

function paramType(
  input: SignatureInput,
  param: Param,
  supplied: ReadonlyMap<string, Type>,
  variables: ReadonlyMap<string, string>,
): readonly ParamType[] {
  const kind = KINDS[param.kind];
  if (kind === undefined) return [];
  const name = param.name ?? '';
  const variable = variables.get(name);
  const type =
    supplied.get(name) ??
    (variable === undefined
      ? typeFromConstraints(input, param, variables)
      : { kind: 'variable' as const, name: variable });
  const shown = moveNilLast(joinClasses(type, input.parentOf));
  return [{ kind, name: param.name, type: shown, refinement: null, span: null }];
}

/** The type of the default value, else what the body requires of the parameter. */
function typeFromConstraints(input: SignatureInput, param: Param, variables: ReadonlyMap<string, string>): Type {
  const { summary, isMethodOfAll } = input;
  const name = param.name ?? '';
  const standard = defaultOf(summary, name);
  if (standard !== null) return standard;
  const constraints = constraintsOn(summary, name);
  const bounds = constraints.flatMap(constraint =>
    constraint.kind === 'bound' ? withoutConversions(constraint.type) : [],
  );
  const [bound] = bounds;
  if (bound && !hasDynamic(bound)) return bound;
  const methods = constraints.flatMap(constraint =>
    constraint.kind === 'method' && !isMethodOfAll(constraint.name) ? [structuralMethod(constraint, variables)] : [],
  );
  const names = new Map(methods.map(method => [method.name, method]));
  if (names.size > 0) return { kind: 'structural', methods: [...names.values()] };
  const isOpen = summary.splits.includes(name) && assumedObject(input, param).length === 0;
  return isOpen ? DYNAMIC : ANY;
}

/** `String or %_ToStr`: readers write the class, not what converts to it. `%_ToS or nil` names none. */
function withoutConversions(type: Type): readonly Type[] {
  if (type.kind !== 'union') return [type];
  const classes = type.members.filter(member => member.kind !== 'alias' && member.kind !== 'structural');
  if (classes.length === 0) return [type];
  return classes.every(member => member.kind === 'nil') ? [] : [makeUnion(classes)];
}

function structuralMethod(
  { on, name, args }: Extract<Constraint, { kind: 'method' }>,
  variables: ReadonlyMap<string, string>,
): StructuralMethod {
  const params = args.map(type => positional(hasDynamic(type) ? ANY : type));
  const variable = variables.get(`${on}.${name}`);
  const result: Type = variable === undefined ? ANY : { kind: 'variable', name: variable };
  return { name, type: { ...UNTYPED_METHOD, anyArgs: false, params, result } };
}

function positional(type: Type): ParamType {
  return { kind: 'required', name: null, type, refinement: null, span: null };
}

function blockType(
  { args }: BlockUseSummary,
  variables: ReadonlyMap<string, string>,
  optional: boolean,
  yielded: Type | null,
): BlockType {
  const params = args.map(type => positional(nameFlexible(type, variables)));
  const variable = variables.get(YIELDED);
  const result: Type = variable === undefined ? (yielded ?? ANY) : { kind: 'variable', name: variable };
  return { optional, type: { ...UNTYPED_METHOD, anyArgs: false, params, result } };
}

function passesBlock({ definition }: MethodInfo): boolean {
  let isFound = false;
  if (definition?.params.some(({ kind }) => kind === 'block'))
    walk(definition.body(), expr => {
      isFound ||= expr.kind === 'call' && expr.block?.type === 'pass';
      return !isFound;
    });
  return isFound;
}

/** A body that never tests `block_given?` raises without a block. */
function testsForBlock({ definition }: MethodInfo): boolean {
  const block = definition?.params.find(({ kind }) => kind === 'block')?.name ?? null;
  let isFound = false;
  if (definition)
    walk(definition.body(), expr => {
      isFound ||= expr.kind === 'call' && expr.method === 'block_given?';
      isFound ||= testedBy(expr).some(tested => tested.kind === 'var' && tested.name === block);
      return !isFound;
    });
  return isFound;
}

/** What the expression expects to be perhaps nil. */
function testedBy(expr: Expr): readonly Expr[] {
  if (expr.kind === 'if') return [expr.condition];
  if (expr.kind === 'and' || expr.kind === 'or') return [expr.left];
  return expr.kind === 'call' && expr.receiver !== null && (expr.safe || expr.method === 'nil?') ? [expr.receiver] : [];
}

/**
 * What reaches the result untouched: `t`, `u`, … Parameters and what their methods return (`x.size`); alternatives of
 * one result share a variable.
 */
function nameVariables(result: Type, supplied: ReadonlyMap<string, Type>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (types: readonly Type[]): void => {
    const flexible = types.flatMap(type => flexibleName(type) ?? []);
    const found = flexible.filter(name => /^[^.]+(\.[^.]+)?$/.test(name) && !supplied.has(name.split('.')[0] ?? ''));
    const letter = found.flatMap(name => names.get(name) ?? [])[0] ?? LETTERS[new Set(names.values()).size];
    if (letter !== undefined) for (const name of found) names.set(name, letter);
  };
  const visit = (type: Type): void => {
    if (type.kind === 'union') add(type.members.filter(member => member.kind === 'dynamic'));
    mapDynamics(type, one => {
      add([one]);
      return one;
    });
  };
  visit(result);
  return names;
}

const LETTERS = ['t', 'u', 'v', 'w'];

function nameFlexible(type: Type, variables: ReadonlyMap<string, string>): Type {
  const named = mapDynamics(type, one => {
    const variable = variables.get(flexibleName(one) ?? '');
    return variable === undefined ? DYNAMIC : { kind: 'variable', name: variable };
  });
  return moveNilLast(named);
}

/** `User or nil` */
export function moveNilLast(type: Type): Type {
  if (type.kind !== 'union') return type;
  const isNil = (member: Type): boolean => member.kind === 'nil';
  return { ...type, members: [...type.members.filter(each => !isNil(each)), ...type.members.filter(isNil)] };
}
