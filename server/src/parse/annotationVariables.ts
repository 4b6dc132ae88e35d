/** `var_type`, `attr_*_type`, `type_alias` and `type_params`. */
import type { Expr } from '../ril/ril';
import type { AttributeAnnotation, WrittenType } from '../types/annotation';
import { nominal, type TypeParam, type Variance } from '../types/type';
import {
  type AnnotationCall,
  type AnnotationContext,
  keywordArguments,
  placeAt,
  positionalArguments,
  reportProblem,
} from './annotationContext';
import { constantPath, literalName, literalParts, staticText } from './staticString';
import { type BareType, parseBareType } from './typeParser';

/** The type in an argument: a string, or a class. Null if it is computed, which is reported. */
function typeOf(ctx: AnnotationContext, call: string, expr: Expr): (BareType & { written: WrittenType }) | null {
  const path = constantPath(expr);
  if (path !== null) {
    const written = { text: path, place: placeAt(ctx, expr.span), segments: [] };
    return { type: nominal(path), name: null, refinement: null, written };
  }
  const text = staticText(expr, ctx.anchor);
  if (text === null) {
    reportProblem(ctx, 'LP2201', expr.span, { call });
    return null;
  }
  const read = parseBareType(text.text, text.source);
  ctx.problems.push(...read.problems);
  return { ...read.value, written: { text: text.text, place: text.place, segments: text.source.segments } };
}

/** `var_type [C,] :@a, :@b, 'T'` */
export function readVariableCall(ctx: AnnotationContext, { call, certain }: AnnotationCall): boolean {
  const values = positionalArguments(call);
  const last = values[values.length - 1];
  const named = values.slice(0, -1);
  const first = named[0];
  if (last === undefined || first === undefined) {
    const meant = certain || ctx.loadsLibrary || /^[@$]/.test((last && literalName(last)) ?? '');
    if (meant) reportProblem(ctx, 'LP2202', call.span, { call: 'var_type', form: "var_type :@name, 'Type'" });
    return meant;
  }
  const className = named.length > 1 ? classArgument(first) : null;
  const names = className === null ? named : named.slice(1);
  const read = typeOf(ctx, 'var_type', last);
  const known = names.flatMap(name => variableName(ctx, name));
  if (read === null || known.length === 0) return true;
  ctx.annotations.push({
    kind: 'variable',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    className,
    classPlace: className === null ? null : placeAt(ctx, first.span),
    names: known,
    type: read.type,
    refinement: read.refinement,
    written: read.written,
  });
  return true;
}

/** `C` or `'C'`: a name that begins with a capital is not a variable. */
function classArgument(expr: Expr): string | null {
  const name = constantPath(expr) ?? literalName(expr);
  return name !== null && /^(::)?\p{Lu}/u.test(name) ? name : null;
}

function variableName(ctx: AnnotationContext, expr: Expr): string[] {
  const name = literalName(expr);
  if (name === null) reportProblem(ctx, 'LP2201', expr.span, { call: 'var_type' });
  else if (/^(@{0,2}[\p{Ll}_]|@{1,2}\p{Lu}|\$)[\p{L}\p{N}_]*$/u.test(name)) return [name];
  else reportProblem(ctx, 'LP2205', expr.span, { name });
  return [];
}

const ACCESS: Readonly<Record<string, AttributeAnnotation['access']>> = {
  attr_accessor_type: 'accessor',
  attr_reader_type: 'reader',
  attr_type: 'reader',
  attr_writer_type: 'writer',
};

/** `attr_accessor_type :a, 'T', :b, 'U'` */
export function readAttributeCall(ctx: AnnotationContext, { name, call, certain }: AnnotationCall): boolean {
  const values = positionalArguments(call);
  const first = values[0];
  if (first === undefined || literalName(first) === null || values.length % 2 === 1) {
    // `attr_type :foo` may be a method of another library.
    const meant = certain || ctx.loadsLibrary || values.length > 1;
    if (meant) reportProblem(ctx, 'LP2202', call.span, { call: name, form: `${name} :name, 'Type'` });
    return meant;
  }
  const attributes: AttributeAnnotation['attributes'][number][] = [];
  for (let at = 0; at < values.length; at += 2) {
    const attribute = literalName(values[at]!);
    const read = typeOf(ctx, name, values[at + 1]!);
    if (attribute === null) reportProblem(ctx, 'LP2201', values[at]!.span, { call: name });
    else if (read !== null)
      attributes.push({
        name: attribute,
        type: withRefinement(read),
        place: placeAt(ctx, values[at]!.span),
        written: read.written,
      });
  }
  ctx.annotations.push({
    kind: 'attribute',
    anchor: ctx.anchor,
    place: placeAt(ctx, call.span),
    access: ACCESS[name] ?? 'reader',
    attributes,
  });
  return true;
}

function withRefinement(read: BareType): BareType['type'] {
  return read.refinement === null ? read.type : { kind: 'refined', base: read.type, refinement: read.refinement };
}

/** `type_alias '%name', 'T'` */
export function readAliasCall(ctx: AnnotationContext, { call, certain }: AnnotationCall): boolean {
  const [first, second] = positionalArguments(call);
  const name = first === undefined ? null : literalName(first);
  if (first === undefined || second === undefined || name === null || !/^%[\p{L}_]\w*$/u.test(name)) {
    const wanted = certain || ctx.loadsLibrary || (first !== undefined && literalParts(first).startsWith('%'));
    if (wanted) reportProblem(ctx, 'LP2202', call.span, { call: 'type_alias', form: "type_alias '%name', 'Type'" });
    return wanted;
  }
  const read = typeOf(ctx, 'type_alias', second);
  if (read !== null) {
    const { written } = read;
    const place = placeAt(ctx, call.span);
    ctx.annotations.push({ kind: 'typeAlias', anchor: ctx.anchor, place, name, type: withRefinement(read), written });
  }
  return true;
}

const VARIANCES: Readonly<Record<string, Variance>> = { '+': 'out', '-': 'in', '~': 'invariant' };

/** `type_params [C,] [:t, :u], :all?, variance: [:+, :~]` */
export function readTypeParamsCall(ctx: AnnotationContext, { call, certain }: AnnotationCall): boolean {
  const values = positionalArguments(call);
  const className = values[0] === undefined ? null : classArgument(values[0]);
  const list = values[className === null ? 0 : 1];
  const names = list?.kind === 'array' ? readSymbols(list) : null;
  if (names === null) {
    const meant = certain || ctx.loadsLibrary;
    if (meant) reportProblem(ctx, 'LP2202', call.span, { call: 'type_params', form: 'type_params [:t], :all?' });
    return meant;
  }
  const given = keywordArguments(call.args).find(keyword => keyword.name === 'variance');
  const signs = given?.value.kind === 'array' ? readSymbols(given.value) : [];
  if (
    given !== undefined &&
    (signs === null || signs.some(sign => !Object.hasOwn(VARIANCES, sign)) || signs.length !== names.length)
  ) {
    reportProblem(ctx, 'LP2204', given.value.span, {
      label: 'variance',
      wanted: 'one of `:+`, `:-`, `:~` for each parameter',
    });
  }
  const params = names.map(
    (name, index): TypeParam => ({
      name,
      variance: VARIANCES[signs?.[index] ?? '~'] ?? 'invariant',
      bound: null,
      default: null,
    }),
  );
  const classPlace = className === null ? null : placeAt(ctx, values[0]!.span);
  const place = placeAt(ctx, call.span);
  ctx.annotations.push({ kind: 'typeParams', anchor: ctx.anchor, place, className, classPlace, params });
  return true;
}

function readSymbols(list: Expr & { kind: 'array' }): string[] | null {
  const names = list.elements.map(element => (element.type === 'positional' ? literalName(element.value) : null));
  return names.every(name => name !== null) ? names : null;
}
