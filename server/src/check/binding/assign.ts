/**
 * Assignments. A local takes the type of its value; a declared variable requires it to fit; attribute and index writes
 * are calls.
 */
import type { RelatedPlace } from '../../base/problem';
import type { Span } from '../../base/span';
import { isSorbetModule } from '../../program/sorbet';
import type { Assign, Call, Const, Expr, Var } from '../../ril/ril';
import type { Type } from '../../types/type';
import { BOTTOM, DYNAMIC, nominal } from '../../types/type';
import { isExprAssignable } from '../../typing/assignable';
import { nonNilPart } from '../../typing/narrow';
import { openContents } from '../../typing/openContents';
import { generaliseType, hasShape, joinTwoTypes } from '../../typing/typeOps';
import { pathOf } from '../facts/accessPath';
import { findProcLiteral, noteProcEnvironment } from '../facts/knownLambdas';
import { hasDefaultBlock, makeNestedContainerGrowable, markGrowing } from '../facts/nestedGrowth';
import { isNewContainer } from '../facts/newContainers';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal, dropFactsOfField, linkLocal, setFact } from '../state/env';
import { report } from '../state/report';
import { settleLiteral } from '../types/literals';
import { learnMembers } from '../types/structs';
import { hintFor, showExpected, showGot } from './callReports';
import { declaredByAssignment, declaredVariable } from './fields';

export function checkAssign(ctx: Ctx, env: Env, assign: Assign): Typed {
  const declared = assign.target.kind === 'var' ? declaredType(ctx, assign.target) : null;
  const value = ctx.rules.expr(ctx, bindRecursiveLambda(env, assign), assign.value, declared);
  const after = assignTo(ctx, value.env, assign.target, {
    type: value.type,
    span: assign.value.span,
    value: assign.value,
  });
  if (!ctx.out.types.has(assign.target)) ctx.out.types.set(assign.target, value.type);
  return { type: value.type, env: after };
}

/** `f = ->(k) { … f.(k - 1) … }`: when the body runs, `f` is the lambda that is being created. */
function bindRecursiveLambda(env: Env, { target, value }: Assign): Env {
  if (target.kind !== 'var' || target.scope !== 'local' || env.locals.has(target.name)) return env;
  return findProcLiteral(value) !== null ? bindLocal(env, target.name, DYNAMIC) : env;
}

function declaredType(ctx: Ctx, target: Var): Type | null {
  if (target.scope === 'local') return ctx.frame.declared.get(target.name) ?? null;
  return declaredVariable(ctx, target, false)?.type ?? null;
}

/** What is assigned. A type error is reported at `span`; `value` is the expression, if there is one. */
export interface Assigned {
  readonly type: Type;
  readonly span: Span;
  readonly value: Expr | null;
}

export function assignTo(ctx: Ctx, env: Env, target: Var | Const | Call, assigned: Assigned): Env {
  switch (target.kind) {
    case 'const':
      return env;
    case 'call':
      return checkAttributeWrite(ctx, env, target, assigned.type);
    case 'var':
      return target.scope === 'local'
        ? assignLocal(ctx, env, target, assigned)
        : assignField(ctx, env, target, assigned);
  }
}

function assignLocal(ctx: Ctx, env: Env, { name }: Var, assigned: Assigned): Env {
  const { type, value } = assigned;
  const declared = ctx.frame.declared.get(name);
  if (declared !== undefined) {
    checkDeclared(ctx, { name, type: declared, from: [] }, assigned);
    return bindLocal(env, name, declared);
  }
  const source = value?.kind === 'var' && value.scope === 'local' ? value.name : null;
  const copied = source !== null && env.growing.has(source);
  const before = copied && source !== null ? bindLocal(env, source, typeOnceShared(ctx, type)) : env;
  const kept = copied ? typeOnceShared(ctx, type) : value === null ? type : growableTableType(ctx, value, type);
  if (value?.kind === 'hash' || (value?.kind === 'array' && value.elements.length === 0))
    ctx.out.made.set(name, new Set(ctx.out.made.get(name)).add(value));
  if (value !== null) noteProcEnvironment(ctx, env, value);
  const inside = value === null || copied ? null : makeNestedContainerGrowable(ctx, value, kept);
  const ever = ctx.frame.assigned.get(name);
  ctx.frame.assigned.set(name, ever === undefined ? (inside ?? kept) : joinTwoTypes(ctx, ever, inside ?? kept));
  const grows = value !== null && isNewContainer(ctx, value, kept);
  const put = bindLocal(bindLocal(before, name, kept), name, inside ?? kept, grows);
  const held = markGrowing(put, name, inside !== null, value !== null && hasDefaultBlock(value));
  const bound = learnMembers(ctx, held, name, value);
  const path = value === null || copied ? null : pathOf(ctx, value);
  return path === null || path === name ? bound : linkLocal(bound, name, path);
}

/** The type of a container that has another name from now on: inference does not follow what is inserted through that. */
function typeOnceShared(ctx: Ctx, type: Type): Type {
  const general = generaliseType(ctx, type);
  return ctx.inference !== null || ctx.infers ? openContents(general) : general;
}

/** `Hash.new(0)` and `Set.new` do not determine their key and element types: later insertions do. */
function growableTableType(ctx: Ctx, value: Expr, type: Type): Type {
  if (value.kind !== 'call' || value.block !== null || type.kind !== 'nominal' || value.method !== 'new') return type;
  if (!isNewContainer(ctx, value, type)) return type;
  if (type.name === 'Set' && value.args.length === 0) return nominal('Set', [BOTTOM]);
  if (type.name !== 'Hash') return type;
  const [key = BOTTOM, held = BOTTOM] = type.args;
  const isPlain = value.args.length === 0;
  return nominal('Hash', [key.kind === 'dynamic' ? BOTTOM : key, isPlain && held.kind === 'dynamic' ? BOTTOM : held]);
}

function assignField(ctx: Ctx, env: Env, target: Var, assigned: Assigned): Env {
  const { type, value } = assigned;
  const declares = value !== null && isDeclaredByAssignment(ctx, value);
  const field = declaredVariable(ctx, target, true) ?? (declares ? null : declaredByAssignment(ctx, target));
  const after = target.scope === 'instance' || target.scope === 'class' ? dropFactsOfField(env, target.name) : env;
  const source = value?.kind === 'var' && after.growing.has(value.name) ? value.name : null;
  const escaped = source === null ? after : bindLocal(after, source, typeOnceShared(ctx, type));
  const given = value?.kind === 'var' && declares ? (ctx.frame.params.get(value.name) ?? type) : type;
  const written = source === null ? generaliseType(ctx, given) : typeOnceShared(ctx, type);
  const allocated = value === null || !ctx.infers ? null : allocatedContainer(ctx, value, written);
  ctx.out.writes.set(target, { name: target.name, type: written, declares, ...(allocated && { allocated }) });
  if (field === null) return setFact(escaped, target.name, written);
  const ok = checkDeclared(ctx, { name: target.name, ...field }, assigned);
  const plain = type.kind !== 'tuple' && type.kind !== 'finiteHash' && !hasShape(type);
  const known = !ok ? field.type : plain ? generaliseType(ctx, type) : nonNilPart(ctx, field.type);
  return setFact(escaped, target.name, known.kind === 'dynamic' ? field.type : known);
}

/** What a container holds that is allocated here with nothing in it: nothing but what is inserted. */
function allocatedContainer(ctx: Ctx, value: Expr, type: Type): Type | null {
  const opened = growableTableType(ctx, value, type);
  return makeNestedContainerGrowable(ctx, value, opened) ?? (opened === type ? null : opened);
}

/** `T.let(e, T)`, or a type in a comment behind the assignment; in Sorbet also a parameter of a constructor with a `sig`. */
function isDeclaredByAssignment(ctx: Ctx, value: Expr): boolean {
  if (value.kind === 'var') return value.scope === 'local' && isParameterOfSig(ctx, value.name);
  if (value.kind !== 'call') return false;
  return value.madeBy === 'comment' || (value.method === 'let' && isSorbetModule(ctx.program, value.receiver));
}

/** It has the type that the `sig` of `initialize` gives it, whatever is known beyond that. */
function isParameterOfSig({ frame }: Ctx, name: string): boolean {
  if (frame.method?.name !== 'initialize' || !frame.params.has(name) || frame.assigned.has(name)) return false;
  const arms = frame.method.signature?.arms ?? [];
  return arms.length === 1 && arms[0]?.notation === 'sorbet';
}

/** A variable with a declared type; `from`: where it is declared. */
interface DeclaredVariable {
  readonly name: string;
  readonly type: Type;
  readonly from: readonly RelatedPlace[];
}

export function checkDeclared(
  ctx: Ctx,
  { name, type: declared, from }: DeclaredVariable,
  { type, span, value }: Assigned,
): boolean {
  if (isExprAssignable(ctx, value, type, declared)) {
    if (value !== null) settleLiteral(ctx, value, declared);
    return true;
  }
  const args = {
    name,
    expected: showExpected(ctx, declared),
    got: showGot(ctx, type, declared),
    hint: hintFor(ctx, type, declared, value),
  };
  report(ctx, 'LP3007', span, args, from);
  return false;
}

/** `x.y, z[0] = …`: adds the part as the last argument, which lowering left out of the call. */
function checkAttributeWrite(ctx: Ctx, env: Env, target: Call, type: Type): Env {
  const part: Var = { kind: 'var', span: target.span, scope: 'local', name: '%part' };
  const call: Call = { ...target, args: [...target.args, { type: 'positional', value: part }] };
  const done = ctx.rules.expr(ctx, bindLocal(env, part.name, type), call, null);
  const recorded = ctx.out.calls.get(call);
  if (recorded !== undefined) ctx.out.calls.set(target, recorded);
  ctx.out.types.set(target, type);
  const locals = new Map(done.env.locals);
  locals.delete(part.name);
  return { ...done.env, locals };
}
