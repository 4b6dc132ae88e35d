/**
 * A Ruby file -> RBS: its classes and modules as they are nested in the source, with mixins, constants, fields,
 * attributes, aliases and methods. Methods that already have a signature are left out, wherever it is written.
 */
import { anchorPath } from '../../base/span';
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import { type RbsContext, showRbsMethod, showRbsType } from '../../infer/write/rbsTypes';
import { resolveClassName } from '../../program/constants';
import type { ClassInfo, MethodInfo, Nesting } from '../../program/program';
import type { ClassDeclaration, Declaration, ModuleDeclaration } from '../../ril/declarations';
import { hasDynamic } from '../../types/flexible';
import { substituteMethod } from '../../types/substitute';
import { DYNAMIC, type MethodType, nominal, type Type, UNTYPED_METHOD } from '../../types/type';
import { type FieldProposal, type FileProposals, isKnownType, type MethodProposal } from './inferFile';
import { createInterfaces, type Interfaces } from './rbsInterfaces';

interface Printing {
  readonly snapshot: Snapshot;
  readonly file: FileSnapshot;
  readonly proposals: FileProposals;
  /** Classes whose members are printed already: a file may open a class several times. */
  readonly done: Set<string>;
}

export function printRbsFile(snapshot: Snapshot, file: FileSnapshot, proposals: FileProposals): string {
  const ctx: Printing = { snapshot, file, proposals, done: new Set() };
  const nested = [
    ...printNested(ctx, file.ril.declarations, []),
    ...printCreatedClasses(ctx, file.ril.declarations, []),
  ];
  const top = snapshot.program.classes.get('Object');
  const script = top ? wrap('class Object', membersOf(ctx, top, ['Object'], file.ril.declarations)) : [];
  const owners = new Set(proposals.methods.map(({ info }) => info.owner));
  const others = [...owners].filter(owner => !ctx.done.has(owner)).flatMap(owner => printOwner(ctx, owner));
  return [...nested, ...script, ...others].join('\n');
}

/** A class without a `class` line here: `Point = Struct.new(…) do`, `def Other.m`. */
function printOwner(ctx: Printing, owner: string): readonly string[] {
  const info = ctx.snapshot.program.classes.get(owner);
  if (!info) return [];
  return wrap(headOf(ctx, info, owner, []), membersOf(ctx, info, [owner], []));
}

function printNested(ctx: Printing, declarations: readonly Declaration[], nesting: Nesting): readonly string[] {
  return declarations.flatMap(each =>
    each.kind === 'class' || each.kind === 'module' ? printNamespace(ctx, each, nesting) : [],
  );
}

/** `Point = Struct.new(:x, :y)`: a class that other signatures may name. */
function printCreatedClasses(ctx: Printing, declarations: readonly Declaration[], nesting: Nesting): readonly string[] {
  const { classes } = ctx.snapshot.program;
  return declarations.flatMap(each => {
    const info = each.kind === 'constant' ? classes.get([...nesting.slice(0, 1), ...each.path.names].join('::')) : null;
    if (!info || ctx.done.has(info.name) || !isHere(ctx, info.places[0]?.anchor)) return [];
    const name = info.name.split('::').at(-1) ?? info.name;
    return wrap(headOf(ctx, info, name, nesting), membersOf(ctx, info, [info.name, ...nesting], []), true);
  });
}

function printNamespace(
  ctx: Printing,
  home: ClassDeclaration | ModuleDeclaration,
  nesting: Nesting,
): readonly string[] {
  const written = home.path.names.join('::');
  const full = home.path.root || nesting.length === 0 ? written : `${nesting[0]}::${written}`;
  const { classes } = ctx.snapshot.program;
  const info = classes.get(full) ?? classes.get(resolveClassName(ctx.snapshot.program, nesting, written) ?? '');
  if (!info) return [];
  const inner: Nesting = [info.name, ...nesting];
  const members = ctx.done.has(info.name) ? [] : membersOf(ctx, info, inner, home.body);
  const nested = [...printNested(ctx, home.body, inner), ...printCreatedClasses(ctx, home.body, inner)];
  const gap = members.length > 0 && nested.length > 0 ? [''] : [];
  return wrap(headOf(ctx, info, written, nesting), [...members, ...gap, ...nested], true);
}

function headOf(ctx: Printing, info: ClassInfo, name: string, nesting: Nesting): string {
  if (info.kind === 'module') return `module ${name}`;
  const { superclass } = info;
  const isPlain = superclass === null || superclass === 'Object' || superclass === 'BasicObject';
  return isPlain
    ? `class ${name}`
    : `class ${name} < ${showRbsType(contextOf(ctx, nesting, null), nominal(superclass))}`;
}

function wrap(head: string, lines: readonly string[], isNeeded = false): readonly string[] {
  if (lines.length === 0 && !isNeeded) return [];
  const inner = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return [head, ...inner.map(line => (line === '' ? '' : `  ${line}`)), 'end', ''];
}

function membersOf(ctx: Printing, info: ClassInfo, nesting: Nesting, body: readonly Declaration[]): readonly string[] {
  ctx.done.add(info.name);
  const interfaces = createInterfaces(info);
  const rbs = contextOf(ctx, nesting, interfaces);
  const attributes = attributesOf(ctx, info);
  const methods = methodLines(ctx, info, rbs, interfaces);
  const parts = [
    mixinLines(ctx, info, rbs),
    constantLines(ctx, info, rbs, body),
    fieldLines(ctx, info, rbs, new Set(attributes.map(({ field }) => field))),
    attributes.map(
      ({ access, name, field }) => `attr_${access} ${name}: ${showRbsType(rbs, fieldType(ctx, info, field))}`,
    ),
    methods.visible,
    aliasLines(ctx, info),
    methods.hidden.length === 0 ? [] : ['private', '', ...methods.hidden],
  ];
  const shown = [interfaces.print(rbs), ...parts].filter(lines => lines.length > 0);
  return shown.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
}

function contextOf(ctx: Printing, nesting: Nesting, interfaces: Interfaces | null): RbsContext {
  const { program } = ctx.snapshot;
  return {
    nameOf: name => (resolveClassName(program, nesting, name) === name ? name : `::${name}`),
    arity: name => program.classes.get(name)?.typeParams.length ?? 0,
    interfaceOf: type => interfaces?.nameOf(type) ?? 'untyped',
  };
}

function isHere({ file }: Printing, anchor: string | undefined): boolean {
  return anchor !== undefined && anchorPath(anchor) === file.path;
}

function mixinLines(ctx: Printing, info: ClassInfo, rbs: RbsContext): readonly string[] {
  const own = info.mixins.filter(({ place, module }) => isHere(ctx, place?.anchor) && module !== info.name);
  const shown = own.map(
    ({ how, module }) => `${how} ${showRbsType(rbs, nominal(module, mixinArgs(ctx, info, module)))}`,
  );
  return [...new Set(shown)];
}

/** The elements of a class that includes Enumerable are what its `each` passes to its block. */
function mixinArgs({ proposals }: Printing, info: ClassInfo, module: string): readonly Type[] {
  if (module !== 'Enumerable') return [];
  const each = proposals.methods.find(one => one.info.owner === info.name && one.info.name === 'each');
  const types = each?.type.block?.type.params.map(({ type }) => type) ?? [];
  if (types.length === 0 || types.some(hasDynamic)) return [];
  return types.length === 1 ? types : [{ kind: 'tuple', elements: types }];
}

function constantLines(
  { snapshot }: Printing,
  info: ClassInfo,
  rbs: RbsContext,
  body: readonly Declaration[],
): readonly string[] {
  return body.flatMap(each => {
    if (each.kind !== 'constant' || each.path.names.length !== 1) return [];
    const [name = ''] = each.path.names;
    const full = info.name === 'Object' ? name : `${info.name}::${name}`;
    if (snapshot.program.classes.has(full) || (info.constants.get(name)?.type ?? null) !== null) return [];
    const line = `${name}: ${showRbsType(rbs, snapshot.inferred.constantOf(full))}`;
    return [line];
  });
}

function fieldLines(
  { proposals }: Printing,
  info: ClassInfo,
  rbs: RbsContext,
  attributes: ReadonlySet<string>,
): readonly string[] {
  const own = proposals.fields.filter(({ owner, name }) => owner === info.name && !attributes.has(name));
  return own.map(({ name, singleton, type }) => `${singleton ? 'self.' : ''}${name}: ${showRbsType(rbs, type)}`);
}

interface Attribute {
  readonly access: 'reader' | 'writer' | 'accessor';
  readonly name: string;
  readonly field: string;
}

function attributesOf(ctx: Printing, { methods }: ClassInfo): readonly Attribute[] {
  const own = [...methods.values()].filter(
    ({ synthetic, place, signature }) => synthetic !== null && signature === null && isHere(ctx, place?.anchor),
  );
  const named = (type: 'attributeReader' | 'attributeWriter'): ReadonlyMap<string, string> =>
    new Map(
      own.flatMap(({ synthetic, name }) =>
        synthetic?.type === type ? [[name.replace(/=$/, ''), synthetic.field] as const] : [],
      ),
    );
  const [readers, writers] = [named('attributeReader'), named('attributeWriter')];
  return [...new Map([...readers, ...writers])].map(([name, field]) => ({
    access: readers.has(name) ? (writers.has(name) ? 'accessor' : 'reader') : 'writer',
    name,
    field,
  }));
}

function fieldType({ proposals }: Printing, { name: owner }: ClassInfo, field: string): Type {
  const found = proposals.fields.find((each: FieldProposal) => each.owner === owner && each.name === field);
  return found?.type ?? DYNAMIC;
}

/** An alias needs a method with a signature. */
function aliasLines(ctx: Printing, info: ClassInfo): readonly string[] {
  const { methods, name } = info;
  const attributes = new Set(attributesOf(ctx, info).flatMap(each => [each.name, `${each.name}=`]));
  const proposed = new Set(ctx.proposals.methods.map(({ info }) => info.key));
  return [...methods.values()].flatMap(({ aliasOf, name: alias, place, definition }) => {
    const original = aliasOf?.startsWith(`${name}#`) ? aliasOf.slice(name.length + 1) : null;
    const isOwn = isHere(ctx, place?.anchor ?? definition?.anchor);
    const target = original === null ? undefined : methods.get(original);
    const isDeclared = target !== undefined && (proposed.has(target.key) || target.signature !== null);
    const isAttribute = attributes.has(original ?? '');
    return original !== null && isOwn && original !== alias && (isDeclared || isAttribute)
      ? [`alias ${alias} ${original}`]
      : [];
  });
}

function methodLines(
  { proposals, snapshot }: Printing,
  info: ClassInfo,
  rbs: RbsContext,
  interfaces: Interfaces,
): { readonly visible: readonly string[]; readonly hidden: readonly string[] } {
  const own = proposals.methods.filter(proposal => proposal.info.owner === info.name);
  const isFunction = ({ info: method }: MethodProposal): boolean =>
    isModuleFunction(snapshot.program.classes.get(method.owner), method);
  const line = (proposal: MethodProposal): string => {
    const on = isFunction(proposal) ? 'self?.' : proposal.info.singleton ? 'self.' : '';
    interfaces.about(proposal.info);
    return `def ${on}${showName(proposal.info.name)}: ${showRbsMethod(rbs, typeForRbs(proposal))}`;
  };
  const shown = own.filter(proposal => !(proposal.info.singleton && isFunction(proposal)));
  const isHidden = (proposal: MethodProposal): boolean =>
    proposal.info.visibility === 'private' && proposal.info.name !== 'initialize' && !isFunction(proposal);
  return {
    visible: shown.filter(each => !isHidden(each)).map(line),
    hidden: shown.filter(isHidden).map(line),
  };
}

/** `module_function` makes a private method and a public copy of it. */
function isModuleFunction(owner: ClassInfo | undefined, { name, definition }: MethodInfo): boolean {
  const [instance, copy] = [owner?.methods.get(name), owner?.singletonMethods.get(name)];
  const anchor = definition?.anchor;
  return anchor !== undefined && instance?.definition?.anchor === anchor && copy?.definition?.anchor === anchor;
}

/** What a method of an interface returns cannot be named elsewhere in the signature. */
function typeForRbs({ info, type }: MethodProposal): MethodType {
  const structural = type.params.flatMap(({ type: each }) => (each.kind === 'structural' ? each.methods : []));
  const names = structural.flatMap(({ type: { result } }) => (result.kind === 'variable' ? [result.name] : []));
  const plain = substituteMethod(type, new Map(names.map(name => [name, DYNAMIC])));
  return info.name === 'initialize' ? { ...plain, result: VOID } : plain;
}

/** No part of it is unknown as RBS writes it. */
export function isKnownInRbs(proposal: MethodProposal): boolean {
  return proposal.isKnown && isKnownType(typeForRbs(proposal));
}

/** The reader takes `void` for %any; printed as `void` in a result. */
const VOID: Type = { kind: 'any' };

function showName(name: string): string {
  return /^[A-Za-z_]\w*[?!=]?$/.test(name) ? name : `\`${name}\``;
}

/** The same parameters, of which nothing is said. */
export function eraseTypes(type: MethodType): MethodType {
  if (type.anyArgs) return UNTYPED_METHOD;
  const params = type.params.map(param => ({ ...param, type: DYNAMIC }));
  const block = { optional: true, type: UNTYPED_METHOD };
  return { ...UNTYPED_METHOD, anyArgs: false, params, block: type.block && block };
}
