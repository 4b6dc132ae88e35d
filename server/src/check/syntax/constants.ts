/** Constants: a class or module has its own class type, any other constant the type of its value. */
import { allDescendants } from '../../program/ancestors';
import type { FoundConstant } from '../../program/constants';
import { constantName, findConstant } from '../../program/constants';
import type { ConstantInfo, Question } from '../../program/program';
import { ask } from '../../program/questions';
import type { Const, Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import {
  fillEmptyLiterals,
  generaliseType,
  hashValueOf,
  resolveType,
  valueAtComputedKey,
  widenLiterals,
} from '../../typing/typeOps';
import { didYouMean } from '../binding/callReports';
import { reportHiddenConstant, reportMissingConstant, reportPrivateConstant } from '../certain/constants';
import { enterClassBody } from '../run/classBodyCode';
import { findClosestName } from '../state/closestName';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { EMPTY_ENV } from '../state/env';
import { report, reportInformation } from '../state/report';

/** Constants of the standard library without signatures: of unknown type, but not an error. */
const WITHOUT_SIGNATURES: ReadonlySet<string> = new Set(
  `Open3 WeakRef Prime Matrix Vector Bundler Readline Reline Syslog Win32 WIN32OLE DRb Rinda GetoptLong RSS REXML Racc Rake
  PowerAssert Fiddle ErrorHighlight SyntaxSuggest RbConfig Gem IRB DEBUGGER__ RBS TypeProf`.split(/\s+/),
);

export function checkConstant(ctx: Ctx, env: Env, constant: Const): Typed {
  const name = constantName(constant);
  if (name === null) return computedScope(ctx, env, constant);
  // `Unknown::Name` is reported once, at `Unknown`.
  const scoped =
    constant.scope === null || constant.scope === 'root' ? null : ctx.rules.expr(ctx, env, constant.scope, null);
  const found = findConstant(ctx.program, ctx.frame.nesting, name);
  if (found !== null) {
    reportHiddenConstant(ctx, env, constant, found.path);
    reportPrivateConstant(ctx, env, constant, found);
    return { type: foundType(ctx, found), env };
  }
  if (WITHOUT_SIGNATURES.has(name.replace(/^::/, ''))) return { type: DYNAMIC, env };
  if (ctx.inference !== null) {
    const scope = scoped === null ? null : scoped.type.kind === 'classOf' ? scoped.type.name : undefined;
    if (scope !== undefined) reportMissingConstant(ctx, env, constant, scope, wanted => closeConstant(ctx, wanted));
  } else if (!ctx.silent && (scoped === null || (scoped.type.kind === 'classOf' && !isOfGem(ctx, scoped.type.name)))) {
    const hint = didYouMean(name, closeConstant(ctx, name));
    // Without a name that resembles it, it is probably one of a library that is not visible.
    (hint === '' ? reportInformation : report)(ctx, 'LP3015', constant.span, { name: name.replace(/^::/, ''), hint });
  }
  return { type: DYNAMIC, env };
}

/** Signatures of gems are rarely complete. */
function isOfGem(ctx: Ctx, name: string): boolean {
  return ctx.program.classes.get(name)?.origin === 'gem';
}

/** `self.class::LIMIT`: subclasses may have a constant of their own. */
function computedScope(ctx: Ctx, env: Env, constant: Const): Typed {
  if (constant.scope === null || constant.scope === 'root') return { type: DYNAMIC, env };
  const scope = ctx.rules.expr(ctx, env, constant.scope, null);
  const type = resolveType(ctx, scope.type);
  if (type.kind !== 'classOf') return { type: DYNAMIC, env: scope.env };
  const found = findConstant(ctx.program, [], `::${type.name}::${constant.name}`);
  const isSame = (name: string): boolean =>
    findConstant(ctx.program, [], `::${name}::${constant.name}`)?.path === found?.path;
  const isSure = found !== null && allDescendants(ctx.program, type.name).every(isSame);
  return { type: isSure ? foundType(ctx, found) : DYNAMIC, env: scope.env };
}

function foundType(ctx: Ctx, found: FoundConstant): Type {
  if (found.classInfo !== null) {
    return { kind: 'classOf', name: found.classInfo.name };
  }
  if (found.constant?.type) return found.constant.type;
  const value = found.constant?.value ?? null;
  if (value === null) return DYNAMIC;
  return ctx.summaries.constantOf(found.path, ctx.memory.depth.now);
}

/**
 * The type of the value, checked in its class body, where `self` is the class. A value that is not frozen may be filled
 * later.
 */
export function typeOfConstantValue(ctx: Ctx, { value, nesting }: ConstantInfo): Type {
  if (value === null) return DYNAMIC;
  const inner = enterClassBody(ctx, nesting);
  const { type } = inner.rules.expr(inner, EMPTY_ENV, value, null);
  const options = frozenOptions(inner, value);
  if (options !== null) return options;
  return value.kind === 'array' || value.kind === 'hash'
    ? fillEmptyLiterals(generaliseType(inner, type))
    : widenLiterals(type, inner);
}

/** `{ retries: 3, delay: 0.5 }.freeze`: values of several classes, which stay where they are. */
function frozenOptions(ctx: Ctx, value: Expr): Type | null {
  if (value.kind !== 'call' || value.method !== 'freeze' || value.receiver?.kind !== 'hash') return null;
  const type = ctx.out.types.get(value.receiver);
  if (type?.kind !== 'finiteHash' || type.rest !== null) return null;
  const isMixed = resolveType(ctx, valueAtComputedKey(hashValueOf(ctx, type))).kind === 'dynamic';
  const entries = type.entries.map(entry => ({ ...entry, type: fillEmptyLiterals(generaliseType(ctx, entry.type)) }));
  return isMixed ? { ...type, entries } : null;
}

/** The constant that the name was perhaps meant to be, if there is one: each name is compared with all others once. */
function closeConstant(ctx: Ctx, name: string): readonly string[] {
  const found = ask(ctx.program, CLOSEST_CONSTANT, ctx.frame.nesting.join(' '), name);
  return found === null ? [] : [found];
}

const CLOSEST_CONSTANT: Question<string | null> = {
  find: (program, nesting, name) => {
    const scopes = [...nesting.split(' '), 'Object'];
    const own = scopes.flatMap(scope => [...(program.classes.get(scope)?.constants.keys() ?? [])]);
    return findClosestName(name, [...own, ...program.classes.keys()]);
  },
  isSame: (a, b) => a === b,
};
