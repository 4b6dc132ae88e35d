/** Adds the members of an RBS class to its draft as methods, fields and mixins. */
import { ALWAYS_PRIVATE, findMethod, findSingletonMethod } from '../program/lookup';
import { methodKey } from '../program/methodKey';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import { type Labels, NO_LABELS } from '../types/annotation';
import { mapMethodNames } from '../types/mapNames';
import { type Bindings, substituteMethod, substituteType } from '../types/substitute';
import { type MethodType, type ParamType, type Type, UNTYPED_METHOD } from '../types/type';
import type { RbsBuild } from './rbsBuild';
import type { RbsClassDraft } from './rbsDraft';
import type { RbsAttribute, RbsMember, RbsMethod, RbsMixin } from './rbsSyntax';
import {
  type RbsSite,
  rbsMapper,
  reportGroundless,
  reportUnknown,
  resolveRbsClass,
  resolveRbsType,
} from './rbsTypeNames';

export type MemberSite = RbsSite & { readonly renames: Bindings };

export function addMembers(
  build: RbsBuild,
  draft: RbsClassDraft,
  members: readonly RbsMember[],
  around: MemberSite,
): void {
  for (const member of members) {
    const site = { ...around, at: member.span };
    switch (member.kind) {
      case 'method':
        addMethod(build, draft, member, site);
        break;
      case 'attribute':
        addAttribute(build, draft, member, site);
        break;
      case 'mixin':
        addMixin(build, draft, member, site);
        break;
      case 'methodAlias':
        draft.waiting.push({ ...member, singleton: member.on === 'singleton', site });
        break;
      case 'variable': {
        const type = ownType(build, site, member.type);
        const fields = member.on === 'singleton' ? draft.singletonFields : draft.fields;
        fields.set(member.name, { name: member.name, type, refinement: null, place: null, nesting: site.nesting });
        break;
      }
      default:
        break; // Nested declarations are visited separately.
    }
  }
}

/** An alias takes the signature of its target, own or inherited. */
export function resolveAliases(build: RbsBuild, program: Program, draft: RbsClassDraft): void {
  for (const { newName, oldName, singleton, site } of draft.waiting) {
    const methods = singleton ? draft.singletonMethods : draft.methods;
    const old = methods.get(oldName) ?? findAliasTarget(program, draft, oldName, singleton);
    if (!old && oldName !== '?')
      reportGroundless(build, site, `${draft.name} has no method ${oldName} that could be called ${newName}, too`);
    if (!old || methods.has(newName)) continue;
    const key = methodKey(draft.name, newName, singleton);
    const aliasOf = old.aliasOf ?? old.key;
    methods.set(newName, { ...old, key, owner: draft.name, name: newName, singleton, aliasOf });
  }
}

/** `self.compile` as an alias of `new` takes the parameters of `initialize` and returns an instance. */
function findAliasTarget(program: Program, draft: RbsClassDraft, name: string, singleton: boolean): MethodInfo | null {
  if (!singleton) return findMethod(program, draft.name, name);
  const found = findSingletonMethod(program, draft.name, name);
  const initialize = name === 'new' && found?.owner === 'Class' ? draft.methods.get('initialize') : undefined;
  if (!found || !initialize?.signature) return found;
  const args = draft.typeParams.map((param): Type => ({ kind: 'variable', name: param.name }));
  const result: Type = { kind: 'nominal', name: draft.name, args };
  const arms = initialize.signature.arms.map(one => ({ ...one, type: { ...one.type, result } }));
  return { ...found, signature: { ...initialize.signature, arms } };
}

function addMethod(build: RbsBuild, draft: RbsClassDraft, member: RbsMethod, site: MemberSite): void {
  const labels: Labels = member.annotations.some(({ text }) => text === 'pure')
    ? { ...NO_LABELS, pure: true }
    : NO_LABELS;
  const arms = member.overloads.map(type => makeArm(build, site, type, labels));
  const { name } = member;
  if (member.on !== 'singleton') {
    const isHidden = member.on === 'both' || ALWAYS_PRIVATE.has(member.name);
    const visibility = isHidden ? 'private' : member.visibility;
    addSignature(build, draft, site, { member, name, singleton: false, visibility, arms, labels });
  }
  if (member.on !== 'instance')
    addSignature(build, draft, site, { member, name, singleton: true, visibility: member.visibility, arms, labels });
}

function makeArm(build: RbsBuild, site: MemberSite, type: MethodType, labels: Labels): SignatureArm {
  const resolved = substituteMethod(mapMethodNames(type, rbsMapper(build, site)), site.renames);
  const shown = build.places ? resolved : withoutSpans(resolved);
  return { type: shown, text: '', place: null, labels, origin: null, nesting: [] };
}

function withoutSpans(type: MethodType): MethodType {
  const params = type.params.map((param): ParamType => ({ ...param, span: null }));
  return { ...type, params, block: type.block && { ...type.block, type: withoutSpans(type.block.type) } };
}

/** A method that a member declares: an attribute may declare a reader and a writer. */
interface DeclaredMethod {
  readonly member: RbsMethod | RbsAttribute;
  readonly name: string;
  readonly singleton: boolean;
  readonly visibility: 'public' | 'private';
  readonly arms: readonly SignatureArm[];
  readonly labels: Labels;
}

function addSignature(build: RbsBuild, draft: RbsClassDraft, site: MemberSite, declared: DeclaredMethod): void {
  const { member, name, singleton, visibility, arms, labels } = declared;
  const methods = singleton ? draft.singletonMethods : draft.methods;
  const before = methods.get(name);
  const adds = member.kind === 'method' && member.overloading;
  const place = build.places ? { anchor: `${site.file.path}|file`, span: member.span } : null;
  const origin = build.origin(site.file.path);
  const waiting = before !== undefined && build.placeholders.has(before);
  if (before && !adds && before.origin === origin && !waiting) {
    const told = build.problems.some(({ code, args }) => code === 'LP2512' && args.name === before.key);
    if (place && !told) build.problems.push({ code: 'LP2512', place, args: { name: before.key } });
    return;
  }
  const known = before?.signature?.arms ?? [];
  // Overloads come first, as in RBS; but those that the standard library adds to core come last.
  const behind = adds && before?.origin === 'core' && origin === 'rbs';
  const all = behind ? [...known, ...arms] : adds ? [...arms, ...known] : waiting ? [...known, ...arms] : arms;
  const method: MethodInfo = {
    key: methodKey(draft.name, name, singleton),
    owner: draft.name,
    name,
    singleton,
    visibility,
    definition: null,
    synthetic: null,
    aliasOf: null,
    signature: { arms: all, labels },
    place,
    origin: before?.origin ?? origin,
    nesting: [],
    redefinitions: [],
  };
  methods.set(name, method);
  if (adds && (!before || waiting)) build.placeholders.add(method);
}

function addAttribute(build: RbsBuild, draft: RbsClassDraft, member: RbsAttribute, site: MemberSite): void {
  const type = ownType(build, site, member.type);
  const singleton = member.on === 'singleton';
  const base: MethodType = { ...UNTYPED_METHOD, anyArgs: false, result: type };
  const written: ParamType = { kind: 'required', name: null, type, refinement: null, span: null };
  const add = (name: string, method: MethodType) => {
    const one: SignatureArm = { type: method, text: '', place: null, labels: NO_LABELS, origin: null, nesting: [] };
    const { visibility } = member;
    addSignature(build, draft, site, { member, name, singleton, visibility, arms: [one], labels: NO_LABELS });
  };
  if (member.access !== 'writer') add(member.name, base);
  if (member.access !== 'reader') add(`${member.name}=`, { ...base, params: [written] });
  if (member.variable === null) return;
  const fields = singleton ? draft.singletonFields : draft.fields;
  const field = { name: member.variable, type, refinement: null, place: null, nesting: [] };
  if (!fields.has(field.name)) fields.set(field.name, field);
}

function addMixin(build: RbsBuild, draft: RbsClassDraft, member: RbsMixin, site: MemberSite): void {
  const module = resolveRbsClass(build, site, member.reference.name);
  // Interfaces declare methods but do not take part in lookup.
  const isInterface = /(^|::)_[^:]*$/.test(member.reference.name);
  if (module === null && !isInterface) reportUnknown(build, site, member.reference.name, null);
  if (module === null) return;
  const args = member.reference.args.map(type => ownType(build, site, type));
  if (draft.mixins.some(mixin => mixin.module === module && mixin.how === member.how)) return;
  draft.mixins.push({ module, how: member.how, place: null, args });
}

function ownType(build: RbsBuild, site: MemberSite, type: Type): Type {
  return substituteType(resolveRbsType(build, site, type), site.renames);
}
