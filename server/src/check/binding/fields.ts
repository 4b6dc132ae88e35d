/**
 * Instance, class and global variables, declared by `var_type`. The type of an undeclared one is inferred from its
 * writes; in an annotated method it is reported if they do not determine one.
 */
import type { RelatedPlace } from '../../base/problem';
import { fieldOf, fieldOwner, singletonFieldOf } from '../../program/lookup';
import type { FieldInfo } from '../../program/program';
import type { Var } from '../../ril/ril';
import { fieldTypeOf } from '../../types/allocated';
import { boundedVariables } from '../../types/bounds';
import { showType } from '../../types/show';
import { substituteType } from '../../types/substitute';
import type { FieldSummary } from '../../types/summary';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL, STRING } from '../../types/type';
import { joinTwoTypes, resolveType } from '../../typing/typeOps';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { report } from '../state/report';

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
  const found = ctx.summaries.fieldOf(self.name, variable.name, ofClass, ctx.depth);
  if (found !== null && isDetermined(found)) return null;
  const owner = fieldOwner(ctx.program, self.name, variable.name) ?? self.name;
  reportOnce(ctx, variable, owner, suggestionFor(ctx, variable.name, found?.written ?? null));
  return null;
}

/** Whether the visible writes determine a type, and no attribute writer lets callers write another one. */
function isDetermined({ shown, unknown }: FieldSummary): boolean {
  return shown.kind !== 'dynamic' && shown.kind !== 'nil' && unknown.every(({ kind }) => kind !== 'written-outside');
}

/** The type that the writes of an undeclared field determine; null: there are none. */
function inferredType(ctx: Ctx, variable: Var): Type | null {
  const self = ctx.frame.selfType;
  if (variable.scope === 'global') return ctx.summaries.globalOf?.(variable.name) ?? null;
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return null;
  if (ctx.frame.clause !== null) return null;
  const allocated = fieldTypeOf(self, variable.name);
  if (allocated !== null) return allocated;
  return ctx.summaries.fieldOf(self.name, variable.name, self.kind === 'classOf', ctx.depth)?.type ?? null;
}

/** Replaces the type parameters of a generic class by their bounds. */
function replaceByBounds(ctx: Ctx, className: string, type: Type): Type {
  const params = ctx.hierarchy.typeParams(className);
  return params.some(param => param.bound !== null) ? substituteType(type, boundedVariables(params)) : type;
}

/** The `var_type` that fits every write; empty if the writes do not determine one. */
function suggestionFor(ctx: Ctx, name: string, found: Type | null): string {
  if (found === null || found.kind === 'dynamic' || found.kind === 'nil' || found.kind === 'bottom') return '';
  return `var_type :${name}, '${showType(resolveType(ctx, found)).replaceAll('%bot', '%any')}'`;
}

/** One message per field and method, at the first use. */
function reportOnce(ctx: Ctx, variable: Var, owner: string, suggestion: string): void {
  const identity = `LP3006 ${variable.name}`;
  if (ctx.silent || ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  report(ctx, 'LP3006', variable.span, { name: variable.name, suggestion, owner });
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
      report(ctx, 'LP3024', variable.span, { name: variable.name, suggestion: '…' });
    }
  }
  return null;
}
