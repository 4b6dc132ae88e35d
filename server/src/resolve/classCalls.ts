/**
 * Calls in a class body that define or change something. Each returns the names of the methods that it defines, just as
 * Ruby's own return symbols, so that `private attr_reader :x` and `private def m` need no special case.
 */
import type { AnchorId } from '../base/span';
import { constantName } from '../program/constants';
import { knownBody } from '../ril/lazyBody';
import type { Block, Call, Expr } from '../ril/ril';
import { aliasMethod } from './aliases';
import { defineAttributes, defineForwards, defineForwardsByHash, defineRailsDelegates } from './attributes';
import { takeAnnotations } from './bodyAnnotations';
import { factsOf, isPlainAttribute } from './bodyFacts';
import { draftOf, markGlobalEffect } from './draft';
import { extendHostsWith } from './includedHooks';
import { mixIn } from './mixins';
import {
  classNamed,
  defineHere,
  newMethodIn,
  noteDynamic,
  type Scope,
  scopeOf,
  takePending,
  undefine,
  useNames,
} from './scope';
import { literalName, literalNames, positional, statementsOf } from './statements';
import { noteConstantChange, unrollLoop } from './staticCode';
import { makeModuleFunctions, setDefault, setVisibility } from './visibility';

type ReadExpr = (scope: Scope, expr: Expr, anchor: AnchorId) => readonly string[];
type Handler = (scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr) => readonly string[];

export function callInBody(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  const onSelf = call.receiver === null || call.receiver.kind === 'self';
  const handler = onSelf ? HANDLERS.get(call.method) : null;
  if (handler) return handler(scope, call, anchor, read);
  if (call.receiver?.kind === 'const' && callOnClass(scope, call, anchor, read)) return [];
  const iterations = mayDefine(scope, call) ? unrollLoop(scope, call) : null;
  if (iterations !== null) return iterations.flatMap(body => read(scope, body, anchor));
  noteConstantChange(scope, call);
  return readOtherCall(scope, call, anchor, read);
}

/**
 * A loop whose body makes nothing uncertain, and calls nothing that a class body handles, is read as it is. So is one
 * that computes names which a class body does not read (`const_set("#{name}Error", …)`): they stay computed.
 */
function mayDefine(scope: Scope, call: Call): boolean {
  if (call.block?.type !== 'block') return false;
  const { body } = call.block.block;
  const { dynamics } = factsOf(scope.ctx.library.memos, body);
  if (dynamics.some(({ cause }) => cause.kind === 'computed-name' && !HANDLERS.has(cause.method))) return false;
  const isHandled = (each: Expr): boolean =>
    each.kind === 'call' && (HANDLERS.has(each.method) || (each.block?.type === 'block' && mayDefine(scope, each)));
  return statementsOf(body).some(isHandled) || dynamics.length > 0;
}

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...(['include', 'extend', 'prepend'] as const).map((how): [string, Handler] => [how, mixInHere(how)]),
  ...['attr', 'attr_reader', 'attr_writer', 'attr_accessor'].map((name): [string, Handler] => [name, defineAttributes]),
  ...['def_delegator', 'def_delegators', 'def_instance_delegator', 'def_instance_delegators'].map(
    (name): [string, Handler] => [name, defineForwards],
  ),
  ['delegate', defineRailsDelegates],
  ['instance_delegate', defineForwardsByHash],
  ...(['private', 'public', 'protected', 'module_function'] as const).map((how): [string, Handler] => [
    how,
    changeVisibility(how),
  ]),
  ['private_class_method', changeClassVisibility('private')],
  ['public_class_method', changeClassVisibility('public')],
  ['alias_method', aliasCall],
  ['define_method', defineMethodCall],
  ['define_singleton_method', defineMethodCall],
  ['undef_method', undefCall],
  ['remove_method', undefCall],
  ['class_methods', classMethodsBlock],
  ['mixes_in_class_methods', classMethodsOfHosts],
  ['included', includedBlock],
  ['refine', refineBlock],
  // The body of Sorbet's `enums do A = new end` runs in the class.
  ...['class_eval', 'module_eval', 'class_exec', 'module_exec', 'enums'].map((name): [string, Handler] => [
    name,
    evalBlock,
  ]),
]);

function mixInHere(how: 'include' | 'extend' | 'prepend'): Handler {
  return (scope, call, anchor) => {
    mixIn(scope, call, { of: scope.className, how, modules: positional(call) }, anchor);
    return [];
  };
}

function changeVisibility(how: 'private' | 'public' | 'protected' | 'module_function'): Handler {
  return (scope, call, anchor, read) => {
    if (call.args.length === 0) {
      setDefault(scope, how);
      return [];
    }
    const names = namesOrDefinitions(scope, call, anchor, read);
    if (how === 'module_function') makeModuleFunctions(scope, names);
    else setVisibility(scope, names, how, false);
    return names;
  };
}

function changeClassVisibility(visibility: 'private' | 'public'): Handler {
  return (scope, call, anchor, read) => {
    const names = namesOrDefinitions(scope, call, anchor, read);
    setVisibility(scope, names, visibility, true);
    return names;
  };
}

function namesOrDefinitions(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  return call.args.flatMap(arg => {
    const literal = literalNames([arg]).names.map(item => item.name);
    if (literal.length > 0 || arg.type !== 'positional') return literal;
    return read(scope, arg.value, anchor);
  });
}

function aliasCall(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  const [newName, oldName] = positional(call).map(literalName);
  if (newName && oldName) {
    aliasMethod(scope, newName, oldName, anchor, call.span);
    return [newName];
  }
  noteDynamic(scope, { kind: 'computed-name', method: 'alias_method' }, anchor, call.span);
  return [];
}

/** `define_method(:m) { … }`: the block is the body, so there is a method but no `def` to verify. */
function defineMethodCall(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  const first = positional(call)[0];
  const name = first ? literalName(first) : null;
  if (!first || name === null) {
    noteDynamic(scope, { kind: 'computed-name', method: call.method }, anchor, call.span);
    return [];
  }
  const singleton = call.method === 'define_singleton_method';
  const block = call.block?.type === 'block' ? call.block.block : null;
  const method = newMethodIn(scope, name, singleton, anchor, first.span);
  defineHere(
    scope,
    { ...method, definition: block && blockDefinition(name, first, block, call, anchor) },
    takePending(scope),
  );
  if (block) useNames(scope, factsOf(scope.ctx.library.memos, block.body).variables, singleton || scope.singleton);
  return [name];
}

/** The block as a method: `return` exits it, its parameters are the method's; its spans are the statement's. */
function blockDefinition(name: string, at: Expr, block: Block, call: Call, anchor: AnchorId) {
  return {
    kind: 'method' as const,
    anchor,
    at: 0,
    span: call.span,
    name,
    nameSpan: at.span,
    singleton: null,
    params: block.params,
    body: knownBody(block.body),
    broken: false,
    isBlock: true as const,
    textHash: '',
  };
}

function undefCall(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  const { names, computed } = literalNames(call.args);
  for (const { name } of names) {
    if (call.method === 'undef_method') undefine(scope, name);
    else draftOf(scope.ctx, scope.className)[scope.singleton ? 'singletonMethods' : 'methods'].delete(name);
  }
  if (computed) noteDynamic(scope, { kind: 'computed-name', method: call.method }, anchor, call.span);
  return [];
}

/** ActiveSupport::Concern: `class_methods do … end` is `module ClassMethods`. */
function classMethodsBlock(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  if (call.block?.type !== 'block') return readOtherCall(scope, call, anchor, read);
  const name = `${scope.className}::ClassMethods`;
  draftOf(scope.ctx, name, 'module');
  read(scopeOf(scope.ctx, name, scope.nesting), call.block.block.body, anchor);
  return [];
}

/** Sorbet's `mixes_in_class_methods(ClassMethods)`: each class that includes the module is extended with these. */
function classMethodsOfHosts(scope: Scope, call: Call, anchor: AnchorId): readonly string[] {
  for (const module of positional(call)) {
    const name = constantName(module);
    if (name !== null) extendHostsWith(scope, name, { anchor, span: module.span });
  }
  return [];
}

function includedBlock(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  if (call.block?.type !== 'block' || call.args.length > 0) return readOtherCall(scope, call, anchor, read);
  markGlobalEffect(scope.ctx);
  const list = scope.ctx.includedBlocks.get(scope.className) ?? [];
  list.push({ body: call.block.block.body, anchor, nesting: scope.nesting });
  scope.ctx.includedBlocks.set(scope.className, list);
  return [];
}

/**
 * `refine String do … end`: where it is active is not tracked, so the class has the methods, but they may be others.
 */
function refineBlock(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  const target = positional(call)[0];
  const name = target ? classNamed(scope, target) : null;
  if (name === null || call.block?.type !== 'block') return readOtherCall(scope, call, anchor, read);
  const { body } = call.block.block;
  const redefines = { names: findDefinedNames(body), modules: [], of: name };
  draftOf(scope.ctx, name).dynamics.push({
    cause: { kind: 'refinement' },
    place: { anchor, span: call.span },
    redefines,
  });
  const { methods } = draftOf(scope.ctx, name);
  const before = new Set(methods.keys());
  read(scopeOf(scope.ctx, name, scope.nesting), body, anchor);
  for (const [method, info] of methods) if (!before.has(method)) methods.set(method, { ...info, isRefined: true });
  return [];
}

/** Returns null if the body contains anything besides definitions, which may define any method. */
function findDefinedNames(body: Expr): readonly string[] | null {
  const names = statementsOf(body).map(each =>
    each.kind === 'define' && each.declaration.kind === 'method' ? each.declaration.name : null,
  );
  return names.every(each => each !== null) ? (names as string[]) : null;
}

function evalBlock(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  if (call.block?.type !== 'block') return readOtherCall(scope, call, anchor, read);
  return read(scope, call.block.block.body, anchor);
}

/** `Foo.include M`, `Foo.send :include, M`, `Foo.class_eval do … end`. */
function callOnClass(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): boolean {
  const className = call.receiver && classNamed(scope, call.receiver);
  if (!className) return false;
  const args = positional(call);
  const sent = call.method === 'send' && args[0] ? literalName(args[0]) : null;
  const method = sent ?? call.method;
  if (method === 'include' || method === 'extend' || method === 'prepend') {
    mixIn(scope, call, { of: className, how: method, modules: sent ? args.slice(1) : args }, anchor);
    for (const argument of args) noteFacts(scope, argument, anchor);
    return true;
  }
  if (!/^(class|module)_(eval|exec)$/.test(method) || call.block?.type !== 'block') return false;
  read(scopeOf(scope.ctx, className, scope.nesting), call.block.block.body, anchor);
  return true;
}

function noteFacts(scope: Scope, expr: Expr, anchor: AnchorId): void {
  for (const { cause, span, redefines } of factsOf(scope.ctx.library.memos, expr).dynamics)
    if (!isPlainAttribute(cause)) noteDynamic(scope, cause, anchor, span, redefines);
}

/** An annotation, a library's DSL, or ordinary code. Definitions among its arguments count (`memoize def m`). */
function readOtherCall(scope: Scope, call: Call, anchor: AnchorId, read: ReadExpr): readonly string[] {
  const isAnnotation = takeAnnotations(scope, anchor, call.span);
  const facts = factsOf(scope.ctx.library.memos, call);
  noteFacts(scope, call, anchor);
  // The owner of variables in a block of an unknown call is unknown; those of an annotation (`invariant { @n > 0 }`)
  // belong to instances.
  if (!isAnnotation) useNames(scope, facts.variables, true);
  if (call.block) useNames(scope, facts.variables, false);
  return positional(call).flatMap(arg =>
    arg.kind === 'define' || arg.kind === 'call' ? read(scope, arg, anchor) : [],
  );
}
