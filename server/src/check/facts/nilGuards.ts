/**
 * Guards against nil that do not narrow a type: `a.empty?` before `a.first`, `h.key?(k)` before `h[k]`, `s =~ /…/`
 * before `$~`. They are kept among the facts about paths, under keys that no path has, until the contents may have
 * changed. Used only in strict nil mode.
 */
import { answerFactsOf, factsOf } from '../../program/libraryFacts';
import { methodByKey } from '../../program/lookup';
import { keyParts } from '../../program/methodKey';
import { findCertainGroups } from '../../ril/regexpGroups';
import type { Call, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { nominal, STRING, TRUE } from '../../types/type';
import type { CallTarget } from '../../types/typedMethod';
import { mayBeNil, resolveType } from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { setFact } from '../state/env';
import { pathOf } from './accessPath';
import { hasDefault } from './knownDefaults';

const FILLED = '%filled';
const KEY = '%key';

/** The facts that hold after the call was truthy (`holds`), or falsy. */
export function learnGuard(ctx: Ctx, env: Env, call: Call, holds: boolean): Env {
  if (ctx.settings.nil !== 'strict' || call.receiver === null || !env.reachable) return env;
  return learnMatch(ctx, learnKey(ctx, learnFilled(ctx, env, call, holds), call, holds), call, holds);
}

function learnFilled(ctx: Ctx, env: Env, call: Call, holds: boolean): Env {
  const container = findFilledContainer(ctx, call, holds);
  const path = container && pathOf(ctx, container);
  return path ? setFact(env, `${path}.${FILLED}`, TRUE) : env;
}

/** The container that is not empty. */
function findFilledContainer(ctx: Ctx, call: Call, holds: boolean): Expr | null {
  const { receiver, method } = call;
  if (receiver === null || call.block !== null) return null;
  if (call.args.length === 0) {
    const answers = answerFactsOf(ctx.program, method);
    // `blank?` and `present?`: of Active Support, whose signatures may come from anywhere.
    if (answers.includes('empty') || answers.includes('no') || method === 'blank?') return holds ? null : receiver;
    if (answers.includes('some') || method === 'present?') return holds ? receiver : null;
    const counted = findCountedContainer(ctx, receiver);
    const ofCount = factsOf(ctx.program, 'Integer', method).answers;
    return (ofCount === 'zero' && !holds) || (ofCount === 'nonzero' && holds) ? counted : null;
  }
  const counted = findCountedContainer(ctx, receiver);
  const limit = integerArgument(call);
  return counted !== null && limit !== null && excludesZero(method, limit, holds) ? counted : null;
}

function findCountedContainer(ctx: Ctx, expr: Expr): Expr | null {
  if (expr.kind !== 'call') return null;
  const answers = answerFactsOf(ctx.program, expr.method);
  const counts = answers.includes('size') || answers.includes('count');
  return counts && expr.args.length === 0 && expr.block === null ? expr.receiver : null;
}

function integerArgument({ args: [only, ...others] }: Call): number | null {
  if (only?.type !== 'positional' || others.length > 0) return null;
  const { value } = only;
  return value.kind === 'lit' && value.value.type === 'integer' ? Number(value.value.value) : null;
}

/** Does `n <method> limit`, or its negation, imply that n is not 0? */
function excludesZero(method: string, limit: number, holds: boolean): boolean {
  const holdsForNone: Readonly<Record<string, boolean>> = {
    '>': 0 > limit,
    '>=': 0 >= limit,
    '<': 0 < limit,
    '<=': 0 <= limit,
    '==': limit === 0,
    '!=': limit !== 0,
  };
  return holdsForNone[method] === !holds;
}

function learnKey(ctx: Ctx, env: Env, call: Call, holds: boolean): Env {
  const asksKey = factsOf(ctx.program, 'Hash', call.method).answers === 'key';
  const path = holds && asksKey && call.receiver ? pathOf(ctx, call.receiver) : null;
  const key = path === null ? null : keyName(call);
  return key === null ? env : setFact(env, `${path}.${KEY} ${key}`, TRUE);
}

/** A literal, or a local; a write to the local drops the fact (env.ts). */
function keyName({ args: [only, ...others] }: Call): string | null {
  if (only?.type !== 'positional' || others.length > 0) return null;
  const { value } = only;
  if (value.kind === 'var') return value.scope === 'local' ? value.name : null;
  if (value.kind !== 'lit') return null;
  const literal = value.value;
  return 'value' in literal ? `${literal.type}:${String(literal.value)}` : null;
}

/** `s =~ /…/`, `/…/ === s`, `s.match(/…/)` */
function learnMatch(ctx: Ctx, env: Env, call: Call, holds: boolean): Env {
  if (!holds || !answerFactsOf(ctx.program, call.method).includes('match')) return env;
  const [only] = call.args;
  const sides = [call.receiver, only?.type === 'positional' ? only.value : null];
  const pattern = sides.find(side => side?.kind === 'lit' && side.value.type === 'regexp');
  if (pattern?.kind !== 'lit' || pattern.value.type !== 'regexp') return env;
  const known = setFact(env, '$~', nominal('MatchData'));
  return findCertainGroups(pattern.value).reduce((now, { number }) => setFact(now, `$${number}`, STRING), known);
}

/** The result of the call without the nil of a missing element; null if no guard excludes it. */
export function guardedResult(ctx: Ctx, env: Env, receiver: Type, call: Call): Type | null {
  if (ctx.settings.nil !== 'strict' || call.receiver === null) return null;
  const type = resolveType(ctx, receiver);
  if (type.kind === 'nominal' && type.name === 'MatchData')
    return call.method === '[]' && integerArgument(call) === 0 ? STRING : null;
  if (call.method === '[]' && call.args.length === 1 && isHash(type) && hasDefault(ctx, call.receiver))
    return argumentsAs(ctx, type, 'Hash')[1] ?? null;
  const path = pathOf(ctx, call.receiver);
  if (path === null || env.facts.size === 0) return null;
  if (call.method === '[]' && isHash(type)) {
    const key = keyName(call);
    return key !== null && env.facts.has(`${path}.${KEY} ${key}`) ? (argumentsAs(ctx, type, 'Hash')[1] ?? null) : null;
  }
  if (!env.facts.has(`${path}.${FILLED}`)) return null;
  const atEnd = call.method === '[]' && [0, -1].includes(integerArgument(call) ?? 1);
  if (type.kind === 'nominal' && type.name === 'String') return atEnd ? STRING : null;
  const [element] = argumentsAs(ctx, type, 'Array');
  if (element === undefined || mayBeNil(ctx, element)) return null;
  const { answers } = factsOf(ctx.program, 'Array', call.method);
  const isElement = (answers === 'element' || answers === 'fold') && call.args.length === 0;
  return atEnd || isElement ? element : null;
}

function isHash(type: Type): boolean {
  return type.kind === 'finiteHash' || (type.kind === 'nominal' && type.name === 'Hash');
}

/** Another match overwrites `$~`: a method of a class that matches, unless its label or its arguments say otherwise. */
export function dropLastMatch(ctx: Ctx, env: Env, call: Call, target: CallTarget): Env {
  if (![...env.facts.keys()].some(isOfMatch)) return env;
  const isGivenNothing = call.args.length === 0 && call.block === null;
  const mayMatch = target.candidates.some(({ method }) => {
    const owner = method === null ? null : MATCHING.find(each => keyParts(method).owner === each);
    if (method === null || !owner || (isGivenNothing && owner !== 'Regexp')) return false;
    return methodByKey(ctx.program, method)?.facts?.matches !== 'nothing';
  });
  if (!mayMatch) return env;
  return { ...env, facts: new Map([...env.facts].filter(([path]) => !isOfMatch(path))) };
}

const MATCHING = ['String', 'Symbol', 'Regexp'] as const;

function isOfMatch(path: string): boolean {
  return /^\$([~&`'+]|\d+)/.test(path);
}
