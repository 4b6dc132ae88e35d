/** Writes: locals take the value's type, declared variables check it, attribute and index writes are calls. */
import type { RelatedPlace } from '../base/problem';
import type { Span } from '../base/span';
import type { Assign, Call, Const, Expr, Var } from '../ril/ril';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, nominal } from '../types/type';
import { hintFor, showExpected, showGot } from './callReports';
import type { Ctx, Typed } from './context';
import type { Env } from './env';
import { bindLocal, dropFactsOfField, linkLocal, setFact } from './env';
import { declaredVariable } from './fields';
import { exprFits } from './fits';
import { noteProcedure, procedureIn } from './knownLambdas';
import { settleLiteral } from './literals';
import { nonNilPart } from './narrow';
import { asksItsBlock, marked, openedInside } from './nestedGrowth';
import { pathOf } from './path';
import { generalised, hasShape, joined } from './relations';
import { report } from './report';
import { membersGiven } from './structs';

export function checkAssign(ctx: Ctx, env: Env, assign: Assign): Typed {
  const declared = assign.target.kind === 'var' ? declaredType(ctx, assign.target) : null;
  const value = ctx.rules.expr(ctx, namingItself(env, assign), assign.value, declared);
  const after = assignTo(ctx, value.env, assign.target, value.type, assign.value.span, assign.value);
  if (!ctx.out.types.has(assign.target)) ctx.out.types.set(assign.target, value.type);
  return { type: value.type, env: after };
}

/** `f = ->(k) { … f.(k - 1) … }`: when the body runs, f is what is being made here. */
function namingItself(env: Env, { target, value }: Assign): Env {
  if (target.kind !== 'var' || target.scope !== 'local' || env.locals.has(target.name)) return env;
  return procedureIn(value) !== null ? bindLocal(env, target.name, DYNAMIC) : env;
}

function declaredType(ctx: Ctx, target: Var): Type | null {
  if (target.scope === 'local') return ctx.frame.declared.get(target.name) ?? null;
  return declaredVariable(ctx, target, false)?.type ?? null;
}

/** `span` is what a wrong value is underlined at; `value` the expression, where there is one. */
export function assignTo(
  ctx: Ctx,
  env: Env,
  target: Var | Const | Call,
  type: Type,
  span: Span,
  value: Expr | null,
): Env {
  switch (target.kind) {
    case 'const':
      return env;
    case 'call':
      return writeThrough(ctx, env, target, type);
    case 'var':
      return target.scope === 'local'
        ? assignLocal(ctx, env, target, type, span, value)
        : assignField(ctx, env, target, type, span, value);
  }
}

function assignLocal(ctx: Ctx, env: Env, target: Var, type: Type, span: Span, value: Expr | null): Env {
  const { name } = target;
  const declared = ctx.frame.declared.get(name);
  if (declared !== undefined) {
    checkDeclared(ctx, name, declared, type, span, [], value);
    return bindLocal(env, name, declared);
  }
  const source = value?.kind === 'var' && value.scope === 'local' ? value.name : null;
  const copied = source !== null && env.growing.has(source);
  const before = copied && source !== null ? bindLocal(env, source, generalised(ctx, type)) : env;
  const kept = copied ? generalised(ctx, type) : value === null ? type : openTable(value, type);
  if (value?.kind === 'hash' || (value?.kind === 'array' && value.elements.length === 0))
    ctx.out.made.set(name, new Set(ctx.out.made.get(name)).add(value));
  if (value !== null) noteProcedure(ctx, env, value);
  const inside = value === null || copied ? null : openedInside(ctx, value, kept);
  const ever = ctx.frame.assigned.get(name);
  ctx.frame.assigned.set(name, ever === undefined ? (inside ?? kept) : joined(ctx, ever, inside ?? kept));
  const grows = value !== null && isFresh(value, kept);
  const put = bindLocal(bindLocal(before, name, kept), name, inside ?? kept, grows);
  const held = marked(put, name, inside !== null, value !== null && asksItsBlock(value));
  const bound = membersGiven(ctx, held, name, value);
  const path = value === null || copied ? null : pathOf(ctx, value);
  return path === null || path === name || path === 'self' ? bound : linkLocal(bound, name, path);
}

/** `Hash.new(0)` says nothing of its keys yet, `Set.new` of its elements: what is put in will. */
function openTable(value: Expr, type: Type): Type {
  if (value.kind !== 'call' || value.block !== null || type.kind !== 'nominal' || !isFresh(value, type)) return type;
  if (type.name === 'Set' && value.args.length === 0) return nominal('Set', [BOTTOM]);
  if (type.name !== 'Hash') return type;
  const [key = BOTTOM, held = BOTTOM] = type.args;
  const isPlain = value.args.length === 0;
  return nominal('Hash', [key.kind === 'dynamic' ? BOTTOM : key, isPlain && held.kind === 'dynamic' ? BOTTOM : held]);
}

/** Made right here and known to nobody else yet. */
function isFresh(value: Expr, type: Type): boolean {
  if (value.kind === 'array' || value.kind === 'hash') return true;
  const container = type.kind === 'nominal' && ['Array', 'Hash', 'Set'].includes(type.name);
  return container && value.kind === 'call' && value.method === 'new' && value.receiver?.kind === 'const';
}

function assignField(ctx: Ctx, env: Env, target: Var, type: Type, span: Span, value: Expr | null): Env {
  const field = declaredVariable(ctx, target, true);
  const after = target.scope === 'instance' || target.scope === 'class' ? dropFactsOfField(env, target.name) : env;
  const escaped =
    value?.kind === 'var' && after.growing.has(value.name)
      ? bindLocal(after, value.name, generalised(ctx, type))
      : after;
  if (field === null) return escaped;
  const ok = checkDeclared(ctx, target.name, field.type, type, span, field.from, value);
  const plain = type.kind !== 'tuple' && type.kind !== 'finiteHash' && !hasShape(type);
  const known = !ok ? field.type : plain ? generalised(ctx, type) : nonNilPart(ctx, field.type);
  return setFact(escaped, target.name, known.kind === 'dynamic' ? field.type : known);
}

export function checkDeclared(
  ctx: Ctx,
  name: string,
  declared: Type,
  type: Type,
  span: Span,
  from: readonly RelatedPlace[],
  value: Expr | null,
): boolean {
  if (exprFits(ctx, value, type, declared)) {
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

/** `x.y, z[0] = …`: the call that lowering left without its last argument, with the part as that argument. */
function writeThrough(ctx: Ctx, env: Env, target: Call, type: Type): Env {
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
