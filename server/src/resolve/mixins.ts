/** `include`, `extend`, `prepend`, on self or on a named class; names are resolved when all classes are known. */
import type { AnchorId } from '../base/span';
import { constantName } from '../program/constants';
import type { MixinSite } from '../program/program';
import type { Call, Expr } from '../ril/ril';
import { draftOf, linkClass } from './draft';
import { noteDynamic, type Scope } from './scope';

interface MixedIn {
  /** The class that they are mixed into. */
  readonly of: string;
  readonly how: MixinSite['how'];
  readonly modules: readonly Expr[];
}

/** `include A, B` puts A before B in the lookup order, so the last one is mixed in first. */
export function mixIn(scope: Scope, call: Call, { of, how, modules }: MixedIn, anchor: AnchorId): void {
  const args = scope.mixinArgs;
  scope.mixinArgs = [];
  for (const module of [...modules].reverse()) {
    const place = { anchor, span: module.span };
    const name = constantName(module);
    const actual = scope.singleton && how === 'include' && of === scope.className ? 'extend' : how;
    if (module.kind === 'self') draftOf(scope.ctx, of).mixins.push({ module: of, how: actual, place, args: [] });
    else if (name === null) noteDynamic(scope, { kind: 'computed-module', how }, anchor, call.span);
    else linkClass(scope.ctx, { type: 'mixin', of, how: actual, name, nesting: scope.nesting, place, args });
  }
  if (call.args.some(arg => arg.type === 'splat'))
    noteDynamic(scope, { kind: 'computed-module', how }, anchor, call.span);
}
