/**
 * How to create instances of the classes in a counterexample: for each parameter of `initialize` the plainest values of
 * its type, which Ruby tries if no field of the model determines the argument, and the classes that it accepts; and which
 * public methods may change an object further.
 */
import { superclassChain } from '../program/ancestors';
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { RubyValue } from '../proof/rubyValue';
import type { ParamType, Type } from '../types/type';
import type { AuditArgument, AuditValue } from './auditInput';

interface Param {
  readonly plain: readonly AuditValue[];
  /** An argument is an instance of one of them; null: of any class. */
  readonly classes: readonly string[] | null;
}

type Params = readonly Param[];

export type Constructors = Readonly<
  Record<
    string,
    { readonly params: Params; readonly calls: readonly { readonly name: string; readonly params: Params }[] }
  >
>;

export function constructorsOf(program: Program, values: readonly (RubyValue | null)[]): Constructors {
  return Object.fromEntries([...classesIn(values)].flatMap(name => constructorOf(program, name)));
}

/**
 * The methods whose contracts are checked while the values are built: a call that they forbid does not lead to a state.
 */
export function buildersOf(program: Program, values: readonly (RubyValue | null)[]): readonly MethodInfo[] {
  return [...classesIn(values)]
    .flatMap(name => [
      findMethod(program, name, 'initialize'),
      ...settersOf(program, name),
      ...changersOf(program, name),
    ])
    .filter(method => method?.origin === 'workspace' && method.signature !== null) as MethodInfo[];
}

function settersOf(program: Program, className: string): readonly (MethodInfo | null)[] {
  const fields = [...(program.classes.get(className)?.methods.keys() ?? [])].filter(name => /^\w+=$/.test(name));
  return fields.map(name => findMethod(program, className, name));
}

/** How many of them are tried. */
const MAX_CHANGERS = 6;

/** Annotated public methods that may change an object and take only simple values. */
function changersOf(program: Program, className: string): readonly MethodInfo[] {
  const own = superclassChain(program, className).flatMap(name => [
    ...(program.classes.get(name)?.methods.values() ?? []),
  ]);
  return own.filter(mayChange).slice(0, MAX_CHANGERS);
}

function mayChange({ name, definition, signature, visibility, origin }: MethodInfo): boolean {
  const type = signature?.arms.length === 1 ? signature.arms[0]!.type : null;
  if (!type || !definition || visibility !== 'public' || origin !== 'workspace') return false;
  if (!/^[a-z_]\w*!?$/.test(name) || name === 'initialize' || type.block || signature?.labels.pure) return false;
  return type.params.every(param => param.kind === 'required' && plainValues(param.type).length > 0);
}

function classesIn(values: readonly (RubyValue | null)[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const value of values) if (value) collectClasses(value, names);
  return names;
}

function constructorOf(program: Program, className: string): [string, Constructors[string]][] {
  const calls = changersOf(program, className).map(method => ({
    name: method.name,
    params: paramsOf(method, plainValues),
  }));
  const params = paramsOf(findMethod(program, className, 'initialize'), type => withInstances(program, type));
  return params.length + calls.length > 0 ? [[className, { params, calls }]] : [];
}

function paramsOf(method: MethodInfo | null, plain: (type: Type) => readonly AuditValue[]): Params {
  const arms = method?.signature?.arms ?? [];
  return (arms[0]?.type.params ?? []).map(({ type, kind }: ParamType) => ({
    plain: plain(type),
    classes: arms.length === 1 && !isCollected(kind) ? classesOf(type) : null,
  }));
}

function isCollected(kind: ParamType['kind']): boolean {
  return kind === 'rest' || kind === 'keyRest';
}

/** Of what a value of the type is an instance; null: the type does not say. */
function classesOf(type: Type): readonly string[] | null {
  switch (type.kind) {
    case 'nil':
      return ['NilClass'];
    case 'bool':
      return ['TrueClass', 'FalseClass'];
    case 'nominal':
      return [type.name];
    case 'tuple':
      return ['Array'];
    case 'finiteHash':
      return ['Hash'];
    case 'refined':
      return classesOf(type.base);
    case 'nonNull':
      return classesOf(type.type);
    case 'union': {
      const members = type.members.map(classesOf);
      return members.every(each => each !== null) ? members.flat() : null;
    }
    default:
      return null;
  }
}

/** How deep an object that is only needed as an argument may be nested. */
const MAX_NESTING = 2;

/** The plainest values, or an instance of a class of the workspace with the plainest arguments. */
function withInstances(program: Program, type: Type, depth = 0): readonly AuditValue[] {
  const plain = plainValues(type);
  if (plain.length > 0 || depth > MAX_NESTING) return plain;
  const name = classesOf(type)?.find(each => program.classes.get(each)?.origin === 'workspace');
  if (name === undefined) return [];
  const args: AuditArgument[] = [];
  for (const param of findMethod(program, name, 'initialize')?.signature?.arms[0]?.type.params ?? []) {
    if (param.kind !== 'required' && param.kind !== 'post' && param.kind !== 'key') continue;
    const [value] = withInstances(program, param.type, depth + 1);
    if (value === undefined) return [];
    args.push({ name: param.name ?? '', keyword: param.kind === 'key', value });
  }
  return [{ kind: 'new', className: name, args }];
}

function collectClasses(value: RubyValue, names: Set<string>): void {
  switch (value.kind) {
    case 'object':
      names.add(value.className);
      for (const field of value.fields) collectClasses(field.value, names);
      break;
    case 'array':
      for (const each of value.elements) collectClasses(each, names);
      break;
    case 'hash':
      for (const each of value.entries.flat()) collectClasses(each, names);
      break;
    default:
      break;
  }
}

const NIL: RubyValue = { kind: 'nil' };
const BOOLEANS: readonly RubyValue[] = [
  { kind: 'boolean', value: false },
  { kind: 'boolean', value: true },
];
const NOMINAL: Readonly<Record<string, readonly RubyValue[]>> = {
  Integer: ['0', '1', '-1'].map(value => ({ kind: 'integer', value })),
  Numeric: ['0', '1'].map(value => ({ kind: 'integer', value })),
  Float: ['0.0', '1.0'].map(value => ({ kind: 'float', value })),
  Rational: ['0', '1'].map(numerator => ({ kind: 'rational', numerator, denominator: '1' })),
  String: ['', 'a'].map(value => ({ kind: 'string', value })),
  Symbol: [{ kind: 'symbol', value: 'a' }],
  Array: [{ kind: 'array', id: 'plain-array', elements: [] }],
  Hash: [{ kind: 'hash', id: 'plain-hash', entries: [] }],
  NilClass: [NIL],
};

export function plainValues(type: Type): readonly RubyValue[] {
  switch (type.kind) {
    case 'nil':
    case 'any':
    case 'dynamic':
      return [NIL];
    case 'bool':
      return BOOLEANS;
    case 'literal':
      return literal(type.value);
    case 'nominal':
      return NOMINAL[type.name] ?? [];
    case 'tuple':
      return NOMINAL.Array!;
    case 'finiteHash':
      return NOMINAL.Hash!;
    case 'union':
      return type.members.some(member => member.kind === 'nil') ? [NIL] : type.members.flatMap(plainValues);
    case 'refined':
      return plainValues(type.base);
    case 'nonNull':
      return plainValues(type.type);
    default:
      return [];
  }
}

function literal(value: (Type & { kind: 'literal' })['value']): readonly RubyValue[] {
  if (value.type === 'true' || value.type === 'false') return [{ kind: 'boolean', value: value.type === 'true' }];
  return [{ kind: value.type, value: value.value }];
}
