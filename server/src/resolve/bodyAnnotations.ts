/** Attaches the annotations of a statement or comment to the enclosing body. */
import type { AnchorId, Span } from '../base/span';
import { ancestors } from '../program/ancestors';
import type { FieldInfo } from '../program/program';
import type {
  Annotation,
  AttributeAnnotation,
  ContractAnnotation,
  MethodAnnotation,
  VariableAnnotation,
} from '../types/annotation';
import { NO_LABELS } from '../types/annotation';
import { showMethodType } from '../types/show';
import type { MethodType } from '../types/type';
import { declareAlias } from './aliases';
import { defineAttribute } from './attributes';
import { declareField } from './bodyWrites';
import { attachMethod, draftOf, linkClass, viewOf } from './draft';
import { qualify } from './nameClasses';
import type { Scope } from './scope';

/**
 * `within`: only those inside this span of the statement; null for all of the anchor. Returns true if there were any.
 */
export function takeAnnotations(scope: Scope, anchor: AnchorId, within: Span | null): boolean {
  let taken = false;
  for (const annotation of scope.ctx.annotations.get(anchor) ?? []) {
    const { start, end } = annotation.place.span;
    if (within !== null && (start < within.start || within.end < end)) continue;
    takeAnnotation(scope, annotation);
    taken = true;
  }
  return taken;
}

export function takeAnnotation(scope: Scope, annotation: Annotation): void {
  if ('ifStruct' in annotation && annotation.ifStruct) {
    const { ifStruct, ...sure } = annotation;
    scope.ctx.later.push(() => {
      if (isStruct(scope)) takeAnnotation(scope, sure);
    });
    return;
  }
  switch (annotation.kind) {
    case 'method':
      takeMethod(scope, annotation);
      return;
    case 'contract':
      if (!annotation.hook) takeMethod(scope, annotation);
      return;
    case 'variable':
      takeVariable(scope, annotation);
      return;
    case 'typeParams':
      if (annotation.className === null) draftOf(scope.ctx, scope.className).typeParams = annotation.params;
      else scope.ctx.elsewhere.push({ annotation, className: annotation.className, nesting: scope.nesting });
      return;
    case 'subtype':
      scope.ctx.elsewhere.push({
        annotation,
        className: annotation.className ?? `::${scope.className}`,
        nesting: scope.nesting,
      });
      return;
    case 'typeMember':
      takeTypeMember(scope, annotation);
      return;
    case 'moduleSelf':
      draftOf(scope.ctx, classOf(scope, annotation.className)).selfTypes.push(annotation.type);
      return;
    case 'inherits':
      if (annotation.ofNext) scope.mixinArgs = annotation.args;
      else draftOf(scope.ctx, classOf(scope, annotation.className)).superclassArgs = annotation.args;
      return;
    case 'restriction': {
      const draft = draftOf(scope.ctx, scope.className);
      draft.restrictions = [...(draft.restrictions ?? []), annotation.restriction];
      return;
    }
    case 'mixin': {
      const { how, module: name, args, place } = annotation;
      linkClass(scope.ctx, { type: 'mixin', of: scope.className, how, name, nesting: scope.nesting, place, args });
      return;
    }
    case 'methodAlias':
      scope.ctx.later.push(() => declareAlias(scope, annotation));
      return;
    case 'typeAlias':
      scope.ctx.aliases.set(annotation.scoped ? scopedAlias(scope, annotation.name) : annotation.name, {
        type: annotation.type,
        nesting: scope.nesting,
        written: annotation.written,
      });
      return;
    case 'attribute':
      takeAttributes(scope, annotation);
      return;
    case 'invariant':
      draftOf(scope.ctx, scope.className).invariants.push({
        refinement: annotation.refinement,
        place: annotation.place,
        nesting: scope.nesting,
      });
      return;
    // Read with the file (resolve/context.ts).
    case 'use':
      return;
    case 'run':
      (annotation.what === 'typecheck' ? scope.ctx.typecheckLabels : scope.ctx.verifyLabels).add(annotation.label);
      return;
  }
}

/** One of Sorbet's, a few classes up. */
function isStruct({ ctx, className }: Scope): boolean {
  return ancestors(viewOf(ctx), className).some(name => name === 'T::Struct' || name === 'T::InexactStruct');
}

/** `%A::B` for a constant B of A; a constant of the top level is `%B`. */
function scopedAlias({ nesting }: Scope, name: string): string {
  return nesting[0] === undefined ? name : `%${nesting[0]}::${name.slice(1)}`;
}

/** The class of the body, or the one that is defined below the comment. */
function classOf(scope: Scope, name: string | null | undefined): string {
  return name ? qualify(scope.nesting, name) : scope.className;
}

/** A member that is fixed stands for that type. */
function takeTypeMember(scope: Scope, annotation: Extract<Annotation, { kind: 'typeMember' }>): void {
  const { param, fixed, place, className } = annotation;
  const owner = classOf(scope, className);
  const draft = draftOf(scope.ctx, owner);
  draft.members = new Map(draft.members).set(param.name, fixed ?? { kind: 'variable', name: param.name });
  if (fixed === null) {
    // A class that is opened again, or in an RBI file too, may repeat its parameters.
    draft.typeParams = [...draft.typeParams.filter(one => one.name !== param.name), param];
  } else {
    const written = { text: '', place, segments: [], notation: 'sorbet' } as const;
    const name = className ? `%${owner}::${param.name}` : scopedAlias(scope, `%${param.name}`);
    scope.ctx.aliases.set(name, { type: fixed, nesting: scope.nesting, written });
  }
}

function takeMethod(scope: Scope, annotation: MethodAnnotation | ContractAnnotation): void {
  const { target } = annotation;
  if (target.type === 'next') {
    scope.pending.push(annotation);
    return;
  }
  if (target.className !== null) {
    scope.ctx.elsewhere.push({ annotation, className: target.className, nesting: scope.nesting });
    return;
  }
  if (annotation.kind === 'method' && annotation.assumed) {
    scope.ctx.elsewhere.push({ annotation, className: `::${scope.className}`, nesting: scope.nesting });
    return;
  }
  const singleton = (target.singleton || scope.singleton) && !scope.topLevel;
  const attached = { annotation, nesting: scope.nesting, definition: null };
  attachMethod(scope.ctx, scope.className, target.method, singleton, attached);
  if (scope.topLevel) scope.ctx.topLevelNames.add(target.method);
}

function takeVariable(scope: Scope, annotation: VariableAnnotation): void {
  if (annotation.className !== null) {
    scope.ctx.elsewhere.push({ annotation, className: annotation.className, nesting: scope.nesting });
    return;
  }
  const draft = draftOf(scope.ctx, scope.className);
  const isOfClass = scope.singleton || annotation.singleton === true;
  for (const info of declaredFields(annotation, scope.nesting)) {
    if (info.name.startsWith('$')) scope.ctx.globals.set(info.name, info);
    else declareField(isOfClass && !info.name.startsWith('@@') ? draft.singletonFields : draft.fields, info);
  }
}

/** The checker handles locals. */
export function declaredFields(annotation: VariableAnnotation, nesting: Scope['nesting']): readonly FieldInfo[] {
  const { type, refinement, place, written } = annotation;
  const names = annotation.names.filter(name => /^[@$]/.test(name));
  return names.map(name => ({ name, type, refinement, place, nesting, written }));
}

function takeAttributes(scope: Scope, annotation: AttributeAnnotation): void {
  for (const { name, type, place, written } of annotation.attributes) {
    const draft = draftOf(scope.ctx, scope.className);
    const field: FieldInfo = { name: `@${name}`, type, refinement: null, place, nesting: scope.nesting, written };
    const fields = scope.singleton ? draft.singletonFields : draft.fields;
    defineAttribute(scope, name, annotation.access, place, []);
    declareField(fields, field);
    for (const [method, methodType] of attributeTypes(annotation, name, type)) {
      attachMethod(scope.ctx, scope.className, method, scope.singleton, {
        annotation: attributeMethod(annotation, method, methodType, place),
        nesting: scope.nesting,
        definition: null,
      });
    }
  }
}

function attributeTypes(
  annotation: AttributeAnnotation,
  name: string,
  type: MethodType['result'],
): readonly [string, MethodType][] {
  const reader: MethodType = {
    typeParams: [],
    params: [],
    anyArgs: false,
    block: null,
    result: type,
    resultName: null,
    resultRefinement: null,
    resultSpan: null,
    selfType: null,
  };
  const param = { kind: 'required', name: null, type, refinement: null, span: null } as const;
  const writer: MethodType = { ...reader, params: [param] };
  const methods: [string, MethodType][] = [];
  if (annotation.access !== 'writer') methods.push([name, reader]);
  if (annotation.access !== 'reader') methods.push([`${name}=`, writer]);
  return methods;
}

function attributeMethod(
  annotation: AttributeAnnotation,
  method: string,
  type: MethodType,
  place: MethodAnnotation['place'],
): MethodAnnotation {
  return {
    kind: 'method',
    anchor: annotation.anchor,
    place: annotation.place,
    target: { type: 'named', className: null, method, singleton: false, place, classPlace: null },
    type,
    text: showMethodType(type),
    labels: NO_LABELS,
    typePlace: place,
    segments: [],
    origin: null,
    ofAttribute: true,
    ...(annotation.notation && { notation: annotation.notation }),
  };
}

/** False for annotations of other classes, aliases, globals and labels. */
export function isAboutOwnClass(annotation: Annotation): boolean {
  switch (annotation.kind) {
    case 'method':
      return (annotation.target.type === 'next' || annotation.target.className === null) && !annotation.assumed;
    case 'contract':
      return annotation.target.type === 'next' || annotation.target.className === null;
    case 'variable':
      return annotation.className === null && annotation.names.every(name => !name.startsWith('$'));
    case 'attribute':
    case 'invariant':
      return true;
    case 'typeParams':
    case 'subtype':
    case 'typeMember':
    case 'moduleSelf':
    case 'inherits':
    case 'restriction':
    case 'mixin':
    case 'methodAlias':
    case 'typeAlias':
    case 'use':
    case 'run':
      return false;
  }
}
