/**
 * Rule: a constant raises NameError if no visible scope defines it, and nothing computes constants there
 * (`const_missing`, `const_set`, `autoload`, `eval`, an ancestor or a library that is not visible).
 */
import { singletonAncestors } from '../../program/ancestors';
import type { FoundConstant } from '../../program/constants';
import type { Const } from '../../ril/ril';
import { didYouMean } from '../binding/callReports';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { mayReport, reportCertain } from './certainReports';
import { isFullyVisible } from './knownClasses';

/** `scope`: the class before the `::`; null: looked up from the nesting. */
export function reportMissingConstant(
  ctx: Ctx,
  env: Env,
  constant: Const,
  scope: string | null,
  known: (name: string) => Iterable<string>,
): void {
  if (!mayReport(ctx, env)) return;
  const scopes = scope === null ? [...ctx.frame.nesting, 'Object'] : [scope];
  if (!scopes.every(one => isFullyVisible(ctx, one) && !definesConstMissing(ctx, one))) return;
  if (ctx.inference?.mayBeDefinedElsewhere(constant.name) ?? true) return;
  const name = scope === null ? constant.name : `${scope}::${constant.name}`;
  const hint = didYouMean(name, known(name));
  reportCertain(ctx, env, {
    code: 'LP5003',
    span: constant.span,
    raises: 'NameError',
    name: constant.name,
    args: { name, hint },
  });
}

/** `Scope::NAME` of a private constant. A class body may read it before it makes it private. */
export function reportPrivateConstant(ctx: Ctx, env: Env, constant: Const, found: FoundConstant): void {
  const { scope, span, name } = constant;
  if (scope === null || scope === 'root' || scope.kind !== 'const' || found.constant?.isPrivate !== true) return;
  const owner = found.path.split('::').slice(0, -1).join('::');
  const info = ctx.program.classes.get(owner);
  if (!mayReport(ctx, env) || info?.places.length !== 1 || info.dynamics.length > 0) return;
  if (ctx.frame.method === null && ctx.frame.nesting.includes(owner)) return;
  const hint = 'It is private: read it by its name alone, inside of its class or module';
  reportCertain(ctx, env, { code: 'LP5003', span, raises: 'NameError', name, args: { name: found.path, hint } });
}

/** In a class below BasicObject, constants of the top level have to be written `::Name`. */
export function reportHiddenConstant(ctx: Ctx, env: Env, constant: Const, found: string): void {
  const [scope] = ctx.frame.nesting;
  if (scope === undefined || constant.scope !== null || found !== constant.name || !mayReport(ctx, env)) return;
  if (ctx.program.classes.get(scope)?.kind !== 'class' || ctx.hierarchy.ancestors(scope).includes('Object')) return;
  if (!isFullyVisible(ctx, scope) || definesConstMissing(ctx, scope)) return;
  if (ctx.inference?.mayBeDefinedElsewhere(constant.name) ?? true) return;
  const { span, name } = constant;
  const args = { name: `${scope}::${name}`, hint: `Write \`::${name}\`` };
  reportCertain(ctx, env, { code: 'LP5003', span, raises: 'NameError', name, args });
}

function definesConstMissing(ctx: Ctx, name: string): boolean {
  return singletonAncestors(ctx.program, name).some(owner => {
    const info = ctx.program.classes.get(owner.name);
    const found = (owner.singleton ? info?.singletonMethods : info?.methods)?.get('const_missing');
    return found?.origin === 'workspace';
  });
}
