/**
 * Sorbet's declarations in class bodies: `T.type_alias`, `type_member` and `type_template`, `requires_ancestor`, and the
 * `prop`s and `const`s of a `T::Struct`.
 */
import type { ClassDeclaration, ConstantDeclaration, Declaration } from '../ril/declarations';
import type { Call, Expr } from '../ril/ril';
import { type AttributeAnnotation, type ClassRestriction, NO_LABELS } from '../types/annotation';
import { showMethodType, showType } from '../types/show';
import { ANY, DYNAMIC, type ParamType, type Type, UNTYPED_METHOD, type Variance } from '../types/type';
import { type AnnotationContext, keywordArguments, placeAt, positionalArguments } from './annotationContext';
import { readSorbetType } from './sorbetExpression';
import { constantPath, literalName } from './staticString';

/** `Name = T.type_alias { … }`, `Elem = type_member(:out) { { upper: A } }`. Returns true if it is one of them. */
export function readSorbetConstant(ctx: AnnotationContext, { path, value }: ConstantDeclaration): boolean {
  const [name] = path.names;
  if (value.kind !== 'call' || name === undefined) return false;
  if (isForm(value, 'type_alias')) {
    const type = blockBody(value);
    if (type !== null) declareAlias(ctx, path.names.join('::'), readSorbetType(ctx, type), value);
    return type !== null;
  }
  if (value.receiver !== null || path.names.length > 1) return false;
  if (value.method === 'type_member') readTypeMember(ctx, name, value);
  // The class object has no type parameters here, so a use of the template is its bound.
  else if (value.method === 'type_template') {
    const options = optionsOf(value);
    declareAlias(ctx, name, readOption(ctx, options, 'fixed') ?? readOption(ctx, options, 'upper') ?? DYNAMIC, value);
  } else return false;
  return true;
}

function isForm(call: Call, method: string): boolean {
  return call.method === method && call.receiver !== null && /^(::)?T$/.test(constantPath(call.receiver) ?? '');
}

function blockBody(call: Call): Expr | null {
  return call.block?.type === 'block' ? call.block.block.body : null;
}

function declareAlias(ctx: AnnotationContext, name: string, type: Type, { span }: Call): void {
  const place = placeAt(ctx, span);
  const written = { text: showType(type), place, segments: [], notation: 'sorbet' } as const;
  ctx.annotations.push({ kind: 'typeAlias', anchor: ctx.anchor, place, name: `%${name}`, type, written, scoped: true });
}

const VARIANCES: ReadonlyMap<string, Variance> = new Map([
  ['out', 'out'],
  ['in', 'in'],
]);

function readTypeMember(ctx: AnnotationContext, name: string, call: Call): void {
  const options = optionsOf(call);
  const [given] = positionalArguments(call);
  const variance = VARIANCES.get((given && literalName(given)) ?? '') ?? 'invariant';
  ctx.annotations.push({
    kind: 'typeMember',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    param: { name, variance, bound: readOption(ctx, options, 'upper'), default: null },
    fixed: readOption(ctx, options, 'fixed'),
  });
}

type Options = readonly { readonly name: string; readonly value: Expr }[];

/** `{ { upper: A } }`, or in older code `upper: A` as arguments. */
function optionsOf(call: Call): Options {
  const body = blockBody(call);
  const hash = body?.kind === 'seq' && body.body.length === 1 ? body.body[0] : body;
  return keywordArguments(hash?.kind === 'hash' ? hash.entries : call.args);
}

function readOption(ctx: AnnotationContext, options: Options, name: string): Type | null {
  const option = options.find(one => one.name === name);
  return option === undefined ? null : readSorbetType(ctx, option.value);
}

/** `requires_ancestor { Kernel }` in a module: the type of every object that includes it. */
export function readRequiredAncestor(ctx: AnnotationContext, call: Call): boolean {
  const body = call.receiver === null && call.args.length === 0 ? blockBody(call) : null;
  if (body?.kind !== 'const' && body?.kind !== 'call') return false;
  const type = readSorbetType(ctx, body);
  const place = placeAt(ctx, call.span);
  ctx.annotations.push({ kind: 'moduleSelf', anchor: ctx.anchor, place, type });
  return true;
}

/** `abstract!` and the like, without arguments. */
export function readRestriction(restriction: ClassRestriction): (ctx: AnnotationContext, call: Call) => boolean {
  return (ctx, call) => {
    if (call.receiver !== null || call.args.length > 0 || call.block !== null) return false;
    ctx.annotations.push({ kind: 'restriction', anchor: ctx.anchor, place: placeAt(ctx, call.span), restriction });
    return true;
  };
}

const STRUCTS = /^(::)?T::(Struct|InexactStruct|ImmutableStruct)$/;

/** A class below a struct has the members of both; whether its superclass is one is known when all classes are. */
function inheritedFrom({ superclass }: ClassDeclaration): 'struct' | 'class' | null {
  const path = superclass === null ? null : constantPath(superclass);
  return path === null ? null : STRUCTS.test(path) ? 'struct' : 'class';
}

interface Prop {
  readonly call: Call;
  readonly declaration: Declaration;
  readonly name: string;
  readonly type: Type;
}

/** The accessors of a `T::Struct`, and the keywords of its `new`. `contextOf`: the context of a statement. */
export function readStruct(struct: ClassDeclaration, contextOf: (declaration: Declaration) => AnnotationContext): void {
  const parent = inheritedFrom(struct);
  if (parent === null) return;
  const below = parent === 'class' && { ifStruct: true as const };
  const props = struct.body.flatMap((declaration): Prop[] => {
    const call = declaration.kind === 'statement' && declaration.expr.kind === 'call' ? declaration.expr : null;
    if (call === null || call.receiver !== null || (call.method !== 'prop' && call.method !== 'const')) return [];
    return readProp(contextOf(declaration), call, { declaration, ...below });
  });
  const last = props.at(-1);
  if (last === undefined) return;
  const ctx = contextOf(last.declaration);
  const params = props.flatMap(({ call, name, type }): ParamType[] => [
    { kind: isOptional(call, type) ? 'optionalKey' : 'key', name, type, refinement: null, span: null },
  ]);
  // What the superclass takes is not known here.
  const others: ParamType = { kind: 'keyRest', name: null, type: DYNAMIC, refinement: null, span: null };
  const type = { ...UNTYPED_METHOD, anyArgs: false, params: below ? [...params, others] : params, result: ANY };
  const place = placeAt(ctx, last.call.span);
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place,
    target: { type: 'named', className: null, method: 'initialize', singleton: false, place, classPlace: null },
    type,
    text: showMethodType(type),
    labels: NO_LABELS,
    typePlace: place,
    segments: [],
    origin: null,
    notation: 'sorbet',
    ofAttribute: true,
    ...below,
  });
}

function readProp(
  ctx: AnnotationContext,
  call: Call,
  { declaration, ...below }: { readonly declaration: Declaration; readonly ifStruct?: true },
): Prop[] {
  const [first, second] = positionalArguments(call);
  const name = first === undefined ? null : literalName(first);
  if (first === undefined || second === undefined || name === null) return [];
  const type = readSorbetType(ctx, second);
  const access: AttributeAnnotation['access'] =
    call.method === 'const' || isTrueOption(call, 'immutable') ? 'reader' : 'accessor';
  const written = { text: showType(type), place: placeAt(ctx, second.span), segments: [] };
  ctx.annotations.push({
    kind: 'attribute',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    access,
    attributes: [{ name, type, place: placeAt(ctx, first.span), written }],
    notation: 'sorbet',
    ...below,
  });
  return [{ call, declaration, name, type }];
}

function isTrueOption(call: Call, name: string): boolean {
  const option = keywordArguments(call.args).find(one => one.name === name)?.value;
  return option?.kind === 'lit' && option.value.type === 'true';
}

/** A value that may be nil, or has a default, may be left out of `new`. */
function isOptional(call: Call, type: Type): boolean {
  const options = keywordArguments(call.args);
  if (options.some(({ name }) => name === 'default' || name === 'factory')) return true;
  return (
    type.kind === 'nil' ||
    type.kind === 'dynamic' ||
    (type.kind === 'union' && type.members.some(one => one.kind === 'nil'))
  );
}
