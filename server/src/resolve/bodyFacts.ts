/**
 * Facts about a class from an unchecked body: the variables it uses, definitions inside it, calls that make lookups
 * uncertain. Computed once per body (versions of a file share bodies).
 */

import type { Span } from '../base/span';
import type { DynamicCause } from '../problems/dynamicCauses';
import { type FieldMention, findFieldMentions } from '../program/fieldMentions';
import { type Memos, PartMemoKey } from '../program/memos';
import type { BodySource, Declaration, MethodDeclaration } from '../ril/declarations';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import { type Load, loadOf } from './loadCalls';
import {
  findFieldsOfBlock,
  findRedefinition,
  findWrittenField,
  localOf,
  namesOf,
  type WrittenRedefinition,
} from './redefinitions';
import { literalName, positional } from './statements';

export interface BodyFacts {
  /** `@x`, `@@x`, `$x`, sorted. */
  readonly variables: readonly string[];
  readonly defines: readonly Declaration[];
  readonly dynamics: readonly FoundDynamic[];
  /** Contains a possible annotation. */
  readonly declares: boolean;
  /** Calls that load other files. */
  readonly loads: readonly Load[];
  /** Last names of the classes of which it creates instances; `self`: of its own. */
  readonly created: readonly string[];
  /** `Error method`: calls inside of a `rescue` that names the class of errors; for a `yield` `Error &`, for a local `Error &name`. */
  readonly expected: readonly string[];
  /** Calls `initialize` itself, on an object that exists already. */
  readonly initialises: boolean;
  /** How the body uses each field. */
  readonly mentions: readonly (readonly [field: string, mention: FieldMention])[];
}

interface FoundDynamic {
  readonly cause: DynamicCause;
  readonly span: Span;
  readonly redefines?: WrittenRedefinition;
}

interface Found {
  readonly variables: Set<string>;
  readonly defines: Declaration[];
  readonly dynamics: FoundDynamic[];
  declares: boolean;
  readonly loads: Load[];
  readonly created: Set<string>;
  readonly expected: string[];
  initialises: boolean;
  readonly isMethod: boolean;
}

/** By the body itself, or by where it is read from. */
const FACTS = new PartMemoKey<Expr | BodySource, BodyFacts>();

/** Of the body and of the parameters' default values. */
export function factsOfMethod(memos: Memos, method: MethodDeclaration): BodyFacts {
  const defaults = method.params.flatMap(param => param.default ?? []);
  const own = factsOfBody(memos, method);
  if (defaults.length === 0) return own;
  const all = [own, ...defaults.map(value => factsOf(memos, value))];
  return {
    variables: [...new Set(all.flatMap(facts => facts.variables))].sort(),
    defines: all.flatMap(facts => facts.defines),
    dynamics: all.flatMap(facts => facts.dynamics),
    declares: all.some(facts => facts.declares),
    loads: all.flatMap(facts => facts.loads),
    created: [...new Set(all.flatMap(facts => facts.created))],
    expected: all.flatMap(facts => facts.expected),
    initialises: all.some(facts => facts.initialises),
    mentions: own.mentions,
  };
}

/** Without the parameters' default values. Does not parse the body of a closed file. */
export function factsOfBody(memos: Memos, method: MethodDeclaration): BodyFacts {
  const known = method.bodySource && memos.ofParts(FACTS).get(method.bodySource);
  return known ?? factsOf(memos, method.body(), true);
}

/** The facts of a body stay known when the body is dropped. */
export function keepFacts(memos: Memos, source: BodySource, facts: BodyFacts): void {
  memos.ofParts(FACTS).set(source, facts);
}

/** `isMethod`: the body of a method, where `extend(M)` changes one object, not the class. */
export function factsOf(memos: Memos, body: Expr, isMethod = false): BodyFacts {
  return memos.getOfPart(FACTS, body, () => findFacts(body, isMethod));
}

function findFacts(body: Expr, isMethod: boolean): BodyFacts {
  const found: Found = {
    variables: new Set(),
    defines: [],
    dynamics: [],
    declares: false,
    loads: [],
    created: new Set(),
    expected: [],
    initialises: false,
    isMethod,
  };
  collect(found, body);
  const { isMethod: _, ...facts } = found;
  const mentions = found.variables.size === 0 ? [] : [...findFieldMentions(body)];
  return { ...facts, variables: [...found.variables].sort(), created: [...found.created], mentions };
}

/** Visits the plain data with an explicit stack, so that deep nesting cannot overflow the call stack. */
function collect(found: Found, root: Expr): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (isDefine(node)) {
      found.defines.push(node.declaration);
      if (!found.isMethod) found.dynamics.push(...dynamicsOfDefinition(node.declaration));
      continue;
    }
    if (isExpr(node)) collectFacts(found, node);
    const values = Object.values(node);
    for (let i = values.length - 1; i >= 0; i--) stack.push(values[i]);
  }
}

function collectFacts(found: Found, expr: Expr): void {
  if (expr.kind === 'var' && expr.scope !== 'local') found.variables.add(expr.name);
  if (isInitialize(expr)) found.initialises = true;
  if (expr.kind === 'rescue') found.expected.push(...expectationsOf(expr));
  if (expr.kind !== 'call') return;
  if (/^(rdl_)?(var_type|type|type_alias|type_params|pre|post)$/.test(expr.method)) found.declares = true;
  const variable = literalVariable(expr);
  if (variable) found.variables.add(variable);
  found.dynamics.push(...dynamicsOfCall(found.isMethod ? withOwnReceiver(expr) : expr));
  const isClause = /^(rdl_)?(invariant|pre|post)$/.test(expr.method); // it is read, and writes nothing
  const written = found.isMethod || isClause ? null : findFieldsOfBlock(expr);
  if (written)
    found.dynamics.push({
      cause: { kind: 'redefining-call', method: expr.method },
      span: expr.span,
      redefines: written,
    });
  const load = loadOf(expr);
  if (load) found.loads.push(load);
  if (expr.method !== 'new') return;
  if (expr.receiver?.kind === 'const') found.created.add(expr.receiver.name);
  if (expr.receiver === null || expr.receiver.kind === 'self') found.created.add('self');
}

function isInitialize(expr: Expr): boolean {
  if (expr.kind === 'lit') return expr.value.type === 'symbol' && expr.value.value === 'initialize';
  return expr.kind === 'call' && expr.method === 'initialize';
}

/** `extend(M)` in a method is `self.extend(M)`. */
function withOwnReceiver(call: Call): Call {
  if (call.method !== 'extend' || call.receiver !== null) return call;
  return { ...call, receiver: { kind: 'self', span: call.span } };
}

/** The errors that the clauses name, with each method that the body calls. */
function expectationsOf({ clauses, body }: Extract<Expr, { kind: 'rescue' }>): readonly string[] {
  const errors = clauses.flatMap(({ classes }) =>
    classes.flatMap(arg => (arg.type === 'positional' && arg.value.kind === 'const' ? [arg.value.name] : [])),
  );
  const methods: string[] = [];
  walk(body, expr => {
    if (expr.kind === 'call') methods.push(expr.method);
    if (expr.kind === 'yield') methods.push('&');
    if (expr.kind === 'var' && expr.scope === 'local') methods.push(`&${expr.name}`);
    return true;
  });
  return errors.flatMap(error => methods.map(method => `${error} ${method}`));
}

/** `list.each { |o| def o.m … end }`: some object has a method of its own. */
function dynamicsOfDefinition(declaration: Declaration): readonly FoundDynamic[] {
  if (declaration.kind !== 'method' && declaration.kind !== 'singleton') return [];
  const object = declaration.kind === 'method' ? declaration.singleton : declaration.target;
  if (object === null || object.kind === 'const' || object.kind === 'self') return [];
  const isMethod = declaration.kind === 'method';
  const names = isMethod ? [declaration.name] : declaration.body.flatMap(namesOf);
  const cause = { kind: isMethod ? 'singleton-method-of-object' : 'singleton-class-of-object' } as const;
  return [{ cause, span: declaration.span, redefines: { of: null, names, modules: [], ...localOf(object) } }];
}

/** What a call makes uncertain: here, and for other objects. */
function dynamicsOfCall(call: Call): readonly FoundDynamic[] {
  const redefines = findRedefinition(call);
  const written = findWrittenField(call);
  const cause = dynamicCall(call) ?? (redefines && { kind: 'redefining-call', method: call.method });
  return [
    ...(cause ? [{ cause, span: call.span, ...(redefines ? { redefines } : {}) }] : []),
    ...(written
      ? [{ cause: { kind: 'redefining-call', method: call.method } as const, span: call.span, redefines: written }]
      : []),
  ];
}

/** Why a call makes it uncertain which methods or fields there are; null for the many that do not. */
function dynamicCall(call: Call): DynamicCause | null {
  const { method } = call;
  const first = positional(call)[0] ?? null;
  const literal = first !== null && literalName(first) !== null;
  switch (method) {
    case 'eval':
      return call.receiver === null || call.args.length > 0 ? { kind: 'eval' } : null;
    case 'instance_eval':
    case 'class_eval':
    case 'module_eval':
    case 'instance_exec':
    case 'class_exec':
      return call.args.length > 0 && call.block === null ? { kind: 'eval-string', method } : null;
    case 'instance_variable_set':
    case 'class_variable_set':
    case 'remove_instance_variable':
    case 'const_set':
      return literal ? null : { kind: 'computed-name', method };
    case 'define_method':
    case 'define_singleton_method':
      return { kind: literal ? 'at-run-time' : 'computed-name', method };
    case 'remove_method':
    case 'undef_method':
    case 'alias_method':
      return { kind: 'at-run-time', method };
    case 'def_delegator':
    case 'def_delegators':
    case 'def_instance_delegator':
    case 'def_instance_delegators':
    case 'instance_delegate':
      return { kind: 'computed-name', method };
    default:
      return causeOfAttributes(call);
  }
}

/** `attr_accessor name`, also by `send`; in a class body, literal ones are read (classCalls.ts). */
function causeOfAttributes(call: Call): DynamicCause | null {
  const [first, ...others] = positional(call);
  const sent = /^(__send__|send|public_send)$/.test(call.method) && first ? literalName(first) : null;
  const method = sent ?? call.method;
  if (!/^attr_(reader|writer|accessor)$/.test(method)) return null;
  const names = sent === null ? positional(call) : others;
  const literal = names.length > 0 && names.every(name => literalName(name) !== null);
  return { kind: literal ? 'at-run-time' : 'computed-name', method };
}

/** It defines attributes by their names: if those are read, nothing is uncertain. */
export function isPlainAttribute(cause: DynamicCause): boolean {
  return cause.kind === 'at-run-time' && cause.method.startsWith('attr_');
}

function literalVariable(call: Call): string | null {
  if (!/^(instance|class)_variable_(get|set|defined\?)$/.test(call.method)) return null;
  const first = positional(call)[0];
  const name = first ? literalName(first) : null;
  return name?.startsWith('@') && (call.receiver === null || call.receiver.kind === 'self') ? name : null;
}

function isExpr(node: object): node is Expr {
  return 'kind' in node && 'span' in node;
}

function isDefine(node: object): node is Extract<Expr, { kind: 'define' }> {
  return 'kind' in node && node.kind === 'define' && 'declaration' in node;
}
