/**
 * Rule: a class body raises if it opens a class with another superclass than before, inherits from or mixes in something
 * that cannot be, or gives another name to a method that does not exist.
 */
import type { DynamicCause } from '../../problems/dynamicCauses';
import { findConstantExpr } from '../../program/constants';
import type { ClassInfo } from '../../program/program';
import type { BodyUnit } from '../../program/unit';
import type { ClassDeclaration, Declaration, ModuleDeclaration } from '../../ril/declarations';
import { nominal } from '../../types/type';
import { resolveType } from '../../typing/typeOps';
import { didYouMean } from '../binding/callReports';
import { methodNames } from '../callees/unknownMethod';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { EMPTY_ENV } from '../state/env';
import { mayReport, reportCertain } from './certainReports';
import { isFullyVisible } from './knownClasses';
import { mayHaveHidden } from './misspelt';

/** What the class itself says; `ctx` is that of its body. */
export function reportBrokenBody(ctx: Ctx, { declarations, self }: BodyUnit): void {
  const info = self.kind === 'classOf' ? ctx.program.classes.get(self.name) : undefined;
  if (!info || !mayReport(ctx, EMPTY_ENV)) return;
  const anchors = new Set(declarations.map(declaration => declaration.anchor));
  reportMixins(ctx, info, anchors);
  reportAliases(ctx, info, anchors);
}

const MAY_BE_MODULE: ReadonlySet<DynamicCause['kind']> = new Set(['computed-superclass', 'class-and-module']);

/** `include C` of a class. */
function reportMixins(ctx: Ctx, info: ClassInfo, anchors: ReadonlySet<string>): void {
  for (const { module, how, place } of info.mixins) {
    const mixed = ctx.program.classes.get(module);
    if (place === null || !anchors.has(place.anchor) || mixed?.kind !== 'class' || mayBeHidden(ctx, module)) continue;
    if (mixed.dynamics.some(({ cause }) => MAY_BE_MODULE.has(cause.kind))) continue;
    const here: Ctx = { ...ctx, frame: { ...ctx.frame, anchor: place.anchor } };
    const args = { how, name: module, kind: 'a class' };
    reportCertain(here, EMPTY_ENV, { code: 'LP5012', span: place.span, raises: 'TypeError', name: module, args });
  }
}

/** `alias new old`, `alias_method :new, :old` of a method that neither the class nor an ancestor has. */
function reportAliases(ctx: Ctx, info: ClassInfo, anchors: ReadonlySet<string>): void {
  if (info.kind !== 'class' || !isFullyVisible(ctx, info.name, ({ cause }) => cause.kind === 'unknown-alias')) return;
  for (const { cause, place } of info.dynamics) {
    if (cause.kind !== 'unknown-alias' || !anchors.has(place.anchor)) continue;
    const method = cause.name;
    if (info.methods.has(method)) continue;
    if (mayHaveHidden(ctx, method, [{ className: info.name, singleton: false }])) continue;
    const here: Ctx = { ...ctx, frame: { ...ctx.frame, anchor: place.anchor } };
    const args = { owner: info.name, method, hint: didYouMean(method, methodNames(ctx, nominal(info.name))) };
    reportCertain(here, EMPTY_ENV, { code: 'LP5013', span: place.span, raises: 'NameError', name: method, args });
  }
}

/** `class A < Kernel`, `class A < 5`, and a class that `earlier` declarations opened with another superclass. */
export function reportSuperclass(
  ctx: Ctx,
  env: Env,
  { path, superclass }: ClassDeclaration,
  earlier: readonly Declaration[],
): void {
  if (superclass === null || !mayReport(ctx, env)) return;
  const common = { span: superclass.span, raises: 'TypeError' } as const;
  const parent = classNamed(ctx, superclass);
  const type = ctx.out.types.get(superclass);
  const isHidden = (): boolean => superclass.kind === 'const' && mayBeHidden(ctx, superclass.name);
  if (parent?.kind === 'module' || (parent === null && type && isValue(resolveType(ctx, type).kind))) {
    if (isHidden()) return;
    const name = superclass.kind === 'const' ? superclass.name : 'this';
    const args = { name, kind: parent === null ? 'a value' : 'a module' };
    reportCertain(ctx, env, { code: 'LP5014', name, args, ...common });
    return;
  }
  const name = path.names.join('::');
  const first = earlier.find(each => each.kind === 'class' && each.superclass && each.path.names.join('::') === name);
  const before = first?.kind === 'class' && first.superclass ? classNamed(ctx, first.superclass) : null;
  if (before === null || parent === null || before.name === parent.name || isHidden()) return;
  reportCertain(ctx, env, { code: 'LP5011', name, args: { name, before: before.name }, ...common });
}

/** `module A` after `class A` in the same body, or the other way round. */
export function reportOtherKind(
  ctx: Ctx,
  env: Env,
  { kind, path, span }: ClassDeclaration | ModuleDeclaration,
  earlier: readonly Declaration[],
): void {
  const name = path.names.join('::');
  const other = kind === 'class' ? 'module' : 'class';
  const isOther = (each: Declaration): boolean => each.kind === other && each.path.names.join('::') === name;
  if (!mayReport(ctx, env) || !earlier.some(isOther)) return;
  const at = { span: { start: span.start, end: span.start + kind.length }, raises: 'TypeError', name } as const;
  if (kind === 'class') reportCertain(ctx, env, { code: 'LP5014', ...at, args: { name, kind: 'a module' } });
  else reportCertain(ctx, env, { code: 'LP5012', ...at, args: { how: 'module', name, kind: 'a class' } });
}

function mayBeHidden(ctx: Ctx, name: string): boolean {
  return ctx.inference?.mayBeShadowed(name.split('::').at(-1) ?? name) ?? true;
}

function classNamed(ctx: Ctx, expr: NonNullable<ClassDeclaration['superclass']>): ClassInfo | null {
  return expr.kind === 'const' ? (findConstantExpr(ctx.program, ctx.frame.nesting, expr)?.classInfo ?? null) : null;
}

function isValue(kind: string): boolean {
  return kind === 'literal' || kind === 'nil' || kind === 'tuple' || kind === 'finiteHash' || kind === 'bool';
}
