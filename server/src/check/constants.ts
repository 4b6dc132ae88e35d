/** Constants: classes and modules are themselves, others have the type of their value. */

import type { FoundConstant } from '../program/constants';
import { constantName, findConstant } from '../program/constants';
import type { Const } from '../ril/ril';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import { didYouMean } from './callReports';
import type { Ctx, Typed } from './context';
import { use } from './context';
import type { Env } from './env';
import { EMPTY_ENV } from './env';
import { filled, generalised, resolved, widened } from './relations';
import { report } from './report';
import { inClassBody } from './starts';

/** What libraries that come with Ruby make and no signatures tell of: unknown, but no mistake. */
const WITHOUT_SIGNATURES: ReadonlySet<string> = new Set(
  `Open3 WeakRef Prime Matrix Vector Bundler Readline Reline Syslog Win32 WIN32OLE DRb Rinda GetoptLong RSS REXML Racc Rake
  PowerAssert Fiddle ErrorHighlight SyntaxSuggest RbConfig Gem IRB DEBUGGER__ RBS TypeProf`.split(/\s+/),
);

export function checkConstant(ctx: Ctx, env: Env, constant: Const): Typed {
  const name = constantName(constant);
  if (name === null) return computedScope(ctx, env, constant);
  // `Unknown::Name` is one mistake, at `Unknown`.
  const scoped =
    constant.scope === null || constant.scope === 'root' ? null : ctx.rules.expr(ctx, env, constant.scope, null);
  const found = findConstant(ctx.program, ctx.frame.nesting, name);
  use(ctx, { kind: 'constant', name });
  if (found !== null) return { type: foundType(ctx, found), env };
  if (WITHOUT_SIGNATURES.has(name.replace(/^::/, ''))) return { type: DYNAMIC, env };
  if (!ctx.silent && (scoped === null || (scoped.type.kind === 'classOf' && !isOfGem(ctx, scoped.type.name)))) {
    report(ctx, 'LP3015', constant.span, { name: name.replace(/^::/, ''), hint: didYouMean(name, constantNames(ctx)) });
  }
  return { type: DYNAMIC, env };
}

/** Signatures of gems are rarely whole. */
function isOfGem(ctx: Ctx, name: string): boolean {
  return ctx.program.classes.get(name)?.origin === 'gem';
}

function computedScope(ctx: Ctx, env: Env, constant: Const): Typed {
  if (constant.scope === null || constant.scope === 'root') return { type: DYNAMIC, env };
  const scope = ctx.rules.expr(ctx, env, constant.scope, null);
  const type = resolved(ctx, scope.type);
  if (type.kind !== 'classOf') return { type: DYNAMIC, env: scope.env };
  const found = findConstant(ctx.program, [], `::${type.name}::${constant.name}`);
  return { type: found === null ? DYNAMIC : foundType(ctx, found), env: scope.env };
}

export function foundType(ctx: Ctx, found: FoundConstant): Type {
  if (found.classInfo !== null) {
    use(ctx, { kind: 'class', name: found.classInfo.name });
    return { kind: 'classOf', name: found.classInfo.name };
  }
  if (found.constant?.type) return found.constant.type;
  const value = found.constant?.value ?? null;
  if (value === null) return DYNAMIC;
  const known = ctx.memory.constants.get(found.path);
  if (known !== undefined) return known;
  if (ctx.memory.running.has(found.path)) return DYNAMIC;
  ctx.memory.running.add(found.path);
  const type = valueType(ctx, found, value);
  ctx.memory.running.delete(found.path);
  ctx.memory.constants.set(found.path, type);
  return type;
}

/** The value's type, where it stands: in a class body, `self` is the class. What is not frozen may be filled later. */
function valueType(
  ctx: Ctx,
  found: FoundConstant,
  value: NonNullable<NonNullable<FoundConstant['constant']>['value']>,
): Type {
  const inner = inClassBody(ctx, found.constant?.nesting ?? []);
  const { type } = inner.rules.expr(inner, EMPTY_ENV, value, null);
  return value.kind === 'array' || value.kind === 'hash' ? filled(generalised(inner, type)) : widened(type, inner);
}

function constantNames(ctx: Ctx): Iterable<string> {
  const own = ctx.frame.nesting.flatMap(scope => [...(ctx.program.classes.get(scope)?.constants.keys() ?? [])]);
  return [...own, ...ctx.program.classes.keys()];
}
