/** Last step: resolves names in field types, aliases and type parameters; then the drafts are the Program. */
import { addedDescendants } from '../program/descendants';
import { LayeredMap } from '../program/layeredMap';
import type { ClassInfo, FieldInfo, MethodInfo, Program } from '../program/program';
import { mapNames, type NameMapper } from '../types/mapNames';
import { DYNAMIC, type Type } from '../types/type';
import { type ClassDraft, type ResolveContext, viewOf } from './draft';
import { typeNames } from './nameContext';
import { refinedAlias } from './refinedAliases';
import { resolveType, resolveTypeParam } from './typeNames';

const NOTHING = { text: '', segments: [] };

export function finish(ctx: ResolveContext): Program {
  const view = viewOf(ctx);
  for (const draft of ctx.classes.values()) finishClass(ctx, view, draft);
  finishFields(ctx, view, 'Object', ctx.globals);
  return {
    classes: new LayeredMap<string, ClassInfo>(ctx.classes, ctx.library.classes),
    aliases: new LayeredMap(finishAliases(ctx, view), ctx.library.aliases),
    aliasParams: ctx.library.aliasParams,
    globals: ctx.globals,
    descendants: addedDescendants(ctx.classes.values(), ctx.library),
    ...(ctx.library.protocol && { protocol: ctx.library.protocol }),
    ...(ctx.library.refusals && { refusals: ctx.library.refusals }),
    ...(ctx.library.libraries && { libraries: ctx.library.libraries }),
    memos: ctx.library.memos.next(),
    runLabels: { typecheck: ctx.typecheckLabels, verify: ctx.verifyLabels },
  };
}

export function finishClass(ctx: ResolveContext, view: Program, draft: ClassDraft): void {
  finishTypeParams(ctx, view, draft);
  finishSuperclass(ctx, view, draft);
  finishMembers(ctx, view, draft);
  finishSelfTypes(ctx, view, draft);
  finishFields(ctx, view, draft.name, draft.fields);
  finishFields(ctx, view, draft.name, draft.singletonFields);
  shareClassFields(draft);
  declareFieldsOfAttributes(draft.methods, draft.fields);
  declareFieldsOfAttributes(draft.singletonMethods, draft.singletonFields);
}

/** `type '() -> Integer'` above `attr_reader :x` or `attr_writer :x` declares @x, unless there is a `var_type`. */
function declareFieldsOfAttributes(methods: ReadonlyMap<string, MethodInfo>, fields: Map<string, FieldInfo>): void {
  for (const type of ['attributeReader', 'attributeWriter'] as const)
    for (const { synthetic, signature, aliasOf } of methods.values()) {
      if (synthetic?.type !== type || signature?.arms.length !== 1 || aliasOf !== null) continue;
      const [arm] = signature.arms;
      const field = fields.get(synthetic.field);
      const held = type === 'attributeReader' ? arm?.type.result : arm?.type.params[0]?.type;
      if (!arm || !held || arm.broken || !field || field.type) continue;
      fields.set(field.name, { ...field, type: held, place: arm.place, ofReader: true });
    }
}

function finishTypeParams(ctx: ResolveContext, view: Program, draft: ClassDraft): void {
  if (draft.typeParams === ctx.library.classes.get(draft.name)?.typeParams || draft.typeParams.length === 0) return;
  const place = draft.places[0];
  if (!place) return;
  const names = typeNames(ctx, view, draft.name, [draft.name], { text: '', place, segments: [] });
  draft.typeParams = draft.typeParams.map(param => resolveTypeParam(names, param));
}

/** Types of the superclass that a comment gives; those of the library are already resolved. */
function finishSuperclass(ctx: ResolveContext, view: Program, draft: ClassDraft): void {
  const place = draft.places[0];
  if (draft.superclassArgs.length === 0 || ctx.library.classes.has(draft.name) || !place) return;
  const written = { text: '', place, segments: [], notation: 'rbs-inline' } as const;
  const names = typeNames(ctx, view, draft.name, scopesOf(draft.name), written);
  draft.superclassArgs = draft.superclassArgs.map(arg => resolveType(names, arg, null));
}

function finishMembers(ctx: ResolveContext, view: Program, draft: ClassDraft): void {
  const place = draft.places[0];
  if (draft.members === undefined || !place) return;
  const names = typeNames(ctx, view, draft.name, scopesOf(draft.name), { ...NOTHING, place, notation: 'sorbet' });
  draft.members = new Map([...draft.members].map(([name, type]) => [name, resolveType(names, type, null)]));
}

/** What a module requires of classes that include it; those of the library are already resolved. */
function finishSelfTypes(ctx: ResolveContext, view: Program, draft: ClassDraft): void {
  const place = draft.places[0];
  if (draft.selfTypes.length === 0 || ctx.library.classes.has(draft.name) || !place) return;
  const written = { text: '', place, segments: [], notation: 'sorbet' } as const;
  const names = typeNames(ctx, view, draft.name, scopesOf(draft.name), written);
  draft.selfTypes.splice(0, draft.selfTypes.length, ...draft.selfTypes.map(type => resolveType(names, type, null)));
}

/** `A::B` -> `A::B`, `A` */
function scopesOf(name: string): readonly string[] {
  const parts = name.split('::');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('::'));
}

/** Library fields have no place and are already resolved. */
function finishFields(ctx: ResolveContext, view: Program, owner: string, fields: Map<string, FieldInfo>): void {
  for (const [name, field] of fields) {
    if (!field.type || !field.place) continue;
    const written = field.written ?? { text: '', place: field.place, segments: [] };
    const meant = refinedAlias(ctx, field.type) ?? field.type;
    const type = resolveType(typeNames(ctx, view, owner, field.nesting, written), meant, null);
    fields.set(
      name,
      type.kind === 'refined' ? { ...field, type: type.base, refinement: type.refinement } : { ...field, type },
    );
  }
}

/** `var_type :@x` in a class body declares the class's own field if only the class's own methods use @x. */
function shareClassFields(draft: ClassDraft): void {
  for (const [name, used] of draft.singletonFields) {
    const declared = draft.fields.get(name);
    if (!declared?.type || used.type) continue;
    const { inBody, ...rest } = declared;
    draft.singletonFields.set(name, used.inBody ? { ...rest, inBody: used.inBody } : rest);
  }
}

function finishAliases(ctx: ResolveContext, view: Program): Map<string, Type> {
  const result = new Map<string, Type>();
  for (const [name, { type, nesting, written }] of ctx.aliases) {
    result.set(name, resolveType(typeNames(ctx, view, 'Object', nesting, written), type, null));
  }
  for (const [name, { nesting, written }] of ctx.aliases) {
    const isPart = written.notation === 'rbs-inline'; // `type json = Array[json]`, as in RBS
    if (!aliasesBehind(result, name, isPart ? aliasesOfWhole : aliasesIn).has(name)) continue;
    typeNames(ctx, view, 'Object', nesting, written).report('LP2508', { name }, null);
    result.set(name, DYNAMIC);
  }
  return result;
}

/** All aliases in the definition of this one, transitively. */
function aliasesBehind(
  aliases: ReadonlyMap<string, Type>,
  start: string,
  namesIn: (type: Type) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const other of namesIn(aliases.get(name) ?? DYNAMIC)) {
      if (found.has(other)) continue;
      found.add(other);
      visit(other);
    }
  };
  visit(start);
  return found;
}

/** Aliases that denote the type itself, not a part of it. */
function aliasesOfWhole(type: Type): readonly string[] {
  switch (type.kind) {
    case 'alias':
      return [type.name];
    case 'union':
    case 'intersection':
      return type.members.flatMap(aliasesOfWhole);
    case 'nonNull':
      return aliasesOfWhole(type.type);
    default:
      return [];
  }
}

function aliasesIn(type: Type): readonly string[] {
  const names: string[] = [];
  const mapper: NameMapper = {
    name: one => {
      if (one.kind === 'alias') names.push(one.name);
      return one;
    },
    within: () => mapper,
  };
  mapNames(type, mapper, null);
  return names;
}
