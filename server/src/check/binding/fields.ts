/**
 * Instance, class and global variables, declared by `var_type`. The type of an undeclared one is inferred from its
 * writes. An annotated method that uses one which nothing writes has an error; if something writes it, but the visible
 * writes do not determine a type, an information says why.
 */
import type { RelatedPlace } from '../../base/problem';
import { type FieldDoubt, showFieldDoubt } from '../../problems/unknownCauses';
import { attributesOf } from '../../program/attributes';
import { fieldOf, fieldOwner, singletonFieldOf } from '../../program/lookup';
import type { FieldInfo } from '../../program/program';
import type { Var } from '../../ril/ril';
import { fieldTypeOf } from '../../types/allocatedTypes';
import { boundedVariables } from '../../types/bounds';
import { flexibleName, hasDynamic } from '../../types/flexible';
import { showType } from '../../types/show';
import { substituteType } from '../../types/substitute';
import type { FieldSummary } from '../../types/summary';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL, STRING } from '../../types/type';
import { joinTwoTypes, resolveType } from '../../typing/typeOps';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { report, reportInformation } from '../state/report';

export interface DeclaredVariable {
  readonly type: Type;
  readonly from: readonly RelatedPlace[];
}

export function checkVariable(ctx: Ctx, env: Env, variable: Var): Typed {
  if (variable.scope === 'local')
    return { type: env.locals.get(variable.name) ?? typeOfUnassignedLocal(ctx, variable), env };
  const fact = env.facts.get(variable.name);
  if (fact !== undefined) return { type: fact, env };
  return { type: declaredVariable(ctx, variable, true)?.type ?? inferredType(ctx, variable) ?? DYNAMIC, env };
}

/** An unassigned local is nil; refinements have no unassigned locals. */
function typeOfUnassignedLocal(ctx: Ctx, variable: Var): Type {
  const scope = ctx.frame.clause;
  if (scope === null) return NIL;
  const known = [...scope.names].map(name => `\`${name}\``).join(', ');
  report(ctx, 'LP3030', variable.span, { name: variable.name, known: known || 'no names', hint: '' });
  return DYNAMIC;
}

/**
 * Returns null if the variable is not declared, so its type is unknown; `complain` reports that with a suggested type.
 */
export function declaredVariable(ctx: Ctx, variable: Var, complain: boolean): DeclaredVariable | null {
  if (variable.scope === 'global') return declaredGlobal(ctx, variable, complain);
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return null;
  const ofClass = self.kind === 'classOf';
  const field = (ofClass ? singletonFieldOf : fieldOf)(ctx.program, self.name, variable.name);
  if (field?.type) return { type: replaceByBounds(ctx, self.name, field.type), from: declaredBy(field) };
  if (!complain || ctx.silent || ctx.inference !== null) return null;
  const found = ctx.summaries.fieldOf(self.name, variable.name, ofClass, ctx.memory.depth.now);
  if (found !== null && isDetermined(found)) return null;
  const owner = fieldOwner(ctx.program, self.name, variable.name) ?? self.name;
  const type = typeToDeclare(ctx, found?.written ?? null);
  const isMissing = ctx.rules.isNeverAssigned(ctx, variable);
  const why = isMissing ? '' : showFieldDoubt(doubtOf(ctx, found, variable.name, owner));
  reportOnce(ctx, variable, { name: variable.name, type, owner, why });
  return null;
}

/** Why the visible writes of a field do not determine its type. */
function doubtOf(ctx: Ctx, found: FieldSummary | null, field: string, owner: string): FieldDoubt {
  if (found === null)
    return attributesOf(ctx.program, owner).written.includes(field)
      ? { kind: 'inferred', cause: { kind: 'written-outside', field } }
      : { kind: 'not-visible' };
  const passed = new Set(
    found.writes.flatMap(({ type, place }) => (flexibleName(type) === null ? [] : [place.anchor])),
  );
  const info = ctx.program.classes.get(owner);
  const methods = [...(info?.methods.values() ?? []), ...(info?.singletonMethods.values() ?? [])].flatMap(
    ({ key, definition }) => (definition && passed.has(definition.anchor) ? [key] : []),
  );
  const [cause] = found.unknown;
  if (cause) return { kind: 'inferred', cause };
  return methods.length > 0 ? { kind: 'passed', methods } : { kind: 'unknown-value' };
}

/** The type that another assignment declares, where an annotated method is checked. */
export function declaredByAssignment(ctx: Ctx, variable: Var): DeclaredVariable | null {
  const self = ctx.frame.selfType;
  if (ctx.silent || ctx.inference !== null || (self.kind !== 'nominal' && self.kind !== 'classOf')) return null;
  const found = ctx.summaries.fieldOf(self.name, variable.name, self.kind === 'classOf', ctx.memory.depth.now);
  if (!found?.declared) return null;
  const places = found.writes.flatMap(({ how, place }) => (how === 'declared' ? [place] : []));
  return {
    type: found.declared,
    from: places.slice(0, 1).map(place => ({ place, note: `${variable.name} is declared here` })),
  };
}

/** Whether the visible writes determine a type, and no attribute writer lets callers write another one. */
function isDetermined({ shown, unknown }: FieldSummary): boolean {
  if (shown.kind === 'nil') return unknown.length === 0;
  return shown.kind !== 'dynamic' && unknown.every(({ kind }) => kind !== 'written-outside');
}

/** The type that the writes of an undeclared field determine; null: there are none. */
function inferredType(ctx: Ctx, variable: Var): Type | null {
  const self = ctx.frame.selfType;
  if (variable.scope === 'global') return ctx.summaries.globalOf?.(variable.name) ?? null;
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return null;
  if (ctx.frame.clause !== null) return null;
  const allocated = fieldTypeOf(self, variable.name);
  if (allocated !== null && !hasDynamic(allocated)) return allocated;
  const found = ctx.summaries.fieldOf(self.name, variable.name, self.kind === 'classOf', ctx.memory.depth.now);
  const written = found && replaceByBounds(ctx, self.name, typeOfSummary(ctx, found));
  // All writes together may determine what the allocation leaves unknown.
  return allocated === null || (written !== null && !hasDynamic(written)) ? written : allocated;
}

/**
 * Where annotated methods are checked, what an assignment declares counts, as that of `var_type`: also what a container
 * holds.
 */
function typeOfSummary(ctx: Ctx, { type, declared, mayBeUnset }: FieldSummary): Type {
  if (declared === null || ctx.inference !== null || ctx.infers || type.kind === 'dynamic') return type;
  return mayBeUnset ? joinTwoTypes(ctx, declared, NIL) : declared;
}

/** Replaces the type parameters of a generic class by their bounds. */
function replaceByBounds(ctx: Ctx, className: string, type: Type): Type {
  const params = ctx.hierarchy.typeParams(className);
  return params.some(param => param.bound !== null) ? substituteType(type, boundedVariables(params)) : type;
}

/** The type that fits every write; empty if the writes do not determine one. */
function typeToDeclare(ctx: Ctx, found: Type | null): string {
  if (found === null || found.kind === 'dynamic' || found.kind === 'nil' || found.kind === 'bottom') return '';
  return showType(resolveType(ctx, found)).replaceAll('%bot', '%any');
}

/** One message per field and method, at the first use. */
function reportOnce(ctx: Ctx, variable: Var, args: Readonly<Record<string, string>>): void {
  const identity = `LP3006 ${variable.name}`;
  if (ctx.silent || ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  (args.why === '' ? report : reportInformation)(ctx, 'LP3006', variable.span, args);
}

function declaredBy(field: FieldInfo): readonly RelatedPlace[] {
  return field.place === null ? [] : [{ place: field.place, note: `${field.name} is declared here` }];
}

function declaredGlobal(ctx: Ctx, variable: Var, complain: boolean): DeclaredVariable | null {
  const field = ctx.program.globals.get(variable.name);
  if (field?.type) return { type: field.type, from: declaredBy(field) };
  if (/^\$([1-9]\d*|[&`'+])$/.test(variable.name)) return { type: joinTwoTypes(ctx, STRING, NIL), from: [] };
  if (complain && /^\$[a-z_]\w*$/.test(variable.name)) {
    const identity = `LP3024 ${variable.name}`;
    if (!ctx.silent && !ctx.out.reported.has(identity)) {
      ctx.out.reported.add(identity);
      report(ctx, 'LP3024', variable.span, { name: variable.name });
    }
  }
  return null;
}
