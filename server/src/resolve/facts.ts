/**
 * What a body tells about its class without being checked: variables it uses, definitions inside it, calls that make
 * lookups uncertain. Found once per body (bodies are shared between versions of a file).
 */
import type { Span } from '../base/span';
import type { Declaration, MethodDeclaration } from '../ril/declarations';
import { type BodySource, bodySource } from '../ril/lazyBody';
import type { Call, Expr } from '../ril/ril';
import { redefinitionBy, type WrittenRedefinition } from './redefinitions';
import { literalName, positional } from './statements';

export interface BodyFacts {
  /** `@x`, `@@x`, `$x`, sorted. */
  readonly variables: readonly string[];
  readonly defines: readonly Declaration[];
  readonly dynamics: readonly FoundDynamic[];
  /** Holds what may be an annotation. */
  readonly declares: boolean;
}

export interface FoundDynamic {
  readonly what: string;
  readonly span: Span;
  readonly redefines?: WrittenRedefinition;
}

interface Found {
  readonly variables: Set<string>;
  readonly defines: Declaration[];
  readonly dynamics: FoundDynamic[];
  declares: boolean;
}

const memo = new WeakMap<object, BodyFacts>();

/** Of the body and of the parameters' default values. */
export function factsOfMethod(method: MethodDeclaration): BodyFacts {
  const all = [factsOfBody(method), ...method.params.flatMap(param => param.default ?? []).map(factsOf)];
  if (all.length === 1) return all[0]!;
  return {
    variables: [...new Set(all.flatMap(facts => facts.variables))].sort(),
    defines: all.flatMap(facts => facts.defines),
    dynamics: all.flatMap(facts => facts.dynamics),
    declares: all.some(facts => facts.declares),
  };
}

function factsOfBody(method: MethodDeclaration): BodyFacts {
  const source = bodySource(method);
  return (source && memo.get(source)) ?? factsOf(method.body);
}

/** What is in a body stays known when the body is let go. */
export function keepFacts(source: BodySource, facts: BodyFacts): void {
  memo.set(source, facts);
}

export function factsOf(body: Expr): BodyFacts {
  const known = memo.get(body);
  if (known) return known;
  const found: Found = { variables: new Set(), defines: [], dynamics: [], declares: false };
  collect(found, body);
  const facts: BodyFacts = { ...found, variables: [...found.variables].sort() };
  memo.set(body, facts);
  return facts;
}

/** Goes over the plain data with a list of its own, so that deep nesting cannot overflow the stack. */
function collect(found: Found, root: Expr): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (isDefine(node)) {
      found.defines.push(node.declaration);
      continue;
    }
    if (isExpr(node)) look(found, node);
    const values = Object.values(node);
    for (let i = values.length - 1; i >= 0; i--) stack.push(values[i]);
  }
}

function look(found: Found, expr: Expr): void {
  if (expr.kind === 'var' && expr.scope !== 'local') found.variables.add(expr.name);
  if (expr.kind !== 'call') return;
  if (/^(rdl_)?(var_type|type|type_alias|type_params|pre|post)$/.test(expr.method)) found.declares = true;
  const variable = literalVariable(expr);
  if (variable) found.variables.add(variable);
  found.dynamics.push(...dynamicsOfCall(expr));
}

/** What a call makes uncertain: here, and of other objects. */
export function dynamicsOfCall(call: Call): readonly FoundDynamic[] {
  const redefines = redefinitionBy(call);
  const what = dynamicCall(call) ?? (redefines && call.method);
  return what ? [{ what, span: call.span, ...(redefines ? { redefines } : {}) }] : [];
}

/** Why a call makes it uncertain which methods or fields there are; null for the many that do not. */
export function dynamicCall(call: Call): string | null {
  const first = positional(call)[0] ?? null;
  const literal = first !== null && literalName(first) !== null;
  switch (call.method) {
    case 'eval':
      return call.receiver === null || call.args.length > 0 ? 'eval' : null;
    case 'instance_eval':
    case 'class_eval':
    case 'module_eval':
    case 'instance_exec':
    case 'class_exec':
      return call.args.length > 0 && call.block === null ? `${call.method} of a string` : null;
    case 'instance_variable_set':
    case 'class_variable_set':
    case 'remove_instance_variable':
    case 'const_set':
      return literal ? null : `${call.method} with a computed name`;
    case 'define_method':
    case 'define_singleton_method':
      return literal ? `${call.method} at run time` : `${call.method} with a computed name`;
    case 'remove_method':
    case 'undef_method':
    case 'alias_method':
      return `${call.method} at run time`;
    default:
      return attributes(call);
  }
}

/** `attr_accessor name`, also by `send`; in a class body, literal ones are read (classCalls.ts). */
function attributes(call: Call): string | null {
  const [first, ...others] = positional(call);
  const sent = /^(__send__|send|public_send)$/.test(call.method) && first ? literalName(first) : null;
  const method = sent ?? call.method;
  if (!/^attr_(reader|writer|accessor)$/.test(method)) return null;
  const names = sent === null ? positional(call) : others;
  return names.length > 0 && names.every(name => literalName(name) !== null)
    ? `${method}${AT_RUN_TIME}`
    : `${method} with a computed name`;
}

const AT_RUN_TIME = ' at run time';

/** It defines attributes by their names: nothing is uncertain where that is read. */
export function isPlainAttribute(what: string): boolean {
  return what.startsWith('attr_') && what.endsWith(AT_RUN_TIME);
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
