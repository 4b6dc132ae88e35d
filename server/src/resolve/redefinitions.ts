/**
 * Definitions at run time: `o.extend(M)`, `o.define_singleton_method`, `X.class_eval "…"`, `X.send(:define_method, …)`.
 * Which methods may be redefined, and of which class, as far as the source says.
 */
import { constantName } from '../program/constants';
import { ANY_FIELD, type Redefinition } from '../program/program';
import type { Declaration } from '../ril/declarations';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import { literalName, positional } from './statements';

/** `of`: 'self' is the class that contains the call. */
export type WrittenRedefinition = Omit<Redefinition, 'of'> & { readonly of: string | 'self' | null };

/** Methods that look up a key, or an element of a set: `compare_by_identity` changes their meaning. */
const BY_KEY: readonly string[] = (
  '[] []= store fetch dig key? has_key? include? member? === delete delete? add add? << slice except values_at merge merge! ' +
  'update subtract | + & - ^ union intersection difference == subset? superset? <= >= < > proper_subset? ' +
  'proper_superset? disjoint? intersect? keys to_a each each_pair each_key each_with_index each_with_object map collect flat_map ' +
  'filter_map reduce inject select filter reject find detect find_index min_by max_by minmax_by sort_by partition group_by'
).split(' ');

export function findRedefinition(call: Call): WrittenRedefinition | null {
  const args = positional(call);
  const sent = /^(__send__|send|public_send)$/.test(call.method) && args[0] ? literalName(args[0]) : null;
  const found = redefinitionByMethod(sent ?? call.method, sent ? args.slice(1) : args, call);
  return found && { ...found, ...localOf(call.receiver) };
}

function redefinitionByMethod(method: string, args: readonly Expr[], call: Call): WrittenRedefinition | null {
  const of = receiverOf(call.receiver);
  switch (method) {
    case 'extend':
      return call.receiver === null || args.some(isNeverModule) ? null : { of, ...namesOfMixin(args) };
    case 'include':
    case 'prepend':
      if (call.receiver === null || call.receiver.kind === 'self' || args.some(isNeverModule)) return null;
      return { of, ...namesOfMixin(args) };
    case 'define_method':
    case 'define_singleton_method':
    case 'alias_method':
    case 'remove_method':
    case 'undef_method':
      return { of, names: literalNamesOf(args.slice(0, 1)), modules: [] };
    case 'compare_by_identity':
      return call.receiver === null ? null : { of: null, names: BY_KEY, modules: [], among: ['Hash', 'Set'] };
    case 'eval':
      return call.receiver === null && args.length > 0 ? { of: null, names: null, modules: [] } : null;
    case 'class_eval':
    case 'module_eval':
    case 'class_exec':
    case 'module_exec':
    case 'instance_eval':
    case 'instance_exec':
      return redefinitionByEval(call, args, of);
    default:
      return null;
  }
}

/** `o.instance_variable_set(:@x, 1)`: a field of another object, whose class is not known. */
export function findWrittenField(call: Call): WrittenRedefinition | null {
  if (!/^(?:instance_variable_set|remove_instance_variable)$/.test(call.method)) return null;
  if (call.receiver === null || call.receiver.kind === 'self') return null;
  const [name] = positional(call);
  return { of: null, names: [(name && literalName(name)) ?? ANY_FIELD], modules: [] };
}

/** `setup { @x = 1 }` outside of methods: the block may run with another `self`. */
export function findFieldsOfBlock({ block }: Call): WrittenRedefinition | null {
  if (block?.type !== 'block') return null;
  const names = new Set<string>();
  walk(block.block.body, expr => {
    if (expr.kind === 'var' && expr.scope === 'instance') names.add(expr.name);
    return true;
  });
  return names.size === 0 ? null : { of: null, names: [...names], modules: [] };
}

/** A block defines only what is written in it; a string may define anything. */
function redefinitionByEval(
  call: Call,
  args: readonly Expr[],
  of: WrittenRedefinition['of'],
): WrittenRedefinition | null {
  if (call.block === null) {
    const [text] = args;
    if (text === undefined) return null;
    const isWritten = text.kind === 'lit' || text.kind === 'interpolate';
    return { of, names: null, modules: [], ...(!isWritten && { isForeign: true }) };
  }
  if (call.block.type !== 'block') return null;
  const names = findDefinedNames(call.block.block.body);
  return names.length > 0 ? { of, names, modules: [] } : null;
}

function findDefinedNames(body: Expr): readonly string[] {
  const names: string[] = [];
  walk(body, expr => {
    if (expr.kind === 'define') names.push(...namesOf(expr.declaration));
    return true;
  });
  return names;
}

export function namesOf(declaration: Declaration): readonly string[] {
  switch (declaration.kind) {
    case 'method':
      return [declaration.name];
    case 'alias':
      return [declaration.newName];
    case 'undef':
      return declaration.names;
    case 'statement':
      return findDefinedNames(declaration.expr);
    default:
      return [];
  }
}

function namesOfMixin(args: readonly Expr[]): Pick<Redefinition, 'names' | 'modules'> {
  const modules = args.map(constantName);
  const known = modules.filter((name): name is string => name !== null);
  return { names: known.length === modules.length ? [] : null, modules: known };
}

/** `text.prepend('- ')`, `list.prepend([0])`: strings and arrays have methods of these names, too. */
function isNeverModule({ kind }: Expr): boolean {
  return ['lit', 'interpolate', 'array', 'hash', 'range', 'lambda'].includes(kind);
}

function literalNamesOf(args: readonly Expr[]): readonly string[] | null {
  const names = args.map(literalName);
  return names.length > 0 && names.every(name => name !== null) ? (names as string[]) : null;
}

/** `o.extend(M)`, `def o.m` of a local. */
export function localOf(object: Expr | null): Pick<Redefinition, 'local'> {
  return object?.kind === 'var' && object.scope === 'local' ? { local: object.name } : {};
}

function receiverOf(receiver: Expr | null): WrittenRedefinition['of'] {
  if (receiver === null || receiver.kind === 'self') return 'self';
  return constantName(receiver);
}
