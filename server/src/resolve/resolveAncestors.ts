/**
 * Third step: resolves superclasses and modules by name. Superclasses first, because constants are looked up through
 * ancestors; an unknown name marks its class, which may inherit methods that are not visible.
 */
import type { DynamicCause } from '../problems/dynamicCauses';
import { resolveClassName } from '../program/constants';
import type { MixinSite, Program } from '../program/program';
import type { Type } from '../types/type';
import { readIncludedBlock } from './classBodies';
import { type ClassDraft, draftOf, type Link, type ResolveContext, viewOf } from './draft';
import { typeNames } from './nameContext';
import { resolveType } from './typeNames';

type SuperclassLink = Extract<Link, { type: 'superclass' }>;
type MixinLink = Extract<Link, { type: 'mixin' }>;

export function resolveLinks(ctx: ResolveContext): void {
  resolveAllLinks(ctx, ctx.links);
  extendHosts(ctx);
  const before = ctx.links.length;
  runIncludedBlocks(ctx);
  if (ctx.links.length > before) resolveAllLinks(ctx, ctx.links.slice(before));
}

export function resolveAllLinks(ctx: ResolveContext, links: readonly Link[]): void {
  const superclasses = links.filter((link): link is SuperclassLink => link.type === 'superclass');
  const mixins = links.filter((link): link is MixinLink => link.type === 'mixin');
  resolveSuperclasses(ctx, superclasses);
  resolveMixins(ctx, mixins);
}

/** Runs twice, because the first pass provides the ancestors through which the second looks names up. */
function resolveSuperclasses(ctx: ResolveContext, links: readonly SuperclassLink[]): void {
  let missing = links;
  for (let pass = 0; pass < 2; pass++) {
    const view = viewOf(ctx);
    missing = links.filter(link => {
      const name = resolveClassName(view, link.nesting, link.name);
      if (name !== null && name !== link.of) draftOf(ctx, link.of).superclass = name;
      return name === null;
    });
  }
  for (const link of missing) noteMissing(ctx, link, { kind: 'unknown-superclass', name: link.name });
}

function resolveMixins(ctx: ResolveContext, links: readonly MixinLink[]): void {
  const fixed = new Map<ClassDraft, readonly MixinSite[]>();
  for (const link of links) {
    const draft = draftOf(ctx, link.of);
    if (!fixed.has(draft)) fixed.set(draft, draft.mixins);
  }
  let missing: readonly MixinLink[] = [];
  for (let pass = 0; pass < 2; pass++) {
    const view = viewOf(ctx);
    const resolved = links.map(link => resolveClassName(view, link.nesting, link.name));
    for (const [draft, sites] of fixed) draft.mixins = [...sites];
    links.forEach((link, index) => {
      const module = resolved[index];
      const args = pass === 0 ? [] : argsOf(ctx, view, link);
      if (module) draftOf(ctx, link.of).mixins.push({ module, how: link.how, place: link.place, args });
    });
    missing = links.filter((_, index) => !resolved[index]);
  }
  for (const link of missing) {
    if (!HARMLESS.test(link.name)) noteMissing(ctx, link, { kind: 'unknown-module', how: link.how, name: link.name });
  }
}

/** `include Enumerable #[Integer]` */
function argsOf(ctx: ResolveContext, view: Program, { of, nesting, place, args }: MixinLink): readonly Type[] {
  if (args.length === 0) return args;
  const names = typeNames(ctx, view, of, nesting, { text: '', place, segments: [], notation: 'rbs-inline' });
  return args.map(arg => resolveType(names, arg, null));
}

/** Modules that add annotations or class-body calls that are read here anyway. */
const HARMLESS = /^(::)?((RDL|Loupe|T)(::.*)?|Forwardable|ActiveSupport::Concern)$/;

function noteMissing(ctx: ResolveContext, link: Link, cause: DynamicCause): void {
  draftOf(ctx, link.of).dynamics.push({ cause, place: link.place });
}

/** Applies the effects of `def self.included(base)` and concerns to the classes that include them. */
function extendHosts(ctx: ResolveContext): void {
  const view = viewOf(ctx);
  const concerns = new Set(
    ctx.links.flatMap(link =>
      link.type === 'mixin' && /^(::)?ActiveSupport::Concern$/.test(link.name) ? [link.of] : [],
    ),
  );
  for (const draft of [...ctx.classes.values()]) {
    const added = draft.mixins.flatMap((site): MixinSite[] => {
      if (site.how !== 'include') return [];
      const hooked = (ctx.hostExtensions.get(site.module) ?? []).flatMap(
        extension => resolveClassName(view, extension.nesting, extension.name) ?? [],
      );
      const ofConcern = concerns.has(site.module) && view.classes.has(`${site.module}::ClassMethods`);
      const modules = ofConcern ? [...hooked, `${site.module}::ClassMethods`] : hooked;
      return modules.map(module => ({ module, how: 'extend', place: site.place, args: [] }));
    });
    draft.mixins.push(...added);
  }
}

function runIncludedBlocks(ctx: ResolveContext): void {
  if (ctx.includedBlocks.size === 0) return;
  for (const draft of [...ctx.classes.values()]) {
    for (const site of draft.mixins) {
      if (site.how !== 'include') continue;
      for (const block of ctx.includedBlocks.get(site.module) ?? []) {
        ctx.makers.hosts.add(draft.name);
        readIncludedBlock(ctx, draft.name, block.body, block.anchor, block.nesting);
      }
    }
  }
}
