/** Pattern matching: `case/in`, `x in P`, `x => P`. A pattern narrows its subject and binds names. */
import { findConstantExpr } from '../../program/constants';
import { findMethod } from '../../program/lookup';
import type { Expr, Match, Pattern } from '../../ril/ril';
import type { Type } from '../../types/type';
import { BOOL, BOTTOM, DYNAMIC, NIL, nominal } from '../../types/type';
import { instancePart, literalPart, notInstancePart, notLiteralPart } from '../../typing/narrow';
import { generaliseType, joinAllTypes, joinTwoTypes, membersOf, resolveType } from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import { literalOf } from '../binding/arguments';
import { learnType } from '../facts/accessPath';
import type { Branches, Ctx } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { membersOfClass, memberType } from '../types/structs';

export function checkMatch(ctx: Ctx, env: Env, match: Match): Branches {
  const subject = ctx.rules.expr(ctx, env, match.subject, null);
  const matched = matchPattern(ctx, subject.env, match.pattern, subject.type);
  const truthy = learnType(ctx, matched.env, match.subject, type => narrowToPattern(ctx, match.pattern, type));
  const falsy = learnType(ctx, subject.env, match.subject, type => excludeMatched(ctx, match.pattern, type));
  return { type: match.raises ? NIL : BOOL, truthy, falsy: match.raises ? { ...falsy, reachable: false } : falsy };
}

interface Matched {
  readonly type: Type;
  readonly env: Env;
}

/** Binds the pattern's names for a subject of this type; returns the type of values that match. */
function matchPattern(ctx: Ctx, env: Env, pattern: Pattern, type: Type): Matched {
  const fitting = narrowToPattern(ctx, pattern, type);
  switch (pattern.type) {
    case 'value':
      return { type: fitting, env: ctx.rules.expr(ctx, env, pattern.value, null).env };
    case 'bind':
      return { type, env: bind(ctx, env, pattern.name, type) };
    case 'capture': {
      const inner = matchPattern(ctx, env, pattern.pattern, type);
      return { type: inner.type, env: bind(ctx, inner.env, pattern.name, inner.type) };
    }
    case 'alternative': {
      let now = env;
      for (const one of pattern.alternatives) now = matchPattern(ctx, now, one, type).env;
      return { type: fitting, env: now };
    }
    case 'array':
      return { type: fitting, env: matchArray(ctx, checkTestedConstant(ctx, env, pattern.constant), pattern, fitting) };
    case 'find':
      return { type: fitting, env: matchFind(ctx, checkTestedConstant(ctx, env, pattern.constant), pattern, fitting) };
    case 'hash':
      return { type: fitting, env: matchHash(ctx, checkTestedConstant(ctx, env, pattern.constant), pattern, fitting) };
  }
}

function bind(ctx: Ctx, env: Env, name: string, type: Type): Env {
  const ever = ctx.frame.assigned.get(name);
  ctx.frame.assigned.set(name, ever === undefined ? type : joinTwoTypes(ctx, ever, type));
  return bindLocal(env, name, type);
}

function checkTestedConstant(ctx: Ctx, env: Env, constant: Expr | null): Env {
  return constant === null ? env : ctx.rules.expr(ctx, env, constant, null).env;
}

function matchArray(ctx: Ctx, env: Env, pattern: Extract<Pattern, { type: 'array' }>, type: Type): Env {
  const { before, after, rest } = pattern;
  const elements = elementsOf(ctx, type, before.length + after.length, rest !== null);
  let now = env;
  before.forEach((one, i) => {
    now = matchPattern(ctx, now, one, elements.at(i)).env;
  });
  if (rest?.name) now = bind(ctx, now, rest.name, nominal('Array', [elements.any]));
  after.forEach((one, i) => {
    now = matchPattern(ctx, now, one, elements.at(i - after.length)).env;
  });
  return now;
}

function matchFind(ctx: Ctx, env: Env, pattern: Extract<Pattern, { type: 'find' }>, type: Type): Env {
  const elements = elementsOf(ctx, type, pattern.middle.length, true);
  let now = env;
  for (const name of [pattern.before, pattern.after])
    if (name !== null) now = bind(ctx, now, name, nominal('Array', [elements.any]));
  for (const one of pattern.middle) now = matchPattern(ctx, now, one, elements.any).env;
  return now;
}

interface Elements {
  readonly any: Type;
  at(index: number): Type;
}

/** The element type at each index of the arrays that can match. */
function elementsOf(ctx: Ctx, type: Type, count: number, open: boolean): Elements {
  const members = membersOf(ctx, type).map(member => deconstructStruct(ctx, resolveType(ctx, member)));
  const tuples = members.flatMap(member =>
    member.kind === 'tuple' && (open ? member.elements.length >= count : member.elements.length === count)
      ? [member.elements]
      : [],
  );
  const others = members.flatMap(member =>
    member.kind === 'tuple' ? [] : [argumentsAs(ctx, member, 'Array')[0] ?? elementOfOther(member)],
  );
  const any = joinAllTypes(ctx, [...tuples.flat().map(one => generaliseType(ctx, one)), ...others]);
  const at = (index: number): Type =>
    joinAllTypes(ctx, [
      ...tuples.flatMap(elements => elements[index < 0 ? elements.length + index : index] ?? []),
      ...others,
    ]);
  return { any, at };
}

/** A Struct deconstructs into its members, in order. */
function deconstructStruct(ctx: Ctx, type: Type): Type {
  const members = type.kind === 'nominal' ? membersOfClass(ctx, type.name) : null;
  if (members === null || type.kind !== 'nominal') return type;
  if (findMethod(ctx.program, type.name, 'deconstruct')?.origin === 'workspace') return type;
  return { kind: 'tuple', elements: members.map(member => memberType(ctx, type.name, member)) };
}

/** The result of a user-defined `deconstruct` is unknown; nil has none. */
function elementOfOther(type: Type): Type {
  return type.kind === 'nil' ? { kind: 'bottom' } : DYNAMIC;
}

function matchHash(ctx: Ctx, env: Env, pattern: Extract<Pattern, { type: 'hash' }>, type: Type): Env {
  let now = env;
  for (const { key, pattern: inner } of pattern.entries) {
    const value = valueAt(ctx, type, key);
    now = inner === null ? bind(ctx, now, key, value) : matchPattern(ctx, now, inner, value).env;
  }
  if (pattern.rest !== null && pattern.rest !== 'nil' && pattern.rest.name !== null) {
    now = bind(ctx, now, pattern.rest.name, nominal('Hash', [nominal('Symbol'), DYNAMIC]));
  }
  return now;
}

/** `{name:}` reads a hash's key, or the member of that name (Struct, Data) through `deconstruct_keys`. */
function valueAt(ctx: Ctx, type: Type, key: string): Type {
  return joinAllTypes(
    ctx,
    membersOf(ctx, type).map(member => {
      const plain = resolveType(ctx, member);
      if (plain.kind === 'finiteHash') {
        const entry = plain.entries.find(one => one.key.type === 'symbol' && one.key.value === key);
        return entry?.type ?? plain.rest ?? { kind: 'bottom' };
      }
      const reader = plain.kind === 'nominal' ? memberOf(ctx, plain.name, key) : undefined;
      return argumentsAs(ctx, plain, 'Hash')[1] ?? reader ?? elementOfOther(plain);
    }),
  );
}

function memberOf(ctx: Ctx, name: string, key: string): Type | undefined {
  const members = membersOfClass(ctx, name);
  if (members?.includes(key)) return memberType(ctx, name, key);
  // A struct without that member does not match, unless it defines `deconstruct_keys` itself.
  if (members && findMethod(ctx.program, name, 'deconstruct_keys')?.origin !== 'workspace') return BOTTOM;
  return ctx.hierarchy.methodTypes(name, key)?.[0]?.result;
}

/** The part of a type that a pattern can match. */
function narrowToPattern(ctx: Ctx, pattern: Pattern, type: Type): Type {
  switch (pattern.type) {
    case 'bind':
      return type;
    case 'capture':
      return narrowToPattern(ctx, pattern.pattern, type);
    case 'alternative':
      return joinAllTypes(
        ctx,
        pattern.alternatives.map(one => narrowToPattern(ctx, one, type)),
      );
    case 'value': {
      const name = classNamed(ctx, pattern.value);
      if (name !== null) return instancePart(ctx, type, name);
      const literal = literalOf(pattern.value);
      return literal !== null && (literal.kind === 'nil' || literal.kind === 'literal')
        ? literalPart(ctx, type, literal)
        : type;
    }
    case 'array':
    case 'find':
    case 'hash': {
      const name = pattern.constant === null ? null : classNamed(ctx, pattern.constant);
      if (name !== null) return instancePart(ctx, type, name);
      return keepDeconstructible(ctx, pattern, type);
    }
  }
}

/** Removes members that cannot be deconstructed this way. */
function keepDeconstructible(ctx: Ctx, pattern: Pattern, type: Type): Type {
  const method = pattern.type === 'hash' ? 'deconstruct_keys' : 'deconstruct';
  const container = pattern.type === 'hash' ? 'Hash' : 'Array';
  return joinAllTypes(
    ctx,
    membersOf(ctx, type).filter(member => {
      const plain = resolveType(ctx, member);
      if (plain.kind === 'nil' || plain.kind === 'literal' || plain.kind === 'bool') return false;
      if (plain.kind === 'tuple' && pattern.type === 'array') return fitsLength(pattern, plain.elements.length);
      if (plain.kind === 'tuple') return container === 'Array';
      if (plain.kind === 'finiteHash') return container === 'Hash';
      return (
        plain.kind !== 'nominal' ||
        plain.name === container ||
        ctx.hierarchy.hasMethod(plain.name, method) ||
        isOpen(ctx, plain.name)
      );
    }),
  );
}

function fitsLength(pattern: Extract<Pattern, { type: 'array' }>, length: number): boolean {
  const least = pattern.before.length + pattern.after.length;
  return pattern.rest === null ? length === least : length >= least;
}

function isOpen(ctx: Ctx, name: string): boolean {
  return name === 'Object' || name === 'BasicObject' || ctx.program.classes.get(name)?.kind !== 'class';
}

/**
 * The part of a type that remains if the pattern did not match; only a pattern that matches all values of a type
 * removes any.
 */
function excludeMatched(ctx: Ctx, pattern: Pattern, type: Type): Type {
  switch (pattern.type) {
    case 'value': {
      const name = classNamed(ctx, pattern.value);
      if (name !== null) return notInstancePart(ctx, type, name);
      const literal = literalOf(pattern.value);
      return literal !== null && (literal.kind === 'nil' || literal.kind === 'literal')
        ? notLiteralPart(ctx, type, literal)
        : type;
    }
    case 'capture':
      return excludeMatched(ctx, pattern.pattern, type);
    case 'alternative':
      return pattern.alternatives.reduce((rest, one) => excludeMatched(ctx, one, rest), type);
    default:
      return type;
  }
}

function classNamed(ctx: Ctx, expr: Expr): string | null {
  if (expr.kind !== 'const') return null;
  return findConstantExpr(ctx.program, ctx.frame.nesting, expr)?.classInfo?.name ?? null;
}
